//! The consent hash of any object, held against a small model of what JavaScript writes.

use std::collections::BTreeMap;
use std::fmt::Write;

use fornax_manifest::fornax_pin;
use proptest::prelude::*;

use crate::hash;

/// A value as JavaScript has it: strings are units of UTF-16, and numbers doubles.
#[derive(Clone, Debug)]
enum Value {
    Literal(&'static str),
    Number(f64),
    Text(Vec<u16>),
    Array(Vec<Value>),
    /// In the order in which members are written; of members with one key the last counts.
    Object(Vec<(Vec<u16>, Value)>),
}

fn units() -> impl Strategy<Value = Vec<u16>> {
    let unit = prop_oneof![
        4 => 0x20_u16..0x7f,
        1 => 0_u16..0x20,
        1 => Just(u16::from(b'"')),
        1 => Just(u16::from(b'\\')),
        1 => 0xd7f0_u16..0xe010,
        1 => any::<u16>(),
    ];
    prop::collection::vec(unit, 0..6)
}

fn key() -> impl Strategy<Value = Vec<u16>> {
    let spelt = |text: String| text.encode_utf16().collect::<Vec<u16>>();
    prop_oneof![
        2 => units(),
        1 => (0_u32..30).prop_map(move |number| spelt(number.to_string())),
        1 => (u32::MAX - 3..=u32::MAX).prop_map(move |number| spelt(number.to_string())),
        1 => prop::sample::select(vec!["", "00", "01", "-1", "1.0", "4294967296", "__proto__", "a"])
            .prop_map(move |text| spelt(text.to_owned())),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<f64>(),
        any::<i32>().prop_map(f64::from),
        (any::<i16>(), -30_i32..30)
            .prop_map(|(digits, places)| f64::from(digits) * 10_f64.powi(places)),
        prop::sample::select(vec![
            0.0,
            -0.0,
            1e21,
            1e-6,
            1e-7,
            f64::INFINITY,
            f64::MAX,
            5e-324
        ]),
    ];
    let leaf = prop_oneof![
        prop::sample::select(vec!["null", "true", "false"]).prop_map(Value::Literal),
        number
            .prop_filter("JSON can't spell it", |number| !number.is_nan())
            .prop_map(Value::Number),
        units().prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            members(inner).prop_map(Value::Object),
        ]
    })
}

fn members(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Vec<(Vec<u16>, Value)>> {
    prop::collection::vec((key(), value), 0..7)
}

/// What JavaScript writes.
fn canonical(value: &Value) -> String {
    match value {
        Value::Literal(literal) => (*literal).to_owned(),
        Value::Number(number) if !number.is_finite() => "null".to_owned(),
        Value::Number(number) => decimal(*number),
        Value::Text(units) => quoted(units),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let mut indices = BTreeMap::new();
            let mut names = BTreeMap::new();
            for (key, value) in members {
                let text = String::from_utf16_lossy(key);
                match text.parse::<u32>() {
                    Ok(index) if index.to_string() == text && index != u32::MAX => {
                        indices.insert(index, (key, value));
                    }
                    _ => _ = names.insert(key, (key, value)),
                }
            }
            let members: Vec<_> = indices
                .into_values()
                .chain(names.into_values())
                .map(|(key, value)| format!("{}:{}", quoted(key), canonical(value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

/// ECMAScript's `Number::toString`, of the shortest digits, which the standard library finds too.
fn decimal(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    if number < 0.0 {
        return format!("-{}", decimal(-number));
    }
    let shortest = format!("{number:e}");
    let (digits, exponent) = shortest.split_once('e').unwrap();
    let mut digits = digits.replace('.', "");
    // Of two that are as near, ECMAScript takes the even one.
    let exact = format!("{number:.*e}", digits.len() + 29);
    let exact = exact.split_once('e').unwrap().0.replace('.', "");
    let (head, tail) = exact.split_at(digits.len());
    let is_halfway = tail.starts_with('5') && tail[1..].bytes().all(|digit| digit == b'0');
    if is_halfway && head.ends_with(['0', '2', '4', '6', '8']) {
        digits = head.to_owned();
    }
    let (count, point) = (digits.len() as i32, exponent.parse::<i32>().unwrap() + 1);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap());
    if (count..=21).contains(&point) {
        return digits + &zeros(point - count);
    }
    if (1..=21).contains(&point) {
        let (whole, rest) = digits.split_at(usize::try_from(point).unwrap());
        return format!("{whole}.{rest}");
    }
    if (-5..=0).contains(&point) {
        return format!("0.{}{digits}", zeros(-point));
    }
    let sign = if point > 0 { "+" } else { "-" };
    let power = (point - 1).abs();
    match digits.split_at(1) {
        (first, "") => format!("{first}e{sign}{power}"),
        (first, rest) => format!("{first}.{rest}e{sign}{power}"),
    }
}

fn quoted(units: &[u16]) -> String {
    let mut out = String::from("\"");
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('"') => out += "\\\"",
            Ok('\\') => out += "\\\\",
            Ok('\u{8}') => out += "\\b",
            Ok('\t') => out += "\\t",
            Ok('\n') => out += "\\n",
            Ok('\u{c}') => out += "\\f",
            Ok('\r') => out += "\\r",
            Ok(control) if control < ' ' => write!(out, "\\u{:04x}", u32::from(control)).unwrap(),
            Ok(other) => out.push(other),
            Err(lone) => write!(out, "\\u{:04x}", lone.unpaired_surrogate()).unwrap(),
        }
    }
    out + "\""
}

/// Spells a value in one of the many ways that mean it.
struct Speller(u64);

impl Speller {
    fn choice(&mut self, count: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % count
    }

    fn blank(&mut self) -> &'static str {
        ["", "", " ", "\n\t", "\r\n"][self.choice(5) as usize]
    }

    fn spelt(&mut self, value: &Value) -> String {
        let text = match value {
            Value::Literal(literal) => (*literal).to_owned(),
            Value::Number(number) if !number.is_finite() => {
                if *number < 0.0 { "-1e999" } else { "1E+999" }.to_owned()
            }
            Value::Number(number) => match self.choice(4) {
                0 => format!("{number:e}"),
                1 => format!("{number:E}"),
                2 if number.fract() == 0.0 => format!("{number:.1}"),
                _ => format!("{number}"),
            },
            Value::Text(units) => self.string(units),
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.spelt(item)).collect();
                format!("[{}]", items.join(","))
            }
            Value::Object(members) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(key, value)| {
                        let (key, blank) = (self.string(key), self.blank());
                        format!("{}{key}{blank}:{}", self.blank(), self.spelt(value))
                    })
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        };
        format!("{}{text}{}", self.blank(), self.blank())
    }

    fn string(&mut self, units: &[u16]) -> String {
        let mut out = String::from("\"");
        let escape = |out: &mut String, unit: u16, is_upper: bool| {
            if is_upper {
                write!(out, "\\u{unit:04X}").unwrap();
            } else {
                write!(out, "\\u{unit:04x}").unwrap();
            }
        };
        for unit in char::decode_utf16(units.iter().copied()) {
            let is_upper = self.choice(2) == 0;
            match unit {
                Ok('/') if is_upper => out += "\\/",
                Ok(short @ ('"' | '\\')) if is_upper => out.extend(['\\', short]),
                Ok('\n') if is_upper => out += "\\n",
                Ok(plain)
                    if plain >= ' ' && !['"', '\\'].contains(&plain) && self.choice(3) > 0 =>
                {
                    out.push(plain);
                }
                Ok(other) => {
                    for unit in other.encode_utf16(&mut [0; 2]) {
                        escape(&mut out, *unit, is_upper);
                    }
                }
                Err(lone) => escape(&mut out, lone.unpaired_surrogate(), is_upper),
            }
        }
        out + "\""
    }
}

#[test]
fn of_two_numbers_that_are_as_near_the_even_one_is_written() {
    for (number, written) in [
        ("1401386827152006.25", "1401386827152006.2"),
        ("1401386827152006.75", "1401386827152006.8"),
        ("-1401386827152005.25", "-1401386827152005.2"),
        ("0.5", "0.5"),
        ("5e-324", "5e-324"),
        ("1.5e300", "1.5e+300"),
    ] {
        assert_eq!(decimal(number.parse().unwrap()), written);
        let text = format!("{{\"a\":{number}}}");
        let expected = fornax_pin(format!("{{\"a\":{written}}}").as_bytes());
        assert_eq!(
            hash(text.as_bytes()).as_str(),
            expected.strip_prefix("sha256:"),
            "{number}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn every_spelling_of_an_object_has_the_hash_of_what_javascript_writes(
        members in members(value()),
        seed in any::<u64>(),
    ) {
        let object = Value::Object(members);
        let expected = canonical(&object);
        let pin = fornax_pin(expected.as_bytes());
        let mut speller = Speller(seed);
        for text in [expected.clone(), speller.spelt(&object), speller.spelt(&object)] {
            let found = hash(text.as_bytes());
            prop_assert_eq!(found.as_str(), pin.strip_prefix("sha256:"), "{} is written {}", text, expected);
        }
    }
}

//! What a number literal says, to `serde_json` and to JavaScript.

/// Whether `text` is a number as JSON spells it.
pub(crate) fn is_json_number(text: &str) -> bool {
    let digits = |text: &mut &str| {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = text.len() - rest.len();
        *text = rest;
        count
    };
    let mut rest = text.strip_prefix('-').unwrap_or(text);
    let leading_zero = rest.starts_with('0');
    let integer = digits(&mut rest);
    if integer == 0 || (leading_zero && integer > 1) {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction;
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        rest = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    rest.is_empty()
}

/// A number as `serde_json` reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SerdeNumber {
    /// A whole number, not negative, that is spelled as one.
    Unsigned(u64),
    /// A negative whole number that is spelled as one.
    Negative(i64),
    /// Anything else; infinite where `serde_json` refuses the number.
    Float(f64),
}

/// Reads a JSON number as `serde_json` does: `-0`, `1.0` and `1e0` are not whole.
pub(crate) fn serde_number(text: &str) -> SerdeNumber {
    let whole = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-');
    if whole && text != "-0" {
        if let Ok(number) = text.parse() {
            return SerdeNumber::Unsigned(number);
        }
        if let Ok(number) = text.parse() {
            return SerdeNumber::Negative(number);
        }
    }
    SerdeNumber::Float(text.parse().unwrap_or(f64::INFINITY))
}

/// How JSON would spell a number that is written in another language's way.
pub(crate) fn respell(text: &str) -> Option<String> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.replace('_', "");
    let hexadecimal = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"));
    if let Some(hexadecimal) = hexadecimal {
        let value = u64::from_str_radix(hexadecimal, 16).ok()?;
        return Some(format!("{sign}{value}"));
    }
    let mut digits = digits.trim_start_matches('0').to_owned();
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        digits.insert(0, '0');
    }
    for (wrong, right) in [(".e", "e"), (".E", "E")] {
        digits = digits.replace(wrong, right);
    }
    let digits = digits.strip_suffix('.').unwrap_or(&digits);
    let respelled = format!("{sign}{digits}");
    is_json_number(&respelled).then_some(respelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_numbers_are_recognised() {
        for good in ["0", "-0", "10", "1.5", "-1.50e+10", "1E5", "0.0e-0"] {
            assert!(is_json_number(good), "{good}");
        }
        for bad in [
            "", "-", "01", "+1", ".5", "5.", "1e", "1e+", "0x10", "1_000", "--1", "1-1",
        ] {
            assert!(!is_json_number(bad), "{bad}");
        }
    }

    #[test]
    fn serde_tells_whole_numbers_by_their_spelling() {
        assert_eq!(serde_number("1"), SerdeNumber::Unsigned(1));
        assert_eq!(serde_number("-1"), SerdeNumber::Negative(-1));
        assert_eq!(serde_number("1.0"), SerdeNumber::Float(1.0));
        assert!(matches!(serde_number("-0"), SerdeNumber::Float(zero) if zero.is_sign_negative()));
        assert_eq!(
            serde_number("18446744073709551616"),
            SerdeNumber::Float(18_446_744_073_709_551_616.0)
        );
    }

    #[test]
    fn other_spellings_are_mended() {
        assert_eq!(respell("+1").as_deref(), Some("1"));
        assert_eq!(respell("007").as_deref(), Some("7"));
        assert_eq!(respell("00").as_deref(), Some("0"));
        assert_eq!(respell(".5").as_deref(), Some("0.5"));
        assert_eq!(respell("5.").as_deref(), Some("5"));
        assert_eq!(respell("-0x1F").as_deref(), Some("-31"));
        assert_eq!(respell("1_000").as_deref(), Some("1000"));
        assert_eq!(respell("1.2.3"), None);
        assert_eq!(respell("1e"), None);
        assert_eq!(respell("-"), None);
    }
}

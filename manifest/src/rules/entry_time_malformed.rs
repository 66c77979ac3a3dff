//! `entry-time-malformed`

use std::ops::RangeInclusive;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports an entry whose `registered_at` is not a time as RFC 3339 writes it, or is a day that
    /// no calendar has.
    ///
    /// ## Why it matters
    ///
    /// Fornax writes such a time itself; another text shows that something else has changed the
    /// entry.
    ///
    /// ## Example
    ///
    /// ```json bad in=/entries/0/registered_at mark="2026-10-02T11:04:19"
    /// "2026-10-02T11:04:19"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/entries/0/registered_at
    /// "2026-10-02T11:04:19Z"
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds the offset `Z` where nothing else is missing. Unsafe: the time may be a local one.
    pub(crate) static RULE = {
        name: "entry-time-malformed",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry whose time is not as RFC 3339 writes it",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for time in fornax::entries(cx).filter_map(|entry| Text::member(entry, "registered_at")) {
        if is_time(&time) {
            continue;
        }
        let with_offset = format!("{}Z", time.trim());
        let fix = is_time(&with_offset).then(|| {
            let edits = time.replace_with(cx, &with_offset);
            Fix::guess(format!("Change it to `{with_offset}`"), edits)
        });
        let finding = cx.report(
            time.span(),
            format!(
                "`registered_at` must be a time as in `2026-10-02T11:04:19Z`; this is {}",
                quoted(&time)
            ),
        );
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

/// Whether a text is a time as RFC 3339 writes it.
fn is_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return false;
    };
    let Some(at) = time.find(['Z', 'z', '+', '-']) else {
        return false;
    };
    let (time, offset) = time.split_at(at);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let plain =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    // A leap second is the 60th.
    is_date(date)
        && are_numbers(time, &[0..=23, 0..=59, 0..=60])
        && plain(fraction)
        && (matches!(offset, "Z" | "z")
            || (offset.starts_with(['+', '-']) && are_numbers(&offset[1..], &[0..=23, 0..=59])))
}

fn is_date(text: &str) -> bool {
    let parts: Vec<Option<u32>> = text
        .split('-')
        .zip([4, 2, 2])
        .map(|(digits, width)| number(digits, width))
        .collect();
    let [Some(year), Some(month), Some(day)] = parts[..] else {
        return false;
    };
    let is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    text.matches('-').count() == 2 && (1..=days).contains(&day)
}

/// Whether a text is numbers of two digits with colons between them, each in its range.
fn are_numbers(text: &str, ranges: &[RangeInclusive<u32>]) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    parts.len() == ranges.len()
        && parts
            .iter()
            .zip(ranges)
            .all(|(digits, range)| number(digits, 2).is_some_and(|number| range.contains(&number)))
}

fn number(digits: &str, width: usize) -> Option<u32> {
    let plain = digits.len() == width && digits.bytes().all(|digit| digit.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_from_what_looks_like_them() {
        for time in [
            "2026-10-02T11:04:19Z",
            "2026-10-02t11:04:19z",
            "2026-10-02 11:04:19.5+05:30",
            "2024-02-29T23:59:60-00:00",
            "2000-02-29T00:00:00.000000000Z",
        ] {
            assert!(is_time(time), "{time}");
        }
        for other in [
            "",
            "2026-10-02",
            "2026-10-02T11:04:19",
            "2026-10-02T11:04Z",
            "2026-10-02T11:04:19.Z",
            "2026-10-02T11:04:19.5.5Z",
            "2026-10-02T11:04:19+0530",
            "2026-10-02T11:04:19+05:30Z",
            "2026-10-02T11:04:19Z ",
            "2026-10-02T24:00:00Z",
            "2026-10-02T11:04:61Z",
            "2026-13-02T11:04:19Z",
            "2026-02-30T11:04:19Z",
            "2100-02-29T11:04:19Z",
            "2026-04-31T11:04:19Z",
            "2026-00-01T11:04:19Z",
            "2026-10-00T11:04:19Z",
            "2026-10-02-T11:04:19Z",
            "26-10-02T11:04:19Z",
            "+026-10-02T11:04:19Z",
            "2026-10-02T1:04:19Z",
            "2026-10-02T11:04:19é",
        ] {
            assert!(!is_time(other), "{other}");
        }
    }
}

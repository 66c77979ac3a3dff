//! The time of a registration.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::refusal::{Reason, Refusal};

/// The time now, in UTC, to the second, as RFC 3339 writes it.
pub(super) fn now() -> Result<String, Refusal> {
    written(SystemTime::now())
}

fn written(time: SystemTime) -> Result<String, Refusal> {
    let mut text = String::new();
    // Neither a time before 1970 nor one after 9999 can be written.
    let is_written =
        time >= UNIX_EPOCH && write!(text, "{}", humantime::format_rfc3339_seconds(time)).is_ok();
    if is_written {
        Ok(text)
    } else {
        Err(Refusal::new(
            Reason::Clock,
            "this machine's clock tells a time that can't be right; set it, and try again",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_are_written_to_the_second() {
        let at = |seconds: u64| UNIX_EPOCH + Duration::from_millis(seconds * 1000 + 999);
        assert_eq!(written(at(0)).unwrap(), "1970-01-01T00:00:00Z");
        assert_eq!(written(at(1_790_939_059)).unwrap(), "2026-10-02T11:04:19Z");
        for wrong in [
            UNIX_EPOCH - Duration::from_secs(1),
            UNIX_EPOCH + Duration::from_secs(300_000_000_000),
        ] {
            assert_eq!(written(wrong).unwrap_err().reason(), Reason::Clock);
        }
    }
}

//! What a check is told about the world: the version in use, the names that are taken.

use std::fmt;
use std::str::FromStr;

/// A version of Fornax: three plain numbers.
///
/// ```
/// use fornax_manifest::FornaxVersion;
///
/// assert_eq!("0.0.9".parse(), Ok(FornaxVersion(0, 0, 9)));
/// assert!("0.1".parse::<FornaxVersion>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FornaxVersion(pub u64, pub u64, pub u64);

/// The text is not three plain decimal numbers with dots between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAVersion;

impl fmt::Display for NotAVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Fornax version is three whole numbers with dots between them, as in 0.0.9")
    }
}

impl std::error::Error for NotAVersion {}

impl FornaxVersion {
    /// Reads a version as today's loader does, which lets a `+` before each number pass.
    pub(crate) fn with_signs(text: &str) -> Option<Self> {
        let plain: Vec<&str> = text
            .split('.')
            .map(|part| part.strip_prefix('+').unwrap_or(part))
            .collect();
        plain.join(".").parse().ok()
    }
}

impl FromStr for FornaxVersion {
    type Err = NotAVersion;

    /// Reads `0.0.9`; leading zeros pass, signs and blanks don't.
    fn from_str(text: &str) -> Result<Self, NotAVersion> {
        let number = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            digits
                .then(|| part.parse().ok())
                .flatten()
                .ok_or(NotAVersion)
        };
        let mut parts = text.split('.');
        let mut next = || parts.next().ok_or(NotAVersion).and_then(number);
        let version = Self(next()?, next()?, next()?);
        match parts.next() {
            None => Ok(version),
            Some(_) => Err(NotAVersion),
        }
    }
}

impl fmt::Display for FornaxVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// What a check is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The Fornax in use; unknown means that no manifest is too new.
    pub fornax_version: Option<FornaxVersion>,
    /// Ids that Fornax's built-in adapters have.
    pub reserved_ids: Vec<String>,
    /// Whether the manifest is served by `npm:` or `https:`, where a relative command has nothing
    /// to start from.
    pub published: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            fornax_version: None,
            reserved_ids: vec!["claude-code".to_owned(), "codex".to_owned()],
            published: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_three_plain_numbers() {
        assert_eq!("0.0.9".parse(), Ok(FornaxVersion(0, 0, 9)));
        assert_eq!("00.01.2".parse(), Ok(FornaxVersion(0, 1, 2)));
        for bad in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "+1.2.3",
            "1.2.x",
            " 1.2.3",
            "1..3",
            "1.2.18446744073709551616",
        ] {
            assert_eq!(bad.parse::<FornaxVersion>(), Err(NotAVersion), "{bad}");
        }
        assert_eq!(
            FornaxVersion::with_signs("+1.2.+3"),
            Some(FornaxVersion(1, 2, 3))
        );
        assert_eq!(FornaxVersion::with_signs("++1.2.3"), None);
    }
}

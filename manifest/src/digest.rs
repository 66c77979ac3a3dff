//! Digests: the pin of a Fornax manifest.

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
///
/// ```
/// use fornax_manifest::sha256_hex;
///
/// assert!(sha256_hex(b"").starts_with("e3b0c442"));
/// ```
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    Sha256::digest(bytes)
        .iter()
        .flat_map(|&byte| [byte >> 4, byte & 0xF])
        .map(|nibble| char::from(DIGITS[usize::from(nibble)]))
        .collect()
}

/// The digest under which Fornax pins a manifest: over its raw bytes, so that any edit changes it,
/// one of white space too.
///
/// ```
/// use fornax_manifest::fornax_pin;
///
/// assert_eq!(fornax_pin(b"{}").len(), "sha256:".len() + 64);
/// ```
#[must_use]
pub fn fornax_pin(bytes: &[u8]) -> String {
    format!("sha256:{}", sha256_hex(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            fornax_pin(b""),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}

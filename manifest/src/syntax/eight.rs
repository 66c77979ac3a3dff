//! Eight bytes of a text, looked at all at once.

const ONES: u64 = u64::MAX / 0xFF;
const HIGH_BITS: u64 = ONES << 7;

/// Eight bytes that follow one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight(u64);

impl Eight {
    /// How many bytes that is.
    pub(crate) const LENGTH: usize = 8;

    /// The first eight of `bytes`, if there are as many.
    pub(crate) fn first_of(bytes: &[u8]) -> Option<Self> {
        bytes
            .first_chunk()
            .copied()
            .map(u64::from_le_bytes)
            .map(Self)
    }

    /// Which of them are `byte`.
    pub(crate) fn equal(self, byte: u8) -> Found {
        let differences = self.0 ^ (ONES * u64::from(byte));
        // The high bit of a byte is set if any of its bits is.
        let others = (differences & !HIGH_BITS) + !HIGH_BITS;
        Found(!(others | differences) & HIGH_BITS)
    }

    /// Which of them are controls: below a blank.
    pub(crate) fn controls(self) -> Found {
        let others = (self.0 & !HIGH_BITS) + ONES * u64::from(0x80 - b' ');
        Found(!(others | self.0) & HIGH_BITS)
    }
}

/// Some of eight bytes; as an iterator, their indices from 0 to 7.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found(u64);

impl std::ops::BitOr for Found {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Iterator for Found {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let index = (self.0 != 0).then(|| self.0.trailing_zeros() as usize / 8);
        self.0 &= self.0.wrapping_sub(1);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_byte_is_looked_at_alone(
            bytes in prop::array::uniform8(prop_oneof![
                any::<u8>(),
                prop::sample::select(b"\"\"#!\\]\x1f \x7f\x80\xa2\xdc\0".as_slice()),
            ]),
        ) {
            let eight = Eight::first_of(&bytes).unwrap();
            let those = |is: &dyn Fn(u8) -> bool| -> Vec<usize> {
                (0..8).filter(|&index| is(bytes[index])).collect()
            };
            for byte in [b'"', b'\\', b'\n', 0, 0x80, 0xFF] {
                let found: Vec<_> = eight.equal(byte).collect();
                prop_assert_eq!(found, those(&|other| other == byte));
            }
            let found: Vec<_> = eight.controls().collect();
            prop_assert_eq!(found, those(&|byte| byte < b' '));
            let found: Vec<_> = (eight.controls() | eight.equal(b'"')).collect();
            prop_assert_eq!(found, those(&|byte| byte < b' ' || byte == b'"'));
            prop_assert!(Eight::first_of(&bytes[1..]).is_none());
        }
    }
}

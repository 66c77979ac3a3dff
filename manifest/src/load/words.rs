//! Closed sets of words, each a plain enum.

/// Declares an enum whose variants are each spelt by one word in a document.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[$meaning:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$meaning])* $variant,)+
        }

        impl $name {
            /// The word that stands for it in a document.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// What `word` stands for; nothing where it is no word of this set.
            pub(in crate::load) fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
pub(in crate::load) use words;

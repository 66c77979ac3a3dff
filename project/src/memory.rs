//! What was found out about the user's folders, for many documents to be checked at once.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use fornax_manifest::{Content, DocumentKind, Entry, Place, Surroundings, limits};

/// What is known of the user's folders by now.
///
/// The documents of a run ask the same of them over and over. Who keeps one of these for a run takes the
/// folders as they were when something about them was first asked, so nothing that the run itself changes
/// may lie there.
#[derive(Debug, Default)]
pub struct Memory {
    entries: Answers<Entry>,
    destinations: Answers<Entry>,
    contents: Answers<Content>,
    fornaxs: Answers<bool>,
}

/// Answers to one question, by the path that it was about: below the home directory, and below Fornax's
/// own folder.
#[derive(Debug)]
struct Answers<A>([RwLock<HashMap<String, A>>; 2]);

impl<A> Default for Answers<A> {
    fn default() -> Self {
        Self([RwLock::default(), RwLock::default()])
    }
}

impl<A: Clone> Answers<A> {
    /// The answer that is known, or else the one that `ask` gives, which is kept if `keeps` says so and there
    /// is room. What lies beside a document is its own, and asked each time.
    fn get(
        &self,
        place: Place,
        path: &str,
        ask: impl FnOnce() -> A,
        keeps: impl FnOnce(&A) -> bool,
    ) -> A {
        let known = match place {
            Place::Beside => return ask(),
            Place::Home => &self.0[0],
            Place::FornaxHome => &self.0[1],
        };
        // Nobody panics with a lock in hand, and an answer is whole or not there.
        let answer = known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = answer.get(path) {
            return answer.clone();
        }
        drop(answer);
        let answer = ask();
        if keeps(&answer) {
            let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() < limits::REMEMBERED_ANSWERS {
                known.insert(path.to_owned(), answer.clone());
            }
        }
        answer
    }
}

/// Surroundings that are asked about the user's folders only where a [`Memory`] has no answer.
///
/// ```
/// use fornax_manifest::{Entry, Place, Surroundings};
/// use fornax_project::{Disk, Homes, Memory, Remembering};
///
/// # let temporary = tempfile::tempdir()?;
/// let homes = Homes { home: Some(temporary.path().to_path_buf()), fornax: None };
/// let memory = Memory::default();
/// let disk = Remembering::new(Disk::around(None, &homes), &memory);
/// assert_eq!(disk.entry(Place::Home, ".acme"), Entry::Missing);
/// std::fs::create_dir(temporary.path().join(".acme"))?;
/// assert_eq!(disk.entry(Place::Home, ".acme"), Entry::Missing);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Remembering<'m, S> {
    asked: S,
    memory: &'m Memory,
}

impl<'m, S: Surroundings> Remembering<'m, S> {
    /// The same surroundings, with a memory, which must be of the same folders.
    #[must_use]
    pub fn new(asked: S, memory: &'m Memory) -> Self {
        Self { asked, memory }
    }
}

impl<S: Surroundings> Surroundings for Remembering<'_, S> {
    fn entry(&self, place: Place, path: &str) -> Entry {
        let ask = || self.asked.entry(place, path);
        self.memory.entries.get(place, path, ask, |_| true)
    }

    fn destination(&self, place: Place, path: &str) -> Entry {
        let ask = || self.asked.destination(place, path);
        self.memory.destinations.get(place, path, ask, |_| true)
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        let ask = || self.asked.read(place, path, limit);
        // Whether it is too large depends on the limit, and what is long is not copied each time.
        let keeps = |content: &Content| match content {
            Content::Missing | Content::Unknown => true,
            Content::TooLarge(_) => false,
            Content::Bytes(bytes) => bytes.len() <= limits::REMEMBERED_BYTES,
        };
        match self.memory.contents.get(place, path, ask, keeps) {
            Content::Bytes(bytes) if bytes.len() as u64 > limit => {
                Content::TooLarge(bytes.len() as u64)
            }
            content => content,
        }
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        self.asked.names(place, path)
    }

    fn is_own(&self, place: Place, path: &str) -> bool {
        self.asked.is_own(place, path)
    }

    fn is_fornaxs(&self, path: &str) -> bool {
        let ask = || self.asked.is_fornaxs(path);
        self.memory.fornaxs.get(Place::Home, path, ask, |_| true)
    }

    fn file_name(&self) -> Option<&str> {
        self.asked.file_name()
    }

    fn namesakes(&self, kind: DocumentKind, id: &str) -> Vec<String> {
        self.asked.namesakes(kind, id)
    }

    fn home(&self) -> Option<&str> {
        self.asked.home()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Counts what it is asked; each path names what is there.
    #[derive(Debug, Default)]
    struct Counting(Mutex<HashMap<String, usize>>);

    impl Counting {
        fn count(&self, question: &str, place: Place, path: &str) {
            let asked = format!("{question} {place:?} {path}");
            *self.0.lock().unwrap().entry(asked).or_default() += 1;
        }
    }

    impl Surroundings for &Counting {
        fn entry(&self, place: Place, path: &str) -> Entry {
            self.count("entry", place, path);
            Entry::File {
                size: path.len() as u64,
                mode: None,
            }
        }

        fn destination(&self, place: Place, path: &str) -> Entry {
            self.count("destination", place, path);
            Entry::Folder { mode: None }
        }

        fn read(&self, place: Place, path: &str, limit: u64) -> Content {
            self.count("read", place, path);
            let size = path.parse().unwrap();
            match size as u64 > limit {
                true => Content::TooLarge(size as u64),
                false => Content::Bytes(vec![b' '; size]),
            }
        }

        fn is_fornaxs(&self, path: &str) -> bool {
            self.count("fornax", Place::Home, path);
            path == "x"
        }

        fn home(&self) -> Option<&str> {
            Some("/home/x")
        }
    }

    #[test]
    fn what_is_known_is_not_asked_again_and_answers_are_the_same() {
        let (counting, memory) = (Counting::default(), Memory::default());
        let limit = limits::REMEMBERED_BYTES;
        let long = (limit + 1).to_string();
        for _ in 0..3 {
            // Each document has surroundings of its own.
            let remembering = Remembering::new(&counting, &memory);
            for place in [Place::Home, Place::FornaxHome, Place::Beside] {
                assert_eq!(
                    remembering.entry(place, "ab"),
                    (&counting).entry(place, "ab")
                );
                let folder = Entry::Folder { mode: None };
                assert_eq!(remembering.destination(place, "ab"), folder);
                let read = |path, limit| remembering.read(place, path, limit);
                assert_eq!(read("3", 3), Content::Bytes(b"   ".to_vec()));
                assert_eq!(read("3", 2), Content::TooLarge(3));
                assert_eq!(read("4", 2), Content::TooLarge(4));
                assert_eq!(read("4", 4), Content::Bytes(b"    ".to_vec()));
                assert!(matches!(read(&long, u64::MAX), Content::Bytes(_)));
            }
            assert!(remembering.is_fornaxs("x"));
            assert!(!remembering.is_fornaxs("y"));
            assert_eq!(remembering.home(), Some("/home/x"));
        }
        let counts = counting.0.lock().unwrap().clone();
        let count = |question: &str| counts[question];
        for place in ["Home", "FornaxHome"] {
            // Thrice by the test itself.
            assert_eq!(count(&format!("entry {place} ab")), 1 + 3, "{place}");
            assert_eq!(count(&format!("destination {place} ab")), 1, "{place}");
            assert_eq!(count(&format!("read {place} 3")), 1, "{place}");
            assert_eq!(count(&format!("read {place} 4")), 2, "{place}");
            assert_eq!(count(&format!("read {place} {long}")), 3, "{place}");
        }
        assert_eq!(count("entry Beside ab"), 3 + 3);
        assert_eq!(count("destination Beside ab"), 3);
        assert_eq!(count("read Beside 3"), 6);
        assert_eq!((count("fornax Home x"), count("fornax Home y")), (1, 1));
    }

    #[test]
    fn a_memory_does_not_grow_without_end() {
        let (counting, memory) = (Counting::default(), Memory::default());
        let remembering = Remembering::new(&counting, &memory);
        for _ in 0..2 {
            for number in 0..limits::REMEMBERED_ANSWERS + 10 {
                remembering.entry(Place::Home, &number.to_string());
            }
        }
        assert_eq!(
            memory.entries.0[0].read().unwrap().len(),
            limits::REMEMBERED_ANSWERS
        );
        let counts = counting.0.lock().unwrap();
        assert_eq!(counts["entry Home 0"], 1);
        let last = limits::REMEMBERED_ANSWERS + 9;
        assert_eq!(counts[&format!("entry Home {last}")], 2);
    }
}

//! Every limit, each with its source.

/// A Fornax manifest's size on disk, in bytes (ADR 0023, D7).
pub const FORNAX_MANIFEST_BYTES: u64 = 65_536;

/// A Fornax registry index's size on disk, in bytes (ADR 0023, D7).
pub const FORNAX_REGISTRY_BYTES: u64 = 1_048_576;

/// Entries in a Fornax registry index (ADR 0023, D7).
pub const FORNAX_REGISTRY_ENTRIES: usize = 64;

/// Operations in a Fornax manifest (ADR 0023, D7).
pub const FORNAX_OPERATIONS: usize = 16;

/// A JSON pointer's length, in bytes (ADR 0023, D7).
pub const FORNAX_POINTER_BYTES: usize = 256;

/// A JSON pointer's segments (ADR 0023, D7).
pub const FORNAX_POINTER_SEGMENTS: usize = 16;

/// An element's size as the loader writes it, in bytes (ADR 0023, D7).
pub const FORNAX_ELEMENT_BYTES: usize = 4_096;

/// A target document's size on disk, in bytes (ADR 0023, D7).
pub const FORNAX_TARGET_BYTES: u64 = 8_388_608;

/// A Fornax id's shortest and longest length, in bytes (ADR 0023, D2).
pub const FORNAX_ID_BYTES: (usize, usize) = (3, 64);

/// `display_name`'s length, in bytes (ADR 0023, D2, as the loader counts).
pub const FORNAX_DISPLAY_NAME_BYTES: usize = 64;

/// `summary`'s length, in bytes (ADR 0023, D2, as the loader counts).
pub const FORNAX_SUMMARY_BYTES: usize = 200;

/// `provenance`'s length, in bytes (ADR 0023, D2, as the loader counts).
pub const FORNAX_PROVENANCE_BYTES: usize = 256;

/// Levels of nesting that `serde_json` reads.
pub const SERDE_DEPTH: usize = 127;

/// An agentic-kit manifest's size on disk, in bytes (the validator's `source-too-large`).
pub const AK_MANIFEST_BYTES: u64 = 262_144;

/// Levels of nesting up to which JavaScript computes a consent hash; measured, it varies a little.
pub const AK_HASH_DEPTH: usize = 3_000;

/// The only agentic-kit contract that the loader supports.
pub const AK_CONTRACT: u32 = 1;

/// A hook time-out below this, in milliseconds, is implausible.
pub const AK_TIMEOUT_MIN_MS: f64 = 100.0;

/// A hook time-out above this, in milliseconds, is implausible: a day.
pub const AK_TIMEOUT_MAX_MS: f64 = 86_400_000.0;

/// The largest target file that an editor's help reads, in bytes: it is read anew at each question.
pub const HELP_TARGET_BYTES: u64 = 1_048_576;

/// Files that an editor's help looks up for one document.
pub const HELP_FILES: usize = 64;

/// The largest text that is parsed at all, in bytes: offsets are 32 bits wide, and no kind of
/// document comes near.
pub const TEXT_BYTES: u64 = 67_108_864;

/// A `fornax-lint.toml`'s size on disk, in bytes: far more than anyone writes by hand, and room for
/// ten thousand ignores.
pub const CONFIG_BYTES: u64 = 2_097_152;

/// The size of a list of paths, in bytes: millions of them.
pub const FILE_LIST_BYTES: u64 = 268_435_456;

/// A `.gitignore`'s or `.ignore`'s size on disk, in bytes: longer than anyone's, and matching its
/// patterns still takes little memory.
pub const IGNORE_FILE_BYTES: u64 = 131_072;

/// Files and folders that are looked at to say what hides the manifests of a folder in which none is
/// found; our own.
pub const HIDDEN_SEARCH_ENTRIES: usize = 10_000;

/// Answers to one question about the home directory that are kept while many files are checked; our own.
pub const REMEMBERED_ANSWERS: usize = 4_096;

/// The largest file of the home directory whose content is kept while many files are checked, in bytes;
/// our own.
pub const REMEMBERED_BYTES: usize = 16_384;

/// Syntax errors of one kind that are reported for one document; one broken bracket should not fill
/// a screen.
pub const SYNTAX_ERRORS: usize = 20;

/// Syntax errors of one kind that are looked at together when a document is fixed: far more than are
/// shown, so that a long text needs few passes; our own.
pub const FIX_SYNTAX_ERRORS: usize = 1_000;

/// How often fixes are applied over and over to one document without making it better; a dozen passes
/// are many.
pub const FIX_PASSES: usize = 32;

/// The text that is looked at while one document is fixed, in bytes, until passes that make it better
/// are counted like the others; our own. Faults that hide one another come out one by one, and each
/// costs a look at the whole text.
pub const FIX_BYTES: usize = 4_194_304;

/// How many fixes of one document are tried one by one where all together bring errors; our own.
pub const FIX_TRIALS: usize = 64;

/// The text that is checked to find out how many fixes would be applied to one document, in bytes; our
/// own. Where more would be needed, none is announced.
pub const FIX_FORECAST_BYTES: usize = 524_288;

/// Adapters of one `kit.json` whose manifests are looked up on disk; our own.
pub const AK_KIT_SOURCES: usize = 64;

/// The longest `versionPattern` that is checked, in characters; our own.
pub const PATTERN_CHARS: usize = 2_000;

/// The most groups in one another in a `versionPattern` that is checked; our own. The library that
/// checks it allows 256, for which a small stack is too small.
pub const PATTERN_DEPTH: usize = 50;

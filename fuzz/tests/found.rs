//! What fuzzing once found, and the inputs that it kept, hold today.

use std::fs;
use std::path::Path;

/// Every file in `inputs/NAME` is given to the function of that name.
fn replay(folder: &str) -> usize {
    let mut count = 0;
    for (name, target) in fornax_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(folder)
            .join(name);
        let Ok(files) = fs::read_dir(&folder) else {
            continue;
        };
        for file in files {
            let path = file.expect("a file").path();
            eprintln!("{}", path.display());
            target(&fs::read(path).expect("bytes"));
            count += 1;
        }
    }
    count
}

#[test]
fn what_was_found_holds_today() {
    assert!(replay("found") > 0, "nothing is there to be tried");
}

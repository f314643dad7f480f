//! Rulesets and tracks as they lie beside the crates.

// Not every test that includes this uses all of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup, Text, Texts};

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of all rulesets, in order.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(home().join("rulesets"))
        .expect("rulesets can be listed")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.join("game.ron").is_file())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Reads a ruleset and its tracks.
pub fn ruleset(name: &str) -> Ruleset {
    Ruleset::read(&texts(name))
}

/// The texts of a ruleset and its tracks.
pub fn texts(name: &str) -> Texts {
    let files = folder(&home().join("rulesets").join(name), false);
    let tracks = folder(&home().join("tracks").join(name), true);
    Texts { name: name.to_owned(), files, tracks }
}

fn folder(path: &Path, stem: bool) -> BTreeMap<String, Text> {
    let files = std::fs::read_dir(path).into_iter().flatten().map(|entry| entry.expect("entry").path());
    files
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e == "ron" || e == "rules"))
        .map(|path| {
            let name = if stem { path.file_stem() } else { path.file_name() };
            let text = std::fs::read_to_string(&path).expect("UTF-8 text");
            (name.expect("a name").to_string_lossy().into_owned(), Ok(Arc::from(text)))
        })
        .collect()
}

/// The program for a setup that is known to be sound.
pub fn program(ruleset: &Ruleset, setup: &Setup) -> Arc<Program> {
    let built = ruleset.build(setup);
    let problems: Vec<&str> = ruleset.problems.iter().chain(&built.problems).map(|p| &*p.message).collect();
    built.program.unwrap_or_else(|| panic!("{setup:?}: {problems:?}"))
}

//! The rulesets that lie in the repository.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use interpreter::ruleset::{Ruleset, Texts};

/// Rulesets that are there for tests alone.
const FIXTURES: [&str; 2] = ["cards", "vault"];

/// The texts of the four games and of the fixtures, by name.
pub static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let games = folder(&root.join("rulesets")).into_iter().filter(|path| path.is_dir());
    let games = games.map(|rules| {
        let name = file_name(&rules);
        let tracks = root.join("tracks").join(&name);
        (name, rules, tracks)
    });
    let fixtures = FIXTURES.map(|name| {
        let rules = root.join("interpreter/tests/fixtures").join(name);
        let tracks = rules.join("tracks");
        (name.to_owned(), rules, tracks)
    });
    games.chain(fixtures).map(|(name, rules, tracks)| read(name, &rules, &tracks)).collect()
});

/// The same, read.
pub static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| TEXTS.iter().map(Ruleset::read).collect());

fn read(name: String, rules: &Path, tracks: &Path) -> Texts {
    let mut texts = Texts { name, ..Texts::default() };
    let text = |path: &Path| Ok(std::fs::read_to_string(path).expect("a shipped file can be read").into());
    for path in folder(rules).iter().filter(|path| path.extension().is_some_and(|e| e == "rules" || e == "ron")) {
        texts.files.insert(file_name(path), text(path));
    }
    for path in folder(tracks).iter().filter(|path| path.extension().is_some_and(|e| e == "ron")) {
        texts.tracks.insert(file_name(path).trim_end_matches(".ron").into(), text(path));
    }
    texts
}

fn folder(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("its entries can be listed").path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("it has a name").to_string_lossy().into_owned()
}

/// The little race of the language reference, for the examples in it.
pub static MEADOW: LazyLock<Texts> = LazyLock::new(|| {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammar/README.md");
    let reference = std::fs::read_to_string(reference).expect("the reference is there");
    let block = |fence: &str| {
        let from = reference.find(fence).expect("it has such a block") + fence.len();
        reference[from..].split("```").next().expect("a split has a first part").to_owned()
    };
    Texts {
        name: "meadow".into(),
        files: [("meadow.rules".into(), Ok(block("```rules prelude\n").into()))].into(),
        tracks: [("line".into(), Ok(block("```ron track\n").into()))].into(),
        ..Texts::default()
    }
});

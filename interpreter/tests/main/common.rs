//! What several tests share: the shipped files, whole builds, and problems as plain text.

pub mod every;
pub mod taken;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::game::Game;
use interpreter::playtest::{About, Build, Playtest};
use interpreter::program::{Program, header};
use interpreter::replay::Saved;
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};
use interpreter::source::{Sources, Span};
use interpreter::vm::{Host, Machine, Stop};
use spoil::Numbers;

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the interpreter lies in the project").to_owned()
}

/// The texts of a shipped ruleset with its tracks.
pub fn shipped(name: &str) -> Texts {
    let mut texts = Texts { name: name.into(), ..Texts::default() };
    for (path, text) in files(&root().join("rulesets").join(name)) {
        texts.files.insert(path, Ok(text.into()));
    }
    for (path, text) in files(&root().join("tracks").join(name)) {
        texts.tracks.insert(path.trim_end_matches(".ron").into(), Ok(text.into()));
    }
    texts
}

/// A game as it is written to a file.
pub fn written(texts: &Texts, setup: &Setup, game: &Game) -> String {
    let build = Build { texts: texts.clone(), setup: setup.clone() };
    let mut playtest = Playtest::of(Some(build), game, |_| true);
    playtest.write(&About { seats: vec!["human".into(); game.program.players], ..About::default() })
}

/// The game in such a text.
pub fn read(text: &str) -> Saved {
    let [saved] = &Saved::read(text).unwrap_or_else(|why| panic!("{why:?}\n{text}"))[..] else { panic!("it has one race") };
    saved.clone()
}

/// The names of the shipped rulesets.
pub fn rulesets() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("rulesets")).expect("the rulesets are there");
    let entries = entries.map(|e| e.expect("its entries can be listed"));
    let mut names: Vec<String> =
        entries.filter(|e| e.path().is_dir()).map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The rulesets that are there for tests alone.
pub const FIXTURES: &[&str] = &["cards", "vault"];

/// The texts of one of [`FIXTURES`] with its tracks.
pub fn fixture(name: &str) -> Texts {
    let folder = root().join("interpreter/tests/fixtures").join(name);
    let mut texts = Texts { name: name.into(), ..Texts::default() };
    for (path, text) in files(&folder) {
        texts.files.insert(path, Ok(text.into()));
    }
    for (path, text) in files(&folder.join("tracks")) {
        texts.tracks.insert(path.trim_end_matches(".ron").into(), Ok(text.into()));
    }
    texts
}

/// Every ruleset that is there, shipped or for tests, read.
pub fn all_rulesets() -> Vec<(String, Ruleset)> {
    let fixtures = FIXTURES.iter().map(|name| ((*name).to_owned(), Ruleset::read(&fixture(name))));
    rulesets().into_iter().map(|name| (name.clone(), ruleset(&name))).chain(fixtures).collect()
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("its entries can be listed").path();
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        if name.ends_with(".rules") || name.ends_with(".ron") {
            found.push((name, std::fs::read_to_string(&path).expect("a shipped file can be read")));
        }
    }
    found.sort();
    found
}

/// Reads and builds; all problems, by place.
pub fn build(texts: &Texts, setup: &Setup) -> (Ruleset, Built, Vec<Diagnostic>) {
    let ruleset = Ruleset::read(texts);
    let built = ruleset.build(setup);
    let mut problems = ruleset.problems.clone();
    problems.extend(built.problems.iter().cloned());
    problems.sort_by_key(|p| p.span);
    (ruleset, built, problems)
}

/// `file:line:column error N01 message`, then the hint and the labels.
pub fn render(sources: &Sources, problem: &Diagnostic) -> String {
    let place = |span: Span| {
        let (line, column) = sources.line_column(span);
        format!("{}:{line}:{column}", sources.get(span.source).name)
    };
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let at = problem.span.map_or("(no place)".into(), place);
    let mut text = format!("{at} {severity} {} {}\n", problem.code.text(), problem.message);
    if let Some(hint) = &problem.hint {
        text += &format!("    hint: {hint}\n");
    }
    for (span, label) in &problem.labels {
        text += &format!("    {}: {label}\n", place(*span));
    }
    text
}

/// Takes any option, and stops after so many decisions.
struct Random {
    numbers: Numbers,
    most: i32,
}

impl Host for Random {
    fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
        (machine.memory[header::DECISIONS] < self.most).then(|| self.numbers.below(machine.options().len()))
    }
}

/// Plays one game at random, up to so many decisions.
pub fn play(program: &Arc<Program>, seed: u64, most_decisions: i32) -> Stop {
    let mut machine = Machine::new(program);
    machine.start(program, seed);
    machine.resume(program, &mut Random { numbers: Numbers(seed), most: most_decisions })
}

/// A fenced block of a document.
pub struct Block {
    /// The line of its fence, from 1.
    pub line: usize,
    /// What stands behind the fence: `rules`, `run`.
    pub words: Vec<String>,
    pub text: String,
    /// Where the text is in the document.
    pub bytes: std::ops::Range<usize>,
}

impl Block {
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }
}

/// All fenced blocks of a document.
pub fn blocks(document: &str) -> Vec<Block> {
    let mut found: Vec<Block> = vec![];
    let (mut at, mut open) = (0, false);
    for (n, line) in document.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        match line.trim_end().strip_prefix("```") {
            Some(_) if open => open = false,
            Some(words) => {
                let words = words.split_whitespace().map(Into::into).collect();
                found.push(Block { line: n + 1, words, text: String::new(), bytes: at..at });
                open = true;
            }
            None if open => {
                let block = found.last_mut().expect("a block is open");
                block.text += line;
                block.bytes.end = start + line.len();
            }
            None => {}
        }
    }
    found
}

/// The little race of the language reference.
pub fn meadow() -> Texts {
    let document = std::fs::read_to_string(root().join("grammar/README.md")).expect("the reference is there");
    let found = blocks(&document);
    let text = |word: &str| -> Arc<str> { found.iter().find(|b| b.is(word)).expect("the block is there").text.as_str().into() };
    let manifest = r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules"])"#;
    Texts {
        name: "meadow".into(),
        files: [("game.ron".into(), Ok(manifest.into())), ("meadow.rules".into(), Ok(text("prelude")))].into(),
        tracks: [("line".into(), Ok(text("track")))].into(),
        ..Texts::default()
    }
}

/// With all add-ons, and all tests of them compiled along.
pub fn setup_of(texts: &Texts) -> Setup {
    let ruleset = Ruleset::read(texts);
    let addons: Vec<Arc<str>> = ruleset.addons.iter().map(|a| a.name.clone()).collect();
    let tests = (0..ruleset.weave(&addons).0.tests.len()).collect();
    Setup { addons: addons.iter().map(|a| a.to_string()).collect(), tests, players: Some(3), ..Setup::default() }
}

/// Reads a shipped ruleset and its tracks.
pub fn ruleset(name: &str) -> Ruleset {
    Ruleset::read(&shipped(name))
}

/// The program for a setup that is known to be sound.
pub fn program(ruleset: &Ruleset, setup: &Setup) -> Arc<Program> {
    let built = ruleset.build(setup);
    let problems: Vec<&str> = ruleset.problems.iter().chain(&built.problems).map(|p| &*p.message).collect();
    built.program.unwrap_or_else(|| panic!("{setup:?}: {problems:?}"))
}

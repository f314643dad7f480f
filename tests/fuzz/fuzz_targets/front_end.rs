//! Any bytes as a part of the shipped ruleset: nothing may panic or hang.
//!
//! The first byte says what the rest is: rules beside the base, an add-on, the manifest, a track, a table, settings, or answers of a game.

#![no_main]

use std::sync::LazyLock;

use interpreter::program::{Program, header};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::vm::{Host, Machine, Stop};
use libfuzzer_sys::fuzz_target;

const FOLDERS: [(&str, &str); 2] = [
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/skoot"), ""),
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../tracks/skoot"), "track"),
];

/// The shipped ruleset with its tracks.
static BASE: LazyLock<Texts> = LazyLock::new(|| {
    let mut texts = Texts { name: "skoot".into(), ..Texts::default() };
    for (folder, kind) in FOLDERS {
        for entry in std::fs::read_dir(folder).expect("the shipped files are there") {
            let path = entry.expect("they can be listed").path();
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("they can be read").into();
            match kind {
                "track" => texts.tracks.insert(name.trim_end_matches(".ron").into(), Ok(text)),
                _ => texts.files.insert(name, Ok(text)),
            };
        }
    }
    texts
});

/// The same, read.
static READ: LazyLock<Ruleset> = LazyLock::new(|| Ruleset::read(&BASE));

/// A manifest with what is needed alone: all else would be read again each time.
fn manifest(addons: &str) -> String {
    format!(r#"(id: "skoot", title: "SKOOT", modules: ["skoot.rules"], addons: [{addons}])"#)
}

/// Answers decisions with the bytes, one each, over and over.
struct Answers<'b> {
    bytes: &'b [u8],
    next: usize,
}

impl Host for Answers<'_> {
    fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
        if machine.memory[header::DECISIONS] > 60 {
            return None;
        }
        let byte = self.bytes.get(self.next % self.bytes.len().max(1)).copied().unwrap_or(0);
        self.next += 1;
        Some(usize::from(byte) % machine.options().len())
    }
}

fn play(program: &Program, bytes: &[u8]) {
    let mut machine = Machine::new(program);
    machine.start(program, bytes.len() as u64);
    if let Stop::Trap(code, pc) = machine.resume(program, &mut Answers { bytes, next: 0 }) {
        interpreter::game::describe(program, &machine, code, pc);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let mut texts = BASE.clone();
    texts.files.insert("game.ron".into(), Ok(manifest("").into()));
    let mut setup = Setup { players: Some(3), track: Some("hilly".into()), ..Setup::default() };
    match kind % 7 {
        0 => {
            texts.files.insert("skoot.rules".into(), Ok(text.into()));
        }
        1 => {
            texts.files.insert("game.ron".into(), Ok(manifest("\"heart-rate.rules\"").into()));
            texts.files.insert("heart-rate.rules".into(), Ok(text.into()));
            setup.addons = vec!["heart_rate".into()];
        }
        2 => {
            texts.files.insert("game.ron".into(), Ok(text.into()));
        }
        3 => {
            texts.tracks.insert("hilly".into(), Ok(text.into()));
        }
        4 => {
            let addons = "\"heart-rate.rules\", \"realistic-shooting.rules\"";
            texts.files.insert("game.ron".into(), Ok(manifest(addons).into()));
            texts.files.insert("shooting-table.ron".into(), Ok(text.into()));
            setup.addons = vec!["heart_rate".into(), "realistic_shooting".into()];
        }
        5 => setup.settings = text.lines().map(Into::into).collect(),
        _ => setup.addons = vec!["heart_rate".into()],
    }
    let read;
    let ruleset = if kind % 7 >= 5 {
        &*READ
    } else {
        read = Ruleset::read(&texts);
        &read
    };
    let built = ruleset.build(&setup);
    for problem in ruleset.problems.iter().chain(&built.problems) {
        problem.span.iter().for_each(|span| {
            ruleset.sources.line_column(*span);
            ruleset.sources.slice(*span);
        });
    }
    if let Some(program) = built.program {
        play(&program, rest);
    }
});

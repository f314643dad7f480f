//! The language reference is true: every example in `grammar/README.md` and `rulesets/README.md` does what its fence says.
//!
//! `prelude` is the game that the others are added to; `whole` stands alone. Without another word it must be without problems;
//! A `ron` block with `track=…` behind an example is a track of that example.
//! `run`: its tests pass as well; `wrong`: its problems are those in the `text` block behind it; `not-yet`: all of its problems are
//! Y01; `addon`: it is an add-on of the prelude. A `ron` block with `file=…` lies beside all of them. `UPDATE=1` writes the texts and tables anew.

use std::sync::Arc;

use interpreter::diagnostic::{Code, Diagnostic, has_errors};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::vm::{Stop, TrapCode};

/// The document is read and written by one test at a time.
static DOCUMENT: std::sync::Mutex<()> = std::sync::Mutex::new(());
use crate::common::{Block, blocks, meadow, play, root, setup_of};

/// The problems of an example, as they stand in the reference: `line:column code message`, with the hint.
fn shown(ruleset: &Ruleset, problems: &[Diagnostic]) -> String {
    let mut text = String::new();
    for problem in problems {
        let rendered = crate::common::render(&ruleset.sources, problem);
        text += &rendered.replace("meadow/example.rules:", "line ").replace("meadow/meadow.rules:", "the game above, line ");
    }
    text.replace(" error ", " ")
}

fn with_example(n: usize, found: &[Block]) -> Texts {
    let block = &found[n];
    let mut texts = meadow();
    let text: Arc<str> = block.text.as_str().into();
    let mut manifest = match (block.is("whole"), block.is("addon")) {
        (true, _) => r#"(id: "meadow", title: "Meadow race", modules: ["example.rules"])"#,
        (_, true) => r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules"], addons: ["example.rules"])"#,
        _ => r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules", "example.rules"])"#,
    }
    .to_owned();
    for data in found {
        if let Some(file) = data.words.iter().find_map(|w| w.strip_prefix("file=")) {
            texts.files.insert(file.into(), Ok(data.text.as_str().into()));
        }
    }
    for track in found[n + 1..].iter().take_while(|b| !b.is("rules")) {
        if let Some(name) = track.words.iter().find_map(|w| w.strip_prefix("track=")) {
            texts.tracks.insert(name.into(), Ok(track.text.as_str().into()));
            manifest = manifest.replace("id:", &format!("default_track: \"tracks/meadow/{name}.ron\", id:"));
        }
    }
    texts.files.insert("game.ron".into(), Ok(manifest.as_str().into()));
    texts.files.insert("example.rules".into(), Ok(text));
    if block.is("whole") {
        let track = r#"(ruleset: "solo", name: "Table", spaces: [])"#;
        texts.tracks = [("line".to_owned(), Ok(track.into()))].into();
    }
    texts
}

#[test]
fn examples_of_the_reference_are_true() {
    let _guard = DOCUMENT.lock();
    let path = root().join("grammar/README.md");
    let mut document = std::fs::read_to_string(&path).expect("the reference is there");
    let mut wrong = vec![];
    let found = blocks(&document);
    assert!(found.iter().filter(|b| b.is("rules")).count() > 30, "examples are found");
    // From the last to the first, so that what is written anew doesn't move the others.
    for (n, block) in found.iter().enumerate().rev().filter(|(_, b)| b.is("rules") && !b.is("prelude")) {
        let texts = with_example(n, &found);
        let mut setup = setup_of(&texts);
        if texts.tracks.len() > 1 {
            setup.tests.clear();
        }
        let (ruleset, built, problems) = crate::common::build(&texts, &setup);
        let all = shown(&ruleset, &problems);
        if block.is("wrong") {
            let Some(answer) = found.get(n + 1).filter(|b| b.is("text")) else {
                wrong.push(format!("line {}: no `text` block follows", block.line));
                continue;
            };
            if !has_errors(&problems) || std::env::var_os("UPDATE").is_none() && all != answer.text {
                wrong.push(format!("line {}: the problems are\n{all}", block.line));
            }
            if std::env::var_os("UPDATE").is_some() {
                document.replace_range(answer.bytes.clone(), &all);
            }
        } else if block.is("not-yet") {
            if problems.is_empty() || problems.iter().any(|p| p.code != Code::NotYet) {
                wrong.push(format!("line {}: Y01 alone is expected, but there is\n{all}", block.line));
            }
        } else if !problems.is_empty() {
            wrong.push(format!("line {}: no problem is expected, but there is\n{all}", block.line));
        } else if let Some(program) = &built.program {
            let stop = play(program, block.line as u64, 500);
            if !matches!(stop, Stop::Over | Stop::Decide) {
                wrong.push(format!("line {}: a game of it ends with {stop:?}", block.line));
            }
            if block.is("run") {
                let report = interpreter::testing::run(&ruleset, None);
                let own = |span: &interpreter::source::Span| ruleset.sources.get(span.source).name.ends_with("example.rules");
                if !report.tests.iter().any(|t| own(&t.span)) {
                    wrong.push(format!("line {}: there is no test in it", block.line));
                }
                let failures: Vec<Diagnostic> =
                    report.problems.iter().chain(report.tests.iter().flat_map(|t| &t.problems)).cloned().collect();
                if !failures.is_empty() {
                    wrong.push(format!("line {}: its tests fail\n{}", block.line, shown(&ruleset, &failures)));
                }
            }
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, document).expect("the reference can be written");
    }
    assert!(wrong.is_empty(), "grammar/README.md:\n{}", wrong.into_iter().rev().collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_tables_are_complete() {
    let _guard = DOCUMENT.lock();
    let codes = Code::ALL.iter().map(|c| format!("| `{}` | {} |\n", c.text(), c.meaning()));
    let codes = format!("| code | meaning |\n| --- | --- |\n{}", codes.collect::<String>());
    let of_designers = TrapCode::ALL.iter().filter(|c| **c != TrapCode::Internal);
    let traps = of_designers.map(|c| format!("| {} | {} |\n", c.message(), c.hint().unwrap_or("")));
    let traps = format!("| what | what to do |\n| --- | --- |\n{}", traps.collect::<String>());
    let path = root().join("grammar/README.md");
    let mut document = std::fs::read_to_string(&path).expect("the reference is there");
    for (name, table) in [("codes", codes), ("traps", traps)] {
        let mark = format!("<!-- {name} -->\n");
        let from = document.find(&mark).expect("the table has its mark") + mark.len();
        let to = from + document[from..].find("<!-- end -->").expect("the table has its end");
        if std::env::var_os("UPDATE").is_some() {
            document.replace_range(from..to, &table);
            std::fs::write(&path, &document).expect("the reference can be written");
        } else {
            assert_eq!(document[from..to], *table, "the table of {name} is out of date: UPDATE=1 writes it anew");
        }
    }
}

#[test]
fn the_first_race_of_the_rulesets_readme_works() {
    let document = std::fs::read_to_string(root().join("rulesets/README.md")).expect("the guide is there");
    let mut texts = Texts { name: "first-race".into(), ..Texts::default() };
    for block in blocks(&document) {
        let Some(file) = block.words.iter().find_map(|w| w.strip_prefix("file=")) else { continue };
        let text: Arc<str> = block.text.as_str().into();
        match file.strip_prefix("tracks/first-race/") {
            Some(track) => texts.tracks.insert(track.trim_end_matches(".ron").into(), Ok(text)),
            None => texts.files.insert(file.trim_start_matches("rulesets/first-race/").into(), Ok(text)),
        };
    }
    assert_eq!((texts.files.len(), texts.tracks.len()), (5, 1), "the files are found");
    for addons in [vec![], vec!["headwind".to_owned()]] {
        let setup = Setup { addons, ..setup_of(&texts) };
        let (ruleset, built, problems) = crate::common::build(&texts, &setup);
        assert!(problems.is_empty(), "{}", shown(&ruleset, &problems));
        assert_eq!(play(&built.program.expect("it can be played"), 1, 500), Stop::Over);
    }
    let ruleset = Ruleset::read(&texts);
    assert_eq!(interpreter::series::problems(&ruleset), []);
    let cup = interpreter::series::Plan::new(&ruleset, "Ring Cup", &Setup::default()).expect("it can be played");
    let titles: Vec<&str> = cup.races.iter().map(|race| &*race.title).collect();
    assert_eq!(titles, ["Ring", "Ring, Windy", "Ring"]);
}

//! Every code appears in at least one small broken input. All of it, as shown, is in `diagnostics.txt`: read it as a designer would.
//! `UPDATE=1 cargo test -p interpreter --test main diagnostics` writes it anew.

use interpreter::data::node::Node;
use interpreter::diagnostic::{Code, Diagnostic, nearest};
use interpreter::game::{Game, Status};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::source::{SourceId, Sources, Span};

use crate::common::{build, meadow, render, root, setup_of};

/// A broken input: a title, and what it does to the little race of the reference.
enum Case {
    /// Rules beside those of the base.
    Rules(&'static str),
    /// An add-on.
    Addon(&'static str),
    /// Two add-ons, in this order.
    Addons(&'static str, &'static str),
    /// Another manifest.
    Manifest(&'static str),
    /// Another track.
    Track(&'static str),
    /// Rules, and a file `table.ron` that they read.
    Table(&'static str, &'static str),
    /// Rules with their `table.ron`, on a track other than the first.
    Elsewhere(&'static str, &'static str, &'static str),
    /// A setting.
    Setting(&'static str),
    /// Rules, and a setting of theirs.
    SettingWith(&'static str, &'static str),
    /// So many players.
    Players(usize),
    /// A track's name.
    TrackName(&'static str),
    /// A game with these rules, played to its end.
    Game(&'static str),
    /// The tests of these rules.
    Tests(&'static str),
    /// The same, with a file `table.ron`.
    TestsWith(&'static str, &'static str),
    /// The base is another text altogether.
    Base(&'static str),
    /// Something that is worked out from the base.
    Made(fn(&mut Texts)),
}

use Case::{
    Addon, Addons, Base, Elsewhere, Made, Manifest, Players, Rules, Setting, SettingWith, Table, Tests, TestsWith, Track,
    TrackName,
};

include!("diagnostics/cases.rs");

/// Saved games are read by the commands and the window, with tests of their own.
const FOUND_ELSEWHERE: Code = Code::BadReplay;

/// All cases, worked out once.
static FOUND: std::sync::LazyLock<Vec<(Sources, Vec<Diagnostic>)>> =
    std::sync::LazyLock::new(|| CASES.iter().map(|(_, case)| problems(case)).collect());

/// The texts of a case, and how they are played.
fn texts_of(case: &Case) -> (Texts, Setup) {
    let mut texts = meadow();
    let mut manifest = r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules", "case.rules"])"#;
    let mut put = |name: &str, text: &str| {
        texts.files.insert(name.into(), Ok(text.into()));
    };
    let mut setup = Setup { players: Some(2), ..Setup::default() };
    match case {
        Case::Rules(text) | Case::Tests(text) | Case::SettingWith(text, _) => put("case.rules", text),
        Case::Table(text, table) | Case::TestsWith(text, table) | Case::Elsewhere(text, table, _) => {
            put("case.rules", text);
            put("table.ron", table);
        }
        Case::Addon(text) => {
            put("case.rules", text);
            manifest = r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules"], addons: ["case.rules"])"#;
        }
        Case::Addons(first, second) => {
            put("first.rules", first);
            put("case.rules", second);
            manifest =
                r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules"], addons: ["first.rules", "case.rules"])"#;
        }
        Case::Base(text) | Case::Game(text) => {
            put("case.rules", text);
            manifest = r#"(id: "meadow", title: "Meadow race", modules: ["case.rules"])"#;
        }
        _ => manifest = r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules"])"#,
    }
    put("game.ron", manifest);
    match case {
        Case::Manifest(text) => put("game.ron", text),
        Case::Track(text) => {
            texts.tracks.insert("line".into(), Ok((*text).into()));
        }
        Case::Elsewhere(.., track) => {
            texts.tracks.insert("short".into(), Ok((*track).into()));
            setup.track = Some("short".into());
        }
        Case::Game(_) => {
            texts.tracks.insert("line".into(), Ok(r#"(ruleset: "g", name: "Table", spaces: [])"#.into()));
        }
        Case::Setting(text) | Case::SettingWith(_, text) => setup.settings = vec![(*text).into()],
        Case::Players(n) => setup.players = Some(*n),
        Case::TrackName(name) => setup.track = Some((*name).into()),
        Case::Made(make) => make(&mut texts),
        _ => {}
    }
    setup.addons = setup_of(&texts).addons;
    (texts, setup)
}

fn problems(case: &Case) -> (Sources, Vec<Diagnostic>) {
    let (texts, setup) = texts_of(case);
    problems_in(case, &texts, &setup)
}

/// What is wrong with texts that are used as a case is.
fn problems_in(case: &Case, texts: &Texts, setup: &Setup) -> (Sources, Vec<Diagnostic>) {
    let (ruleset, built, mut found) = build(texts, setup);
    found.extend(interpreter::series::problems(&ruleset));
    if let Case::Tests(_) | Case::TestsWith(..) = case {
        let report = interpreter::testing::run(&ruleset, None);
        found.extend(report.problems);
        found.extend(report.tests.into_iter().flat_map(|t| t.problems));
    }
    if let (Case::Game(_), Some(program)) = (case, built.program) {
        found.extend(play(program));
    }
    (ruleset.sources, found)
}

/// Plays with first options until the rules fail or the game ends, then tries what is not on offer.
fn play(program: std::sync::Arc<interpreter::program::Program>) -> Vec<Diagnostic> {
    let mut game = Game::start(program, 1);
    let mut found = vec![];
    for _ in 0..100 {
        match &game.status {
            Status::Asking(_) => {
                found.extend(game.choose(99).err());
                game.choose(0).expect("the first option is on offer");
            }
            Status::Failed(problem) => {
                found.push((**problem).clone());
                break;
            }
            _ => break,
        }
    }
    found.dedup();
    found
}

#[test]
fn every_code_has_its_case() {
    let mut text = String::from(
        "Every problem as it is shown, by the broken input that leads to it. Written by\n\
         `UPDATE=1 cargo test -p interpreter --test main diagnostics`; the base is the little race of grammar/README.md.\n",
    );
    let (mut seen, mut silent) = (vec![], vec![]);
    for ((title, case), (sources, found)) in CASES.iter().zip(&*FOUND) {
        if found.is_empty() {
            silent.push(title);
        }
        seen.extend(found.iter().map(|p| p.code));
        text += &format!("\n# {title}\n");
        for shown in source_of(case) {
            shown.lines().for_each(|line| text += &format!("| {line}\n"));
        }
        text += "\n";
        found.iter().for_each(|p| text += &render(sources, p));
    }
    let missing: Vec<&str> = Code::ALL.iter().filter(|c| !seen.contains(c) && **c != FOUND_ELSEWHERE).map(|c| c.text()).collect();
    let path = root().join("interpreter/tests/diagnostics.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).expect("the expectations can be written");
    }
    assert!(silent.is_empty(), "without a problem: {silent:#?}");
    assert!(missing.is_empty(), "no case for {missing:?}");
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    for (n, (now, then)) in text.lines().zip(expected.lines()).enumerate() {
        assert_eq!(now, then, "diagnostics.txt line {}; UPDATE=1 writes it anew", n + 1);
    }
    assert_eq!(text.len(), expected.len(), "UPDATE=1 writes diagnostics.txt anew");
}

/// The broken texts of a case.
fn source_of(case: &Case) -> Vec<&'static str> {
    match case {
        Case::Rules(a) | Case::Addon(a) | Case::Manifest(a) | Case::Track(a) | Case::Setting(a) => vec![a],
        Case::Game(a) | Case::Tests(a) | Case::Base(a) | Case::TrackName(a) => vec![a],
        Case::Addons(a, b) | Case::Table(a, b) | Case::TestsWith(a, b) | Case::SettingWith(a, b) => vec![a, b],
        Case::Elsewhere(a, b, c) => vec![a, b, c],
        Case::Players(_) | Case::Made(_) => vec![],
    }
}

/// What a hint leaves open: a part that only the designer knows (`…`), an example, or how far something goes.
const OPEN: &[&str] = &["…", "such as", "as in", "where it ends", "at its end", "the default is"];

/// Each hint that says what to write can be followed: what it says is put in, and then the problem is gone and none of the text, of names or
/// of kinds of values stands there instead. What can't be put in by itself is told by its shape.
#[test]
fn hints_can_be_followed() {
    let (mut followed, mut wrong) = (0, vec![]);
    for ((title, case), (sources, found)) in CASES.iter().zip(&*FOUND) {
        for problem in found {
            let Some(hint) = problem.hint.as_deref() else { continue };
            let declared =
                hint.strip_prefix("declare it: `").and_then(|hint| hint.strip_suffix('`')).filter(|d| !d.contains('…'));
            let (span, text) = match (&problem.replace, declared) {
                (Some(edit), _) => (edit.span, edit.text.clone()),
                (None, Some(declaration)) => {
                    let source = problem.span.expect("it stands somewhere").source;
                    let end = sources.get(source).text.len() as u32;
                    (Span { source, start: end, end }, format!("\n{declaration}"))
                }
                (None, None) => {
                    let shows_code = hint.split('`').skip(1).step_by(2).any(is_code);
                    let says = shows_code || ["write `", "write \"", "did you mean "].iter().any(|word| hint.contains(word));
                    let open = OPEN.iter().any(|word| hint.contains(word));
                    // What marks more than the name can't be replaced as a whole.
                    let marked = problem.span.map_or("", |span| sources.slice(span));
                    // A setting is written nowhere that could be edited.
                    let says = says && problem.span.is_some();
                    let meant = hint.trim_start_matches("did you mean").trim_matches([' ', '?', '`', '"']);
                    let is_name = nearest(marked.trim_matches('"'), [meant]).is_some();
                    let elsewhere = hint.starts_with("did you mean") && !is_name;
                    if says && !open && !elsewhere {
                        wrong.push(format!("{title}: nothing follows this hint: {hint}"));
                    }
                    continue;
                }
            };
            let (mut texts, setup) = texts_of(case);
            let name = &*sources.get(span.source).name;
            edited(&mut texts, name, span, &text);
            let (sources_now, now) = problems_in(case, &texts, &setup);
            let there = |p: &Diagnostic| {
                p.span.is_some_and(|s| {
                    *sources_now.get(s.source).name == *name && s.start <= span.start + text.len() as u32 && s.end >= span.start
                })
            };
            let gone = now.iter().all(|p| (p.code, &p.message) != (problem.code, &problem.message) || !there(p));
            let new: Vec<String> = now
                .iter()
                .filter(|p| {
                    p.code.text().starts_with(['S', 'N', 'T']) && there(p) && !found.iter().any(|f| f.message == p.message)
                })
                .map(|p| p.message.clone())
                .collect();
            if !gone || !new.is_empty() {
                let place = sources.slice(span);
                wrong.push(format!("{title}: `{text}` for {place:?} leads to {new:?} (gone: {gone})"));
            }
            followed += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(followed > 60, "{followed} hints were followed");
}

/// Cases in which the next problem only shows once those before it are mended.
const IN_STEPS: &[&str] = &[
    "S01 secretly, in an order and only some",
    "S01 pieces of nobody",
    "S01 a row's text without its kind",
    "N01 no such pile, no such card",
];

/// Where each problem of a case says what to write, all of that together can be compiled.
#[test]
fn hints_of_a_case_can_be_followed_together() {
    let (mut followed, mut wrong) = (0, vec![]);
    for ((title, case), (sources, found)) in CASES.iter().zip(&*FOUND) {
        let mut edits: Vec<_> = found.iter().filter_map(|problem| problem.replace.as_deref()).collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
        if edits.len() < found.len() || edits.windows(2).any(|pair| pair[1].span.end > pair[0].span.start) {
            continue;
        }
        let (mut texts, setup) = texts_of(case);
        for edit in &edits {
            edited(&mut texts, &sources.get(edit.span.source).name, edit.span, &edit.text);
        }
        let (_, now) = problems_in(case, &texts, &setup);
        let now = now.iter().filter(|problem| problem.code.text().starts_with(['S', 'N', 'T']));
        let now: Vec<&String> = now.map(|problem| &problem.message).collect();
        if now.is_empty() == IN_STEPS.contains(title) {
            wrong.push(format!("{title}: {now:?}"));
        }
        followed += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(followed > 190, "the hints of {followed} cases were followed");
}

/// Replaces a part of a text.
fn edited(texts: &mut Texts, name: &str, span: Span, by: &str) {
    let file = match name.split_once('/') {
        Some(("tracks", track)) => texts.tracks.get_mut(track.trim_start_matches("meadow/").trim_end_matches(".ron")),
        _ => texts.files.get_mut(name.trim_start_matches("meadow/")),
    };
    let file = file.unwrap_or_else(|| panic!("{name} is one of the texts"));
    let mut new = file.as_ref().expect("it can be read").to_string();
    new.replace_range(span.start as usize..span.end as usize, by);
    *file = Ok(new.into());
}

/// Where code of a hint may belong, in rules and in data.
const RULES_AROUND: &[&str] = &[
    "{}",
    "{} { }",
    "param {}",
    "player { {} }",
    "enum E {}",
    "piece P {} as q at x",
    "piece P 1 per player as q {}",
    "pile p of C {}",
    "goal \"g\": {} < 1",
    "goal \"g\": x < {}",
    "test \"t\" {} { }",
    "test \"t\" for 2 players { {} }",
    "replace rule r() {} { }",
    "value v() {} = x",
    "value v() -> int = {}",
    "value v() -> int = x {}",
    "value v() -> int = first x in y {}",
    "value v() -> int = f(x, {})",
    "value v() -> int = f(x, over: [{}])",
    "value v() -> int = f(x, over: [y {}])",
    "param n: {} = 1",
    "rule r() { {} }",
    "rule r() { {} { } }",
    "rule r() { {} { \"A\" { } } }",
    "rule r() { {} p { \"A\" { } } }",
    "rule r() { choose c by p { {} } }",
    "rule r() { choose c {} { \"A\" { } } }",
    "rule r() { choose c by p {} { \"A\" { } } }",
    "test \"t\" { run r() {} }",
    "rule r() { for n in x {} { } }",
    "const c = x {}",
    "rule r() { say \"{}\" }",
];
const DATA_AROUND: &[&str] = &["{}", "({})", "(a: {})"];

/// Whether a hint shows code: a word or a sign alone only names something.
fn is_code(shown: &str) -> bool {
    shown.contains(char::is_alphanumeric) && shown.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '-'))
}

/// Whether code of a hint can be read somewhere, with what it leaves open filled in.
fn can_be_read(code: &str) -> bool {
    let fills = ["x", "1", "\"x\"", "x: 1", "C", "many", ""].map(|fill| (fill, "{ }"));
    fills.into_iter().chain([("x", "{ a }")]).any(|(fill, braces)| {
        let code = code.replace("{ … }", braces).replace('…', fill);
        let is_rules = |around: &&str| {
            let mut sources = Sources::default();
            let source = sources.add("hint", &*around.replace("{}", &code));
            interpreter::syntax::parse(&sources, source).1.is_empty()
        };
        let is_data = |around: &&str| Node::parse(SourceId(0), &around.replace("{}", &code)).is_ok();
        let is_setting = || code.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        RULES_AROUND.iter().any(is_rules) || DATA_AROUND.iter().any(is_data) || is_setting()
    })
}

/// What a hint shows of code is code: with what it leaves open filled in, the grammar knows it.
#[test]
fn code_in_hints_can_be_read() {
    let (mut read, mut wrong) = (0, vec![]);
    for ((title, _), (_, found)) in CASES.iter().zip(&*FOUND) {
        for hint in found.iter().filter_map(|problem| problem.hint.as_deref()) {
            let shown = hint.split('`').skip(1).step_by(2);
            for code in shown.filter(|code| is_code(code)) {
                read += 1;
                if !can_be_read(code) {
                    wrong.push(format!("{title}: {code}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(read > 100, "{read} pieces of code were read");
}

/// Messages are short, begin small, end without a dot, and speak no parser's language.
#[test]
fn messages_are_in_good_form() {
    for ((title, _), (_, found)) in CASES.iter().zip(&*FOUND) {
        for problem in found {
            let message = &problem.message;
            let first = message.chars().next().expect("a message says something");
            assert!(!first.is_uppercase() || problem.span.is_none() || message.starts_with("Meadow"), "{title}: {message}");
            assert!(!message.ends_with('.') && message.chars().count() < 140, "{title}: {message}");
            for word in ["EOI", "in_sep", "chain", "operand", "Expr", "Some", "None", "Unknown"] {
                let mut words = message.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(!words.any(|w| w == word), "{title}: {message}");
            }
        }
    }
}

/// What lacks thousands of names doesn't list them all.
#[test]
fn very_many_places_are_not_all_listed() {
    let mut texts = meadow();
    let manifest = r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules", "case.rules"])"#;
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    let lines: String = (0..500).map(|n| format!("value v{n}() -> int = unheard_of_{n}\n")).collect();
    texts.files.insert("case.rules".into(), Ok(lines.into()));
    let (_, _, found) = build(&texts, &Setup { players: Some(2), ..Setup::default() });
    assert_eq!((found.len(), found[0].labels.len()), (1, 100));
    assert!(found[0].message.ends_with("; 100 of 499 further places are shown"), "{}", found[0].message);
}

/// What the ruleset's own reading says of files that aren't there.
#[test]
fn without_any_file_there_is_one_problem() {
    let ruleset = Ruleset::read(&Texts { name: "nothing".into(), ..Texts::default() });
    assert_eq!(ruleset.problems.len(), 1, "{:?}", ruleset.problems);
}

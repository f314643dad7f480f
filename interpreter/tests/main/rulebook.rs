//! The rulebook: what the texts after `///` make together, under what is switched on.

use interpreter::edit::Edit;
use interpreter::game::Game;
use interpreter::ir::Owner;
use interpreter::reading::What;
use interpreter::rulebook::{Count, Paragraph, Rulebook, Setting};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::view;

use crate::common::{rulesets, shipped};

const RULES: &str = r#"
/// A small race.
game small "Small" for 2..4 players

// ── Numbers ──
/// Rounds in a race.
param rounds: int in 1..9 = 2
/// For bots.
param weight: int in 1..9 = 2
/// Steps of a stride.
param stride: int in 1..9 = 2
/// Lots are drawn, too.
param lots: bool = false
/// What a lot brings.
param prize: int in 0..9 per 1..3 = [3, 2, 1]

// == The runners ==
/// Five sided.
dice wheel = 1..5
dice lot = 1..3
/// A runner of wood.
piece Runner 1 per player as runner off board
player {
  /// Points so far.
  points: int = 0
  /// Nobody else sees it.
  secret plan: int in 0..9 = 0
  /// Lots won.
  won: int = 0
}

// an ordinary remark -- not a heading
// ─── The race ───────────────

/// [S-1] Everybody has a turn in each round.
///
/// The race ends:
/// - after the last round,
///   and not before
flow {
  repeat rounds times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
/// [S-2] A stride, or a throw.
turn rule turn(p: player) {
  choose go by p {
    /// So many points as the wheel shows.
    "Roll {wheel_name()}" { p.points += roll(wheel) }
    "Stride" { walk(p) }
    if lots {
      /// [S-6] One lot.
      "Lot" { draw_lot(p) }
    }
  }
}
value wheel_name() -> int = 1
/// [S-3] A stride counts.
rule walk(p: player) { p.points += step_length(); p.plan = 1; say "{p} strides." }
/// [S-5]
value step_length() -> int = stride
/// [S-6] A lot brings its prize.
/// | Lot | Prize |
/// |---|---|
/// | 1 | 3 |
rule draw_lot(p: player) { p.won += 1; p.points += prize[roll(lot)] }
/// Only bots look at this.
value prospects(p: player) -> int = liking(p) * weight
/// So do they at this.
value liking(p: player) -> int = p.points

test "[S-3] a stride" for 2 players { run walk(player(1)); expect player(1).points == 2 }
test "[S-3] a long stride" with stride = 5 for 2 players { run walk(player(1)); expect player(1).points == 5 }
test "[S-3] strides tried out" for 2 players { run walk(player(1)); run walk(player(1)); run walk(player(1)) }
test "[S-2] a choice" on "line" for 2 players {
  move player(1).runner to "a"; move player(1).runner to "b"
  run turn(player(1)) choosing go: "Stride"
  expect player(1).points == 2
}
"#;

const WIND: &str = r#"
/// It blows.
addon wind "Head wind" for small
set rounds = 3

/// [S-3] A stride into the wind counts one less.
replace rule walk(p) { p.points += stride - 1; say "{p} leans." }
/// [S-4] After it, one rests.
after rule turn(p) { rest(p) }

// -- Resting --
/// [S-4] A rest costs nothing.
rule rest(p: player) { p.points += 0 }
test "[S-3] into the wind" for 2 players { run walk(player(1)); expect player(1).points == 1 }
"#;

fn texts() -> Texts {
    let manifest = r#"(id: "small", title: "Small", author: "A. Nobody", modules: ["small.rules"], addons: ["wind.rules"],
        default_track: "tracks/small/line.ron", appearance: { "wheel": (title: "Big wheel"), "player.points": (title: "Score") })"#;
    let track = r#"(ruleset: "small", name: "Line", spaces: [(id: "a", at: (10.0, 10.0)), (id: "b", at: (20.0, 10.0))])"#;
    let file = |name: &str, text: &str| (name.to_owned(), Ok(text.into()));
    Texts {
        name: "small".to_owned(),
        files: [file("game.ron", manifest), file("small.rules", RULES), file("wind.rules", WIND)].into(),
        tracks: [file("line", track)].into(),
        ..Texts::default()
    }
}

fn book(texts: &Texts, addons: &[&str], settings: &[&str]) -> Rulebook {
    let ruleset = Ruleset::read(texts);
    let own = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    let setup = Setup { addons: own(addons), settings: own(settings), ..Setup::default() };
    let built = ruleset.build(&setup);
    let program = built.program.as_ref().unwrap_or_else(|| panic!("{:?}", built.problems));
    Rulebook::of(&ruleset, program).with_examples(&ruleset, &built.track_name)
}

fn said(book: &Rulebook) -> Vec<(String, Vec<String>)> {
    let text = |paragraph: &Paragraph| {
        let addon = paragraph.addon.as_ref().map(|addon| format!("{addon}: ")).unwrap_or_default();
        format!("{}{addon}{}", if paragraph.is_replaced { "~" } else { "" }, paragraph.text)
    };
    let title = |title: &str, addon: Option<&str>| addon.map_or(title.to_owned(), |addon| format!("{addon}/{title}"));
    let sections = book.sections.iter();
    sections.map(|s| (title(&s.title, s.addon.as_deref()), s.paragraphs.iter().map(text).collect())).collect()
}

fn find<'b>(book: &'b Rulebook, text: &str) -> &'b Paragraph {
    let mut all = book.sections.iter().flat_map(|section| &section.paragraphs);
    all.find(|paragraph| paragraph.text.contains(text)).unwrap_or_else(|| panic!("{text:?} in {book:#?}"))
}

#[test]
fn it_says_in_order_what_players_read_and_nothing_for_others() {
    let book = book(&texts(), &[], &[]);
    let own = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    // Paragraphs and lists keep their lines, and a rule that only cites belongs to the one above it.
    let flow = "[S-1] Everybody has a turn in each round.\nThe race ends:\n- after the last round, and not before";
    let race = [flow, "[S-2] A stride, or a throw.", "[S-3] A stride counts. [S-5]"];
    let expected = [("", own(&["A small race."])), ("The runners", own(&[""])), ("The race", own(&race))];
    assert_eq!(said(&book), expected.map(|(title, texts)| (title.to_owned(), texts)));
    assert_eq!((book.players, &*book.author, book.addons.len()), ((2, 4), "A. Nobody", 0));
    assert_eq!((&*book.components[0].name, &*book.components[0].docs), ("runner", "A runner of wood."));
    let wheel = &book.components[1];
    assert_eq!((&*wheel.name, &*wheel.docs, &wheel.count), ("Big wheel", "Five sided.", &Count::Faces(vec![1, 2, 3, 4, 5])));
    let fields = &book.sections[1].paragraphs[0].terms;
    let fields: Vec<(&str, bool)> = fields.iter().map(|term| (&*term.name, term.is_secret)).collect();
    assert_eq!(fields, [("Score", false), ("plan", true)]);
    let options = &find(&book, "A stride, or").terms;
    assert_eq!(options.iter().map(|term| &*term.name).collect::<Vec<_>>(), ["Roll {wheel_name()}"]);
    let setting = |s: &Setting| (s.name.to_string(), s.value.clone(), s.usual.clone(), s.is_in_play);
    let settings: Vec<_> = book.settings.iter().map(setting).collect();
    let two = |name: &str, is_in_play| (name.to_owned(), "2".to_owned(), None, is_in_play);
    assert_eq!(settings.len(), 5);
    assert_eq!(settings[..3], [two("rounds", true), two("weight", false), two("stride", true)]);
}

#[test]
fn what_an_addon_replaces_stands_before_what_it_says_instead() {
    let book = book(&texts(), &["wind"], &[]);
    let sections = said(&book);
    let race = &sections.iter().find(|(title, _)| title == "The race").expect("it is there").1;
    assert_eq!(
        race[1..],
        [
            "[S-2] A stride, or a throw.",
            "Head wind: [S-4] After it, one rests.",
            "~[S-3] A stride counts.",
            "Head wind: [S-3] A stride into the wind counts one less.",
        ]
    );
    let own: Vec<_> = sections.iter().filter(|(title, _)| title.starts_with("Head wind")).cloned().collect();
    let paragraph = |title: &str, text: &str| (format!("Head wind/{title}"), vec![text.to_owned()]);
    assert_eq!(own, [paragraph("", "It blows."), paragraph("Resting", "[S-4] A rest costs nothing.")]);
    let usual = book.settings[0].usual.as_deref();
    assert_eq!((&*book.settings[0].value, usual, &book.addons[..]), ("3", Some("2"), &["Head wind".into()][..]));
    assert_eq!(find(&book, "Everybody has a turn").changed, [0]);
}

#[test]
fn what_is_set_otherwise_is_said_where_it_matters() {
    let book = book(&texts(), &[], &["stride=4"]);
    assert_eq!(find(&book, "A stride counts").changed, [2]);
    assert_eq!((&*book.settings[2].value, book.settings[2].usual.as_deref()), ("4", Some("2")));
    assert!(find(&book, "Everybody has a turn").changed.is_empty());
}

#[test]
fn what_settings_leave_no_room_for_is_left_out() {
    let without = book(&texts(), &[], &[]);
    let with = book(&texts(), &[], &["lots=true"]);
    let parts = |book: &Rulebook| {
        let says = |text: &str| book.sections.iter().flat_map(|s| &s.paragraphs).any(|said| said.text.contains(text));
        let options = &find(book, "A stride, or").terms;
        let player =
            &book.sections.iter().flat_map(|s| &s.paragraphs).find(|said| &*said.name == "player").expect("it is there").terms;
        (says("brings its prize"), options.len(), player.len(), book.components.len(), book.settings[4].is_in_play)
    };
    assert_eq!(parts(&without), (false, 1, 2, 2, false));
    assert_eq!(parts(&with), (true, 2, 3, 3, true));
    assert!(find(&with, "brings its prize").text.ends_with("\n|---|---|\n| 1 | 3 |"));
    // What was changed by hand is seen, whatever the rules say of it.
    for is_secret in [false, true] {
        let mut texts = texts();
        if is_secret {
            texts.files.insert("small.rules".into(), Ok(RULES.replace("won: int", "secret won: int").into()));
        }
        let program = Ruleset::read(&texts).build(&Setup::default()).program.expect("it builds");
        let mut game = Game::start(program.clone(), 1);
        let is_fixed = |game: &Game| {
            let seen = view::fields(&program, &game.machine, Some(0));
            seen.iter().find(|seen| seen.name == "won").expect("there is such a field").is_fixed
        };
        assert!(is_fixed(&game));
        let won = program.field_called(Owner::Player, "won").expect("there is such a field");
        game.edit(&Edit::of(&program, What::Field(won, 1), "2").expect("it fits")).expect("it is done");
        // That something secret has changed is secret, too.
        assert_eq!(is_fixed(&game), is_secret);
    }
    // Whatever has keys is a table.
    let row = |row: &[&str]| row.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    assert_eq!(with.settings[4].table, [row(&["1", "2", "3"]), row(&["3", "2", "1"])]);
}

#[test]
fn tests_are_its_examples_but_none_of_other_settings() {
    let plain = book(&texts(), &[], &[]);
    let stride = find(&plain, "A stride counts").example.as_ref().expect("it has one");
    assert_eq!((&*stride.title, &stride.log[..]), ("[S-3] a stride", &["Player 1 strides.".to_owned()][..]));
    // What a test puts somewhere is told apart from what the rules do.
    let throw = find(&plain, "or a throw").example.as_ref().expect("it has one");
    assert_eq!((&throw.before[..], throw.log.len()), (&["Player 1's runner: space 2".to_owned()][..], 2));
    // Another board's tests say nothing of this one.
    let ruleset = Ruleset::read(&texts());
    let program = ruleset.build(&Setup::default()).program.expect("it builds");
    let elsewhere = Rulebook::of(&ruleset, &program).with_examples(&ruleset, "ring");
    let mut examples = elsewhere.sections.iter().flat_map(|section| &section.paragraphs).filter_map(|said| said.example.as_ref());
    assert!(examples.all(|example| example.is_elsewhere));
    let with = book(&texts(), &["wind"], &[]);
    let example = |text: &str| find(&with, text).example.as_ref().map(|example| &*example.title);
    assert_eq!((example("A stride counts"), example("A stride into the wind")), (None, Some("[S-3] into the wind")));
}

#[test]
fn every_shipped_game_has_one_with_each_variant() {
    for name in rulesets() {
        let texts = shipped(&name);
        let ruleset = Ruleset::read(&texts);
        for variant in &ruleset.manifest.variants {
            let addons: Vec<&str> = variant.addons.iter().map(|(name, _)| &**name).collect();
            let setup = Setup { addons: addons.iter().map(|name| (*name).to_owned()).collect(), ..Setup::default() };
            let program = ruleset.build(&setup).program.unwrap_or_else(|| panic!("{name}: {}", variant.name));
            let book = Rulebook::of(&ruleset, &program);
            // A text may have several paragraphs.
            let texts = book.sections.iter().flat_map(|section| &section.paragraphs).map(|paragraph| &paragraph.text);
            let paragraphs = texts.map(|text| text.lines().count().max(1)).sum::<usize>();
            assert!(book.sections.len() > 5 && paragraphs > 40, "{name}: {} sections, {paragraphs}", book.sections.len());
            assert!(book.sections.iter().all(|s| !s.title.contains("tests") && !s.title.contains('─')), "{name}");
        }
    }
}

//! Running games under changed rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::diagnostic::Diagnostic;
use interpreter::edit::Edit;
use interpreter::game::{Game, Status};
use interpreter::ir::{FieldId, Type};
use interpreter::playtest::{About, Build, By, Moment, Playtest};
use interpreter::program::Program;
use interpreter::reload::unfit;
use interpreter::replay::{self as saved, Saved};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::show;
use interpreter::why::{What, writes_along};
use spoil::{Numbers, spoil};

use crate::common::every::{Dice, every_program, games, play_on};
use crate::common::taken::{Reloaded, carry_over, replay};
use crate::common::{read, written};
use crate::mutated::{every_file, every_ruleset, with};

/// The same state but for what lies in frames, and the same question.
fn assert_same(a: &Game, b: &Game, what: &str) {
    let words = |game: &Game| game.machine.state(&game.program)[..usize::from(game.program.layout.frames)].to_vec();
    assert_eq!(words(a), words(b), "{what}");
    assert_eq!(a.status, b.status, "{what}");
}

#[test]
fn under_the_same_rules_a_game_goes_on_as_if_nothing_had_happened() {
    every_program(|what, program| {
        for seed in 0..games(2) {
            let mut dice = Dice::new(&program, seed);
            let mut game = Game::start(program.clone(), seed);
            play_on(&mut game, &mut dice, 5 + 17 * seed as usize);
            let carried = carry_over(&game, program.clone()).unwrap_or_else(|why| panic!("{what}: {why:?}"));
            assert_eq!(carried.notes, Vec::<String>::new(), "{what}");
            assert!(carried.parted.is_none(), "{what}: {:?}", carried.parted);
            let mut carried = carried.game;
            assert_same(&carried, &game, what);
            assert_eq!((&carried.choices, carried.log.len()), (&game.choices, game.log.len()), "{what}, seed {seed}");
            let mut same = Dice::new(&program, seed + 100);
            let mut dice = Dice::new(&program, seed + 100);
            let until = game.choices.len() + 25;
            play_on(&mut game, &mut dice, until);
            play_on(&mut carried, &mut same, until);
            assert_same(&carried, &game, what);
            assert_eq!(replay(&game, program.clone()).game.hash(), game.hash(), "{what}");
        }
    });
}

/// A little game with something of everything that a state may hold.
const RULES: &str = r#"
game small "Small" for 2..4 players
enum Colour { red, green, blue }
param rounds: int in 1..20 = 6
link next one? drawn along
const start = the s in space where not any t in space where t.next == s
card Token { worth: int in 0..9 = 0 } from "tokens.ron"
pile deck of Token hidden full
state { colour: Colour = blue, heat: int in 0..9 = 8, marked: set of Colour = [red, blue], round: int = 0 }
player { pile hand of Token private, points: int in 0..50 = 10, loves: int per Colour = [red: 1, green: 2, blue: 3] }
piece Runner 1 per player as runner at start
flow {
  setup()
  repeat rounds times {
    round += 1
    for p in players { turn(p) }
  }
  end game ranking p in everyone by p.points desc
}
rule setup() { shuffle deck; for p in players { draw 1 from deck to p.hand } }
turn rule turn(p: player) {
  if let s = p.runner.at.next { move p.runner to s }
  choose go by p "Which way?" { "Ahead" { p.points += 2 }; "Rest" { } }
}
"#;

pub const TRACK: &str = r#"(ruleset: "small", name: "Line", spaces: [
    (id: "a", at: (10.0, 10.0)), (id: "b", at: (20.0, 10.0)), (id: "c", at: (30.0, 10.0)), (id: "d", at: (40.0, 10.0)) ],
    links: [ (kind: "next", chain: ["a", "b", "c", "d"]) ])"#;

pub const TOKENS: &str = r#"{ "One": (copies: 3, worth: 1), "Two": (copies: 2, worth: 2) }"#;

pub fn texts(rules: &str, track: &str, tokens: &str) -> Texts {
    let manifest = r#"(id: "small", title: "Small", modules: ["small.rules"], default_track: "tracks/small/line.ron")"#;
    let files = [("game.ron", manifest), ("small.rules", rules), ("tokens.ron", tokens)];
    Texts {
        name: "small".into(),
        files: files.into_iter().map(|(name, text)| (name.to_owned(), Ok(text.into()))).collect(),
        tracks: [("line".into(), Ok(track.into()))].into(),
        ..Texts::default()
    }
}

pub fn program(texts: &Texts) -> Arc<Program> {
    crate::common::program(&Ruleset::read(texts), &Setup::default())
}

/// A game of the small rules after three answers: it is player 2's turn in the second round.
fn small() -> Game {
    let mut game = Game::start(program(&texts(RULES, TRACK, TOKENS)), 3);
    for _ in 0..3 {
        game.choose(0).expect("it is asked");
    }
    game
}

/// Carries the small game over to changed texts.
fn changed(rules: &[(&str, &str)], track: &str, tokens: &str) -> Result<Reloaded, Diagnostic> {
    let mut text = RULES.to_owned();
    for (old, new) in rules {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    carry_over(&small(), program(&texts(&text, track, tokens)))
}

#[test]
fn a_card_that_was_set_for_later_comes_under_other_rules_too() {
    let rules = RULES.replace(r#""Ahead" { p.points += 2 }"#, r#""Ahead" { draw 1 from deck to p.hand }"#);
    let more = TOKENS.replace("{ \"One\"", r#"{ "Ace": (copies: 1, worth: 9), "One""#);
    let [old, new] = [TOKENS, &more].map(|tokens| program(&texts(&rules, TRACK, tokens)));
    let mut game = Game::start(old, 3);
    game.edit(&Edit::Draw { kind: "Token".into(), cards: vec!["Two".into()] }).expect("there are some");
    game.choose(1).expect("it is asked");
    let mut carried = carry_over(&game, new).expect("its flow is the same").game;
    carried.choose(0).expect("it is asked");
    assert!(carried.log.iter().rev().take(3).any(|line| line.text.starts_with("Two: deck")), "{:?}", carried.log);
}

fn value(game: &Game, name: &str, owner: usize) -> String {
    let id = game.program.ir.fields.iter().position(|f| *f.name == *name).expect("there is such a field");
    let (base, words) = game.program.layout.fields[id];
    let at = usize::from(base) + owner * words;
    show::value(&game.program, &game.program.ir.fields[id].ty, &game.machine.memory[at..at + words])
}

fn stands(game: &Game, player: usize) -> String {
    let at = game.machine.memory[usize::from(game.program.layout.pieces[0].0) + player];
    show::word(&game.program, &Type::Space, at)
}

#[test]
fn what_has_the_same_name_stays_and_what_does_not_fit_is_told() {
    let game = small();
    assert_eq!((value(&game, "round", 0).as_str(), value(&game, "points", 0).as_str()), ("2", "14"));
    let rules = [
        ("enum Colour { red, green, blue }", "enum Colour { yellow, green, red }"),
        ("colour: Colour = blue", "colour: Colour = green, wind: int = 4"),
        ("heat: int in 0..9 = 8, ", "heat: int in 0..5 = 2, "),
        ("[red, blue], round", "[red], round"),
        ("points: int in 0..50 = 10", "points: int in 0..13 = 10"),
        ("[red: 1, green: 2, blue: 3]", "[else: 7]"),
    ];
    let carried = changed(&rules, TRACK, TOKENS).expect("the flow is the same");
    let game = &carried.game;
    assert_eq!(carried.parted.map(|(n, _)| n), None);
    assert_eq!(value(game, "round", 0), "2");
    assert_eq!(value(game, "colour", 0), "green", "blue is gone");
    assert_eq!(value(game, "heat", 0), "5");
    assert_eq!(value(game, "marked", 0), "[red]");
    assert_eq!(value(game, "wind", 0), "4");
    assert_eq!([0, 1].map(|p| value(game, "points", p)), ["13", "12"]);
    assert_eq!(value(game, "loves", 1), "[7, 2, 1]", "by the names of the cases");
    let notes = [
        "`colour`: blue is nothing that it takes; it is green now",
        "`heat`: 8 is out of its range; it is 5 now",
        "`marked`: blue can't be in it any more; it is [red] now",
        "Player 1's `points`: 14 is out of its range; it is 13 now",
    ];
    assert_eq!(carried.notes, notes);
    assert_eq!(carried.new, ["`wind` is new and begins as the rules say"]);
}

#[test]
fn pieces_on_spaces_that_are_gone_stand_on_the_nearest() {
    let shorter =
        TRACK.replace(r#"(id: "c", at: (30.0, 10.0)), "#, r#"(id: "e", at: (33.0, 10.0)), "#).replace(r#""c""#, r#""e""#);
    let carried = changed(&[], &shorter, TOKENS).expect("the flow is the same");
    assert_eq!([0, 1].map(|p| stands(&carried.game, p)), ["e", "e"]);
    assert_eq!(
        carried.notes,
        [0, 1].map(|p| format!("Player {}'s runner stood on `c`, which is gone; now it stands on `e`", p + 1))[..1],
        "the turn of the second has just begun: its runner stood on b before it",
    );
}

#[test]
fn cards_stay_where_they_are_though_there_are_others() {
    let game = small();
    let hands = |game: &Game| {
        let cards = &game.program.cards[0];
        let lies = |card: usize| game.machine.memory[usize::from(cards.place) + card];
        let named = |card: usize| show::word(&game.program, &Type::Row(interpreter::ir::KindId(0)), card as i32);
        let heap = |n: i32| show::heap(&game.program, 0, n as usize);
        let mut all: Vec<(String, String)> = (0..usize::from(cards.count)).map(|c| (heap(lies(c)), named(c))).collect();
        all.sort();
        all
    };
    let more = r#"{ "Zero": (copies: 1, worth: 0), "One": (copies: 3, worth: 1), "Two": (copies: 3, worth: 5) }"#;
    let carried = changed(&[], TRACK, more).expect("the flow is the same");
    assert_eq!(carried.new, ["2 new cards `Token` lie where they begin"]);
    let (before, now) = (hands(&game), hands(&carried.game));
    let in_hand = |all: &[(String, String)]| all.iter().filter(|(heap, _)| heap != "deck").cloned().collect::<Vec<_>>();
    assert_eq!(in_hand(&now), in_hand(&before));
    assert_eq!((before.len(), now.len()), (5, 7));
    let fewer = r#"{ "Two": (copies: 1, worth: 2) }"#;
    let carried = changed(&[], TRACK, fewer).expect("the flow is the same");
    assert_eq!(carried.notes, ["4 of the cards `Token` are gone"]);
}

#[test]
fn a_loop_ends_when_the_new_rules_end_it() {
    let mut carried =
        changed(&[("rounds: int in 1..20 = 6", "rounds: int in 1..20 = 2")], TRACK, TOKENS).expect("the same flow").game;
    carried.choose(1).expect("it is player 2's turn");
    assert_eq!(carried.status, Status::Over);
}

#[test]
fn where_the_flow_does_not_call_the_rule_any_more_replay_is_left() {
    let flow = [("for p in players { turn(p) }", "other_turns()"), ("rule setup()", "rule other_turns() { }\nrule setup()")];
    let flow: Vec<(&str, &str)> = flow.into_iter().chain([("turn rule turn", "rule turn")]).collect();
    let Err(problem) = changed(&flow, TRACK, TOKENS) else { panic!("it went on") };
    assert_eq!(problem.message, "the flow doesn't call `turn` where it did, so that the game can't go on from there");
    assert!(problem.hint.is_some_and(|hint| hint.contains("replayed")));
}

#[test]
fn a_choice_that_is_no_longer_on_offer_parts_the_games() {
    let other = program(&texts(&RULES.replace("Ahead", "Dash"), TRACK, TOKENS));
    let replayed = replay(&small(), other);
    let (at, problem) = replayed.parted.expect("nobody can choose Ahead");
    assert_eq!(at, 0);
    assert_eq!(problem.message, "`Ahead` is no longer on offer for `go`");
    assert!(matches!(replayed.game.status, Status::Asking(_)));
}

#[test]
fn spoilt_rules_leave_a_state_that_the_new_rules_accept() {
    let rounds: usize = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let mut numbers = Numbers(11);
    let (mut carried, mut replayed) = (0, 0);
    for (name, texts) in every_ruleset() {
        let old = Ruleset::read(&texts).build(&Setup::default()).program.expect("a ruleset that is there can be played");
        for (is_track, file, text) in every_file(&texts) {
            for round in 0..rounds {
                let spoilt = with(&texts, (is_track, &file, spoil(&text, &mut numbers)));
                let Some(new) = Ruleset::read(&spoilt).build(&Setup::default()).program else { continue };
                let mut dice = Dice::new(&old, round as u64);
                let mut game = Game::start(old.clone(), round as u64);
                play_on(&mut game, &mut dice, numbers.below(60));
                replayed += usize::from(replay(&game, new.clone()).parted.is_none());
                let Ok(mut reloaded) = carry_over(&game, new.clone()) else { continue };
                carried += 1;
                assert_eq!(unfit(&reloaded.game.program, &reloaded.game.machine), None, "{name}/{file}");
                let until = reloaded.game.choices.len() + 20;
                play_on(&mut reloaded.game, &mut Dice::new(&new, 5), until);
            }
        }
    }
    assert!(carried > 20 * rounds && replayed > 10 * rounds, "{carried} games were carried over, {replayed} replayed");
}

/// A game in which everybody has a plan that only its player knows, and chooses it in secret.
const SECRET: &str = r#"
game small "Small" for 2..4 players
enum Plan { wait, sprint, rest }
link next one? drawn along
player { secret plan: Plan = wait, points: int = 0 }
flow {
  plan_all()
  for p in players { turn(p) }
  end game ranking p in everyone by p.points desc
}
rule plan_all() { secretly each p in players { plan_of(p) } }
rule plan_of(p: player) { choose plan by p "Your plan?" { "Wait" { }; "Sprint" { p.plan = sprint } } }
turn rule turn(p: player) { choose go by p { "Ahead" { p.points += 2 }; "Rest" { } } }
"#;

#[test]
fn what_is_secret_is_not_told_when_rules_change() {
    let mut game = Game::start(program(&texts(SECRET, TRACK, TOKENS)), 3);
    (0..2).for_each(|_| game.choose(1).expect("it is asked"));
    assert_eq!((game.chosen(0, Some(0)), game.chosen(0, Some(1)), game.chosen(0, None)), (Some("Sprint"), None, None));
    let other = SECRET.replace("Plan { wait, sprint, rest }", "Plan { wait, hurry, rest }");
    let other =
        program(&texts(&other.replace(r#""Sprint" { p.plan = sprint }"#, r#""Hurry" { p.plan = hurry }"#), TRACK, TOKENS));
    let carried = carry_over(&game, other.clone()).unwrap_or_else(|why| panic!("{why:?}"));
    assert_eq!(carried.notes, ["what was secret in `plan` doesn't all fit; it is something else now"]);
    let parted = replay(&game, other).parted.map(|(_, problem)| problem.message);
    assert_eq!(parted.as_deref(), Some("what was chosen in secret is no longer on offer for `plan`"));
}

/// The small game in which other rules took over twice, with answers and changes by hand before, between and behind.
fn carried_twice() -> Playtest {
    let other = |rules: &str| texts(rules, TRACK, TOKENS);
    let changed = [
        RULES.to_owned(),
        RULES.replace("p.points += 2", "p.points += 5"),
        RULES.replace("points: int", "grit: int = 1, points: int"),
    ];
    let all: Vec<Texts> = changed.iter().map(|rules| other(rules)).collect();
    let mut playtest = Playtest::new(Some(build(&all[0])), &program(&all[0]), 3, vec![]);
    for (n, texts) in all.iter().enumerate() {
        if n > 0 {
            let stage = playtest.stage(Some(build(texts)), &program(texts));
            playtest.take_over(Moment::end(playtest.head()), stage).unwrap_or_else(|why| panic!("{why:?}"));
        }
        let field = |value: &str| Edit::Field { of: "state".into(), number: 1, name: "heat".into(), value: value.into() };
        for n in 0..3 {
            if n == 1 {
                playtest.edit(field("3")).expect("it fits");
            }
            playtest.choose(n % 2, By::Person, 0, [].into()).expect("it is asked");
        }
        playtest.edit(field("4")).expect("it fits");
    }
    playtest
}

fn build(texts: &Texts) -> Build {
    Build { texts: texts.clone(), setup: Setup::default() }
}

/// The same as a game, in the file of an earlier version, and in one as it is written now.
fn saved_carried() -> (Game, [String; 2]) {
    let mut playtest = carried_twice();
    let path = playtest.path(playtest.head());
    let game = path.game(path.parts().pop().expect("the last"));
    let now = playtest.write(&About { seats: vec!["human".into(); 2], ..About::default() });
    (game, [include_str!("../saved/carried.ron").to_owned(), now])
}

#[test]
fn a_game_that_was_carried_over_is_saved_and_goes_on_equal() {
    let (game, texts) = saved_carried();
    texts.iter().for_each(|text| goes_on_equal(read(text), game.clone()));
}

fn goes_on_equal(read: Saved, mut game: Game) {
    assert_eq!(read.steps().count(), game.choices.len());
    // What has not changed is written once.
    assert_eq!(read.earlier.iter().map(|earlier| earlier.texts.len()).collect::<Vec<_>>(), [1, 4]);
    let mut again = saved::replay(game.program.clone(), &read);
    assert!(again.equal(), "{:?} {:?}", again.stopped_at, again.differs_after);
    assert_eq!((&again.game.choices, again.game.edits(), &again.game.log), (&game.choices, game.edits(), &game.log));
    assert_eq!((again.game.hash(), again.earlier.len()), (game.hash(), 2));
    let mut playtest = again.before.take().expect("others took it over");
    playtest.add(&again.game, |_| true);
    let (path, mut first) = (playtest.path(playtest.head()), carried_twice());
    assert!(path.lines().map(|line| &line.text).eq(first.path(first.head()).lines().map(|line| &line.text)));
    assert_eq!((path.parts().len(), playtest.deeds().len()), (3, 9 + 6 + 2), "answers, changes by hand and rules");
    (0..2).for_each(|_| drop((game.choose(0), again.game.choose(0))));
    assert_eq!(again.game.hash(), game.hash());
    // It stands on other rules by now: it is carried over to these.
    let newest = program(&texts(&RULES.replace("p.points += 2", "p.points += 1"), TRACK, TOKENS));
    let under = saved::replay(newest.clone(), &read);
    assert!(under.stopped_at.is_none() && Arc::ptr_eq(&under.game.program, &newest), "{:?}", under.stopped_at);
    assert_eq!(value(&under.game, "heat", 0), value(&game, "heat", 0));
    // Where the flow is another, it says so, and plays what it can.
    let flow = RULES.replace("for p in players { turn(p) }", "for q in players { turn(q) }");
    let flow = program(&texts(&flow, TRACK, TOKENS));
    let stopped = saved::replay(flow.clone(), &read);
    assert!(
        stopped.stopped_at.as_ref().is_some_and(|(_, why)| why.message.contains("can't take it over")),
        "{:?}",
        stopped.stopped_at
    );
    assert!(Arc::ptr_eq(&stopped.game.program, &flow) && !stopped.equal());
}

#[test]
fn why_reaches_back_over_changes_of_the_rules() {
    let mut playtest = carried_twice();
    let (head, path) = (playtest.head(), playtest.path(playtest.head()));
    let game = path.game(path.parts().pop().expect("the last"));
    let field = |name: &str| game.program.ir.fields.iter().position(|field| *field.name == *name).expect("it is declared");
    let made = |name: &str, owner| writes_along(&path, head, What::Field(FieldId(field(name) as u16), owner), None);
    let heat = made("heat", 0);
    // What was done behind the call at which other rules took over is told once.
    assert_eq!(heat.iter().map(|write| &*write.new).collect::<Vec<_>>(), ["3", "4", "3", "4", "3", "4"]);
    for (name, owner) in [("heat", 0), ("points", 0), ("points", 1)] {
        let made = made(name, owner);
        assert!(made.windows(2).all(|pair| pair[0].new == pair[1].old && pair[0].moment < pair[1].moment), "{name}: {made:?}");
        assert_eq!(made.last().map(|write| write.new.clone()), Some(value(&game, name, owner)), "{name}");
    }
    // Under the first rules as under the last, though these have another field before it.
    let stages = made("points", 0).into_iter().chain(made("points", 1)).filter_map(|write| path.find(write.moment?.node));
    assert_eq!(stages.map(|leg| leg.stage).collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn earlier_rules_that_were_spoilt_in_the_file_are_told() {
    let (game, [text, _]) = saved_carried();
    for (from, to) in [("flow {", "flow }"), ("game small", "game large"), ("tracks/small/line.ron", "elsewhere")] {
        assert!(text.contains(from), "{from}");
        let again = saved::replay(game.program.clone(), &read(&text.replace(from, to)));
        if let Some((_, why)) = &again.stopped_at {
            assert!(!why.message.is_empty());
        }
        assert!(
            again.equal() == again.stopped_at.is_none() || again.differs_after.is_some() || again.other_end.is_some(),
            "{from}"
        );
        assert!(Arc::ptr_eq(&again.game.program, &game.program));
    }
}

#[test]
fn edits_out_of_order_are_refused() {
    let (_, [text, _]) = saved_carried();
    let refused =
        |to: &str| Saved::read(&text.replace("after: 7,", to)).map_err(|why| why.message).expect_err("it is out of order");
    let expected = "this is no saved game: ";
    assert_eq!(refused("after: 2,"), format!("{expected}`after: 2` where a number from 6 to 9 is expected"));
    assert_eq!(refused("after: 99,"), format!("{expected}`after: 99` where a number from 6 to 9 is expected"));
}

#[test]
fn a_race_of_a_series_is_saved_with_the_places_before_it() {
    let rules = RULES.replace("player { pile", "player { before: int = 0, pile").replace(
        "turn rule turn(p: player) {",
        "turn rule turn(p: player) {\n  if let was = previous_place(p) { p.before = was }",
    );
    let texts = texts(&rules, TRACK, TOKENS);
    let mut game = Game::start_after(program(&texts), 3, vec![2, 1]);
    (0..4).for_each(|_| game.choose(0).expect("it is asked"));
    assert_eq!(value(&game, "before", 0), "2");
    let text = written(&texts, &Setup::default(), &game);
    let again = saved::replay(game.program.clone(), &read(&text));
    assert!(again.equal(), "{:?}", again.differs_after);
    assert_eq!((again.game.hash(), &again.game.previous), (game.hash(), &vec![2, 1]));
    let old = include_str!("../saved/carried.ron").replace("    seed: 3,\n", "    seed: 3, previous:[2,1],\n");
    for text in [text, old] {
        for bad in ["[1]", "[0,1]", "[1,2,3]", "[3,1]"] {
            let text = text.replace("previous:[2,1]", &format!("previous:{bad}"));
            assert!(Saved::read(&text).is_err_and(|why| why.message.contains("`previous` is to be 2 places")));
        }
    }
}

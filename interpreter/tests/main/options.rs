//! Options that only their branch tells apart: each is found again as what it is.

use std::sync::Arc;

use interpreter::chain;
use interpreter::edit::Edit;
use interpreter::game::{Game, Status};
use interpreter::program::Program;
use interpreter::replay::{self, Replayed, Saved};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::testing::{self, record};

use crate::common::taken::{carry_over, replay as replay_under};
use crate::common::{read, written};

/// Options of equal values, options that say the same, and both.
const RULES: &str = r#"
game pair "Pair" for 1..2 players
param most: int in 1..5 = 2
space { dry: bool = true }
link on many
const start: space = first s in space  else "no space"
piece Walker 1 per player as walker at start
player { slow: int = 0, fast: int = 0, went: int = 0, way: int = 0 }
flow {
  repeat 6 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.fast desc
}
turn rule turn(p: player) {
  choose pace by p "How?" {
    each n in 1..most "{n} slow" { p.slow += n }
    each n in 1..most "{n} fast" { p.fast += n }
  }
  choose way by p "Where?" {
    "Go" { p.way += 1 }
    "Go" { p.way += 10 }
    each n in 1..2 { p.went += n }
    each n in 1..2 { p.went += 10 * n }
  }
}
"#;

const TRACK: &str = r#"(ruleset: "pair", name: "Line",
    spaces: [(id: "a", at: (0, 0)), (id: "b", at: (10, 0)), (id: "c", at: (20, 0))],
    links: [(kind: "on", chain: ["a", "b", "c"])],
)"#;

fn texts(rules: &str) -> Texts {
    let mut texts = Texts { name: "pair".into(), ..Texts::default() };
    let manifest = r#"(id: "pair", title: "Pair", modules: ["pair.rules"])"#;
    for (name, text) in [("game.ron", manifest), ("pair.rules", rules)] {
        texts.files.insert(name.into(), Ok(text.into()));
    }
    texts.tracks.insert("line".into(), Ok(TRACK.into()));
    texts
}

fn setup() -> Setup {
    Setup { players: Some(2), ..Setup::default() }
}

fn program(rules: &str) -> Arc<Program> {
    let (_, built, problems) = crate::common::build(&texts(rules), &setup());
    built.program.unwrap_or_else(|| panic!("{problems:?}"))
}

/// A game in which every option is taken once.
fn played(program: &Arc<Program>) -> Game {
    let mut game = Game::start(program.clone(), 3);
    let mut n = 0;
    while let Status::Asking(question) = &game.status {
        let option = n / 2 % question.options.len();
        n += 1;
        game.choose(option).expect("it is on offer");
    }
    game
}

fn save(rules: &str, game: &Game) -> Saved {
    read(&written(&texts(rules), &setup(), game))
}

fn equal(replayed: &Replayed, game: &Game) {
    assert!(replayed.equal(), "{:?} {:?}", replayed.stopped_at, replayed.differs_after);
    assert_eq!((replayed.game.hash(), &replayed.game.choices), (game.hash(), &game.choices));
}

#[test]
fn a_saved_game_tells_options_of_equal_values_apart() {
    let program = program(RULES);
    let game = played(&program);
    let text = written(&texts(RULES), &setup(), &game);
    assert!(text.contains(r#"label:"1 fast",branch:"{n} fast",values:["1"]"#), "{text}");
    assert!(text.contains(r#"label:"Go",branch:"Go #2""#) && text.contains(r##"branch:"{n} #2",values:["2"]"##), "{text}");
    for text in [&text, include_str!("../saved/options.ron")] {
        equal(&replay::replay(program.clone(), &read(text)), &game);
    }
}

#[test]
fn a_saved_game_of_the_first_form_is_read_by_its_labels() {
    let program =
        program(&RULES.replace("    \"Go\" { p.way += 10 }\n", "").replace("    each n in 1..2 { p.went += 10 * n }\n", ""));
    equal(&replay::replay(program.clone(), &read(include_str!("../saved/options_form_1.ron"))), &played(&program));
}

#[test]
fn going_back_and_taking_the_same_again_comes_to_the_same() {
    let program = program(RULES);
    let mut game = played(&program);
    let (hash, choices) = (game.hash(), game.choices.clone());
    assert!(game.go_back(5));
    for choice in &choices[5..] {
        let option = game.find(choice).expect("it is on offer");
        game.choose(option).expect("it can be taken");
    }
    assert_eq!((game.hash(), &game.choices), (hash, &choices));
    let mut again = Game::start(program.clone(), game.seed);
    choices.iter().for_each(|choice| again.choose(again.find(choice).expect("on offer")).expect("it can be taken"));
    assert_eq!(again.hash(), hash);
}

/// A game that is left in the middle of a turn, behind one question of it.
fn left(program: &Arc<Program>, option: usize) -> Game {
    let mut game = Game::start(program.clone(), 3);
    for n in [0, 0, 0, 0, option] {
        game.choose(n).expect("it is on offer");
    }
    game
}

fn field(game: &Game, name: &str) -> i32 {
    let n = game.program.ir.fields.iter().position(|field| *field.name == *name).expect("there is such a field");
    game.machine.memory[usize::from(game.program.layout.fields[n].0)]
}

#[test]
fn under_changed_rules_each_option_is_found_again() {
    let old = program(RULES);
    let wider = program(&RULES.replace("= 2\nspace", "= 3\nspace"));
    // "2 fast" is the fourth of four, and the fifth of six.
    let game = left(&old, 3);
    for reloaded in [carry_over(&game, wider.clone()).expect("it fits"), replay_under(&game, wider)] {
        assert!(reloaded.parted.is_none() && reloaded.notes.is_empty(), "{:?} {:?}", reloaded.parted, reloaded.notes);
        assert_eq!((field(&reloaded.game, "slow"), field(&reloaded.game, "fast")), (1, 2));
    }
    // What is gone is not taken for what has the same value.
    let slow = program(&RULES.replace("    each n in 1..most \"{n} fast\" { p.fast += n }\n", ""));
    let parted = carry_over(&game, slow).expect("it fits").parted.expect("nothing like it is on offer");
    assert_eq!((parted.0, &*parted.1.message), (4, "`2 fast` is no longer on offer for `pace`"));
    // Neither is what is there, but not on offer.
    let tired = program(&RULES.replace("1..most \"{n} fast\"", "1..1 \"{n} fast\""));
    assert!(carry_over(&game, tired).expect("it fits").parted.is_some());
    // What is the only one to be written otherwise was renamed; that is told.
    let renamed = program(&RULES.replace("{n} fast\"", "{n} at a run\""));
    let found = carry_over(&game, renamed).expect("it fits");
    assert_eq!((field(&found.game, "slow"), field(&found.game, "fast")), (1, 2));
    assert_eq!(found.notes, [r#"in `pace` there is no "{n} fast" any more, and "{n} at a run" is new: taken as renamed"#]);
    // Written otherwise, but saying the same.
    let lines = "each n in 1..most \"{n} slow\" { p.slow += n }\n    each n in 1..most \"{n} fast\" { p.fast += n }";
    let same = program(&RULES.replace(lines, &lines.replace("each n", "each k").replace("{n}", "{k}").replace("= n", "= k")));
    let found = carry_over(&game, same).expect("it fits");
    assert_eq!((found.parted.is_none(), &found.notes[..], field(&found.game, "fast")), (true, &[][..], 2));
    // Of two that are both new nobody can tell which it was.
    let both = program(&RULES.replace("{n} fast\"", "{n} at a run\"").replace("{n} slow\"", "{n} at a walk\""));
    assert!(carry_over(&game, both).expect("it fits").parted.is_some());
}

#[test]
fn an_option_that_says_the_same_is_taken_where_its_twin_is_not_on_offer() {
    let old = program(RULES);
    let mut game = left(&old, 3);
    game.choose(1).expect("the second \"Go\" is on offer");
    let first = program(&RULES.replace("    \"Go\" { p.way += 10 }\n", "    if most > 3 { \"Go\" { p.way += 10 } }\n"));
    let found = replay_under(&game, first);
    assert_eq!((found.parted.is_none(), field(&found.game, "way")), (true, 2));
    assert_eq!(found.notes, [r#"in `way` the option "Go #2" was not on offer, and "Go" says the same: taken for it"#]);
}

#[test]
fn a_change_by_hand_stays_behind_its_question() {
    let program = program(RULES);
    let mut game = left(&program, 2);
    game.edit(&Edit::Field { of: "player".into(), number: 1, name: "slow".into(), value: "7".into() }).expect("it fits");
    game.choose(3).expect("it is on offer");
    equal(&replay::replay(program, &save(RULES, &game)), &game);
}

#[test]
fn a_test_of_what_was_played_names_the_option_that_was_taken() {
    let program = program(RULES);
    let mut game = Game::start(program, 3);
    for n in [0, 0, 3, 1] {
        game.choose(n).expect("it is on offer");
    }
    let test = record::call(&game, &setup(), "line", None, None).expect("it can be told").test("as played", |_| true);
    assert!(test.contains(r#"choosing pace: "2 fast", way: "Go #2""#), "{test}");
}

#[test]
fn a_test_that_may_mean_several_options_is_told_which_there_are() {
    let test = "test \"which\" on \"line\" for 1 players { run turn(player(1)) choosing pace: 1, way: \"Go\"\n expect true }";
    let run = |test: &str| {
        let report = testing::run(&Ruleset::read(&texts(&format!("{RULES}\n{test}"))), None);
        report.tests[0]
            .problems
            .iter()
            .map(|p| format!("{} / {}", p.message, p.hint.clone().unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    assert_eq!(run(test), [r#"several options of `pace` are 1 / write "1 slow" or "1 fast""#]);
    let test = test.replace("pace: 1", "pace: \"1 fast\"");
    assert_eq!(run(&test), [r##"several options of `way` are "Go" / write "Go #1" or "Go #2""##]);
    assert_eq!(run(&test.replace("\"Go\"", "\"Go #2\"").replace("true", "player(1).way == 10 and player(1).fast == 1")), [""; 0]);
    assert_eq!(run(&test.replace("\"Go\"", "\"2 #2\"").replace("true", "player(1).went == 20")), [""; 0]);
}

#[test]
fn a_label_that_reads_like_a_number_of_others_is_only_itself() {
    let rules = RULES.replace("{ p.way += 10 }", "{ p.way += 10 }; \"Go #2\" { p.way += 100 }");
    let program = program(&rules);
    for (option, name, way) in [(0, "Go #1", 1), (1, "Go #3", 10), (2, "Go #2", 100)] {
        let mut game = Game::start(program.clone(), 3);
        for n in [0, option] {
            game.choose(n).expect("it is on offer");
        }
        let test = record::call(&game, &setup(), "line", None, None).expect("it can be told").test("as played", |_| true);
        assert!(test.contains(&format!("way: {name:?}")) && test.contains(&format!("way == {way}")), "{test}");
        let report = testing::run(&Ruleset::read(&texts(&format!("{rules}\n{test}"))), None);
        assert_eq!(report.tests[0].problems, []);
    }
}

#[test]
fn ways_over_the_same_spaces_are_told_apart() {
    let rules = RULES.replace(
        "  choose pace",
        "  repeat 2 times { choose step by p \"Step?\" {
    each s in p.walker.at.on \"walk to {s}\" { move p.walker to s; p.slow += 1 }
    each s in p.walker.at.on \"run to {s}\" { move p.walker to s; p.fast += 1 }
    \"Stay\" { }
  } }
  choose pace",
    );
    let program = program(&rules);
    let mut game = Game::start(program, 1);
    let ends = chain::ends(&game.program, &game.machine);
    let shown: Vec<String> = ends[0].ways.iter().map(|way| way.shown()).collect();
    assert_eq!(shown, ["walk to b → walk to c", "walk to b → run to c", "run to b → run to c"]);
    for step in &ends[0].ways[2].steps {
        let option = game.find(step).expect("it is on offer");
        game.choose(option).expect("it can be taken");
    }
    assert_eq!((field(&game, "slow"), field(&game, "fast")), (0, 2));
}

#[test]
fn a_text_may_choose_between_words() {
    let fast = "\"{n} {if n == 1 then \"step // one\" else \"steps\"}, {match p.slow { 0 => \"fresh\", else => \"tired\" }}\"";
    let rules = RULES.replace("\"{n} fast\"", fast).replace("\"How?\"", "\"{mood(p)}How?\"");
    let rules = rules + "\nvalue mood(p: player) -> text = if p.fast > 1 then \"Still: \" else \"\"";
    let program = program(&rules);
    let mut game = Game::start(program.clone(), 3);
    let asked = |game: &Game| match &game.status {
        Status::Asking(question) => {
            (question.prompt.clone(), question.options.iter().map(|o| o.label.clone()).collect::<Vec<_>>())
        }
        other => panic!("{other:?}"),
    };
    let fresh = ["1 slow", "2 slow", "1 step // one, fresh", "2 steps, fresh"].map(str::to_owned).to_vec();
    assert_eq!(asked(&game), ("How?".to_owned(), fresh));
    // Two steps, then on to the player's second turn.
    for option in [3, 0, 0, 0] {
        game.choose(option).expect("it is on offer");
    }
    assert_eq!(asked(&game).0, "Still: How?");
    let game = played(&program);
    let saved = save(&rules, &game);
    equal(&replay::replay(program, &saved), &game);
}

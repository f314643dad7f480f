//! Rule errors, wherever they are: in texts, in what bots ask, in what they play ahead, and at the loop that doesn't end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::game::{Game, Status};
use interpreter::players::{Seat, Table};
use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::simulate::{self, Counts, simulate, trial};
use interpreter::testing;

/// A game that nothing is wrong with yet: `// TEXT`, `// AHEAD` and `// PROSPECTS` are exchanged.
const RULES: &str = r#"
game tired "Tired" for 1..3 players
player { stamina: int in 0..9 = 2, points: int = 0 }
state { left: int = 0 }
dice die = 1..6
flow {
  repeat 4 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
turn rule turn(p: player) {
  choose pace by p "How?" {
    "Rest" { p.points += 1 }
    "Run" { run_on(p) }
  }
  // TEXT
}
rule run_on(p: player) {
  p.stamina = max(0, p.stamina - 1)
  p.points += 2
  // AHEAD
}
value prospects(p: player) -> int = p.points // PROSPECTS
value costly(n: int) -> int {
  var sum = 0
  for i in 1..9 { if i < n { sum += i } }
  return sum
}
"#;

fn texts(rules: &str) -> Texts {
    let mut texts = Texts { name: "tired".into(), ..Texts::default() };
    let manifest = r#"(id: "tired", title: "Tired", modules: ["tired.rules"])"#;
    for (name, text) in [("game.ron", manifest), ("tired.rules", rules)] {
        texts.files.insert(name.into(), Ok(text.into()));
    }
    let track = r#"(ruleset: "tired", name: "None", spaces: [(id: "a", at: (0, 0))])"#;
    texts.tracks.insert("none".into(), Ok(track.into()));
    texts
}

fn program(rules: &str) -> (Ruleset, Arc<Program>) {
    let setup = Setup { players: Some(2), ..Setup::default() };
    let (ruleset, built, problems) = crate::common::build(&texts(rules), &setup);
    (ruleset, built.program.unwrap_or_else(|| panic!("{problems:?}")))
}

fn batch(program: &Program, seat: Seat, games: u64) -> Counts {
    simulate(program, &[seat; 2], 1, 0..games, &|_| {}, &AtomicBool::new(false))
}

/// A rule error with the text that is underlined.
fn shown(ruleset: &Ruleset, problem: &Diagnostic) -> String {
    assert_eq!(problem.code, Code::RuleError);
    let place = problem.span.map_or("nowhere", |span| ruleset.sources.slice(span));
    format!("{} / {place}", problem.message)
}

fn failure(rules: &str, seat: Seat) -> String {
    let (ruleset, program) = program(rules);
    let counts = batch(&program, seat, 40);
    assert!(counts.failed > 0, "{seat:?}: no game failed");
    shown(&ruleset, &counts.failure.expect("one failed").problem)
}

const BY_ZERO: &str = "a division by zero (in `prospects`) / 100 / p.stamina";

#[test]
fn a_rule_error_in_prospects_is_one_wherever_a_bot_asks_for_them() {
    let rules = RULES.replace("p.points // PROSPECTS", "100 / p.stamina");
    for seat in [Seat::Greedy, Seat::Quick] {
        assert_eq!(failure(&rules, seat), BY_ZERO);
    }
    let (ruleset, program) = program(&rules);
    assert_eq!(batch(&program, Seat::Random, 40).failed, 0, "nobody asks");
    let found: Vec<String> = trial(&program).problems.iter().map(|problem| shown(&ruleset, problem)).collect();
    assert_eq!(found, [BY_ZERO], "trial games do");
    // At the table, as in a terminal and in the window.
    let mut game = Game::start(program.clone(), 1);
    let mut table = Table::new(&program, &[Seat::Greedy; 2]);
    table.start(1);
    while let (Status::Asking(_), Some(option)) = (&game.status, table.answer(&program, &game.machine)) {
        game.choose(option).expect("it is on offer");
    }
    assert_eq!(shown(&ruleset, &table.trouble.expect("the bot has no answer")), BY_ZERO);
}

#[test]
fn prospects_without_an_end_are_told_at_their_loop() {
    let endless = "{\n  var n = 0\n  while p.stamina < 2 { n = min(5, n + costly(p.points)) }\n  return n\n}";
    let rules = RULES.replace("= p.points // PROSPECTS", endless);
    let told = "this never ends (in `prospects`) / while p.stamina < 2 { n = min(5, n + costly(p.points)) }";
    assert_eq!(failure(&rules, Seat::Greedy), told);
    // One game that doesn't end is enough: each of a hundred would take as long.
    let (ruleset, program) = program(&rules);
    let found = trial(&program);
    assert_eq!((found.games, shown(&ruleset, &found.problems[0])), (1, told.to_owned()));
}

#[test]
fn prospects_that_take_long_leave_fewer_games_to_try() {
    let slow = |rounds: u32| {
        RULES.replace(
            "= p.points // PROSPECTS",
            &format!("{{\n  var n = 0\n  for i in 1..{rounds} {{ n = min(5, i) }}\n  return n\n}}"),
        )
    };
    let games = |rounds: u32| trial(&program(&slow(rounds)).1).games;
    assert!(games(2) > 50);
    assert_eq!(games(60_000), 2);
}

/// Prospects that come to an end, after 60,000 rounds.
const SLOW: &str = "{\n  var n = 0\n  for i in 1..60000 { n = min(5, i) }\n  return n\n}";

#[test]
fn an_error_after_long_prospects_is_none_without_an_end() {
    let late = "left += 1\n  if left == 8 { p.points = 1 / (8 - left) }";
    let (_, program) = program(&RULES.replace("= p.points // PROSPECTS", SLOW).replace("// TEXT", late));
    let found = trial(&program);
    assert_eq!((found.games, found.problems.len(), found.is_endless), (2, 1, false));
}

#[test]
fn games_that_ask_nobody_are_broken_off_where_they_cost_too_much() {
    let choice = RULES.find("  choose").expect("it is there")..RULES.find("  // TEXT").expect("it is there");
    let rules = RULES.replace(&RULES[choice], "").replace("= p.points // PROSPECTS", SLOW);
    let found = |times: u32| {
        let rules = rules.replace("repeat 4 times", &format!("repeat {times} times"));
        trial(&program(&rules.replace("  end game", "  left = 1 / left\n  end game")).1)
    };
    assert_eq!(found(4).problems.len(), 1, "the error is at the end");
    assert_eq!(found(100).problems, [], "which these don't reach");
}

#[test]
fn a_loop_that_goes_round_but_a_few_times_is_told_when_those_inside_come_to_an_end() {
    let long = "for i in 1..60000 { n = min(5, i) }";
    let endless = format!("{{\n  var n = 0\n  while p.stamina < 2 {{ {long} }}\n  return n\n}}");
    let rules = RULES.replace("= p.points // PROSPECTS", &endless);
    let told = format!("this never ends (in `prospects`) / while p.stamina < 2 {{ {long} }}");
    assert_eq!(failure(&rules, Seat::Greedy), told);
}

#[test]
fn what_goes_wrong_as_a_bot_plays_ahead_is_told_unless_it_may_have_imagined_what_cant_be() {
    // Nobody runs twice but in what bots imagine.
    let rules = RULES.replace("// AHEAD", "left = 10 / p.stamina").replace("p.points // PROSPECTS", "0 - p.points");
    let rules = rules.replace("    \"Run\"", "    if p.stamina > 1 or left < 0 { \"Walk\" { p.stamina = 1 } }\n    \"Run\"");
    let ahead = "a division by zero (in `run_on`), in what a bot has played ahead / 10 / p.stamina";
    assert_eq!(failure(&rules, Seat::Quick), ahead);
    assert_eq!(failure(&rules, Seat::Greedy), ahead);
    // With secrets it doesn't count, and the bots go on.
    let secret = rules.replace("points: int = 0 }", "points: int = 0, secret plan: int in 0..3 = 0 }");
    let (_, program) = program(&secret);
    let found = batch(&program, Seat::Greedy, 40);
    assert!(found.failed == 0 || !found.failure.expect("one failed").problem.message.contains("ahead"));
}

/// Texts with a mistake: what is written, and where it stands.
const BROKEN: [(&str, &str, &str); 3] = [
    ("// TEXT", "say \"{100 / p.stamina} left\"", "a division by zero (in `turn`) / 100 / p.stamina"),
    ("\"How?\"", "\"How, at {100 / p.stamina}?\"", "a division by zero (in `turn`) / 100 / p.stamina"),
    ("\"Rest\" {", "\"Rest for {100 / p.stamina}\" {", "a division by zero (in `turn`) / 100 / p.stamina"),
];

#[test]
fn a_rule_error_in_a_text_is_found_by_sim_check_and_test() {
    for (from, to, told) in BROKEN {
        let rules = RULES.replace(from, to);
        assert_eq!(failure(&rules, Seat::Random), told);
        let (ruleset, program) = program(&rules);
        assert_eq!(trial(&program).problems.iter().map(|problem| shown(&ruleset, problem)).collect::<Vec<_>>(), [told], "{to}");
        // Somebody plays.
        let mut game = Game::start(program, 1);
        while let Status::Asking(question) = &game.status {
            let last = question.options.len() - 1;
            game.choose(last).expect("it is on offer");
        }
        let Status::Failed(problem) = &game.status else { panic!("{to}: {:?}", game.status) };
        assert_eq!(shown(&ruleset, problem), told);
        let test = format!(
            "{rules}\ntest \"all\" on \"none\" for 1 players {{ player(1).stamina = 0\n run turn(player(1)) choosing pace: \"Run\"\n expect true }}"
        );
        let report = testing::run(&Ruleset::read(&texts(&test)), None);
        let problem = &report.tests[0].problems[0];
        assert_eq!(
            (problem.code, &*problem.message),
            (Code::TestFailed, "the rules could not go on: a division by zero (in `turn`)")
        );
    }
}

/// Nobody is asked, but the log tells what is taken.
#[test]
fn so_is_one_in_the_label_of_an_only_option() {
    let rules = RULES.replace("\"Rest\" {", "\"Rest for {100 / p.stamina}\" {").replace("    \"Run\" { run_on(p) }\n", "");
    let rules = rules.replace("stamina: int in 0..9 = 2", "stamina: int in 0..9 = 0");
    let told = "a division by zero (in `turn`) / 100 / p.stamina";
    assert_eq!(failure(&rules, Seat::Random), told);
    let (ruleset, program) = program(&rules);
    let found = trial(&program);
    assert_eq!(found.problems.iter().map(|problem| shown(&ruleset, problem)).collect::<Vec<_>>(), [told]);
    for run in ["run turn(player(1))", "run game", "turn(player(1))"] {
        let test = format!("{rules}\ntest \"all\" on \"none\" for 1 players {{ {run}\n expect true }}");
        let report = testing::run(&Ruleset::read(&texts(&test)), None);
        let problem = &report.tests[0].problems[0];
        assert_eq!(problem.message, "the rules could not go on: a division by zero (in `turn`)", "{run}");
    }
}

#[test]
fn working_texts_out_changes_no_game() {
    let rules = RULES
        .replace("// TEXT", "say \"{costly(p.points)} and {p.stamina}\"\n  p.points += roll(die)")
        .replace("\"How?\"", "\"How, {costly(9)}?\"");
    let (_, program) = program(&rules);
    let mut machine = interpreter::vm::Machine::new(&program);
    let whole = batch(&program, Seat::Random, simulate::READ_GAMES);
    for n in 0..simulate::READ_GAMES {
        // The same games, played without texts.
        let seed = interpreter::vm::random::derive_seed(1, n);
        machine.start(&program, seed);
        let mut table = Table::new(&program, &[Seat::Random; 2]);
        table.start(seed);
        machine.resume(&program, &mut table);
        let one = simulate(&program, &[Seat::Random; 2], 1, n..n + 1, &|_| {}, &AtomicBool::new(false));
        assert_eq!(one.failed + one.unfinished, 0);
        let places: Vec<i64> = machine.places(&program).iter().map(|place| i64::from(place.unwrap_or(0))).collect();
        let figures = simulate::Figure::all(&program);
        for (figure, tally) in figures.iter().zip(&one.figures) {
            if let simulate::Figure::PlaceBySeat(seat) = figure {
                assert_eq!(tally.min, places[*seat], "game {n}");
            }
        }
    }
    assert_eq!(whole.finished(), simulate::READ_GAMES);
}

#[test]
fn a_loop_without_an_end_is_told_itself_and_not_what_it_calls() {
    let cases = [
        ("while left < 1 { left = min(0, left + costly(7)) }", "turn"),
        ("while left < 1 { for q in players { left = min(0, costly(7)) } }", "turn"),
        ("for q in players { while left < 1 { left = min(0, costly(q.points)) } }", "turn"),
        ("repeat { left = max(3, costly(3)) }", "turn"),
        ("while left < 1 { left = min(0, (count q in players where q.points > 99)) }", "turn"),
    ];
    for (text, rule) in cases {
        let rules = RULES.replace("// TEXT", text);
        let told = failure(&rules, Seat::Random);
        let (message, place) = told.split_once(" / ").expect("a message and a place");
        assert_eq!(message, format!("this never ends (in `{rule}`)"), "{text}");
        let expected = if text.starts_with("for") { &text[19..text.len() - 2] } else { text };
        assert_eq!(place, expected, "{text}");
    }
    // In the rule that has the loop, with those that led there.
    let (ruleset, program) = program(&RULES.replace("// AHEAD", "while p.stamina < 9 { left = costly(9) }"));
    let problem = batch(&program, Seat::Random, 40).failure.expect("one fails").problem;
    assert_eq!(shown(&ruleset, &problem), "this never ends (in `run_on`) / while p.stamina < 9 { left = costly(9) }");
    assert_eq!(problem.labels.iter().map(|(_, text)| &**text).collect::<Vec<_>>(), ["called by `turn` ← `flow`"]);
}

/// Rules that take and give little, what a turn does with them, and what is said of it.
const TOO_MUCH: [(&str, &str, &str); 14] = [
    ("rule take(n: int in 0..9) { left = n }", "take(left + 12)", "12 as the argument `n` of `take`, which takes 0 to 9"),
    (
        "rule fall(n: int in 0..9) { if n > 1 { fall(n - 1) } }",
        "fall(left + 12)",
        "12 as the argument `n` of `fall`, which takes 0 to 9",
    ),
    ("value best() -> int in 0..9 = left + 12", "left = best()", "12 as the result of `best`, which takes 0 to 9"),
    (
        "rule found() -> int in 0..9 { if left > 0 { return 0 }\n return left + 12 }",
        "left = found()",
        "12 as the result of `found`, which takes 0 to 9",
    ),
    ("", "var xs: list of int in 0..9 max 3 = []\n xs += left + 12", "12 as a member of `xs`, which takes 0 to 9"),
    ("state { maybe: int? = 12 }", "let n: int in 0..9 = maybe else return\n left = n", "12 in `n`, which takes 0 to 9"),
    ("", "var ns: set of int in 5..9 = [5]\n ns += left + 12", "12 as a member of `ns`, which takes 5 to 9"),
    ("player { ns: set of int in 0..9 }", "p.ns -= left + 12", "12 as a member of `ns`, which takes 0 to 9"),
    ("", "var xs: list of int max 2 = [1, 2]\n xs += left + 7", "`xs` takes 2 members, and 7 would be one more"),
    (
        "",
        "var qs: list of player max 1 = []\n for q in players { qs += q }",
        "`qs` takes 1 member, and Player 2 would be one more",
    ),
    ("", "let dice: list of int max 2 = roll(3 of die)", "`dice` takes 2 members, but gets 3"),
    (
        "rule few(xs: list of int max 1) { left = size(xs) }",
        "let many: list of int max 3 = [1, 2, left]\n few(many)",
        "the argument `xs` of `few` takes 1 member, but gets 3",
    ),
    (
        "value two(xs: list of int max 3) -> list of int max 2 = xs",
        "left = size(two([1, 2, left]))",
        "the result of `two` takes 2 members, but gets 3",
    ),
    (
        "state { record: list of int max 2 }",
        "let many: list of int max 3 = [1, 2, left]\n record = many",
        "`record` takes 2 members, but gets 3",
    ),
];

#[test]
fn what_does_not_fit_is_told_with_where_it_goes() {
    for (rule, turn, told) in TOO_MUCH {
        let message = failure(&format!("{}\n{rule}", RULES.replace("// TEXT", turn)), Seat::Random);
        let what =
            if told.contains("members") || told.contains("member,") { "the list is full" } else { "a value is out of its range" };
        assert!(message.starts_with(&format!("{what}: {told} (in ")), "{turn}: {message}");
    }
}

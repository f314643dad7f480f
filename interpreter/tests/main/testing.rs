//! The runner of the rules' own tests, on a small game of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use interpreter::odds::{Question, odds};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::testing::{self, Report};

const MANIFEST: &str = r#"Game(id: "hop", title: "Hop", players: 2, modules: ["hop.rules"], addons: ["fog.rules"])"#;

const RULES: &str = r#"
game hop "Hop" for 1..4 players
param reach: int in 1..9 = 6
enum Part { path, goal }
space { part: Part = path }
link next one?
const first = the s in space where s.next is some and not (any t in space where t.next == s)
dice die = 1..6
dice coin = [0, 1, 1]
piece Frog 1 per player as frog at first
player { wet: int in 0..9 = 0, careful: bool = false }

flow {
  repeat {
    for p in players { turn(p) }
    if any p in everyone where p.frog.at.next is none { end game ranking p in everyone by p.wet }
  }
}

turn rule turn(p: player) {
  choose way by p "How?" {
    "Hop" { hop(p, roll(die)) }
    each s in space where s == p.frog.at.next "Step to {s}" { move p.frog to s }
  }
}

/// One space for each dot, as far as a frog can reach.
rule hop(p: player, dots: int) {
  var left = min(dots, reach)
  while left > 0 {
    let on = p.frog.at.next else return
    move p.frog to on
    left -= 1
  }
}

rule splash(p: player) -> int {
  p.wet = sum(roll(2 of coin))
  return p.wet
}
value doubled(n: int) -> int = n * 2
"#;

const FOG: &str = r#"
addon fog "Fog" for hop
/// In fog a frog hops one space less.
around rule hop(p, dots) { proceed(p, dots - 1) }
"#;

const POND: &str = r#"(
    ruleset: "hop", name: "Pond",
    spaces: [(id: "a", at: (0.0, 0.0)), (id: "b", at: (10.0, 0.0)), (id: "c", at: (20.0, 0.0)), (id: "d", at: (30.0, 0.0), part: goal)],
    links: [(kind: "next", chain: ["a", "b", "c", "d"])],
)"#;

/// The small game with these tests in its base and in its add-on.
fn hop(base: &str, addon: &str) -> Ruleset {
    Ruleset::read(&texts(base, addon))
}

fn texts(base: &str, addon: &str) -> Texts {
    let mut texts = Texts { name: "hop".into(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok(MANIFEST.into()));
    texts.files.insert("hop.rules".into(), Ok(format!("{RULES}{base}").into()));
    texts.files.insert("fog.rules".into(), Ok(format!("{FOG}{addon}").into()));
    texts.tracks.insert("pond".into(), Ok(POND.into()));
    texts
}

fn report(base: &str, addon: &str) -> Report {
    let ruleset = hop(base, addon);
    let report = testing::run(&ruleset, None);
    assert_eq!(report.problems, vec![], "the small game itself is good");
    report
}

/// The failures of one test with this body, with their hints.
fn failures(body: &str) -> Vec<String> {
    let report = report(&format!("test \"it\" on \"pond\" for 2 players {{ {body} }}"), "");
    assert_eq!(report.tests.len(), 1);
    let with_hint = |p: &interpreter::diagnostic::Diagnostic| match &p.hint {
        Some(hint) => format!("{} / {hint}", p.message),
        None => p.message.clone(),
    };
    report.tests[0].problems.iter().map(with_hint).collect()
}

#[track_caller]
fn passes(body: &str) {
    assert_eq!(failures(body), Vec::<String>::new());
}

#[track_caller]
fn fails(body: &str, with: &str) {
    assert_eq!(failures(body), [with]);
}

#[test]
fn dice_are_rolled_as_scripted() {
    passes("dice 2; run turn(player(1)) choosing way: \"Hop\"; expect player(1).frog.at == \"c\" and player(2).frog.at == \"a\"");
    passes("let p = player(2); run hop(p, 1); expect p.frog.at == \"b\"; run hop(p, 1); expect p.frog.at == \"c\"");
    fails(
        "dice 1; run turn(player(1)) choosing way: \"Hop\"; run turn(player(1)) choosing way: \"Hop\"",
        "a roll of die, but no dice are left in the script / write one more behind `dice`",
    );
    fails(
        "dice 7; run turn(player(1)) choosing way: \"Hop\"",
        "the script gives 7 for die, which has only the faces 1, 2, 3, 4, 5, 6 / write another one in its place",
    );
    fails(
        "dice 1, 2, 3; run turn(player(1)) choosing way: \"Hop\"",
        "not all scripted dice were rolled: 2, 3 left over / leave out what is left over",
    );
}

#[test]
fn failures_show_both_sides() {
    fails("expect player(1).frog.at == \"b\"", "`player(1).frog.at` is a, expected b");
    fails("let p = player(1); let before = p.wet; expect p.wet == before + 2", "`p.wet` is 0, expected 2 (`before + 2`)");
    fails("expect doubled(2) > 4", "`doubled(2)` is 4, expected more than 4");
    fails("expect doubled(2) != 4", "`doubled(2)` is 4, expected anything else");
    fails("expect player(1).frog.at.next is none", "`player(1).frog.at.next` is b, expected none");
    fails("expect player(1).careful", "`player(1).careful` does not hold");
    assert_eq!(
        failures("expect doubled(2) == 5 and doubled(3) == 6 and doubled(4) == 9"),
        ["`doubled(2)` is 4, expected 5", "`doubled(4)` is 8, expected 9"],
        "each part of an `and` is told by itself"
    );
}

#[test]
fn answers_are_labels_or_values() {
    passes("run turn(player(1)) choosing way: \"Step to b\"; expect player(1).frog.at == \"b\"");
    passes("run turn(player(1)) choosing way: \"b\"; expect player(1).frog.at == \"b\"");
    passes("run turn(player(1)) choosing way: player(1).frog.at.next otherwise first; expect player(1).frog.at == \"b\"");
    fails(
        "run turn(player(1))",
        "Player 1 is asked `way`, but the test gives no answer / write `choosing way: \"Hop\"`; on offer: \"Hop\", \"Step to b\"",
    );
    fails("run turn(player(1)) choosing way: \"Fly\"", "`way` offers no \"Fly\" / on offer: \"Hop\", \"Step to b\"");
    fails(
        "run turn(player(1)) choosing way: \"b\", way: \"c\"",
        "nothing asks for this answer / what was asked: `way` of Player 1; a decision with only one option is not asked",
    );
}

#[test]
fn a_run_stops_where_it_should() {
    passes("run turn(player(1)) until way; expect option \"Hop\"");
    passes("run turn(player(1)) until way; expect no option \"Fly\"; expect decision way");
    fails("run turn(player(1)) until way; expect option \"c\"", "`way` offers no \"c\" / on offer: \"Hop\", \"Step to b\"");
    passes("run hop(player(1), 1); expect no decision way");
    fails(
        "run hop(player(1), 1); expect decision way",
        "`way` was not asked / nothing was asked; a decision with only one option is not asked",
    );
    passes("run turn(player(2)) until way; expect decision way by player(2); expect no decision way by player(1)");
    fails(
        "run turn(player(2)) until way; expect decision way by player(1)",
        "`way` was not asked of Player 1 / what was asked: `way` of Player 2; a decision with only one option is not asked",
    );
    fails("run turn(player(2)) until way; expect no decision way by player(2)", "`way` was asked of Player 2");
    fails(
        "run hop(player(1), 1) until way",
        "`way` was not asked / nothing was asked; a decision with only one option is not asked",
    );
    fails(
        "run hop(player(1), 1); expect option \"Hop\"",
        "nothing is asked here / stop the run at the decision: `run … until DECISION`",
    );
}

#[test]
fn the_whole_game_can_be_run() {
    passes("run game choosing at random; expect (any p in everyone where p.frog.at == \"d\")");
    passes(
        "run game until way; expect player(1).frog.at == \"a\"; run game choosing way: \"b\", way: \"b\", way: \"c\" until way; expect player(1).frog.at == \"c\" and player(2).frog.at == \"b\"",
    );
}

#[test]
fn a_waiting_game_is_not_disturbed() {
    passes(
        "run game until way; let p = player(2); run hop(p, 1); p.wet = doubled(2); expect p.frog.at == \"b\" and doubled(p.wet) == 8
         run game choosing way: \"b\", way: \"c\" until way; expect player(1).frog.at == \"b\" and p.frog.at == \"c\" and p.wet == 4",
    );
}

#[test]
fn every_roll_is_counted() {
    passes(
        "run splash(player(1)) on every roll; expect [ways(player(1).wet == 0), ways(player(1).wet == 1), ways(player(1).wet == 2)] == [1, 4, 4]",
    );
    passes("run splash(player(1)) on every roll; expect player(1).wet <= 2");
    fails(
        "run splash(player(1)) on every roll; expect player(1).wet < 2",
        "`player(1).wet` is 2, expected less than 2; so in 4 of 9 rolls",
    );
    fails(
        "run splash(player(1)) on every roll; expect ways(player(1).wet == 1) == 5",
        "`ways(player(1).wet == 1)` is 4, expected 5",
    );
    passes("dice 1; run splash(player(1)) on every roll; expect ways(player(1).wet == 1) == 1 and ways(player(1).wet == 2) == 2");
}

#[test]
fn members_of_lists_are_counted_from_one() {
    passes("player(1).wet = 7; let l = [player(1).wet, 5, 4]; expect l[1] == 7 and l[3] == 4");
    passes("let n = size(others(player(1))) + 1; var l = [6, 5, 4]; l[n] = 9; expect l == [6, 9, 4] and l[n] == 9");
    fails(
        "player(1).wet = 3; let l = [5, 4]; expect l[player(1).wet] == 4",
        "the rules could not go on: `l` has no member 3: it has 2 members, counted from 1 / check first: `if … in 1..size(l)`",
    );
}

#[test]
fn rule_errors_are_told() {
    fails(
        "player(1).wet = 9; var n: int in 0..3 = 0; n = player(1).wet - 2",
        "the rules could not go on: a value is out of its range: 7 in `n`, which takes 0 to 3 / widen the range where it is declared, or limit the value with `min`, `max` or `clamp`",
    );
    fails(
        "player(1).wet = 9; player(1).wet += 1",
        "the rules could not go on: a value is out of its range: 10 in `wet`, which takes 0 to 9 / widen the range where it is declared, or limit the value with `min`, `max` or `clamp`",
    );
}

#[test]
fn tests_run_with_what_they_ask_for() {
    let hops = "run hop(player(1), 2); expect player(1).frog.at ==";
    let base = format!(
        "test \"bare\" on \"pond\" {{ {hops} \"c\" }}\ntest \"in fog\" with fog on \"pond\" {{ {hops} \"b\" }}\ntest \"short\" with reach = 1 {{ {hops} \"b\" }}"
    );
    let addon = format!("test \"own\" on \"pond\" for 3 players {{ {hops} \"b\"; expect player(3).wet == 0 }}");
    let report = report(&base, &addon);
    assert!(report.passed(), "{report:#?}");
    let told: Vec<(&str, usize, usize)> = report.tests.iter().map(|t| (&*t.title, t.addons.len(), t.expectations)).collect();
    assert_eq!(told, [("own", 1, 2), ("bare", 0, 1), ("in fog", 1, 1), ("short", 0, 1)]);
    let ruleset = hop(&base, &addon);
    let some = testing::run(&ruleset, Some("FOG"));
    assert_eq!(some.tests.iter().map(|t| &*t.title).collect::<Vec<_>>(), ["in fog"]);
}

#[test]
fn a_track_is_asked_for_where_there_is_none() {
    let mut texts = texts("test \"it\" on \"ring\" { expect doubled(1) == 2 }", "");
    texts.tracks.clear();
    let report = testing::run(&Ruleset::read(&texts), None);
    let [problem] = &*report.tests[0].problems else { panic!("{report:#?}") };
    assert_eq!(problem.message, "hop has no track `ring`");
    assert_eq!(problem.hint.as_deref(), Some("draw one and put it in the folder tracks/hop"));
}

#[test]
fn a_test_without_expectations_or_track_is_told() {
    let report = report("test \"idle\" { run hop(player(1), 1) }\ntest \"lost\" on \"pnd\" { expect doubled(1) == 2 }", "");
    assert!(report.tests[0].passed());
    assert_eq!(report.tests[0].problems[0].message, "this test expects nothing");
    let lost = &report.tests[1].problems[0];
    assert_eq!((lost.message.as_str(), lost.hint.as_deref()), ("hop has no track `pnd`", Some("did you mean `pond`?")));
}

#[test]
fn changes_that_no_test_notices_are_found() {
    let tests = "test \"hop\" on \"pond\" { run hop(player(1), 2); expect player(1).frog.at == \"c\" }";
    let ruleset = hop(tests, "");
    let tried = AtomicUsize::new(0);
    let count = |_| {
        tried.fetch_add(1, Ordering::Relaxed);
    };
    let go_on = AtomicBool::new(false);
    let changes = interpreter::mutate::run(&ruleset, &count, &go_on).expect("the tests pass");
    assert_eq!(changes.len(), tried.into_inner());
    let unnoticed: Vec<String> = changes
        .iter()
        .filter(|c| c.verdict == interpreter::mutate::Verdict::Unnoticed)
        .map(|c| interpreter::mutate::line(&ruleset.sources, c))
        .collect();
    assert!(unnoticed.iter().any(|line| line.ends_with("`*` → `+`")), "nobody tests `doubled`: {unnoticed:#?}");
    assert!(!unnoticed.iter().any(|line| line.ends_with("dropped `move p.frog to on`")), "{unnoticed:#?}");
    let line = |change: &interpreter::mutate::Mutation| interpreter::mutate::line(&ruleset.sources, change);
    assert!(
        changes.iter().any(|c| line(c).contains("hop.rules:8:") && c.text == "`6` → `7`"),
        "faces of dice are changed as well"
    );
    let again = interpreter::mutate::run(&ruleset, &|_| {}, &go_on).expect("the tests pass");
    assert_eq!(changes, again, "the same, in the same order");
    let stopped = interpreter::mutate::run(&ruleset, &|_| {}, &AtomicBool::new(true)).expect("the tests pass");
    assert!(stopped.is_empty());
}

#[test]
fn odds_are_exact() {
    let ask = |run: &str, choosing: &str, of: Option<&str>| {
        let setup = Setup { track: Some("pond".into()), players: Some(2), ..Setup::default() };
        odds(&hop("", ""), &setup, &Question { given: "player(1).wet = 1", run, choosing, of })
    };
    let told = |run: &str, choosing: &str, of: Option<&str>| {
        let found = ask(run, choosing, of).unwrap_or_else(|trouble| panic!("{:#?}", trouble.problems));
        found.rows.iter().map(|row| format!("{} {}/{}", row.shown, row.ways, found.total)).collect::<Vec<_>>()
    };
    assert_eq!(told("splash(player(1))", "", None), ["0 1/9", "1 4/9", "2 4/9"]);
    assert_eq!(told("splash(player(1))", "", Some("player(1).wet > 1 or player(2).wet > 0")), ["no 5/9", "yes 4/9"]);
    assert_eq!(told("turn(player(1))", "way: \"Hop\"", Some("player(1).frog.at")), ["b 1/6", "c 1/6", "d 4/6"]);
    let wrong = |run: &str, choosing: &str, of: Option<&str>| {
        let trouble = ask(run, choosing, of).expect_err("this can't be answered");
        let told = |p: &interpreter::diagnostic::Diagnostic| {
            let place = p
                .span
                .map_or(String::new(), |s| format!("{} {:?}: ", trouble.sources.get(s.source).name, trouble.sources.slice(s)));
            format!("{place}{}", p.message)
        };
        trouble.problems.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(wrong("splash(player(1))", "", Some("player(1).wett")), ["--of \"wett\": a player has nothing named `wett`"]);
    assert_eq!(wrong("hop(player(1), 1)", "", None), ["this rule gives nothing back"]);
    assert_eq!(
        wrong("turn(player(1))", "", Some("1")),
        ["--run \"turn(player(1))\": Player 1 is asked `way`, but the test gives no answer"]
    );
}

/// The bits of a set may look like the word that stands for none, or for what was never stored.
#[test]
fn sets_may_have_any_bits() {
    let cases: Vec<String> = (0..32).map(|n| format!("e{n}")).collect();
    let text = format!(
        "enum Many {{ {} }}\nconst last: set of Many = those x in Many where x == e31\n\
         state {{ both: set of Many per Part }}\n\
         rule fill() {{ both[goal] = [e0, e31] }}\n\
         test \"any bits\" on \"pond\" for 2 players {{ run fill(); expect size(last) == 1 and size(both[goal]) == 2 }}",
        cases.join(", ")
    );
    let report = report(&text, "");
    assert!(report.passed() && report.tests.len() == 1, "{report:?}");
}

/// What has been read of a table keeps its value when the table changes, wherever its entries are counted from.
#[test]
fn what_was_read_stays_when_a_table_changes() {
    let rules = r#"
value from_one(k: int) -> int {
  var way: int per 1..3 = [5, 6, 7]
  let before = way[1]
  way[k] = 0
  return before
}
value from_none(k: int) -> int {
  var way: int per 0..2 = [5, 6, 7]
  let before = way[1]
  way[k] += 2
  if way[1] == before { return 0 }
  return before
}
value from_below(k: int) -> int {
  var way: int per -2..0 = [5, 6, 7]
  let before = way[-2]
  way[k] = 0
  return before * 10 + way[-2]
}
value asked_twice(k: int) -> int {
  var way: int per 1..3 = [5, 6, 7]
  var seen = 0
  if way[1] == 5 { seen += 1 }
  way[k] = 9
  if way[1] == 5 { seen += 10 }
  if way[1] != 9 { seen += 100 }
  return seen
}
test "tables" on "pond" for 2 players {
  expect from_one(1) == 5 and from_none(1) == 6 and from_below(-2) == 50 and asked_twice(1) == 1 and asked_twice(2) == 111
}
"#;
    let report = report(rules, "");
    assert_eq!(report.tests[0].problems, vec![]);
}

/// What a call has given is gone through whole, though rules that are called on the way write where it lay.
#[test]
fn what_a_call_gives_outlasts_other_calls() {
    let rules = r#"
value from_on(n: int) -> set of int in 0..9 {
  if n > 9 { return [] }
  var all: set of int in 0..9 = from_on(n + 1)
  all += n
  return all
}
value listed(n: int) -> list of int max 10 {
  if n > 9 { return [] }
  var all: list of int max 10 = listed(n + 1)
  all += n
  return all
}
value is_odd(n: int) -> bool {
  if n < 2 { return n == 1 }
  return is_odd(n - 2)
}
value odd_ones(n: int) -> int = (count i in from_on(n) where is_odd(i)) + 10 * (count i in listed(n) where is_odd(i))
test "odd ones" on "pond" for 2 players {
  expect odd_ones(3) == 44
  expect not every i in from_on(4): is_odd(i)
}
"#;
    let report = report(rules, "");
    assert_eq!(report.tests[0].problems, vec![]);
}

/// A question whose answer is known from an earlier one isn't asked again; one between whose times something changed is.
#[test]
fn questions_are_asked_again_where_the_answer_may_differ() {
    let rules = r#"
state { seen: int = 0 }
rule twice(p: player, wet: int) {
  seen = 0
  if p.wet == wet { seen += 1 } else { seen += 2 }
  if p.wet != wet { seen += 10 } else { seen += 20 }
  p.wet = 3
  if p.wet == wet { seen += 100 } else { seen += 200 }
  for q in players where q.wet == wet { seen += 1000; q.wet = 0 }
  if p.wet == wet { seen += 10000 }
}
rule loops(p: player) {
  var n = 0
  var left = 4
  while left > 0 {
    left -= 1
    if p.careful { n += 10 }
    p.careful = left == 2
    if not p.careful { n += 1 }
  }
  seen = n
}
test "asked" on "pond" for 2 players {
  let p = player(1)
  run twice(p, 0)
  expect seen == 1221
  run twice(p, 3)
  expect seen == 1121
  run loops(p)
  expect seen == 13
}
"#;
    let report = report(rules, "");
    assert_eq!(report.tests[0].problems, vec![]);
}

#[test]
fn what_happens_in_a_test_is_told() {
    let tests = "test \"hop\" on \"pond\" for 2 players {\n  dice 2\n  run turn(player(1)) choosing way: \"Hop\"\n  \
        expect player(1).frog.at == \"b\" and 3 == 3\n}\ntest \"ways\" with fog on \"pond\" { run hop(player(1), roll(die)) on every roll\n expect ways(player(1).frog.at == \"a\") == 1 }";
    let ruleset = hop(tests, "");
    let all = testing::run(&ruleset, None);
    assert!(all.tests.iter().all(|test| test.trace.is_empty()));
    let trace = |n: usize| {
        let options = testing::Options { at: Some(all.tests[n].span), trace: true, ..Default::default() };
        let report = testing::run_with(&ruleset, &options);
        assert_eq!(report.tests.len(), 1);
        report.tests[0].trace.iter().map(|step| format!("{:?}: {}", step.kind, step.text)).collect::<Vec<_>>()
    };
    let told = [
        "Line: dice 2",
        "Line: run turn(player(1)) choosing way: \"Hop\"",
        "Rules(Turn): Player 1's turn",
        "Rules(Chose): Player 1: Hop",
        "Rules(Rolled): die: 2",
        "Rules(Moved): Player 1's frog: a → b → c",
        "Line: expect player(1).frog.at == \"b\" and 3 == 3",
        "Failed: player(1).frog.at is c",
        "Held: 3 == 3",
    ];
    assert_eq!(trace(0), told);
    // Of six rolls the first is told: in fog no step is made then.
    let told = [
        "Line: run hop(player(1), roll(die)) on every roll",
        "Rules(Rolled): die: 1",
        "Line: expect ways(player(1).frog.at == \"a\") == 1",
        "Held: ways(player(1).frog.at == \"a\") is 1",
    ];
    assert_eq!(trace(1), told);
}

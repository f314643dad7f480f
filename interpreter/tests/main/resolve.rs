//! Names, types and add-ons: what is said about rules that are wrong, and that sound ones say nothing.

use interpreter::diagnostic::Diagnostic;
use interpreter::ir::Ir;
use interpreter::resolve::{essential, resolve};
use interpreter::source::Sources;
use interpreter::syntax::parse;

/// A whole small game; what a case is about is added to it.
const MINI: &str = r#"
game mini "Mini" for 1..4 players
param laps: int in 1..9 = 3
param order: fixed | leader_first = fixed
enum Area { course, start, finish }
enum Terrain { plain, climb }
space { area: Area = course, terrain: Terrain = plain, mark: Terrain? }
link ahead one? drawn along
link around one?
const line = the s in space where s.area == start
piece Racer 1 per player as racer at line
player { lap: int in 0..9 = 0, secret plan: int in 0..3 = 0, shots: int?, seen: set of space, wax: int per Terrain = [else: 0] }
state { round: int = 0, leader: player?, order_now: list of player max 8 }
dice die = 1..6
measure drafts per player
flow { repeat { for p in players { turn(p) } } }
turn rule turn(p: player) { step(p, roll(die)) }
rule step(p: player, dots: int) { p.lap += 1 }
value bonus(p: player) -> int = p.lap
"#;

/// Resolves the texts of a game and of its add-ons.
fn build(base: &str, addons: &[&str]) -> (Ir, Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let mut problems = vec![];
    let mut read = |name: &str, text: &str| {
        let id = sources.add(name, text);
        let (tree, found) = parse(&sources, id);
        problems.extend(found);
        tree
    };
    let base = [read("base", base).into()];
    let addons: Vec<_> = addons.iter().map(|text| read("addon", text)).collect();
    let (ir, found) = resolve(&base, &addons.iter().collect::<Vec<_>>(), None);
    problems.extend(found);
    (ir, sources, problems)
}

/// The problems as lines: the text they are about, code, message, hint.
fn lines(sources: &Sources, problems: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let place = d.span.map_or("", |s| sources.slice(s)).lines().next().unwrap_or("");
        let hint = d.hint.as_ref().map_or(String::new(), |h| format!("\n    {h}"));
        format!("{place} | {} {}{hint}\n", d.code.text(), d.message)
    };
    problems.iter().map(line).collect()
}

/// What is said about the small game with these lines added.
fn check(text: &str) -> String {
    let (ir, sources, problems) = build(&format!("{MINI}{text}\n"), &[]);
    if problems.is_empty() {
        whole(&ir);
    }
    lines(&sources, &problems)
}

/// What is said about the small game with these add-ons.
fn check_addons(base: &str, addons: &[&str]) -> String {
    let (ir, sources, problems) = build(&format!("{MINI}{base}\n"), addons);
    if problems.is_empty() {
        whole(&ir);
    }
    lines(&sources, &problems)
}

/// Sound rules leave nothing unknown.
fn whole(ir: &Ir) {
    let text = format!("{ir:?}");
    assert!(!text.contains("Wrong") && !text.contains("Unknown"), "something is unknown, but nothing was said:\n{text}");
}

fn sound(text: &str) {
    assert_eq!(check(text), "", "{text}");
}

#[test]
fn a_small_game_is_sound() {
    let (ir, ..) = build(MINI, &[]);
    sound("");
    assert!(ir.flow.is_some() && ir.prospects.is_none() && ir.rules.len() == 4);
}

#[test]
fn what_the_language_has_is_understood() {
    sound(
        r#"
derive space.way: int = distance(self, to: line, over: [ahead, around]) else "no way to the line"
value reached(s: space) -> set of space = reach(s, over: [ahead], within: 3) + [s] - [line]
value most(p: player) -> int = (min q in others(p) where q.lap > 1: q.lap) otherwise max(1, 2, 3)
value order_of() -> list of player = those q in players from player(1) where q.lap in 1..3 by q.lap desc, then q.racer.at.way
value even() -> set of int in 1..6 = those n in 1..6 where n % 2 == 0
value back(p: player) -> Compass? = if let s = p.racer.at.ahead then opposite(direction(p.racer.at, s)) else none
value free(p: player) -> bool = every t in Terrain: p.wax[t] == 0
value one(p: player) -> player? = first q in everyone where q != p and free(q)
value alone(p: player) -> bool =
  place(p) is none and next_player(p) != p and size(occupants(p.racer.at)) > 1
  and (any r in Racer where r.owner == p and r.number == 1)
value marks(p: player) -> int {
  var n = 0
  for s in p.seen { n += if s.mark is some and s.mark > plain then 1 else 0 }
  return n
}
value kind_of(x: int, s: space) -> Terrain = if x == 1 then plain else s.terrain
rule ask(p: player) {
  let to = choose way by p "To?" always from those s in space where s.area == course
  move p.racer to to
  let side = choose side by p { each k in Compass where k != north => k; "No" => none }
  if side is some and side == south { finish(p) } else { eliminate(p) }
}
rule gather(p: player) {
  order_now += p; order_now -= p; order_now = [p]
  p.seen += p.racer.at; p.seen -= [line]; p.wax[climb] -= 1; leader = none
  repeat 3 times { count drafts[p] += 1 }
  for q in order_now where q.lap > 1 by q.lap { if q == leader { continue }; break }
  match p.racer.at.area { course { return }; start, finish { leader = p } }
  while let s = p.racer.at.ahead { move p.racer to s }
}
test "all of it" with laps = 2 on "loop" for 2 players {
  let p = player(1)
  let from_here: space = "a1"
  move p.racer to from_here; dice 3, 4
  run ask(p) until way choosing way: "a1", side: south
  expect option "a2"; expect no decision side
  expect [p.lap, most(p)] == [1, 2]
  run turn(p) on every roll
  expect ways(p.lap == 1) == 6
  run game choosing at random
}"#,
    );
}

#[test]
fn unknown_names_have_a_neighbour() {
    let said = check("rule a(p: player) { stepp(p, 1); p.lapp = 1; let x = rond; p.racer.att = 3; count draft[p] += 1 }");
    assert_eq!(
        said,
        "stepp | N01 there is no rule or value `stepp`\n    did you mean `step`?\n\
         lapp | N01 a player has nothing named `lapp`\n    did you mean `lap`?\n\
         rond | N01 there is nothing named `rond`\n    did you mean `round`?\n\
         att | N01 a Racer has nothing named `att`\n    did you mean `at`?\n\
         draft | N01 there is no measure `draft`\n    did you mean `drafts`?\n"
    );
    let said = check("value a(s: space) -> bool = s.area == finsh and s.area == plain");
    assert_eq!(
        said,
        "finsh | N01 `finsh` is neither a case of Area nor declared\n    did you mean `finish`?\n\
         plain | N01 `plain` is neither a case of Area nor declared\n    \
         `plain` is a case of Terrain, which is not what is expected here\n"
    );
}

#[test]
fn nothing_hides_something_else() {
    let said = check(
        "rule step(p: player) { }\nrule a(bonus: int, plain: Terrain) { let players = 3; for p in everyone { for p in everyone { } } }",
    );
    assert_eq!(
        said,
        "step | N02 `step` is already declared\n    choose another name, or leave one of them out\n\
         bonus | N02 `bonus` is already declared\n    choose another name here: a name can't hide another one\n\
         plain | N02 `plain` is a case of Terrain, so a variable of that kind can't have its name\n    choose another name\n\
         players | N02 `players` is a word of the language: choose another name\n\
         p | N02 `p` is already declared\n    choose another name here: a name can't hide another one\n"
    );
}

#[test]
fn a_game_needs_its_name_and_its_flow() {
    let (_, sources, problems) = build("rule a() { }", &[]);
    let said = lines(&sources, &problems);
    assert!(
        said.contains("N03 no file says which game this is") && said.contains("N03 no file says how the game is played"),
        "{said}"
    );
    assert_eq!(check("flow { }"), "flow { } | N02 there is already a `flow`\n");
}

#[test]
fn values_fit_their_places() {
    let said = check("rule a(p: player) { p.lap = p; if p.lap { }; if p.seen { }; let x = p.lap == line; move p to line }");
    assert_eq!(
        said,
        "p | T01 a number is expected here, but this is a player\n\
         p.lap | T01 true or false is expected here, but this is a number\n    compare it: `… > 0`\n\
         p.seen | T01 true or false is expected here, but this is a set of spaces\n    compare its size: `size(…) > 0`\n\
         p.lap == line | T01 this compares a number with a space\n    only values of the same kind can be compared\n\
         p | T01 pieces can be moved, but this is a player\n    write `move p.racer to …`\n"
    );
    let said = check("rule a(p: player) { p.wax = [plain: 1]; p.wax[line] = 1; p.wax = [1, 2, 3]; let t = []; let u = none }");
    assert_eq!(
        said,
        "[plain: 1] | T04 the table has no entry for `climb`\n    add `else: …` for all others\n\
         line | T01 a Terrain is expected here, but this is a space\n\
         [1, 2, 3] | T01 the table needs 2 entries here, but this has 3\n    write one for each key in turn, or by their keys: `[…: …, else: …]`\n\
         [] | T01 a list or set of what?\n    give it a type: `let x: set of space = []`\n\
         none | T01 none of what?\n    say what it is meant to be: `let x: space? = …`\n"
    );
}

#[test]
fn calls_take_what_is_declared() {
    let said = check("rule a(p: player) { step(p); step(p, 1, 2); let x = step(p, 1); size(p.seen) }");
    assert_eq!(
        said,
        "step(p) | T02 `step` takes 2 arguments (`p` and `dots`), but gets 1 here\n    a call is written `step(…, …)`\n\
         step(p, 1, 2) | T02 `step` takes 2 arguments (`p` and `dots`), but gets 3 here\n    a call is written `step(…, …)`\n\
         step(p, 1) | T01 `step` has no result\n    call it on a line of its own, or let it give something\n\
         size(p.seen) | T07 nothing is done with this\n    keep it with `let x = …`, or change something with it\n"
    );
}

#[test]
fn none_is_asked_about_first() {
    let hint = "\n    write `if let x = …`, or a value to use instead: `… otherwise …`\n";
    assert_eq!(
        check("value a(s: space) -> space = s.ahead"),
        format!("s.ahead | T03 a space is expected here, but this may be none{hint}")
    );
    // A variable may have changed since it was asked about.
    assert_eq!(
        check("rule a(p: player) { var x: space? = none; if x is some { let y: space = x } }"),
        format!("x | T03 a space is expected here, but this may be none{hint}")
    );
    // So may a field of the game.
    assert_eq!(
        check("value a(p: player) -> int = if p.shots is some then p.shots else 0"),
        format!("p.shots | T03 a number is expected here, but this may be none{hint}")
    );
    let said = check("rule a(p: player) { if p.lap is some { }; let y = p.lap otherwise 3 }");
    assert_eq!(
        said,
        "p.lap | T01 this is a number, which is never none\n\
         p.lap | T01 this is a number, which is never none: `otherwise` is not needed\n"
    );
}

#[test]
fn after_is_some_it_is_there() {
    sound("value a(s: space) -> space = if s.ahead is some then s.ahead else s");
    sound("value a(s: space) -> space = if s.ahead is none then s else s.ahead");
    sound(
        "value a(s: space) -> bool = s.ahead is some and s.ahead.area == start and other(s.ahead)\nvalue other(s: space) -> bool = true",
    );
    sound("value a(s: space) -> space { if s.around is none { return s }; return s.around }");
    sound("value a(s: space) -> space { let t = s.around else return s; return t }");
    sound("value a(s: space) -> space { if s.around is some { return s.around } else { return s } }");
    // What is some has all of its way some.
    sound("value a(s: space?) -> space = if s.ahead.around is some then s.ahead else line");
    sound("value a(s: space?) -> space { while s is none or s.around is none { return line }; return line }");
    sound("value a() -> set of Terrain = those t in Terrain where any s in space where s.mark is some and s.mark == t");
    sound("value a() -> int = count s in those t in space where t.ahead is some where s.ahead is some");
    // A dot passes none through.
    sound("value a(s: space) -> bool = s.ahead.around.ahead is some");
    sound("rule a(s: space) { let x = s.ahead.area; if x == start { } }");
}

#[test]
fn a_match_names_every_case() {
    let said = check(
        "value a(s: space) -> int = match s.terrain { plain => 1 }\nrule b(s: space) { match s.terrain { plain { }; else { }; plain { } } }",
    );
    assert_eq!(
        said,
        "match s.terrain { plain => 1 } | T04 this `match` has no case for `climb`\n    add the missing cases, or `else`\n\
         plain | T04 this case is listed twice\n    leave one of them out\n\
         plain { } | T04 this is never reached: the `else` before it takes all the rest\n"
    );
}

#[test]
fn values_only_look() {
    let said = check("value a(p: player) -> int { p.lap = 3; return roll(die) }");
    assert_eq!(
        said,
        "p.lap = 3 | T05 changing the game is not possible in a `value`, which only reads\n    \
         make it a `rule`, or move this into the rule that uses it\n\
         roll(die) | T05 rolling dice is not possible in a `value`, which only reads\n    \
         make it a `rule`, or move this into the rule that uses it\n"
    );
    let said = check(
        "rule a(p: player) { let x = any q in players where lucky(q) }\nrule lucky(p: player) -> bool { return roll(die) > 3 }",
    );
    assert_eq!(
        said,
        "lucky | T05 calling the rule `lucky` is not possible in a search (`where`, `by` or after the `:`), which only reads\n    \
         do it first and keep the result: `let x = …`\n"
    );
}

#[test]
fn what_is_fixed_stays() {
    let said = check(
        "rule a(p: player) { p = p; laps = 3; p.racer.at = line; p.racer.at.area = finish; let x = 1; x = 2; for q in players { q = p } }",
    );
    assert_eq!(
        said,
        "p | T06 `p` is an argument of the rule, and can't be changed\n    copy it first: `var my_p = p`\n\
         laps | T06 a param is fixed for the whole game\n    keep what changes in `state { … }`\n\
         p.racer.at | T06 pieces are moved, not assigned\n    write `move … to …` with the piece and the space it goes to\n\
         p.racer.at.area | T06 `area` belongs to the board, which doesn't change in a game\n    \
         keep what changes in `state`, `player` or a piece\n\
         x | T06 `x` is fixed by `let`, and can't be changed\n    declare it with `var x = …`\n\
         q | T06 `q` is the variable of the loop, and can't be changed\n    use a `var` of its own\n"
    );
}

#[test]
fn statements_have_their_places() {
    let said = check("rule a(p: player) { break; proceed(); turn(p); ways(true) }");
    assert_eq!(
        said,
        "break | T07 there is no loop around this `break`\n    to leave the rule, write `return`\n\
         proceed | T07 `proceed` belongs in an `around` of an add-on\n    a rule is called by its name\n\
         turn | T07 `turn` begins a turn, so only `flow` can call it\n    put what both need in a rule of its own\n\
         ways | T07 `ways` is only for tests, after `run … on every roll`\n"
    );
}

#[test]
fn every_way_ends_with_the_result() {
    sound("rule a(p: player) -> int { choose x by p \"?\" { \"A\" { return 1 }; \"B\" { return 2 } } }");
    sound("rule a(p: player) -> int { repeat { if p.lap > 2 { return 3 } } }");
    sound("rule a(s: space) -> int { match s.terrain { plain { return 1 }; climb { fail \"no\" } } }");
    let hint = "\n    every way through it must end with `return …`\n";
    for text in [
        "rule a(p: player) -> int { if p.lap > 2 { return 3 } }",
        "rule a(p: player) -> int { choose x by p \"?\" { \"A\" { return 1 }; \"B\" { } } }",
        "rule a(p: player) -> int { repeat { if p.lap > 2 { break } } }",
        "rule a(p: player) -> int { }",
    ] {
        assert_eq!(check(text), format!("a | T09 `a` can end without its result, a number{hint}"), "{text}");
    }
}

#[test]
fn what_is_known_before_the_game() {
    let said =
        check("param a: int in 0..b = 2\nparam b: int = 3\nparam c: int = round\nconst e = f\nconst f = e\nconst g = players");
    assert_eq!(
        said,
        "b | T10 `b` is declared only below\n    move it up\n\
         round | T10 this must be known before the game\n    only numbers, cases and params can be used here\n\
         e | T10 `e` is defined in terms of itself\n    write a value that doesn't depend on it\n\
         f | T10 `f` is defined in terms of itself\n    write a value that doesn't depend on it\n\
         players | T10 who still plays changes in a game, but this is worked out before the game\n    write `everyone`\n"
    );
    let said = check(
        "derive space.other: int = self.third\nderive space.third: int = through(self)\nvalue through(s: space) -> int = s.other",
    );
    assert_eq!(
        said,
        "other | T10 `other` is defined in terms of itself\n    write a value that doesn't depend on it\nthird | T10 `third` is defined in terms of itself\n    write a value that doesn't depend on it\n"
    );
}

#[test]
fn nobody_decides_on_what_is_secret() {
    sound(
        "rule a(p: player) { choose x by p \"{p.plan}?\" { if guess(p) { \"A\" { } }; \"B\" { } } }\nvalue guess(p: player) -> bool = p.plan > 1",
    );
    let said = check(
        "rule a(p: player) { choose x by p \"?\" { each q in players where guess(q) { }; each q in players where q.plan == 1 { } } }\nvalue guess(p: player) -> bool = p.plan > 1",
    );
    assert_eq!(
        said,
        "guess(q) | T08 the player who decides here can't see all that `guess` reads: `plan` is secret\n    \
         options and prompts can use only what that player sees\n\
         q.plan | T08 the player who decides here can't see this `plan`: it is secret\n    \
         options and prompts can use only that player's own secret fields\n"
    );
    // What belongs to whoever chooses may be read, by whatever name.
    sound(
        "player { secret marks: set of space }\npiece Dog 2 per player as dogs off board { secret tag: int = 0 }\n\
         rule a() { let most = sum q in players: q.plan; secretly each p in players {\n\
         let r = p.racer; for d in p.dogs { if d.tag == 1 { mark(p, d) } }; for d in Dog where d.tag > 0 and d.owner == p by d.tag { p.plan = most }\n\
         choose one by p \"{size(p.marks)}\" { each d in p.dogs \"{d}\" { mark(r.owner, d); mark(p, p.dogs[2]) }; if bold(p) { \"B\" { } } } } }\n\
         rule mark(p: player, d: Dog) { let own = d.owner; d.tag = own.plan + p.plan }\n\
         value bold(q: player) -> bool = any d in q.dogs where d.tag > 1",
    );
    let said = check("rule a() { secretly each p in players { p.plan = 2; step(p, 1); let x = roll(die) } }");
    let hint = "\n    write secret fields only, and show them when the block is over\n";
    assert_eq!(
        said,
        format!(
            "step(p, 1) | T08 `step` does what others see, but in `secretly` nothing may show{hint}\
             roll(die) | T08 this is left to chance, but in `secretly` nothing may show{hint}"
        )
    );
}

#[test]
fn links_and_paths_have_their_own_fields() {
    sound(
        "path Run { n: int }\nlink Lift many { price: int }\nvalue a(p: player, r: Run) -> bool = any l in Lift where l.price == r.n",
    );
    let said = check(
        "path Run { n: int }\nlink Lift many { price: int }\nvalue a(p: player, r: Run) -> bool = any l in Lift where l.n == size(r.space)",
    );
    assert_eq!(
        said,
        "n | N01 a Lift has nothing named `n`\n    its fields are `from`, `to` and `price`\n\
         space | N01 a Run has nothing named `space`\n    did you mean `spaces`?\n"
    );
}

#[test]
fn tests_are_checked() {
    let said = check("test \"x\" with lapss = 2 { run stp(player(1)) choosing foo: \"x\"; expect step(player(1), 2) }");
    assert_eq!(
        said,
        "lapss | N01 there is no param `lapss`\n    did you mean `laps`?\n\
         stp | N01 there is no rule or value `stp`\n    did you mean `step`?\n\
         foo | N01 there is no decision `foo`\n    a decision has the name that stands behind `choose`\n\
         step | T05 calling the rule `step` is not possible in `expect`, which only reads\n    \
         do it before, with `run`, and check the result here\n\
         step(player(1), 2) | T01 `step` has no result\n    call it on a line of its own, or let it give something\n"
    );
}

// ── Add-ons ────────────────────────────────────────────────────────────────────────────────────────────────────────

const HEART: &str = r#"
addon heart "Heart" for mini
extend player { heart: int = 0 }
extend enum Terrain { ice }
/// On ice nobody skis on.
replace rule step(p, n) { if p.racer.at.terrain != ice { p.lap += n } }
before rule step(p, n) { p.heart += n }
around rule step(p, n) { proceed(p, n + 1) }
after rule step(p, n) { if n > 3 { return }; p.heart -= 1 }
set laps = 4
test "own" { run step(player(1), 2); expect player(1).heart == 2 }
"#;

#[test]
fn layers_are_woven() {
    let base = "test \"bare\" { expect laps == 3 }\ntest \"with it\" with heart { expect player(1).lap == 0 }";
    assert_eq!(check_addons(base, &[HEART]), "");
    let (ir, ..) = build(&format!("{MINI}{base}"), &[HEART]);
    let rules: Vec<String> = ir.rules.iter().filter(|r| &*r.name == "step").map(|r| format!("{:?}", r.body)).collect();
    // The new body; `before` and what joins it; `around`; `after` and what joins it.
    assert_eq!(rules.len(), 6, "{rules:?}");
    assert!(rules[2].starts_with("Before") && rules[3].contains("Call") && rules[5].starts_with("After"), "{rules:?}");
    let tests: Vec<&str> = ir.tests.iter().map(|t| &*t.title).collect();
    assert_eq!(tests, ["with it", "own"]);
    assert_eq!(ir.other_tests.len(), 1);
}

#[test]
fn the_base_is_resolved_alone() {
    // In the base `heart` and `ice` are free, whatever add-ons call so.
    let base = "rule other(heart: int) { let ice = 3; let x = heart + ice }";
    assert_eq!(check_addons(base, &[HEART]), "");
    // An add-on sees only what it requires.
    let said = check_addons("", &[HEART, "addon y \"Y\" for mini\nvalue a(p: player) -> int = p.heart"]);
    assert_eq!(
        said,
        "heart | N01 a player has nothing named `heart`\n    its fields are `lap`, `plan`, `shots`, `seen` and `wax`\n"
    );
    assert_eq!(check_addons("", &[HEART, "addon y \"Y\" for mini\nrequires heart\nvalue a(p: player) -> int = p.heart"]), "");
    let said = check_addons("", &["addon x \"X\" for mini\nrule own() { }", "addon y \"Y\" for mini\nrule a() { own() }"]);
    assert_eq!(said, "own | N01 there is no rule or value `own`\n    only an add-on that `requires` that one can use it\n");
}

#[test]
fn a_new_case_needs_its_place() {
    let said = check_addons("value cost(t: Terrain) -> int = match t { plain => 1, climb => 2 }", &[HEART]);
    assert_eq!(said, "ice | T04 `cost` has no case for `ice`\n    replace `cost` in the add-on\n");
    let other = "addon more \"More\" for mini\nrequires heart\n/// Ice costs three.\nreplace value cost(t) = match t { plain => 1, climb => 2, ice => 3 }";
    assert_eq!(check_addons("value cost(t: Terrain) -> int = match t { plain => 1, climb => 2 }", &[HEART, other]), "");
}

#[test]
fn what_an_addon_changes_must_be_there() {
    let said =
        check_addons("", &["addon x \"X\" for mini\nbefore rule stepp(p, n) { }\nset lapss = 2\nextend Racerr { a: int = 0 }"]);
    assert_eq!(
        said,
        "stepp | A01 there is no rule `stepp` to change\n    did you mean `step`?\n\
         lapss | A01 there is no param `lapss` to change\n    did you mean `laps`?\n\
         Racerr | A01 there is no kind `Racerr` to change\n    did you mean `Racer`?\n"
    );
}

#[test]
fn two_addons_may_not_change_one_thing() {
    let x = "addon x \"X\" for mini\n/// New.\nreplace rule step(p, n) { }\nset laps = 2";
    let y = "addon y \"Y\" for mini\n/// New.\nreplace rule step(p, n) { p.lap += n }\nset laps = 4 over z";
    assert_eq!(
        check_addons("", &[x, y]),
        "step | A02 the add-on `x` also changes `step`\n    write `… over x` if this one is meant to win\n\
         z | A02 it is `x` that changes `laps`, not `z`\n    write `x`\n"
    );
    let z = "addon z \"Z\" for mini\n/// New.\nreplace rule step(p, n) over x { }\nset laps = 4 over x";
    assert_eq!(check_addons("", &[x, z]), "");
}

#[test]
fn addons_need_and_exclude_each_other() {
    let said = check_addons("", &["addon x \"X\" for mini\nrequires y, w", "addon y \"Y\" for other\nexcludes x"]);
    assert_eq!(
        said,
        "y | A03 `x` needs `y`, which comes after it\n    put it earlier in the manifest's list of add-ons\n\
         w | A03 `x` needs the add-on `w`, which is off\n    switch it on, too\n\
         other | A03 this add-on is for `other`, but the game is `mini`\n    write `mini`\n\
         x | A03 `y` can't be played together with `x`\n    play with one of them alone\n"
    );
}

#[test]
fn layers_fit_what_they_are_laid_on() {
    let said = check_addons(
        "",
        &[
            "addon x \"X\" for mini\nreplace rule step(p) { }\nbefore rule step(p: space, n) { return }\nafter value bonus(p) { }\nbefore value step(p, n) { }",
        ],
    );
    assert_eq!(
        said,
        "step | A06 the new `step` has no text for the rulebook\n    write its paragraph of the rulebook above it, after `///`\n\
         step | A05 `step` takes 2 arguments, but has 1 here\n    write `step(p, dots)`\n\
         space | A05 `p` is a space here, but a player in what this changes\n\
         return | T07 `return` can't be used in a `before`\n    write an `around`, which decides whether to `proceed`\n\
         bonus | A04 this `after` does nothing: `bonus` is no longer called\n    lay it on a rule that is called, or leave it out\n\
         step | A05 `step` is a rule, not a value\n    change it as a rule: `before rule step(…)`\n"
    );
}

// ── Robustness ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn deep_nesting_is_a_problem_not_a_crash() {
    let deep = |n: usize, open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(n), close.repeat(n));
    for n in [45, 95, 190, 1_000] {
        check(&format!("value a() -> int = {}", deep(n, "(1 + ", "1", ")")));
        check(&format!("value a() -> bool = {}", deep(n, "not (", "true", ")")));
        check(&format!("value a() -> int = {}1", "1 + ".repeat(n)));
        check(&format!("value a() -> int = {}", deep(n, "[", "1", "]")));
        check(&format!("value a() -> int = {}", deep(n, "max(0, ", "1", ")")));
        check(&format!("value a(s: space) -> int = {}", deep(n, "if s.area == start then (", "1", ") else 2")));
        check(&format!("value a() -> int = {}", deep(n, "size(those s in space where 0 < ", "1", ")")));
        check(&format!("rule a(p: player) {{ {} }}", deep(n, "if p.lap > 1 { ", "p.lap = 1", " }")));
        check(&format!("rule a(p: player) {{ {} }}", deep(n, "for s in space { ", "p.lap = 1", " }")));
        check(&format!("rule a(p: player) {{ {} }}", deep(n, "choose x by p \"?\" { \"A\" { ", "p.lap = 1", " } }")));
        check(&format!("value a(s: space) -> bool = s{} is some", ".ahead".repeat(n)));
        let consts: String = (0..n).map(|k| format!("const c{k} = c{}\n", k + 1)).collect();
        check(&format!("{consts}const c{n} = 3"));
    }
}

#[test]
fn one_mistake_is_one_problem() {
    // A name that is missing is missed once, wherever it is used.
    let said = check("rule a(p: player) { p.hart = 1; p.hart += 1; if p.hart > rund { rund = 3; stepp(p, 1) }; stepp(p, 2) }");
    assert_eq!(
        said,
        "hart | N01 a player has nothing named `hart`\n    its fields are `lap`, `plan`, `shots`, `seen` and `wax`\n\
         rund | N01 there is nothing named `rund`\n    did you mean `round`? A new name is declared: `let rund = …`, or `var rund = …` if it changes later\n\
         stepp | N01 there is no rule or value `stepp`\n    did you mean `step`?\n"
    );
    // Nor does what a broken line would have declared count against the lines after it.
    let mut sources = Sources::default();
    let id = sources.add("base", format!("{MINI}rule a(p: player) -> int {{\n  let x = = 3\n  p.lap = x\n  return x +\n}}\n"));
    let (tree, unread) = parse(&sources, id);
    let base = [tree.into()];
    let (_, found) = resolve(&base, &[], None);
    assert!(!found.is_empty());
    assert_eq!(lines(&sources, &essential(found, &unread, &base, &[])), "");
}

/// The compiler tells by it which of two values it has worked out already.
#[test]
fn no_two_expressions_of_a_kind_begin_and_end_at_the_same_places() {
    use interpreter::ir::{Expr, ExprKind, walk};
    for (name, ruleset) in crate::common::all_rulesets() {
        let every_addon: Vec<_> = ruleset.addons.iter().map(|addon| addon.name.clone()).collect();
        for addons in [vec![], every_addon] {
            let (ir, _) = ruleset.weave(&addons);
            let mut places = vec![];
            let mut note = |e: &Expr| {
                let is_kept = matches!(
                    e.kind,
                    ExprKind::Call { .. } | ExprKind::Query(_) | ExprKind::Distance { .. } | ExprKind::Reach { .. }
                );
                if is_kept || matches!(e.kind, ExprKind::Otherwise(..) | ExprKind::Ways(_)) {
                    places.push(e.place());
                }
            };
            ir.rules.iter().for_each(|rule| walk::rule(rule, &mut note));
            ir.formulas().for_each(|formula| walk::expr(&formula.expr, &mut note));
            for line in ir.tests.iter().flat_map(|test| &test.lines) {
                walk::test_line(line, &mut |part| {
                    if let walk::Part::Expr(e) = part {
                        note(e);
                    }
                });
            }
            for (n, place) in places.iter().enumerate() {
                assert!(!places[..n].contains(place), "{name}: {}", ruleset.sources.slice(place.0));
            }
        }
    }
}

//! Reading rules: what becomes of each construct, and what is said about text that can't be read.

use std::fs;
use std::path::{Path, PathBuf};

use interpreter::diagnostic::Diagnostic;
use interpreter::source::Sources;
use interpreter::syntax;
use interpreter::syntax::tree::*;

const SAMPLE: &str = include_str!("sample.rules");

fn read(text: &str) -> (Tree, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let id = sources.add("test.rules", text);
    syntax::parse(&sources, id)
}

/// The only declaration of a text without problems.
fn item(text: &str) -> Item {
    let (mut tree, problems) = read(text);
    assert_eq!(problems, [], "{text}");
    assert_eq!(tree.items.len(), 1, "{text}");
    tree.items.remove(0)
}

/// The lines of a rule.
fn lines(text: &str) -> Vec<Stmt> {
    match item(&format!("rule test() {{\n{text}\n}}")).kind {
        ItemKind::Rule { body: Some(body), .. } => body.lines,
        other => panic!("{other:?}"),
    }
}

/// An expression with brackets around every operation, so that its shape can be seen.
fn shape(text: &str) -> String {
    match item(&format!("const test = {text}")).kind {
        ItemKind::Const { value, .. } => show(&value),
        other => panic!("{other:?}"),
    }
}

fn show(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::None => "none".into(),
        ExprKind::Text(text) => format!("{:?}", text.plain()),
        ExprKind::Name(name) => name.text.to_string(),
        ExprKind::Call { callee, args } => format!(
            "{}({})",
            show(callee),
            join(args, |arg| {
                let name = arg.name.as_ref().map_or(String::new(), |name| format!("{}: ", name.text));
                let die = arg.of.as_ref().map_or(String::new(), |die| format!(" of {}", show(die)));
                format!("{name}{}{die}", show(&arg.value))
            })
        ),
        ExprKind::Index { of, keys } => format!("{}[{}]", show(of), join(keys, show)),
        ExprKind::Field { of, name } => format!("{}.{}", show(of), name.text),
        ExprKind::IsSome(of) => format!("({} is some)", show(of)),
        ExprKind::IsNone(of) => format!("({} is none)", show(of)),
        ExprKind::Not(of) => format!("(not {})", show(of)),
        ExprKind::Negative(of) => format!("(-{})", show(of)),
        ExprKind::Binary { op, left, right } => format!("({} {op:?} {})", show(left), show(right)),
        ExprKind::Otherwise { value, default } => format!("({} otherwise {})", show(value), show(default)),
        ExprKind::List(elements) => format!(
            "[{}]",
            join(elements, |element| match element {
                Element::Value(value) => show(value),
                Element::Pair(key, value) => format!("{}: {}", show(key), show(value)),
                Element::Else(value) => format!("else: {}", show(value)),
                Element::Hop { variable, link, backwards, cost } => {
                    let variable = variable.as_ref().map_or(String::new(), |name| format!("{} in ", name.text));
                    let cost = cost.as_ref().map_or(String::new(), |cost| format!(" cost {}", show(cost)));
                    format!("{variable}{}{}{cost}", link.text, if *backwards { " backwards" } else { "" })
                }
            })
        ),
        ExprKind::If { arms, otherwise } => {
            let arms = join(arms, |(condition, value)| match condition {
                Condition::Expr(condition) => format!("if {} then {}", show(condition), show(value)),
                Condition::Let(name, RightSide::Expr(of)) => format!("if let {} = {} then {}", name.text, show(of), show(value)),
                Condition::Let(..) => panic!("a value holds no decision"),
            });
            format!("({arms} else {})", show(otherwise))
        }
        ExprKind::Match { subject, arms } => {
            let arms = join(arms, |arm| format!("{} => {}", join(&arm.cases, show), show(&arm.value)));
            format!("(match {} {{ {arms} }})", show(subject))
        }
        ExprKind::Query(query) => {
            let filter = query.filter.as_ref().map_or(String::new(), |filter| format!(" where {}", show(filter)));
            let by = if query.by.is_empty() {
                String::new()
            } else {
                format!(
                    " by {}",
                    join(&query.by, |key| format!("{}{}", show(&key.value), if key.descending { " desc" } else { "" }))
                )
            };
            let value = query.value.as_ref().map_or(String::new(), |value| format!(": {}", show(value)));
            format!("({:?} {} in {}{filter}{by}{value})", query.quantifier, query.name.text, show(&query.source))
        }
        ExprKind::PlayersFrom(of) => format!("(players from {})", show(of)),
        ExprKind::LinksOf { kind, from, space } => {
            format!("({} {} {})", kind.text, if *from { "from" } else { "to" }, show(space))
        }
    }
}

fn join<T>(list: &[T], show: impl Fn(&T) -> String) -> String {
    list.iter().map(show).collect::<Vec<_>>().join(", ")
}

/// What is said about a text: `line:column code message / hint`, one line each.
fn said(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("test.rules", text);
    let say = |problem: Diagnostic| {
        let (line, column) = sources.line_column(problem.span.expect("a place"));
        let hint = problem.hint.map_or(String::new(), |hint| format!(" / {hint}"));
        format!("{line}:{column} {} {}{hint}", problem.code.text(), problem.message)
    };
    let problems = syntax::parse(&sources, id).1;
    problems.into_iter().map(say).collect::<Vec<_>>().join("\n")
}

/// What is said about one line in a rule; the line is number 2.
fn said_of(line: &str) -> String {
    said(&format!("rule test() {{\n{line}\n  sound()\n}}\nrule next() {{ }}"))
}

#[test]
fn every_construct_is_read() {
    let (tree, problems) = read(SAMPLE);
    assert_eq!(problems, []);
    assert_eq!(tree.items.len(), 59);
}

#[test]
fn operators_bind_as_the_reference_says() {
    assert_eq!(shape("a or b and not c == d"), "(a Or (b And (not (c Eq d))))");
    assert_eq!(shape("1 + 2 * -x.y % 3 - 4"), "((1 Add ((2 Mul (-x.y)) Rem 3)) Sub 4)");
    assert_eq!(shape("a in 1..n + 1"), "(a In (1 Range (n Add 1)))");
    assert_eq!(shape("a not in b & c"), "(a NotIn (b Both c))");
    assert_eq!(
        shape("x.y is some and f(x, over: [next])[1, 2].z is none"),
        "((x.y is some) And (f(x, over: [next])[1, 2].z is none))"
    );
    assert_eq!(shape("a otherwise b + 1 otherwise c"), "((a otherwise (b Add 1)) otherwise c)");
    assert_eq!(shape("(a + b) * c"), "((a Add b) Mul c)");
    assert_eq!(shape("1 +\n  2\n  + 3"), "((1 Add 2) Add 3)");
    assert_eq!(shape("not not a"), "(not (not a))");
}

#[test]
fn queries_reach_as_far_right_as_they_can() {
    assert_eq!(shape("any x in e where x.a == 1 or b"), "(Any x in e where ((x.a Eq 1) Or b))");
    assert_eq!(
        shape("first s in space where s.free by s.x, then s.y desc otherwise d"),
        "((First s in space where s.free by s.x, s.y desc) otherwise d)"
    );
    assert_eq!(shape("f(sum x in e: x * 2, y)"), "f((Sum x in e: (x Mul 2)), y)");
    assert_eq!(shape("top - first"), "(top Sub first)");
    assert_eq!(shape("players from p.next"), "(players from p.next)");
    assert_eq!(shape("size(Lift from s.at) + 1"), "(size((Lift from s.at)) Add 1)");
}

#[test]
fn literals_and_choices_of_values() {
    assert_eq!(shape("[flat: 2, else: 0]"), "[flat: 2, else: 0]");
    assert_eq!(
        shape("reach(a, over: [next, l in Piste cost l.toll, Lift backwards cost 1], within: 3)"),
        "reach(a, over: [next, l in Piste cost l.toll, Lift backwards cost 1], within: 3)"
    );
    assert_eq!(shape("if a then 1 else if let b = c then b else 2"), "(if a then 1, if let b = c then b else 2)");
    assert_eq!(shape("match c { red, blue => 1\n else => 2 }"), "(match c { red, blue => 1,  => 2 })");
    assert_eq!(shape("roll(5 of die)"), "roll(5 of die)");
    assert_eq!(shape("[true, false, none]"), "[true, false, none]");
}

#[test]
fn texts_lose_their_escapes_and_keep_their_values() {
    let StmtKind::Say(text) = &lines(r#"say "a \"b\" \{c\} \\ {p.name} d\n""#)[0].kind else { panic!() };
    let parts: Vec<String> = text
        .parts
        .iter()
        .map(|part| match part {
            TextPart::Plain(text) => text.to_string(),
            TextPart::Hole(value) => format!("<{}>", show(value)),
        })
        .collect();
    assert_eq!(parts, ["a \"b\" {c} \\ ", "<p.name>", " d\n"]);
}

#[test]
fn docs_are_joined_but_for_an_empty_line() {
    let item = item("/// [A-1] First.\n///  Second.\n///\n/// Third.\nparam a: int = 1");
    assert_eq!(&*item.docs.text, "[A-1] First. Second.\nThird.");
}

#[test]
fn spans_leave_blanks_and_notes_out() {
    let mut sources = Sources::default();
    let id = sources.add("test.rules", "rule a() {\n  let x = (1 + 2)   // \"note\n  b(x) // more\n}  // end\n");
    let (tree, problems) = syntax::parse(&sources, id);
    assert_eq!(problems, []);
    let ItemKind::Rule { body: Some(body), .. } = &tree.items[0].kind else { panic!() };
    assert_eq!(sources.slice(body.lines[0].span), "let x = (1 + 2)");
    assert_eq!(sources.slice(body.lines[1].span), "b(x)");
    assert!(sources.slice(tree.items[0].span).ends_with('}'));
    let StmtKind::Let { value: RightSide::Expr(value), name, .. } = &body.lines[0].kind else { panic!() };
    assert_eq!((sources.slice(value.span), sources.slice(name.span)), ("(1 + 2)", "x"));
}

#[test]
fn types() {
    let field = |text: &str| match item(&format!("player {{ x: {text} }}")).kind {
        ItemKind::Fields { mut fields, .. } => match fields.remove(0) {
            Member::Field(field) => field.ty.kind,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert!(matches!(field("int"), TypeKind::Int { optional: false, range: None }));
    assert!(matches!(field("int?"), TypeKind::Optional(of) if matches!(of.kind, TypeKind::Int { .. })));
    assert!(matches!(field("int? in 0..n - 1"), TypeKind::Int { optional: true, range: Some(_) }));
    assert!(matches!(field("set of Run?"), TypeKind::SetOf(of) if matches!(of.kind, TypeKind::Optional(_))));
    assert!(
        matches!(field("set of Run per Since"), TypeKind::Per(of, keys) if matches!(of.kind, TypeKind::SetOf(_)) && keys.len() == 1)
    );
    assert!(
        matches!(field("int per (0..5, Colour, player)"), TypeKind::Per(_, keys) if matches!(keys[..], [Key::Range(..), Key::Named(_), Key::Named(_)]))
    );
    assert!(matches!(field("list of int max 3"), TypeKind::ListOf(_, Some(_))));
    assert!(matches!(field("rule(self, p: player) -> bool"), TypeKind::Rule { is_value: false, result: Some(_), .. }));
}

#[test]
fn decisions() {
    let line = &lines(
        "choose a by p \"A?\" quiet {\n  each c in h where c.x, each d in e \"{c}\" { }\n  if b { \"B\" => 1 } else { otherwise { } }\n}",
    )[0];
    let StmtKind::Choose(choose) = &line.kind else { panic!() };
    assert!(choose.quiet && !choose.always && choose.prompt.is_some());
    let Options::List(options) = &choose.options else { panic!() };
    let [OptionItem::Option(first), OptionItem::If { arms, otherwise: Some(last), .. }] = &options[..] else {
        panic!("{options:?}")
    };
    assert_eq!((first.each.len(), first.each[0].filter.is_some(), first.label.is_some()), (2, true, true));
    assert_eq!((arms.len(), arms[0].1.len()), (1, 1));
    assert!(matches!(&last[..], [OptionItem::Option(option)] if option.is_otherwise));
}

#[test]
fn numbers_have_32_bits() {
    assert_eq!(said("const a = 2147483647"), "");
    assert_eq!(
        said("const a = 2147483648"),
        "1:11 S04 this number is too large / the largest is 2147483647, the smallest -2147483646"
    );
}

#[test]
fn the_least_numbers_are_refused_for_they_stand_for_none_and_not_set() {
    let hint = "the largest is 2147483647, the smallest -2147483646";
    assert_eq!(shape("-2147483646"), "(-2147483646)");
    assert_eq!(said("const a = -2147483647"), format!("1:11 S04 this number is too small / {hint}"));
    assert_eq!(said("const a = -2147483648"), format!("1:12 S04 this number is too large / {hint}"));
    assert_eq!(said("param a: int in -2147483648..0 = 0"), format!("1:18 S04 this number is too large / {hint}"));
}

#[test]
fn one_player_may_be_called_so() {
    for text in ["game g \"G\" for 1 player", "game g \"G\" for 1..1 player", "game g \"G\" for 2..4 players"] {
        item(text);
    }
    for text in ["test \"t\" for 1 player { }", "test \"t\" on \"line\" for 1 players { }", "test \"t\" for 3 players { }"] {
        assert!(matches!(item(text).kind, ItemKind::Test(test) if test.players.is_some()), "{text}");
    }
}

#[test]
fn comparisons_do_not_chain() {
    assert_eq!(said("const a = 1 < b <= 3"), "1:17 S01 comparisons can't be chained / write `1 < b and b <= 3`");
    assert_eq!(said("const a = (1 < b) == c"), "");
}

#[test]
fn common_slips_are_named() {
    let slips = [
        ("if a = 3 { b() }", "2:6 S01 a single `=` sets a value / write `==` to compare"),
        ("if a && b { c() }", "2:6 S01 `&&` is not in the language / write `and`"),
        ("if a || b { c() }", "2:6 S01 `||` is not in the language / write `or`"),
        ("if !a { c() }", "2:4 S01 `!` is not in the language / write `not`"),
        ("if a > 3 b()", "2:10 S01 expected `{`, found `b` / write what is to be done in braces: `{ … }`"),
        ("if a { b() } elif c { d() }", "2:14 S01 `elif` is not in the language / write `else if`"),
        ("for i in 1 to n { b() }", "2:12 S01 expected `{`, found `to` / a range is written with two dots: `…..…`"),
        (
            "for q in players by q.lap desc, q.turns { b() }",
            "2:33 S01 expected `then`, found `q` / write `, then` before what decides between equals",
        ),
        ("draw a card from deck", "2:8 S01 expected `from`, found `card` / say how many: `draw 1 from deck to p.hand`"),
        (
            "end game winner p",
            "2:10 S01 expected `ranking` or the end of the line, found `winner` / places are given by `finish(p)`; `end game` alone ends it",
        ),
        ("discard p", "2:1 S01 `discard` begins no statement / a rule is called by `name(…)`, a value is set by `name = …`"),
        ("b(1, c", "2:2 S01 this `(` is not closed / write `)` before the end of the line"),
        ("b(1, c))", "2:8 S01 nothing is open that this `)` could close / remove it, or write what it closes"),
        ("say \"abc", "2:5 S01 this text is not closed / write `\"` at its end"),
        ("say “abc”", "2:5 S01 `“` is not in the language / write `\"`"),
        ("say \"a } b\"", "2:8 S01 this `}` closes nothing / write `{` before the value that it closes, or `\\}` for a brace"),
        ("let Best = 3", "2:5 S01 expected a name, found `Best` / names begin with a small letter: `best`"),
        ("let each = 3", "2:5 S01 `each` is a word of the language and can't be a name / choose another name"),
        ("let a 3", "2:7 S01 expected `=`, found `3` / write `let a = …`"),
        ("let a = )", "2:9 S01 expected a value after `=`, found `)` / write it before the `)`"),
        (
            "let a = if b then c",
            "2:20 S01 expected `else`, found the end of the line / an `if` that gives a value needs both: `if … then … else …`",
        ),
        ("let a = 1.5", "2:9 S01 numbers are whole / count in smaller units, such as tenths"),
        ("a++", "2:2 S01 `++` is not in the language / write `+= 1`"),
        ("retrun 3", "2:1 S01 `retrun` begins no statement / did you mean `return`?"),
        ("Let a = 3", "2:1 S01 `Let` begins no statement / did you mean `let`?"),
        ("a == 3", "2:3 S01 `==` compares / write `=` to set a value"),
        ("for p of players { }", "2:7 S01 expected `in`, found `of` / write `in`"),
        ("move p to", "2:10 S01 expected a value, found the end of the line"),
        ("choose a p \"A?\" { \"B\" { } }", "2:10 S01 expected `by`, found `p` / write `choose a by … { … }`"),
        ("  /// why\n", "2:3 S01 `///` explains declarations, fields, cases and options, not statements / write `//` for a note"),
        ("\"Pass\" { }", "2:1 S01 an option can only be in a `choose` / write `choose … by … { … }` around it"),
        (
            "say \"a \\q\"",
            "2:8 S01 `\\q` has no meaning in a text / write `\\\\` for a backslash; there are also `\\\"`, `\\{`, `\\}` and `\\n`",
        ),
        ("let a = b ? 1 : 2", "2:11 S01 `?` can only follow a type / write `if … then … else …` to pick a value"),
    ];
    let mut wrong = String::new();
    for (line, expected) in slips {
        let found = said_of(line);
        if found != expected {
            wrong += &format!("{line}\n  expected {expected}\n  found    {found}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn declarations_are_explained() {
    let slips = [
        (
            "rul test() { }",
            "1:1 S01 expected a declaration such as `rule`, `value` or `param`, found `rul` / did you mean `rule`?",
        ),
        (
            "function test() { }",
            "1:1 S01 expected a declaration such as `rule`, `value` or `param`, found `function` / write `rule name(…) { … }`, or `value` if it only works something out",
        ),
        ("param Laps: int = 3", "1:7 S01 expected a name, found `Laps` / names begin with a small letter: `laps`"),
        ("enum colour { red }", "1:6 S01 expected a kind, found `colour` / kinds begin with a capital: `Colour`"),
        (
            "param laps = 3",
            "1:12 S01 what kind of value is `laps`? expected `:`, found `=` / write it after the name: `laps: int = …`",
        ),
        (
            "player { lap = 1 }",
            "1:14 S01 what kind of value is `lap`? expected `:`, found `=` / write it after the name: `lap: int = …`",
        ),
        ("value a() -> int = return 3", "1:20 S01 expected a value, found `return` / write the value alone, or `{ return … }`"),
        ("rule a(n: int): int { return n }", "1:15 S01 the kind of the result comes after `->` / write `->` instead of `:`"),
        ("value a(n: int): int = n", "1:16 S01 the kind of the result comes after `->` / write `->` instead of `:`"),
        (
            "game one-two \"One\" for 1..2 players",
            "1:9 S01 expected a text in quotation marks, found `-` / names have no `-`: write `_`",
        ),
        ("check a > 3", "1:12 S01 expected `else`, found the end of the text / write `else \"what is wrong\"` at its end"),
        ("rule a() { }\n}", "2:1 S01 nothing is open that this `}` could close / remove it, or look for a `}` too many above"),
    ];
    let mut wrong = String::new();
    for (text, expected) in slips {
        let found = said(text);
        if found != expected {
            wrong += &format!("{text}\n  expected {expected}\n  found    {found}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn one_slip_is_one_problem() {
    let one = |text: &str| {
        let said = said(text);
        assert_eq!(said.lines().count(), 1, "{text}\n{said}");
        said
    };
    assert_eq!(
        one(
            "rule a(p: player) {\n  choose act py p \"What?\"\n    \"Take\" {\n      take(p)\n    }\n    if b { \"Pass\" { } }\n    otherwise { }\n  }\n}\nrule b() { }"
        ),
        "2:14 S01 expected `by`, found `py` / write `choose act by … { … }`"
    );
    one("rule a() {\n  foo(1,\n    2 3)\n}\n");
    one("rule a() {\n  if b\n    c()\n  }\n  d()\n}\n\nrule b() { }");
    one("rule a() {\n  b(\n");
    assert_eq!(one("rule a() {\n"), "1:10 S02 this `{` is not closed / write `}` where it ends");
}

#[test]
fn a_missing_brace_ends_with_the_next_declaration() {
    let text = "rule a() {\n  if b {\n    c()\n  d()\n}\n\nrule b() { }";
    assert_eq!(said(text), "2:8 S02 this `{` is not closed / write `}` where it ends");
    assert_eq!(read(text).0.items.len(), 2);
}

#[test]
fn what_is_sound_is_read_around_what_is_broken() {
    let (tree, problems) = read("rule a() {\n  b()\n  c( (\n  d()\n}\nparam x = 3\nrule e() { }");
    assert_eq!((tree.items.len(), problems.len()), (2, 2));
}

/// The sample, and every file of the rulesets that lie beside the interpreter.
fn rules_files() -> Vec<String> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension().and_then(|end| end.to_str()) {
                Some("rules") => files.push(path),
                None if path.is_dir() => collect(&path, files),
                _ => {}
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets"), &mut files);
    files.sort();
    let texts = files.iter().map(|path| fs::read_to_string(path).expect("a file that can be read"));
    std::iter::once(SAMPLE.to_string()).chain(texts).collect()
}

#[test]
fn every_prefix_has_at_most_two_problems() {
    let check = |text: &str, steps: usize| {
        for at in (0..=text.len()).step_by(steps).filter(|at| text.is_char_boundary(*at)) {
            let said = said(&text[..at]);
            assert!(said.lines().count() <= 2, "cut at {at}: {said}\n{}", &text[..at]);
        }
    };
    for text in rules_files() {
        // Each declaration at every place, and the whole at some: the text before a declaration changes nothing in it.
        let items = read(&text).0.items;
        let start = |item: &Item| if item.docs.text.is_empty() { item.span.start } else { item.docs.span.start };
        for (item, next) in items.iter().zip(items.iter().skip(1)) {
            check(&text[start(item) as usize..start(next) as usize], 1);
        }
        check(&text, 1 + text.len() / 40);
    }
}

#[test]
fn damaged_text_is_survived() {
    let signs = ["{", "}", "(", ")", "\"", "[", "]", "\n", "///", "//", "=", " ", "choose ", "if ", "é", "\u{0}", "..", "rule "];
    let mut random = 7_u64;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % below
    };
    for _ in 0..120 {
        let mut text: String = SAMPLE.chars().skip(draw(SAMPLE.len() / 2)).take(draw(1500)).collect();
        for _ in 0..1 + draw(12) {
            let at = (0..=draw(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            match draw(3) {
                0 if at < text.len() => drop(text.remove(at)),
                _ => text.insert_str(at, signs[draw(signs.len())]),
            }
        }
        said(&text);
    }
}

#[test]
fn nesting_is_refused_before_the_stack_ends() {
    let nests = [
        "(",
        "[",
        "{",
        "f(",
        "x[",
        "\"{",
        "not ",
        "-",
        "if a { ",
        "if a then ",
        "any x in ",
        "A from ",
        "players from ",
        "1 + ",
        "1 otherwise ",
        "a.b.",
        "f()()",
        "set of ",
        "choose a by b { \"x\" { ",
        "{)",
        "match a { b => ",
        "a: ",
        "else ",
    ];
    for nest in nests {
        for times in [150, 10_000] {
            let text = format!("rule a() {{\n  x = {}1\n}}\nparam b: {}\n", nest.repeat(times), nest.repeat(times));
            // A thread of a test has 2 MiB.
            let (tree, problems) = read(&text);
            assert!(!problems.is_empty() || nest == "not " || times == 150, "{nest}");
            drop(tree);
        }
    }
    let deep = |text: String| said(&text).split(' ').nth(1).map(str::to_owned);
    assert_eq!(deep(format!("const a = {}1{}", "(".repeat(10_000), ")".repeat(10_000))).as_deref(), Some("S03"));
    assert_eq!(deep(format!("const a = {}b", "not ".repeat(10_000))).as_deref(), Some("S03"));
    assert_eq!(deep(format!("const a = {}b", "-".repeat(10_000))).as_deref(), Some("S03"));
    assert_eq!(deep(format!("const a = {}b", "1 + ".repeat(10_000))).as_deref(), Some("S03"));
    assert_eq!(deep(format!("const a = {}1{}", "if a then ".repeat(10_000), " else 0".repeat(10_000))).as_deref(), Some("S03"));
    assert_eq!(deep(format!("rule a() {{ {}{} }}", "if a { ".repeat(10_000), "}".repeat(10_000))).as_deref(), Some("S03"));
    assert_eq!(deep(format!("const a = b{}", ".c".repeat(10_000))).as_deref(), Some("S03"));
}

#[test]
fn huge_files_are_refused() {
    assert!(said(&"rule a() { }\n".repeat(800_000)).contains("D09 this file is larger than 1024 KiB"));
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_are_read() {
    assert_eq!(said("\u{feff}rule a() {\r\n  b() // c\r\n}\r\n/// d\r\nparam e: int = 1\r\n"), "");
}

#[test]
fn an_unindented_call_is_no_declaration() {
    assert_eq!(said("rule a() {\nturn(p)\nplayer(1).x = 2\nvalue = 3\n}"), "");
}

#[test]
fn dice_at_the_left_margin_of_a_test_are_no_declaration() {
    let (tree, problems) = read("test \"t\" for 2 players {\ndice 3, 4\nrun turn(player(1))\nexpect true\n}\ndice die = 1..6\n");
    assert_eq!((tree.items.len(), problems), (2, vec![]));
}

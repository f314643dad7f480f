//! Tracks, manifests, parameters: what is read, and what each mistake costs.

use std::sync::Arc;

use interpreter::data::manifest::Use;
use interpreter::data::manifest::look::{Dash, Icon, Meter, Most, Pattern, Strands};
use interpreter::data::{manifest, params, setting, track, written};
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::ir::fold::{Fold, NONE, Words};
use interpreter::ir::shape::Sizes;
use interpreter::ir::*;
use interpreter::source::{Sources, Span};

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { span: Span::default(), ty, kind }
}

fn int(n: i32) -> Expr {
    expr(ExprKind::Int(n), Type::int())
}

fn bounded(low: Expr, high: Expr) -> Type {
    Type::Int(Some(Arc::new((low, high))))
}

fn cases(name: &str, cases: &[&str]) -> Enum {
    let case = |name: &&str| Case { name: Arc::from(*name), docs: Default::default(), span: Span::default() };
    Enum { name: name.into(), cases: cases.iter().map(case).collect(), docs: Default::default(), span: Span::default() }
}

fn field(owner: Owner, name: &str, ty: Type, default: Option<Expr>) -> Field {
    let default = default.map(|expr| Formula { locals: vec![], expr });
    let (docs, span) = Default::default();
    Field { owner, name: name.into(), ty, default, secret: false, drawn: None, docs, span, origin: None }
}

fn link(name: &str, arity: LinkArity, both_ways: bool) -> Link {
    let (docs, span) = Default::default();
    Link { name: name.into(), arity, both_ways, back: None, drawn: None, docs, span }
}

fn param(name: &str, ty: Type, default: ParamDefault) -> Param {
    let (docs, span) = Default::default();
    Param { name: name.into(), ty, default, docs, span, origin: None }
}

const TERRAIN: Type = Type::Enum(EnumId(0));
const HALF: Type = Type::Enum(EnumId(1));

/// A small game with one of everything.
fn game() -> Ir {
    let mut ir = Ir::default();
    ir.game.name = "test_game".into();
    ir.enums = vec![cases("Terrain", &["plain", "climb", "downhill"]), cases("climb_half_step", &["forgiven", "owed_next_turn"])];
    let per_terrain = || Type::Per(Box::new(bounded(int(0), int(9))), [Key::Each(TERRAIN)].into());
    let set_of_terrain = || Type::Set(Box::new(TERRAIN));
    ir.fields = vec![
        field(Owner::Space, "terrain", TERRAIN, Some(expr(ExprKind::Case(0), TERRAIN))),
        field(Owner::Space, "lanes", bounded(int(0), int(2)), Some(int(1))),
        field(Owner::State, "wind", Type::int(), None),
        field(Owner::Space, "facing", TERRAIN.optional(), None),
        field(Owner::Space, "sees", Type::Set(Box::new(Type::Space)), None),
        field(Owner::Space, "ahead", Type::Space.optional(), None),
        field(Owner::Space, "open", Type::Bool, Some(expr(ExprKind::Bool(true), Type::Bool))),
        field(Owner::Space, "marks", Type::List(Box::new(Type::int()), Some(Arc::new(int(3)))), None),
        field(Owner::Track, "venue", Type::Text, None),
        field(Owner::Track, "cost", per_terrain(), Some(expr(ExprKind::PerRows(vec![int(1), int(2), int(3)]), per_terrain()))),
    ];
    ir.links = vec![link("next", LinkArity::OneOptional, false), link("walk", LinkArity::Many, true)];
    let laps = || expr(ExprKind::Param(ParamId(0)), Type::int());
    let table = Type::Per(Box::new(bounded(int(0), int(30))), [Key::Range(int(0), int(1)), Key::Range(int(0), int(2))].into());
    ir.params = vec![
        param("laps", bounded(int(1), int(9)), ParamDefault::Expr(int(3))),
        param("climb_half_step", HALF, ParamDefault::Expr(expr(ExprKind::Case(0), HALF))),
        param("steep", set_of_terrain(), ParamDefault::Expr(expr(ExprKind::Members(vec![]), set_of_terrain()))),
        param("late", bounded(int(0), laps()), ParamDefault::Expr(laps())),
        param("draft", Type::Bool, ParamDefault::Expr(expr(ExprKind::Bool(false), Type::Bool))),
        param("table", table, ParamDefault::File("table.ron".into(), Span::default())),
    ];
    ir
}

struct Read {
    sources: Sources,
    track: track::Track,
    problems: Vec<Diagnostic>,
}

fn read(ir: &Ir, text: &str) -> Read {
    let mut sources = Sources::default();
    let id = sources.add("test.ron", text);
    let (track, problems) = track::read(&sources, id, ir, &[vec![3]], &Sizes { players: 2, ..Sizes::default() });
    let good = |span: Span| text.get(span.start as usize..span.end as usize).is_some();
    for p in &problems {
        assert!(p.span.is_some_and(good), "a place outside of the text: {p:?}");
        assert!(!p.message.ends_with('.') && !p.message.is_empty(), "{}", p.message);
    }
    Read { sources, track, problems }
}

/// The problems as `D07 "b9": message; hint`, a line each.
fn told(read: &Read) -> Vec<String> {
    let line = |p: &Diagnostic| {
        let hint = p.hint.as_ref().map_or(String::new(), |h| format!("; {h}"));
        format!("{} {}: {}{hint}", p.code.text(), p.span.map_or("", |s| read.sources.slice(s)), p.message)
    };
    read.problems.iter().map(line).collect()
}

/// A good track around the given spaces and links.
fn with(spaces: &str, links: &str) -> String {
    format!("(ruleset: \"test-game\", fields: (venue: \"Oval\"), spaces: [{spaces}], links: [{links}])")
}

#[track_caller]
fn check(text: &str, expected: &[&str]) -> track::Track {
    let read = read(&game(), text);
    assert_eq!(told(&read), expected, "in {text}");
    read.track
}

const GOOD: &str = r##"// A track. [not a bracket
(
    ruleset: "test-game", name: "Loop \"one\"", author: "A", note: "n", sheet: (width: 279.4, height: 215.9),
    fields: (venue: "Port Rock", cost: {climb: 7}),
    spaces: [
        (id: "a1", at: (12.5, 40.0), terrain: climb, lanes: 2, facing: Some(downhill), sees: ["b-2", "c_3"], marks: [7, -8]),
        // in between: (id: "x")
        (id: "b-2", at: (1, 4e1), name: "Hut", shape: round, size: 9, length: 12, facing: None, ahead: "c_3", open: false), /* , */
        (id: "c_3", at: (0x10, 1_0), facing: climb, marks: []),
    ],
    links: [
        (kind: "next", chain: ["a1", "b-2", /* … */ "c_3", "a1"]),
        (kind: "walk", id: "w", from: "a1", to: "c_3"),
    ],
    decor: [
        (kind: "label", text: "Start", at: (10, 20), size: 3.5),
        (label: "Ziel", at: (1, 2)),
        (kind: "picture", file: "scan.png", at: (1, 2), width: 100, height: 80, opacity: 0.5),
    ],
)
// the end"##;

#[test]
fn spaces_have_a_size_by_what_they_say() {
    let sizes =
        "tile: 10, tiles: {\"Terrain.climb\": 20, \"space.open\": 15, \"Terrain.hill\": 3, \"lanes\": 4, \"Terrain.plain\": 0}";
    let spaces = "spaces: [(id: \"a\", at: (0, 0), terrain: climb, open: false), (id: \"b\", at: (90, 0)), \
                  (id: \"c\", at: (180, 0), size: 7, terrain: climb), (id: \"d\", at: (270, 0), facing: climb, open: true), \
                  (id: \"e\", at: (360, 0), open: false)]";
    let track = check(
        &format!("(ruleset: \"test-game\", fields: (venue: \"Oval\"), {sizes}, {spaces})"),
        &[
            "N01 \"Terrain.hill\": no space can be \"Terrain.hill\", so this size isn't used; \
             did you mean \"Terrain.climb\"?",
            "N01 \"lanes\": no space can be \"lanes\", so this size isn't used; \
             name a value that spaces can have, such as \"Terrain.climb\"",
            "D05 0: expected a number from 0.5 to 10000, not `0`",
        ],
    );
    // The last that is true of a space counts, be it by default; its own size counts most.
    let sizes: Vec<Option<f64>> = track.spaces.iter().map(|space| space.size).collect();
    assert_eq!(sizes, [Some(20.0), Some(15.0), Some(7.0), Some(15.0), None]);
    let sides: Vec<f64> = track.spaces.iter().map(|space| space.tile.half * 2.0).collect();
    assert_eq!(sides, [20.0, 15.0, 7.0, 15.0, 10.0]);
}

#[test]
fn labels_say_how_their_letters_are_drawn() {
    use interpreter::data::track::decor::{Align, Lettering, Weight};

    let track = check(
        r##"(ruleset: "test-game", fields: (venue: "Oval"), decor: [
            (label: "A", at: (0, 0), weight: black, align: "left", halo: "#ffffff", along: true),
            (label: "B", at: (0, 0), weight: heavy, align: centre), (label: "C", at: (0, 0), align: leftt, along: 7)])"##,
        &[
            "D04 (: the track has no `spaces`; write `spaces: [(id: \"a1\", at: (10, 10))]`",
            "D05 heavy: expected `regular`, `bold` or `black`, not `heavy`",
            "D05 leftt: expected `left`, `centre` or `right`, not `leftt`; did you mean `left`?",
            "D05 7: expected `true` or `false`, not `7`",
        ],
    );
    let letterings: Vec<Lettering> = track.decor.iter().map(|decor| decor.lettering).collect();
    let first = Lettering { weight: Weight::Black, align: Align::Left, halo: Some([0xff; 3]), along: true };
    assert_eq!(letterings, [first, Lettering::default(), Lettering::default()]);
}

#[test]
fn a_whole_track() {
    let track = check(GOOD, &[]);
    assert_eq!((&*track.ruleset, &*track.name, track.sheet), ("test-game", "Loop \"one\"", (279.4, 215.9)));
    let [a, b, c] = track.spaces.as_slice() else { panic!("three spaces") };
    let some = |words: &[i32]| Some(words.to_vec());
    assert_eq!(a.fields, [some(&[1]), some(&[2]), some(&[2]), some(&[0b110]), None, None, some(&[2, 7, -8, 0])]);
    assert_eq!(b.fields, [None, None, some(&[NONE]), None, some(&[2]), some(&[0]), None]);
    assert_eq!(c.fields, [None, None, some(&[1]), None, None, None, some(&[0, 0, 0, 0])]);
    assert_eq!((b.at, b.name.as_deref(), b.shape.as_deref(), b.size), ((1.0, 40.0), Some("Hut"), Some("round"), Some(9.0)));
    assert_eq!((c.at, b.length, c.length), ((16.0, 10.0), Some(12.0), None));
    assert_eq!(track.links, [vec![(0, 1), (1, 2), (2, 0)], vec![(0, 2), (2, 0)]]);
    assert_eq!(track.link_spans.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(track.fields, [some(&[0]), some(&[1, 7, 3])]);
    assert_eq!(&*track.texts[0], "Port Rock");
    assert_eq!(track.decor.len(), 3);
    let read = read(&game(), GOOD);
    assert_eq!(read.sources.slice(track.spaces[1].span), "\"b-2\"");
    assert_eq!((track.space("c_3"), track.pairs(LinkId(1)).len()), (Some(2), 2));
}

#[test]
fn each_wrong_value_costs_one_problem_and_the_rest_is_read() {
    let spaces = r#"
        (id: "aa", at: (1, 2), terrain: clmb, lanes: 3, facing: "climb", sees: ["bb", "b", c], open: yes, marks: [1, 2, 3, 4]),
        (id: "bb", at: (NaN, inf), lanes: 1.5, ahead: "zz", marks: 7, sees: {}),
        (id: "cc", at: 7, terrain: [climb], lanes: 99999999999999999999999999),
        (id: "dd", at: (1, 2, 3), size: 1e300, shape: 5, terain: climb),
        7, (1, 2),
        (id: "ee", at: (1e9, 2), facing: Some(7), lanes: 2)"#;
    let track = check(
        &with(spaces, ""),
        &[
            "D05 clmb: `clmb` is not a case of Terrain; did you mean `climb`?",
            "D05 3: expected a whole number from 0 to 2, not `3`",
            "D05 \"climb\": `\"climb\"` is a word of the rules, which has no quotes; write `climb`",
            "D07 \"b\": no space has the id \"b\"; did you mean \"bb\"?",
            "D05 c: expected the id of a space in quotes, not `c`; write \"c\"",
            "D05 yes: expected `true` or `false`, not `yes`",
            "D05 4: 4 members are too many: this list holds 3; leave out those that are too many",
            "D05 NaN: expected a number from -100000 to 100000, not `NaN`",
            "D05 inf: expected a number from -100000 to 100000, not `inf`",
            "D05 1.5: expected a whole number from 0 to 2, not `1.5`",
            "D07 \"zz\": no space has the id \"zz\"; draw it on the track, or name something that is there",
            "D05 7: expected a list, not `7`; write it in square brackets: `[7]`",
            "D05 {}: expected a set, not `{}`; write it in square brackets: `[…]`",
            "D05 7: expected a place, not `7`; write millimetres, such as `(12.5, 40)`",
            "D05 [climb]: expected `plain`, `climb` or `downhill`, not `[climb]`",
            "D05 99999999999999999999999999: expected a whole number from 0 to 2, not `99999999999999999999999999`",
            "D05 (1, 2, 3): expected a place, not `(1, 2, 3)`; write millimetres, such as `(12.5, 40)`",
            "D05 1e300: expected a number from 0.1 to 10000, not `1e300`",
            "D05 5: expected a text in quotes, not `5`",
            "D03 terain: a space of this game has no field `terain`; did you mean `terrain`?",
            "D05 7: expected a space, not `7`; write it as `(name: value, …)`",
            "D05 (1, 2): expected a space, not `(1, 2)`; write it as `(name: value, …)`",
            "D05 1e9: expected a number from -100000 to 100000, not `1e9`",
            "D05 7: expected `plain`, `climb` or `downhill`, not `7`",
        ],
    );
    assert_eq!(track.spaces.len(), 5);
    assert_eq!(track.spaces[4].fields[1], Some(vec![2]));
}

#[test]
fn ids() {
    let spaces = r#"(id: "aa", at: (1, 2)), (id: "aa", at: (1, 2)), (id: "b c", at: (1, 2)), (id: "d"),
        (id: "e", at: (1, 2), at: (1, 3))"#;
    let links = r#"(kind: "next", chain: ["aa", "a", "b c"]), (kind: next, from: "d", to: "aa")"#;
    check(
        &with(spaces, links),
        &[
            "D06 \"aa\": two spaces have the id \"aa\"; give one of them another id",
            "D05 \"b c\": `\"b c\"` can't be the id of a space; use letters, digits, `_` and `-`, at most 60",
            "D04 \"d\": \"d\" has no place; write its place in millimetres, such as `at: (12.5, 40)`",
            "D06 at: `at` is given twice; leave one of them out",
            "D07 \"a\": no space has the id \"a\"; did you mean \"aa\"?",
        ],
    );
    // A space without an id may be the one that a link means.
    check(
        &with("(at: (1, 2)), (id: \"b\", at: (1, 2))", "(kind: \"next\", chain: [\"a\", \"b\"])"),
        &["D04 (: this space has no `id`; write `id: \"a01\"`"],
    );
}

#[test]
fn places_on_the_sheet() {
    let text = with("(id: \"a\", at: (1, 2)), (id: \"b\", at: (1, 2)), (id: \"c\", at: (300, -1))", "");
    let sheet = |text: &str| text.replacen("spaces:", "sheet: (width: 200, height: 100), spaces:", 1);
    check(
        &sheet(&text),
        &[
            "D11 \"b\": \"b\" is in the same place as \"a\"; move one of them",
            "D05 \"c\": \"c\" is outside the sheet, which is 200 by 100 mm; move it, or make the `sheet` larger",
        ],
    );
    // What is near is told by the sheet; small ones may lie closer.
    let near = r#"(id: "a", at: (10, 10)), (id: "b", at: (10.6, 10.8)), (id: "c", at: (30, 10)), (id: "d", at: (31.8, 10)),
        (id: "e", at: (60, 10), size: 1), (id: "f", at: (61, 10), size: 1)"#;
    check(&sheet(&with(near, "")), &["D11 \"b\": \"b\" is on top of \"a\", 1.0 mm from its middle; move one of them"]);
}

#[test]
fn links_and_paths() {
    let links = r#"(kind: "next", chain: ["a", "b"]), (kind: "next", chain: ["b", "c"]), (kind: "next", chain: ["a", "b"]),
        (kind: "next", from: "a", to: "c"), (kind: "nxt", chain: ["a", "zz"]), (kind: "nxt", chain: []),
        (kind: "walk", chain: ["a"]), (kind: "walk"), (chain: ["a", "b"]), (kind: "walk", from: "a"),
        (kind: "walk", chain: [], from: "a"), (kind: "walk", from: "a", to: "b", typ: 1), 5"#;
    let joins = "write `chain: [\"a1\", \"a2\"]`, or `from: \"a1\", to: \"a2\"`";
    let track = check(
        &with("(id: \"a\", at: (1, 2)), (id: \"b\", at: (1, 2)), (id: \"c\", at: (1, 2))", links),
        &[
            "D05 \"c\": `next` already leads from \"a\" to \"b\", and a space has only one; leave one of them out",
            "D03 \"nxt\": the rules know no link \"nxt\"; did you mean \"next\"?",
            "D05 [\"a\"]: a chain takes two spaces or more; write `chain: [\"a1\", \"a2\"]`",
            &format!("D04 (: this link doesn't say which spaces it joins; {joins}"),
            "D04 (: this link has no `kind`; write `kind: \"next\"`",
            &format!("D04 (: this link doesn't say which spaces it joins; {joins}"),
            "D05 []: a link has either a `chain`, or `from` and `to`; leave one of them out",
            "D03 typ: a link of this kind has no field `typ`; it may have `kind`, `chain`, `from`, `to`, `id`, `name`, `bends`, `over`, `hidden` and `table`",
            "D05 5: expected a link, not `5`; write it as `(name: value, …)`",
        ],
    );
    assert_eq!(track.links, [vec![(0, 1), (1, 2)], vec![(0, 1), (1, 0)]]);
    check(
        "(ruleset: \"test_game\", fields: (venue: \"x\"), spaces: [], paths: [(kind: \"Run\", id: \"r\", spaces: []), (kind: \"Run\")])",
        &["D03 \"Run\": the rules know no path \"Run\""],
    );
}

#[test]
fn how_links_are_drawn() {
    let bend = "bends: [(from: \"b\", to: \"c\", nodes: [(at: (5, 7.5)), (at: (6, 8), after: (1, 0))])]";
    let link = format!("(kind: \"next\", chain: [\"a\", \"b\", \"c\"], over: true, {bend})");
    let track = check(&with("(id: \"a\", at: (1, 2)), (id: \"b\", at: (5, 2)), (id: \"c\", at: (9, 2))", &link), &[]);
    let drawings: Vec<_> = track.link_drawings.iter().map(|((_, a, b), is)| ((*a, *b), is.is_over, is.bend.len())).collect();
    assert_eq!(drawings, [((0, 1), true, 0), ((1, 2), true, 2)]);
    let last = track.link_drawings.values().last().and_then(|is| is.bend.last()).copied().expect("it has nodes");
    assert_eq!((last.at, last.handles), ((6.0, 8.0), Some([(0.0, 0.0), (1.0, 0.0)])));
    // A single step may differ from the others, and bend by the handles at its ends alone.
    let bend = "bends: [(from: \"b\", to: \"c\", leaves: (3, 0), over: false, hidden: true)]";
    let link = format!("(kind: \"next\", chain: [\"a\", \"b\", \"c\"], over: true, {bend})");
    let track = check(&with("(id: \"a\", at: (1, 2)), (id: \"b\", at: (5, 2)), (id: \"c\", at: (9, 2))", &link), &[]);
    let drawings: Vec<_> = track.link_drawings.values().map(|is| (is.is_over, is.is_hidden, is.ends)).collect();
    assert_eq!(drawings, [(true, false, [None; 2]), (false, true, [Some((3.0, 0.0)), None])]);
    let many = "(at: (1, 1)), ".repeat(track::MOST_BENT + 1);
    let link = format!("(kind: \"next\", chain: [\"a\", \"b\"], bends: [(from: \"a\", to: \"b\", nodes: [{many}])])");
    let track = check(
        &with("(id: \"a\", at: (1, 2)), (id: \"b\", at: (5, 2))", &link),
        &["D09 (: a bend may have 100 points, and this one has 101"],
    );
    assert_eq!(track.link_drawings.values().map(|is| is.bend.len()).sum::<usize>(), track::MOST_BENT);
}

#[test]
fn what_has_to_be_there() {
    check(
        "()",
        &[
            "D04 (: the track has no `ruleset`; write `ruleset: \"test-game\"`",
            "D04 (: the track has no `spaces`; write `spaces: [(id: \"a1\", at: (10, 10))]`",
            "D04 (: the track has no `venue`; write it in `fields: (venue: …)`",
        ],
    );
    let mut ir = game();
    ir.links[0].arity = LinkArity::One;
    ir.fields[1].default = None;
    let good = with("(id: \"aa\", at: (1, 2), lanes: 1), (id: \"bb\", at: (1, 2))", "(kind: \"next\", chain: [\"aa\", \"bb\"])");
    let expected = ["D04 \"bb\": \"bb\" has no `lanes`; write `lanes: …`", "D04 \"bb\": no link `next` leads on from \"bb\""];
    assert_eq!(told(&read(&ir, &good)), expected);
    // A misspelt field is not also a missing one.
    let misspelt = with("(idd: \"aa\", at: (1, 2), lane: 1)", "(knd: \"next\", chain: [])").replace("venue", "venu");
    let expected = [
        "D03 venu: the track has no field `venu`; did you mean `venue`?",
        "D03 idd: a space of this game has no field `idd`; did you mean `id`?",
        "D03 lane: a space of this game has no field `lane`; did you mean `lanes`?",
        "D03 knd: a link of this kind has no field `knd`; did you mean `kind`?",
    ];
    assert_eq!(told(&read(&ir, &misspelt)), expected);
    // A link that can't be read may be the missing one.
    let broken = with("(id: \"aa\", at: (1, 2), lanes: 1)", "(kind: \"next\", chain: [\"aa\", \"zz\"])");
    assert_eq!(
        told(&read(&ir, &broken)),
        ["D07 \"zz\": no space has the id \"zz\"; draw it on the track, or name something that is there"]
    );
}

#[test]
fn tables_of_the_track() {
    let of = |cost: &str| format!("(ruleset: \"test-game\", fields: (venue: \"x\", cost: {cost}), spaces: [])");
    let cost = |text: &str| check(&of(text), &[]).fields[1].clone();
    assert_eq!(cost("{plain: 4, else: 0}"), Some(vec![4, 0, 0]));
    assert_eq!(cost("{\"downhill\": 9, else: 1}"), Some(vec![1, 1, 9]));
    assert_eq!(cost("(downhill: 9)"), Some(vec![1, 2, 9]));
    assert_eq!(cost("[4, 5, 6]"), Some(vec![4, 5, 6]));
    let hint = "one value for each of `plain`, `climb` and `downhill`";
    check(&of("[4, 5]"), &[&format!("D05 [4, 5]: expected 3 values, not 2; {hint}")]);
    check(
        &of("{hill: 1, plain: 10}"),
        &[
            "D05 hill: `hill` is not a case of Terrain; write `plain`, `climb` or `downhill`",
            "D05 10: expected a whole number from 0 to 9, not `10`",
        ],
    );
    check(&of("7"), &[&format!("D05 7: expected a table, not `7`; {hint}")]);
    let mut ir = game();
    ir.fields[9].default = None;
    let hint = "give it one, or add `else: 0` for all that are left out";
    assert_eq!(
        told(&read(&ir, &of("{plain: 1, climb: 1}"))),
        [format!("D04 {{plain: 1, climb: 1}}: there is no value for `downhill`; {hint}")]
    );
}

#[test]
fn another_game_is_one_problem() {
    check(
        "(ruleset: \"skoot\", spaces: [(id: \"a\", area: start)], links: [(kind: \"x\", chain: [])])",
        &[
            "D08 \"skoot\": this track is drawn for \"skoot\", not for \"test-game\"; if it belongs to this game, write \"test-game\"",
        ],
    );
}

#[test]
fn no_ron() {
    for (text, expected) in [
        ("", "D02 : the file is empty"),
        ("(a: 1", "D02 (: this bracket is not closed; write `)` where it ends"),
        ("(a: [(b: 1), (c: \"x), d: 1])", "D02 \": this text has no closing quote; write `\"` where it ends"),
        ("(a: 1 b: 2)", "D02 1: expected `,` after `1`; separate fields and members with commas"),
        ("(a: 1\n b: 2)", "D02 1: expected `,` after `1`; separate fields and members with commas"),
        ("(a: (1.5, 22 /* x */ y_z), b: 3)", "D02 22: expected `,` after `22`; separate fields and members with commas"),
        ("(a: \"x y\" // z\n b: 2)", "D02 \"x y\": expected `,` after `\"x y\"`; separate fields and members with commas"),
        // A list that isn't closed, or closed twice, is told at its own bracket.
        ("(a: [\n 1,\n b: [2],\n)", "D02 [: this bracket is not closed; write `]` where it ends"),
        ("(a: [[\n 1,\n ],\n b: [2],\n)", "D02 [: this bracket is not closed; write `]` where it ends"),
        (
            "(a: (\n 1,\n ],\n b: [2],\n)",
            "D02 ]: this `]` can't close the `(` that is open here; change one of them: a list is `[…]`, a place or fields with names are `(…)`, rows are `{…}`",
        ),
        // A bracket too many where a field should begin, and a list without its own.
        ("(\n a: [1],\n (b: [2],\n)", "D02 (: this `(` is one too many; leave it out"),
        (
            "(\n a:\n  (b: 1),\n  (b: 2),\n)",
            "D02 (: expected a name before this `(`; leave it out, or write `name: (…)`; several values are a list: `[(…), (…)]`",
        ),
        ("(a: [\n(b: 1,\n(b: 2)])", "D02 ,: expected a name after this, found `(`; a `)` may be missing before this comma"),
        ("(a: 1, b 2)", "D02 2: expected `:` before `2`; write a field as `name: …`"),
        ("(a: 1))", "D02 ): `)` follows after the end; the file holds one value in brackets; perhaps one is closed too early"),
        (
            "(a: 1, \u{1F3BF})",
            "D02 \u{1F3BF}: expected a name before `\u{1F3BF}`; in round brackets each value has a name: `name: …`",
        ),
        ("(a: 1, /* x", "D02 /*: this comment is not closed; write `*/` where it ends"),
        ("(a: §)", "D02 §: `§` can't be used here; expected a number, a word, a text in quotes, or a bracket"),
        ("#![enable(implicit_some)] (a: 1)", "D02 #: a line with `#!` can't be used here; leave it out"),
    ] {
        assert_eq!(told(&read(&game(), text)), [expected], "in {text}");
    }
    let deep = format!("(a: {}{})", "[".repeat(10_000), "]".repeat(10_000));
    assert!(told(&read(&game(), &deep))[0].starts_with("D09"));
    assert_eq!(told(&read(&game(), &"Some(".repeat(10_000))).len(), 1);
    assert_eq!(told(&read(&game(), &"/*".repeat(10_000))).len(), 1);
    let large = "x".repeat(10 << 20);
    assert_eq!(told(&read(&game(), &large)), ["D09 : a file of 10 MB is too large to be read; files may have 8 MB"]);
    for garbage in [&"(".repeat(5 << 20), &"\"\\".repeat(2 << 20), &"[1,".repeat(2 << 20), &"a".repeat(5 << 20)] {
        assert_eq!(read(&game(), garbage).problems.len(), 1);
    }
}

#[test]
fn too_many_spaces() {
    let spaces: String = (0..65_010).map(|n| format!("(id:\"s{n}\",at:(1,2)),")).collect();
    let read = read(&game(), &with(&spaces, "(kind: \"next\", chain: [\"s0\", \"s64999\", \"s65000\"])"));
    assert_eq!(read.track.spaces.len(), 65_000);
    assert_eq!(read.problems.iter().map(|p| p.code).collect::<Vec<_>>(), [Code::TooLarge, Code::DanglingId]);
}

#[test]
fn many_problems_are_cut() {
    let spaces: String = (0..3000).map(|n| format!("(id:\"s{n}\",at:(1,2),ahead:\"zz{n}\"),")).collect();
    let read = read(&game(), &with(&spaces, ""));
    assert_eq!(read.problems.len(), 501);
    assert_eq!(read.problems[500].message, "and 2500 more errors in this file");
}

#[test]
fn nothing_that_is_typed_panics() {
    let ir = game();
    for (at, _) in GOOD.char_indices() {
        read(&ir, &GOOD[..at]);
    }
    // One letter changed, left out or put in, everywhere.
    let letters = ['(', ')', '[', '{', '"', ',', ':', '-', '9', 'x', '\\', '/', '\'', '#', 'é', '\0'];
    for (n, (at, old)) in GOOD.char_indices().enumerate() {
        let (before, after) = (&GOOD[..at], &GOOD[at + old.len_utf8()..]);
        let new = letters[n % letters.len()];
        read(&ir, &format!("{before}{after}"));
        read(&ir, &format!("{before}{new}{after}"));
        read(&ir, &format!("{before}{new}{old}{after}"));
        read(&ir, &format!("{before}{}{after}", letters[(n * 7 + 3) % letters.len()]));
    }
}

fn values(overrides: &[(ParamId, Words)], table: Option<&str>) -> (Vec<Words>, Vec<String>) {
    let mut sources = Sources::default();
    let id = table.map(|text| sources.add("table.ron", text));
    let sizes = Sizes { players: 2, ..Sizes::default() };
    let (values, problems) = params(&game(), &sizes, overrides, &mut |file| id.filter(|_| file == "table.ron"), &sources);
    (values, problems.iter().map(|p| format!("{} {}", p.code.text(), p.message)).collect())
}

const TABLE: &str = "// the least sum\n[[19, 20, 21], [15, 16, 17]]";

#[test]
fn parameters() {
    let (all, problems) = values(&[], Some(TABLE));
    assert_eq!(all, [vec![3], vec![0], vec![0], vec![3], vec![0], vec![19, 20, 21, 15, 16, 17]]);
    assert!(problems.is_empty());
    let (all, problems) = values(&[(ParamId(0), vec![5])], Some("{1: [1, 2, 3], 0: {2: 4, else: 0}}"));
    assert_eq!((all[0].clone(), all[3].clone(), all[5].clone()), (vec![5], vec![5], vec![0, 0, 4, 1, 2, 3]));
    assert!(problems.is_empty());
    let (all, problems) = values(&[(ParamId(0), vec![10]), (ParamId(3), vec![4])], None);
    assert_eq!(all[5], Vec::<i32>::new());
    let expected = [
        "B03 `laps`: expected a whole number from 1 to 9, not 10",
        "B03 `late`: expected a whole number from 0 to 3, not 4",
        "D01 the file \"table.ron\" can't be read",
    ];
    assert_eq!(problems, expected);
    let wrong = [(ParamId(5), vec![1, 2, 3, 4, 5, 31])];
    assert_eq!(values(&wrong, Some(TABLE)).1, ["B03 `table`: expected a whole number from 0 to 30, not 31"]);
    assert_eq!(values(&[], Some("[[1, 2, 3], [1, 2]]")).1, ["D05 expected 3 values, not 2"]);
    assert_eq!(values(&[], Some("[[1, 2, 3], [1, 2")).1, ["D02 this bracket is not closed"]);
    assert_eq!(values(&[], Some("[[1, 2, 3], [1, 2, 31]]")).1, ["D05 expected a whole number from 0 to 30, not `31`"]);
}

#[test]
fn settings() {
    let ir = game();
    let sizes = Sizes { players: 2, ..Sizes::default() };
    let params = values(&[], Some(TABLE)).0;
    let parse = |text: &str| setting::parse(&ir, &sizes, &params, text).map(|(id, words)| (id.0, words));
    let problem = |text: &str| {
        let p = parse(text).unwrap_err();
        assert_eq!((p.code, p.span), (Code::WrongParameter, None));
        format!("{}; {}", p.message, p.hint.unwrap_or_default())
    };
    assert_eq!(parse("laps=2").unwrap(), (0, vec![2]));
    assert_eq!(parse(" climb_half_step = owed_next_turn").unwrap(), (1, vec![1]));
    assert_eq!(parse("steep=[climb, downhill]").unwrap(), (2, vec![0b110]));
    assert_eq!(parse("late=7").unwrap(), (3, vec![7]));
    assert_eq!(parse("draft=true").unwrap(), (4, vec![1]));
    assert_eq!(parse("table=[[1,2,3],[4,5,6]]").unwrap(), (5, vec![1, 2, 3, 4, 5, 6]));
    // As rules write it, too.
    assert_eq!(parse("table=[[1,2,3],[else: 9]]").unwrap(), (5, vec![1, 2, 3, 9, 9, 9]));
    assert_eq!(problem("laps=10"), "`laps`: expected a whole number from 1 to 9, not `10`; the default is `laps=3`");
    assert_eq!(problem("laps=("), "`laps`: expected a whole number from 1 to 9, not `(`; the default is `laps=3`");
    assert_eq!(problem("lap=2"), "there is no parameter \"lap\"; did you mean `laps`?");
    assert!(problem("zzz=2").ends_with("there are `laps`, `climb_half_step`, `steep`, `late`, `draft` and `table`"));
    assert_eq!(problem("laps"), "\"laps\" sets nothing; write a parameter and its value: `laps=3`");
    let wrong = "`climb_half_step`: `forgivn` is not a value of `climb_half_step`; did you mean `forgiven`?";
    assert_eq!(problem("climb_half_step=forgivn"), wrong);
}

/// A value as it is written is read as the same value.
#[test]
fn written_values() {
    let ir = game();
    let sizes = Sizes { players: 2, ..Sizes::default() };
    let params = [vec![2], vec![1], vec![0b110], vec![7], vec![1], vec![1, 2, 3, 4, 5, 6]];
    let fold = Fold { ir: &ir, params: &params, sizes: &sizes };
    let mut shown = vec![];
    for (param, words) in ir.params.iter().zip(&params) {
        let value = written(&fold, &param.ty, words).expect("it can be written");
        let (id, read) = setting::parse(&ir, &sizes, &params, &format!("{}={value}", param.name)).expect("it can be read");
        assert_eq!((&ir.params[id.index()].name, &read), (&param.name, words));
        shown.push(value);
    }
    assert_eq!(shown, ["2", "owed_next_turn", "[climb, downhill]", "7", "true", "[[1, 2, 3], [4, 5, 6]]"]);
    let list = |words: &[i32]| written(&fold, &Type::List(Box::new(Type::Int(None)), None), words);
    assert_eq!((list(&[2, 4, 5, 0, 0]).as_deref(), list(&[0]).as_deref(), list(&[3, 1])), (Some("[4, 5]"), Some("[]"), None));
    assert_eq!(written(&fold, &Type::Space, &[1]), None);
}

const MANIFEST: &str = r##"// The manifest.
Game(
    id: "skoot", title: "SKOOT", author: "R. J. Weise", players: 4, seats: ["Home", "Away"],
    modules: ["skoot.rules"],
    addons: ["heart-rate.rules", "realistic-shooting.rules"],   // in order
    variants: [
        (name: "Basic", addons: []),
        (name: "Owed", addons: ["heart_rate"], set: { "climb_half_step": "owed_next_turn", "laps": 2, steep: [climb] }),
    ],
    default_track: "tracks/skoot/hilly.ron",
    series: [(name: "World Cup", tracks: ["lang", "kurz"], points: [1, 2, 3], wins: lowest, ties: last_race)],
    appearance: {
        "Area.recovery":  (colour: "#9fd3c7", pattern: dots),
        "player.heart":   (meter: (max: "meter_max", zones: "zone_start")),
        "Piste":          (width: 3, stroke: "double", dash: dots),
        "Skier":          (colour: "owner.ski", icon: "bus", badge: ["tokens", "rank"]),
    },
)"##;

fn manifest_of(text: &str) -> (manifest::Manifest, Vec<String>) {
    let mut sources = Sources::default();
    let source = sources.add("game.ron", text);
    let (manifest, problems) = manifest::read(&sources, source);
    (manifest, told(&Read { sources, track: Default::default(), problems }))
}

#[test]
fn a_manifest() {
    let (manifest, problems) = manifest_of(MANIFEST);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(
        (&*manifest.id, manifest.players.map(|p| p.0), manifest.seats.len(), manifest.addons.len()),
        ("skoot", Some(4), 2, 2)
    );
    let set = &manifest.variants[1].set;
    let ir = game();
    let read = |n: usize| setting::of_variant(&ir, &Sizes::default(), &[], &set[n]).unwrap();
    assert_eq!([read(0), read(1), read(2)], [(ParamId(1), vec![1]), (ParamId(0), vec![2]), (ParamId(2), vec![2])]);
    assert_eq!((manifest.series[0].points.as_slice(), manifest.series[0].lowest_wins), ([1, 2, 3].as_slice(), true));
    let [recovery, heart, piste, skier] = manifest.appearance.as_slice() else { panic!("four looks") };
    assert_eq!((recovery.colour, recovery.pattern), (Some([0x9f, 0xd3, 0xc7]), Some(Pattern::Dots)));
    let Some(Meter { most: Most::Param((most, _)), zones: Some((zones, _)) }) = &heart.meter else { panic!("a meter") };
    assert_eq!((&**most, &**zones), ("meter_max", "zone_start"));
    assert_eq!((piste.width, piste.strands, piste.dash, piste.head), (Some(3.0), Some(Strands::Double), Some(Dash::Dots), None));
    assert_eq!((skier.colour, skier.field(Use::Colour)), (None, Some("owner.ski")));
    assert_eq!((&skier.icon, skier.fields(Use::Badge).map_or(0, |names| names.len())), (&Some(Icon::Other("bus".into())), 2));
    for (at, _) in MANIFEST.char_indices() {
        manifest_of(&MANIFEST[..at]);
    }
}

#[test]
fn the_look_of_a_board() {
    use interpreter::data::manifest::board::{BoardPart, Knob, Style, Tint, of_text};
    let look = |text: &str| manifest_of(&format!("(id: \"x\", title: \"x\", modules: [], appearance: {{\"board\": {text}}})"));
    let (manifest, problems) = look("(look: map, seed: 3, trees: 0.5, legend: false, low: \"#102030\", title_at: (60, 190.5))");
    assert_eq!(problems, Vec::<String>::new());
    assert!(manifest.appearance.is_empty(), "it is the look of no thing");
    let own = of_text("(look: line, trees: 0, profile_at: (9, 7))").over(&manifest.board);
    let places = [BoardPart::Title, BoardPart::Legend, BoardPart::Profile, BoardPart::Tinted].map(|part| own.place(part));
    assert_eq!(places, [Some((60.0, 190.5)), None, Some((9.0, 7.0)), None]);
    assert_eq!([manifest.board.style(), own.style()], [Style::Map, Style::Line]);
    assert_eq!([manifest.board.knob(Knob::Trees), own.knob(Knob::Trees), own.knob(Knob::Ribbon)], [0.5, 0.0, 1.45]);
    assert_eq!((own.seed(), own.has(BoardPart::Legend), own.has(BoardPart::Title)), (3, false, true));
    assert_eq!((manifest.board.tint(Tint::Low), own.tint(Tint::Low)), ([0x10, 0x20, 0x30], [0xff; 3]));
    let (_, problems) =
        look("(look: mapp, tree: \"green\", seed: -1, trees: 2, ribbbon: 1, title: 0, legend_at: 3, title_at: (1e30, 1))");
    let expected = [
        "D03 ribbbon: the look of a board has no field `ribbbon`; did you mean `ribbon`?",
        "D05 mapp: expected `plain`, `map` or `line`, not `mapp`; did you mean `map`?",
        "D05 \"green\": `\"green\"` is not a colour; write `#` and six digits from 0 to f, such as \"#9fd3c7\"",
        "D05 -1: expected a whole number from 0 to 4294967295, not `-1`",
        "D05 2: expected a number from 0 to 1, not `2`",
        "D05 0: expected `true` or `false`, not `0`",
        "D05 3: expected a place, not `3`; write millimetres, such as `(12.5, 40)`",
        "D05 1e30: expected a number from -100000 to 100000, not `1e30`",
    ];
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    assert_eq!(sorted(problems), sorted(expected.map(str::to_owned).to_vec()));
}

#[test]
fn wrong_manifests() {
    let (_, problems) = manifest_of("Game(titel: \"x\", modules: \"a.rules\", players: 0, variants: [(nam: \"x\"), 5])");
    let expected = [
        "D04 G: the manifest has no `id`; write `id: \"my_game\"`",
        "D03 titel: the manifest has no field `titel`; did you mean `title`?",
        "D05 \"a.rules\": expected a list of files, not `\"a.rules\"`; write it in square brackets: `[…]`",
        "D05 0: expected a whole number from 1 to 32, not `0`",
        "D03 nam: a variant has no field `nam`; did you mean `name`?",
        "D05 5: expected a variant, not `5`; write it as `(name: value, …)`",
    ];
    assert_eq!(problems, expected);
    assert!(manifest_of("(id: \"x\", title: \"x\", modules: [], opens_first: true)").0.opens_first);
    let (manifest, problems) =
        manifest_of("(id: \"x\", title: \"x\", modules: [], feedback: [\"Too long?\", \" \", \"Too long?\", 3])");
    assert_eq!(manifest.feedback.iter().map(|question| &**question).collect::<Vec<_>>(), ["Too long?"]);
    let is_told = |what: &str| problems.iter().any(|problem| problem.contains(what));
    assert!(is_told("this question has no words") && is_told("\"Too long?\" is asked twice"), "{problems:?}");
    assert_eq!(problems.len(), 3, "{problems:?}");
    let (_, problems) = manifest_of("(id: \"x\", title: \"x\", modules: [], opens_first: 1)");
    assert_eq!(problems, ["D05 1: expected `true` or `false`, not `1`"]);
    let (_, problems) = manifest_of(
        r##"(id: "x", title: "x", modules: ["../a.rules", "b", "c.rules", "c.rules"],
            appearance: {"A": (color: dots, colour: "#12"), "A": 5, "B": (pattern: dot, dash: 3, arrow: bent, width: 0, meter: 3, hidden: no, badge: [3, x])})"##,
    );
    let expected = [
        "D05 \"../a.rules\": \"../a.rules\" is not a file of this project; write a path with `/`, without `..`",
        "D05 \"b\": \"b\" does not end in .rules; write \"b.rules\"",
        "D06 \"c.rules\": two files are called \"c.rules\"",
        "D03 color: a look has no field `color`; did you mean `colour`?",
        "D05 \"#12\": `\"#12\"` is not a colour; write `#` and six digits from 0 to f, such as \"#9fd3c7\"",
        "D06 \"A\": `A` is given twice; leave one of them out",
        "D05 dot: expected `dots`, `stripes` or `cross`, not `dot`; did you mean `dots`?",
        "D05 3: expected `solid`, `dashes`, `long`, `dots` or `dash_dots`, not `3`",
        "D05 bent: expected `filled`, `open`, `double` or `none`, not `bent`",
        "D05 0: expected a number from 0.2 to 10, not `0`",
        "D05 3: expected a meter, not `3`; write it as `(name: value, …)`",
        "D05 no: expected `true` or `false`, not `no`",
        "D05 3: expected a text in quotes, not `3`",
    ];
    assert_eq!(problems, expected);
    let list = manifest_of("[1, 2]").1;
    assert_eq!(list, ["D05 [1, 2]: expected the manifest of a game, not `[1, 2]`; write it as `(name: value, …)`"]);
}

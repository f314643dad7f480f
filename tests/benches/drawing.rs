//! What somebody who draws waits for, on a board of 2,000 spaces and 4,000 links; and 100,000 edits undone and done again.
//!
//! `cargo bench -p suite --bench drawing`, or one part of it: `… -- board`, `edits`.

use std::cell::Cell;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use editor::drawing::hit::{Hit, Places};
use editor::drawing::problems::{Checked, Problem, Waiting};
use editor::drawing::tools::arrange;
use editor::drawing::{Checker, Document, Drawing, Edit, Fields, Item, List, Schema, edit, read, write};
use interpreter::ruleset::{Ruleset, Texts};
use kurbo::{Point, Rect, Vec2};
use spoil::Numbers;
use suite::drawings::edit_at_random;
use suite::shipped;

const COLUMNS: usize = 50;
const ROWS: usize = 40;

fn main() {
    let wanted = |part: &str| {
        let mut named = std::env::args().skip(1).filter(|a| !a.starts_with('-')).peekable();
        named.peek().is_none() || named.any(|a| a == part)
    };
    if wanted("board") {
        board();
    }
    if wanted("edits") {
        edits();
    }
}

/// Milliseconds of the median run of 21.
fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..21)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[10]
}

/// Rules with a check on each space, a constant and a distance to look for, as real ones have.
const RULES: &str = "game field \"Field\" for 1..4 players\nenum Ground { plain, sand }\nspace { ground: Ground = plain, points: int in 0..9 = 0 }\n\
    link on one? drawn along\nlink down one? back up\nconst first = first s in space where s.points == 9 else \"no first one\"\n\
    derive space.far: int = distance(first, to: [self], over: [on, down]) else \"can't be reached\"\n\
    check every s in space: s.on is some or s.down is some or s.points == 8 else \"leads nowhere\"\n\
    piece Runner 1 per player as runner at first\nflow { end game ranking p in everyone by 1 }\n";

fn rules() -> Ruleset {
    let mut texts = Texts { name: "field".to_owned(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok("(id: \"field\", title: \"Field\", modules: [\"field.rules\"])".into()));
    texts.files.insert("field.rules".into(), Ok(RULES.into()));
    Ruleset::read(&texts)
}

/// A field of spaces in rows and columns; a chain along each row, and one down each column. `comes_round`: from their ends back to where
/// they begin, too.
fn field(comes_round: bool) -> String {
    let id = |x: usize, y: usize| format!("s{x:02}-{y:02}");
    let mut text = String::from(
        "(\n    ruleset: \"field\",\n    name: \"Large\",\n    sheet: (width: 1000.0, height: 800.0),\n    spaces: [\n",
    );
    for (x, y) in (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y))) {
        let fields = match (x, y) {
            (0, 0) => ", points: 9",
            _ if (x, y) == (COLUMNS - 1, ROWS - 1) => ", points: 8",
            _ if (x + y) % 7 == 0 => ", ground: sand",
            _ => "",
        };
        text.push_str(&format!("        (id: \"{}\", at: ({}.0, {}.0){fields}),\n", id(x, y), 10 + x * 20, 10 + y * 20));
    }
    text.push_str("    ],\n    links: [\n");
    let mut chain = |kind: &str, ids: Vec<String>| {
        let ids: Vec<String> = ids.iter().map(|id| format!("{id:?}")).collect();
        text.push_str(&format!("        (kind: \"{kind}\", chain: [{}]),\n", ids.join(", ")));
    };
    (0..ROWS).for_each(|y| chain("on", (0..COLUMNS).map(|x| id(x, y)).collect()));
    (0..COLUMNS).for_each(|x| chain("down", (0..ROWS).map(|y| id(x, y)).collect()));
    if comes_round {
        (0..ROWS - 1).for_each(|y| chain("on", vec![id(COLUMNS - 1, y), id(0, y)]));
        (0..COLUMNS).for_each(|x| chain("down", vec![id(x, ROWS - 1), id(x, 0)]));
    }
    text.push_str("    ],\n)\n");
    text
}

/// A field with six spaces from which nothing leads on, each beside one to which nothing leads.
fn torn(schema: &Schema) -> Document {
    let id = |x: usize, y: usize| -> Arc<str> { format!("s{x:02}-{y:02}").into() };
    let mut torn = read::read(&field(false)).expect("it is a track");
    for (x, y) in (1..=6).map(|n| (n * 7, n * 5)) {
        for (kind, from, to) in [
            ("on", id(x, y), id(x + 1, y)),
            ("down", id(x, y), id(x, y + 1)),
            ("down", id(x, y - 1), id(x, y)),
            ("down", id(x + 1, y - 1), id(x + 1, y)),
        ] {
            torn = edit::apply(&torn, schema, &Edit::Disconnect { kind: kind.into(), from, to }).expect("it is linked");
        }
    }
    torn
}

/// Somebody who wants to know what is wrong, and not what would mend it.
#[derive(Default)]
struct Told(Cell<Option<usize>>);

impl Waiting for Told {
    fn hear(&self, so_far: Checked) {
        self.0.set(Some(so_far.problems.len()));
    }

    fn waits(&self) -> bool {
        false
    }
}

fn board() {
    let text = field(true);
    let checker = Checker::new(&rules(), &[]);
    let document = read::read(&text).expect("it is a track");
    let links: usize = document.links().iter().map(|link| link.steps().count()).sum();
    let problems = checker.problems(&document, "large");
    println!("a board of {} spaces and {links} links, {} problems (median of 21):", document.spaces().len(), problems.len());
    for problem in problems.iter().take(3) {
        println!("  {}", problem.message);
    }
    let show = |what: &str, ms: f64| println!("  {what:50} {ms:>9.3} ms");
    show("open", median(|| drop(black_box(read::read(&text)))));
    show("save, as it was opened", median(|| drop(black_box(write::text(&document)))));
    let mut moved = Drawing::new(document.clone(), checker.schema.clone());
    let all: Vec<_> = document.spaces().iter().map(|space| space.key).collect();
    moved.edit(&arrange::moved(&document, &all, Vec2::new(1.0, 1.0))).expect("they move");
    let other = moved.document().clone();
    show("save, every space moved", median(|| drop(black_box(write::text(&other)))));
    show("all problems, checks of the rules included", median(|| drop(black_box(checker.problems(&document, "large")))));
    let torn = torn(&checker.schema);
    let proposed = |problems: &[Problem]| {
        let fixes = problems.iter().flat_map(|problem| &problem.fixes);
        fixes.filter(|fix| matches!(fix.edit, Edit::Connect { .. })).count()
    };
    let found = checker.problems(&torn, "large");
    println!("  of one torn in six places: {} problems, {} links proposed", found.len(), proposed(&found));
    show("all its problems", {
        let told = Told::default();
        median(|| {
            told.0.set(None);
            black_box(checker.check_for(&told, &torn, "large"));
            assert!(told.0.take().is_some_and(|count| count == found.len()), "they are told early");
        })
    });
    show("and then links that would mend them, tried on copies", median(|| drop(black_box(checker.problems(&torn, "large")))));
    let last = checker.check(&document, "large");
    let mut touched = Drawing::new(document.clone(), checker.schema.clone());
    // To and fro: not onto another one.
    let mut step = -1.0;
    show("problems of what was touched: a space moved", {
        median(|| {
            step = -step;
            let edit = arrange::moved(touched.document(), &[document.spaces()[777].key], Vec2::new(step, 0.0));
            touched.edit(&edit).expect("it moves");
            assert_eq!(checker.touched(&last, touched.document(), "large").map(|problems| problems.len()), Some(problems.len()));
        })
    });
    for (what, count) in [("another ground for one", 1), ("for a hundred", 100), ("for three hundred", 300)] {
        let mut painted = Drawing::new(document.clone(), checker.schema.clone());
        let keys = all[701..701 + count].to_vec();
        painted.edit(&Edit::Set { keys, name: "ground".into(), value: Some("sand".into()) }).expect("it is painted");
        let found = || checker.touched(&last, painted.document(), "large");
        assert_eq!(found().map(|found| found.len()), Some(problems.len()));
        show(&format!("problems of what was touched: {what}"), median(|| drop(black_box(found()))));
    }
    let mut cut = Drawing::new(document.clone(), checker.schema.clone());
    cut.edit(&Edit::Remove { keys: document.spaces()[700..720].iter().map(|space| space.key).collect(), bridging: false })
        .expect("they go");
    let twenty = "problems of what was touched: twenty spaces less";
    match checker.touched(&last, cut.document(), "large") {
        Some(_) => show(twenty, median(|| drop(black_box(checker.touched(&last, cut.document(), "large"))))),
        None => println!("  {twenty}: they are in a long chain, so all problems are looked for"),
    }
    show("what lies where", median(|| drop(black_box(Places::of(&document, &checker.schema)))));
    let places = Places::of(&document, &checker.schema);
    let one = all[777];
    let mut numbers = Numbers(1);
    let points: Vec<Point> = (0..1_000).map(|_| Point::new(numbers.below(1_000) as f64, numbers.below(800) as f64)).collect();
    show(
        "a thousand places pointed at",
        median(|| points.iter().for_each(|at| assert!(black_box(places.at(*at, 2.0)) != Some(Hit::Decor(one))))),
    );
    show("a frame around half of it", median(|| drop(black_box(places.within(Rect::new(0.0, 0.0, 500.0, 800.0))))));
    let mut far = 0.0;
    let mut drag = |keys: &[editor::drawing::Key]| {
        far += 0.01;
        let edit = arrange::moved(moved.document(), keys, Vec2::new(far, 0.0));
        moved.drag(1, &edit).expect("they move");
    };
    show("a step of dragging one space", median(|| drag(&[one])));
    show("a step of dragging a hundred", median(|| drag(&all[..100])));
    show("a step of dragging all", median(|| drag(&all)));
    let connect =
        Edit::Connect { kind: "on".into(), spaces: vec![document.spaces()[70].id.clone(), document.spaces()[5].id.clone()] };
    let cut = Edit::Remove { keys: vec![one], bridging: false };
    show("a link more and a space less", {
        median(|| {
            for edit in [&connect, &cut] {
                black_box(edit::apply(&document, &checker.schema, edit).expect("it can be done"));
            }
        })
    });
    let new = (0..2_000).map(|n| Item {
        id: format!("n{n}").into(),
        at: Some(Point::ZERO),
        fields: Fields::default(),
        ..Item::default()
    });
    let add = Edit::Add { list: List::Spaces, items: new.collect(), before: None };
    show("two thousand spaces more", {
        median(|| {
            black_box(edit::apply(&document, &checker.schema, &add).expect("they are added"));
        })
    });
}

fn edits() {
    for (game, track) in [("skoot", "hilly"), ("ski-the-mountain", "three-towns"), ("biathlon-blast", "bad-wolfsheim-kurz")] {
        let texts = shipped::library().read(game);
        let text = texts.tracks[track].clone().expect("it can be read");
        let ruleset = shipped::ruleset(game);
        let schema = Arc::new(editor::drawing::Schema::of(&ruleset, &ruleset.weave(&[]).0));
        let start = read::read(&text).expect("it is a track");
        let mut drawing = Drawing::new(start.clone(), schema);
        let seconds = |run: &mut dyn FnMut()| {
            let begun = Instant::now();
            run();
            begun.elapsed().as_secs_f64()
        };
        let mut made = 0;
        let making = seconds(&mut || made = edit_at_random(&mut drawing, 100_000, 7));
        let end: Document = drawing.document().clone();
        let steps = drawing.steps().1;
        let undoing = seconds(&mut || drawing.go_to(0));
        assert_eq!(*drawing.document(), start, "undone to the start");
        assert_eq!(write::text(drawing.document()), *text);
        let redoing = seconds(&mut || drawing.go_to(usize::MAX));
        assert_eq!(*drawing.document(), end, "done again to the end");
        println!(
            "{game}, {track}: 100,000 random edits in {making:.2} s, {made} changed something, {steps} steps; undone in {undoing:.2} s, done \
             again in {redoing:.2} s: equal; {} spaces and {} links at the end",
            end.spaces().len(),
            end.links().len()
        );
    }
}

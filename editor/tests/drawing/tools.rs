//! Tools: strokes and clicks in, edits out.

use std::collections::BTreeSet;

use editor::drawing::guides::Guides;
use editor::drawing::hit::{Hit, Places};
use editor::drawing::layers::Layer;
use editor::drawing::looks::Look;
use editor::drawing::palette::Palette;
use editor::drawing::tools::arrange::{self, Align};
use editor::drawing::tools::course::{self, CourseDraft, Spread};
use editor::drawing::tools::select::{self, Mode};
use editor::drawing::tools::{clip, measure, pen, snap};
use editor::drawing::{Checker, Document, Drawing, Edit, Fields, Key, List};
use editor::looks::Pattern;
use interpreter::data::manifest::Manifest;
use interpreter::ruleset::Texts;
use kurbo::{Line, Point, Rect, Size, Vec2};

use super::*;

/// A game of our own: an oval with lanes, whose links and numbers the tools fill in.
pub fn oval() -> Ruleset {
    let rules = "/// Round the oval.\ngame oval \"Oval\" for 1..6 players\nenum Turf { sand, grass }\n\
        space { lane: int in 1..8 = 1 drawn outward, segment: int in 1..40 = 1 drawn along, turf: Turf, wet: bool = false, note: Turf? }\n\
        link on one drawn along\nlink inside one? drawn inward\nlink outside one? drawn outward\nlink beside many both ways drawn across\n\
        link Rail many { height: int in 1..3 }\npath Line { gain: int in 1..9 = 2 }\n\
        const first = the s in space where s.segment == 1 and s.lane == 1\n\
        piece Horse 1 per player as horse at first\nflow { end game ranking p in everyone by 1 }\n";
    let game = "Game(id: \"oval\", title: \"Oval\", modules: [\"oval.rules\"], appearance: {\n\
        \"Turf.sand\": (colour: \"#e8d48b\", pattern: dots), \"space.wet\": (colour: \"#4466aa\", icon: \"drop\"), \"on\": (colour: \"#111111\"), \
        \"space\": (fill: \"turf\") })";
    let mut texts = Texts { name: "oval".into(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok(game.into()));
    texts.files.insert("oval.rules".into(), Ok(rules.into()));
    let ruleset = Ruleset::read(&texts);
    assert!(ruleset.problems.is_empty(), "{:#?}", ruleset.problems);
    let (_, problems) = ruleset.weave(&[]);
    assert!(problems.is_empty(), "{problems:#?}");
    ruleset
}

fn empty(schema: &Arc<Schema>) -> Drawing {
    Drawing::new(Document::new(&schema.ruleset, "Mine", Size::new(400.0, 300.0)), schema.clone())
}

fn round(count: usize, clockwise: bool) -> Vec<Point> {
    let turn = if clockwise { 1.0 } else { -1.0 };
    let at = |n: usize| Vec2::from_angle(turn * std::f64::consts::TAU * n as f64 / count as f64) * 100.0;
    (0..count).map(|n| Point::new(200.0, 150.0) + at(n)).collect()
}

fn course(points: Vec<Point>, is_closed: bool, spread: Spread, lanes: usize) -> CourseDraft {
    CourseDraft { points, is_closed, spread, lanes, lane_width: 8.0, ..CourseDraft::default() }
}

fn ids(document: &Document, keys: &[Key]) -> Vec<String> {
    keys.iter().map(|key| document.item(*key).expect("it is there").id.to_string()).collect()
}

fn keys(drawing: &Drawing, names: &[&str]) -> Vec<Key> {
    names.iter().map(|id| drawing.document().space(id).unwrap_or_else(|| panic!("no space {id}")).key).collect()
}

#[test]
fn a_loop_with_lanes_is_a_board_that_the_rules_accept() {
    let ruleset = oval();
    let checker = Checker::new(&ruleset, &[]);
    for clockwise in [true, false] {
        let mut d = empty(&checker.schema);
        let grid = course(round(12, clockwise), true, Spread::Count(20), 3);
        d.edit(&grid.edit(d.document(), &d.schema).expect("there is a line")).expect("it is drawn");
        assert_eq!(d.undoes(), Some("draw a loop of 60 spaces"));
        let problems = checker.problems(d.document(), "mine");
        assert!(problems.is_empty(), "{problems:#?}\n{}", text(d.document()));
        assert!(checker.built(d.document(), "mine", Some(2)).program.is_some());
        let said = text(d.document());
        assert!(said.contains("(id: \"a1-01\", at:") && said.contains("turf: sand"), "{said}");
        assert!(said.contains("lane: 3, segment: 20"), "{said}");
        // Lane 1 lies inside, whichever way round it was drawn.
        let far = |id: &str| d.document().space(id).and_then(|s| s.at).expect("it is there").distance(Point::new(200.0, 150.0));
        assert!(far("a1-05") + 7.0 < far("a2-05") && far("a2-05") + 7.0 < far("a3-05"));
        let links = meaning_of(&ruleset, &said).links;
        assert_eq!(links.iter().map(Vec::len).collect::<Vec<_>>(), [0, 60, 40, 40, 80]);
        d.undo();
        assert!(d.document().spaces().is_empty());
    }
}

fn meaning_of(ruleset: &Ruleset, text: &str) -> Track {
    let mut ruleset = ruleset.clone();
    let id = ruleset.sources.add("mine", text);
    ruleset.tracks.insert("mine".into(), id);
    ruleset.build(&Setup { track: Some("mine".into()), ..Setup::default() }).track
}

#[test]
fn a_course_goes_on_from_where_it_began() {
    let mut d = empty(&schema("skoot"));
    let line = [(20.0, 20.0), (120.0, 20.0)].map(Point::from).to_vec();
    let first = course(line, false, Spread::Every(10.0), 1);
    d.edit(&first.edit(d.document(), &d.schema).expect("there is a line")).expect("it is drawn");
    assert_eq!(d.document().spaces().len(), 11);
    let last = keys(&d, &["a11"])[0];
    let next = CourseDraft { points: vec![(120.0, 40.0).into(), (120.0, 60.0).into()], from: Some(last), ..first };
    d.edit(&next.edit(d.document(), &d.schema).expect("there is a line")).expect("it is drawn");
    assert_eq!(d.document().links().len(), 1, "{}", text(d.document()));
    assert_eq!(&*d.document().spaces()[13].id, "a14");
    let (all, comes_round) = select::course_of(d.document(), &d.schema, last);
    assert_eq!((all.len(), comes_round), (14, false));

    d.edit(&course::close(d.document(), (&d.schema, &Manifest::default()), &all, true).expect("it can be closed"))
        .expect("it is closed");
    assert!(select::course_of(d.document(), &d.schema, last).1);

    d.edit(&course::reverse(d.document(), &d.schema, &all)).expect("it is turned round");
    assert_eq!(d.document().links().len(), 1, "{}", text(d.document()));
    let steps: BTreeSet<_> = d.document().links()[0].steps().map(|(a, b)| format!("{a}>{b}")).collect();
    // The numbers run the new way, too.
    assert!(steps.contains("a01>a02") && steps.contains("a14>a01") && steps.len() == 14, "{steps:?}");
    assert_eq!((&*d.document().spaces()[0].id, d.document().spaces()[0].key), ("a01", all[13]));
    assert!(course(vec![], true, Spread::Count(5), 2).edit(d.document(), &d.schema).is_none());
}

#[test]
fn what_is_pointed_at() {
    let document = shipped_document("ski-the-mountain", "three-towns");
    let places = Places::of(&document, &schema("ski-the-mountain"));
    let key = |id: &str| document.space(id).expect("it is there").key;
    assert_eq!(places.at((96.0, 547.0).into(), 0.0), Some(Hit::Space(key("Saun"))));
    // Between two stops of the bus.
    let at = |id: &str| document.space(id).and_then(|s| s.at).expect("it is there");
    let hit = places.at(at("Puilent").midpoint(at("Halt-east")), 2.0);
    assert!(matches!(hit, Some(Hit::Step(bus, 2)) if &*document.item(bus).expect("it is there").kind == "Bus"), "{hit:?}");
    // On a strand of it, beside the middle.
    let (from, to) = (at("Puilent"), at("Halt-east"));
    let beside = Vec2::new(from.y - to.y, to.x - from.x) / from.distance(to) * 1.3;
    assert_eq!(places.at(from.midpoint(to) + beside, 0.2), hit);
    let dahu = document.decor().iter().find(|label| label.title() == "Grand Dahu").and_then(|label| label.at);
    let label = places.at(dahu.expect("it is there") + Vec2::new(5.0, 1.0), 0.0);
    assert!(
        matches!(label, Some(Hit::Decor(key)) if document.item(key).expect("it is there").title() == "Grand Dahu"),
        "{label:?}"
    );
    assert_eq!(places.at((5.0, 5.0).into(), 1.0), None);
    assert_eq!(places.at(Point::new(f64::NAN, 1e300), 1.0), None);
    let towns = places.within(Rect::new(900.0, 545.0, 0.0, 565.0));
    // The names of the two bus stops are labels, which have no id.
    assert_eq!(ids(&document, &towns), ["Saun", "Puilent", "Marignan", "", ""]);
    let stroke = Line::new((150.0, 104.0), (113.0, 197.0));
    let mut bear = ids(&document, &places.touched(stroke, 12.0));
    bear.sort();
    assert_eq!(bear, ["Bear-1", "Bear-2", "Bear-3"]);
    assert!(places.extent().expect("something is drawn").width() > 600.0);
    // Every step can be hit in its middle, unless something lies above it.
    for link in document.links() {
        for (n, (from, to)) in link.steps().enumerate() {
            let at = |id: &str| document.space(id).and_then(|s| s.at).expect("it is there");
            let middle = at(from).midpoint(at(to));
            assert!(places.at(middle, 1.0).is_some(), "{from} to {to}, step {n}");
        }
    }
}

#[test]
fn how_far_one_can_go() {
    let d = Drawing::new(shipped_document("skoot", "test-loop"), schema("skoot"));
    let from = keys(&d, &["a01"])[0];
    let one = measure::reach(d.document(), &d.schema, from, 7, &["ahead".into()]);
    assert_eq!(one.len(), 8);
    let both = measure::reach(d.document(), &d.schema, from, 2, &["ahead".into(), "around".into()]);
    let mut names: Vec<String> = both.keys().map(|key| d.document().item(*key).expect("it is there").id.to_string()).collect();
    names.sort();
    assert_eq!(names, ["a01", "a02", "a03", "p1", "p2"]);
    let way = measure::way(d.document(), &d.schema, from, keys(&d, &["p3"])[0], &["ahead".into(), "around".into()]);
    assert_eq!(way.map(|way| ids(d.document(), &way)), Some(["a01", "p1", "p2", "p3"].map(String::from).to_vec()));
    assert_eq!(measure::way(d.document(), &d.schema, keys(&d, &["fin"])[0], from, &["ahead".into()]), None);
}

#[test]
fn a_part_may_be_pasted_into_another_track() {
    let from = Drawing::new(shipped_document("ski-the-mountain", "three-towns"), schema("ski-the-mountain"));
    let part = keys(&from, &["Hare-1", "Hare-2", "Hare-3"]);
    let copied = clip::copied(from.document(), &part);
    let mut d = Drawing::new(shipped_document("ski-the-mountain", "three-towns"), schema("ski-the-mountain"));
    d.edit(
        &clip::pasted(
            d.document(),
            &d.schema,
            &clip::read(&copied).expect("a track"),
            kurbo::Affine::translate((10.0, -5.0)),
            "paste",
        )
        .expect("it is a part"),
    )
    .expect("it is pasted");
    let said = text(d.document());
    for line in [
        "(id: \"Hare-4\", at: (269.0, 312.0), colour: blue),",
        "(kind: \"Piste\", chain: [\"Hare-4\", \"Hare-5\", \"Hare-6\"]),",
        "(kind: \"Run\", name: \"Hare 2\", spaces: [\"Hare-4\", \"Hare-5\", \"Hare-6\"], points: 10),",
    ] {
        assert!(said.contains(line), "no {line} in\n{said}");
    }
    let mut new = empty(&schema("ski-the-mountain"));
    new.edit(
        &clip::pasted(new.document(), &new.schema, &clip::read(&copied).expect("a track"), kurbo::Affine::IDENTITY, "paste")
            .expect("it is a part"),
    )
    .expect("it is pasted");
    assert!(text(new.document()).contains("(id: \"Hare-1\""), "free ids stay");
    for bad in ["", "hello", "[1]", "()"] {
        let pasted =
            clip::read(bad).and_then(|part| clip::pasted(new.document(), &new.schema, &part, kurbo::Affine::IDENTITY, "paste"));
        assert!(pasted.is_err(), "{bad:?}");
    }
}

#[test]
fn pens_fill_in_what_the_rules_ask_for() {
    let mut d = Drawing::new(shipped_document("ski-the-mountain", "three-towns"), schema("ski-the-mountain"));
    let [saun, lake] = keys(&d, &["Saun", "Lake"])[..] else { panic!("two spaces") };
    let lift = pen::link(d.document(), &d.schema, "Lift", &Fields::default(), saun, lake).expect("two spaces");
    d.edit(&lift).expect("it is drawn");
    let run = pen::path(d.document(), &d.schema, "Run", &Fields::default(), &keys(&d, &["Hare-1", "Hare-1", "Hare-2"]));
    d.edit(&run.expect("spaces")).expect("it is drawn");
    let said = text(d.document());
    assert!(said.contains("(kind: \"Lift\", name: \"Lift 15\", from: \"Saun\", to: \"Lake\", type: cable),"), "{said}");
    assert!(said.contains("(kind: \"Run\", name: \"Run 18\", spaces: [\"Hare-1\", \"Hare-2\"], points: 1),"), "{said}");
    d.edit(&pen::label((5.0, 6.0).into(), "Café \"Ours\"", 3.0, Layer::Spaces)).expect("it is written");
    assert!(text(d.document()).contains("(kind: \"label\", text: \"Café \\\"Ours\\\"\", at: (5.0, 6.0), size: 3.0),"));

    let mut d = Drawing::new(shipped_document("skoot", "test-loop"), schema("skoot"));
    let a05 = keys(&d, &["a05"])[0];
    let fields = Fields::default().with("terrain", "climb").with("area", "course");
    d.edit(&pen::space(d.document(), &d.schema, (178.0, 140.0).into(), &fields, Some(a05))).expect("it is drawn");
    let said = text(d.document());
    assert!(said.contains("(id: \"a31\", at: (178.0, 140.0), terrain: climb),\n        (id: \"a06\""), "{said}");
    let order = measure::way(d.document(), &d.schema, a05, keys(&d, &["a06"])[0], &["ahead".into()]).expect("a way");
    assert_eq!(ids(d.document(), &order), ["a05", "a31", "a06"]);

    let places = Places::of(d.document(), &d.schema);
    let Some(hit) = places.at((127.9, 151.5).into(), 0.0) else { panic!("the start is there") };
    d.edit(&pen::erase(d.document(), &places, hit).expect("it can be erased")).expect("it is erased");
    assert!(d.document().space("st").is_none());
}

#[test]
fn a_picture_is_scaled_by_two_points() {
    let mut d = empty(&schema("skoot"));
    d.edit(&pen::picture((100.0, 100.0).into(), "map.png", 200.0, 100.0, 0.5)).expect("it is put there");
    let key = d.document().decor()[0].key;
    let edit = pen::scale_by_two_points(d.document(), key, (50.0, 100.0).into(), (150.0, 100.0).into(), 50.0);
    d.edit(&edit.expect("two points")).expect("it is scaled");
    let picture = &d.document().decor()[0];
    assert_eq!((picture.fields.number("width"), picture.at), (Some(100.0), Some(Point::new(75.0, 100.0))));
    assert!(pen::scale_by_two_points(d.document(), key, Point::ZERO, Point::ZERO, 50.0).is_none());
}

#[test]
fn moving_turning_and_lining_up() {
    let mut d = empty(&schema("skoot"));
    for at in [(10.0, 10.0), (30.0, 10.0), (30.0, 40.0)] {
        d.edit(&pen::space(d.document(), &d.schema, at.into(), &Fields::default(), None)).expect("it is drawn");
    }
    let all = keys(&d, &["a01", "a02", "a03"]);
    let at = |d: &Drawing| d.document().spaces().iter().filter_map(|s| s.at).map(|p| (p.x, p.y)).collect::<Vec<_>>();
    let edits = [
        (arrange::moved(d.document(), &all, Vec2::new(1.0, -2.0)), [(11.0, 8.0), (31.0, 8.0), (31.0, 38.0)]),
        (arrange::turned(d.document(), &all, (10.0, 10.0).into(), 90.0), [(10.0, 10.0), (10.0, 30.0), (-20.0, 30.0)]),
        (arrange::scaled(d.document(), &all, (10.0, 10.0).into(), 2.0, -1.0), [(10.0, 10.0), (50.0, 10.0), (50.0, -20.0)]),
        (arrange::aligned(d.document(), &all, Align::Left).expect("places"), [(10.0, 10.0), (10.0, 10.0), (10.0, 40.0)]),
        (arrange::aligned(d.document(), &all, Align::Middle).expect("places"), [(10.0, 25.0), (30.0, 25.0), (30.0, 25.0)]),
    ];
    for (edit, expected) in edits {
        d.edit(&edit).expect("they move");
        assert_eq!(at(&d), expected, "{edit:?}");
        d.undo();
    }
    let near = snap::snap((29.0, 19.0).into(), Some(5.0), &Guides::default(), &[(30.0, 90.0).into(), (70.0, 12.0).into()], 2.0);
    assert_eq!((near.at, near.column, near.row), (Point::new(30.0, 20.0), Some((30.0, 90.0).into()), None));
    assert_eq!(snap::constrained(Point::ZERO, (9.0, 2.0).into()), Point::new(9.0, 0.0));
    assert_eq!(snap::constrained(Point::ZERO, (9.0, -7.0).into()), Point::new(8.0, -8.0));
}

#[test]
fn choosing() {
    let d = Drawing::new(shipped_document("skoot", "test-loop"), schema("skoot"));
    let a05 = keys(&d, &["a05"])[0];
    assert_eq!(ids(d.document(), &select::same(d.document(), &d.schema, a05, "terrain")), ["a05", "a06", "a07"]);
    let [a, b, c] = [Key(1), Key(2), Key(3)];
    let some = BTreeSet::from([a, b]);
    assert_eq!(select::choose(&some, &[c], Mode::Replace), BTreeSet::from([c]));
    assert_eq!(select::choose(&some, &[b, c], Mode::Toggle), BTreeSet::from([a, c]));
    assert_eq!(select::choose(&some, &[b], Mode::Subtract), BTreeSet::from([a]));
    let some = keys(&d, &["a05", "a06"]);
    assert_eq!(select::shared(d.document(), &d.schema, &some, "terrain"), Ok(Some("climb".into())));
    assert!(select::shared(d.document(), &d.schema, &keys(&d, &["a05", "a08"]), "terrain").is_err());
    assert_eq!(select::shared(d.document(), &d.schema, &some, "area"), Ok(Some("course".into())));
}

#[test]
fn the_palette_is_what_the_rules_declare() {
    let ruleset = oval();
    let checker = Checker::new(&ruleset, &[]);
    let palette = Palette::of(&checker.schema, &ruleset.manifest);
    let groups: Vec<(String, Vec<String>)> =
        palette.brushes.iter().map(|g| (g.field.name.to_string(), g.brushes.iter().map(|b| b.title.clone()).collect())).collect();
    let titles = |name: &str| groups.iter().find(|(n, _)| n == name).map(|(_, titles)| titles.join(" ")).unwrap_or_default();
    assert_eq!(titles("turf"), "sand grass");
    assert_eq!(titles("wet"), "no yes");
    assert_eq!(titles("note"), "none sand grass");
    assert_eq!(titles("lane"), "1 2 3 4 5 6 7 8");
    assert_eq!(titles("segment"), "", "too many to be brushes");
    let sand = &palette.brushes[2].brushes[0];
    let Look::Space(look, _) = &sand.look else { panic!("{sand:?}") };
    assert_eq!((look.fill, &look.patterns[..]), (Some([0xe8, 0xd4, 0x8b]), &[Pattern::Dots][..]));
    let pens: Vec<&str> = palette.links.iter().map(|pen| &*pen.kind).collect();
    assert_eq!(pens, ["Rail", "on", "inside", "outside", "beside"]);
    assert!(matches!(&palette.links[1].look, Look::Link(look) if look.colour == Some([0x11; 3])));
    assert_eq!(palette.links[0].fields[0].brushes.len(), 3);
    assert_eq!((&*palette.paths[0].kind, palette.paths[0].fields[0].field.default.as_deref()), ("Line", Some("2")));
    // Of the shipped ones: rows of data, and what is worked out.
    let schema = schema("biathlon-blast");
    let field = |name: &str| schema.space.iter().find(|field| *field.name == *name).expect("it is declared");
    assert!(field("facing").is_computed && field("facing").is_optional && !field("lanes").is_needed);
    let venue = schema.track.iter().find(|f| *f.name == *"venue").expect("it is declared");
    assert!(venue.is_needed, "{venue:?}");
    assert!(matches!(&venue.takes, editor::drawing::schema::Takes::Row { names, .. } if names.len() > 1), "{venue:?}");
    assert_eq!(List::ALL.map(List::name), ["spaces", "links", "paths", "courses", "decor"]);
    let whole = Edit::Set { keys: vec![], name: "x".into(), value: None };
    assert_eq!(Drawing::default().edit(&whole), Ok(false));
}

#[test]
fn a_long_course_is_turned_round_as_a_whole_and_a_part_of_it_by_itself() {
    let at = |n: usize| format!("(id: \"s{n}\", at: ({n}.0, 10.0)),");
    let track = |count: usize| {
        let (spaces, chain) =
            ((0..count).map(at).collect::<String>(), (0..count).map(|n| format!("\"s{n}\",")).collect::<String>());
        document(&format!("(ruleset: \"skoot\", spaces: [{spaces}], links: [(kind: \"ahead\", chain: [{chain}])])"))
    };
    let mut d = Drawing::new(track(10_000), schema("skoot"));
    let all: Vec<_> = d.document().spaces().iter().map(|space| space.key).collect();
    let edit = course::reverse(d.document(), &d.schema, &all);
    assert!(matches!(&edit, Edit::All(_, edits) if edits.len() == 3), "one for the chain, one for the order, one for the ids");
    d.edit(&edit).expect("it is turned round");
    let link = &d.document().links()[0];
    assert_eq!((&*link.spaces[0], &*link.spaces[9_999], d.document().links().len()), ("s0", "s9999", 1));
    assert_eq!(d.document().space("s0").and_then(|space| space.at), Some((9_999.0, 10.0).into()));

    let mut d = Drawing::new(track(6), schema("skoot"));
    let some: Vec<_> = d.document().spaces()[2..5].iter().map(|space| space.key).collect();
    d.edit(&course::reverse(d.document(), &d.schema, &some)).expect("it is turned round");
    let mut steps: Vec<String> =
        d.document().links().iter().flat_map(|link| link.steps()).map(|(a, b)| format!("{a}>{b}")).collect();
    steps.sort();
    // Only one may lead on from a space, so s4 leads to s3 instead of s5.
    assert_eq!(steps, ["s0>s1", "s1>s2", "s3>s2", "s4>s3"]);
    assert_eq!(d.document().links().len(), 2);
}

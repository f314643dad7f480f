//! What the program draws by itself under and beside the spaces.

use editor::board::Board;
use editor::board::art::chance::Chance;
use editor::board::art::{self, Art, Panel, Sample};
use editor::board::{icons, legible};
use editor::drawing::layers::Layer;
use editor::drawing::tools::pen;
use editor::drawing::{Drawing, Edit};
use editor::looks::SpaceLook;
use emath::Pos2;
use kurbo::{ParamCurve, ParamCurveNearest, Point};

use super::*;

fn board(game: &str, track: &str) -> Board {
    Board::drawn(&shipped_document(game, track), &schema(game), &ruleset(game).manifest)
}

fn drawn(board: &Board) -> Art {
    board.art.as_ref().map(|subject| art::draw(subject)).unwrap_or_default()
}

/// How far a place is from the nearest edge of a band at least this wide: less than 0 within one.
fn from_bands(art: &Art, at: Pos2, least: f32) -> f64 {
    let at = Point::new(f64::from(at.x), f64::from(at.y));
    let bands = art.marks.iter().filter_map(|mark| Some((mark, mark.line.as_ref()?.width))).filter(|(_, width)| *width >= least);
    let far = bands.map(|(mark, width)| {
        let far = mark.path.segments().map(|piece| piece.nearest(at, 0.01).distance_sq.sqrt()).fold(f64::INFINITY, f64::min);
        far - f64::from(width) / 2.0
    });
    far.fold(f64::INFINITY, f64::min)
}

#[test]
fn ribbons_lie_under_all_spaces_and_links_of_a_course() {
    for track in ["hilly", "long", "test-corners"] {
        let board = board("skoot", track);
        let art = drawn(&board);
        for arrow in &board.arrows {
            let (from, to) = (&board.spaces[arrow.from].tile, &board.spaces[arrow.to].tile);
            for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
                let far = from_bands(&art, from.at.lerp(to.at, t), from.half * 2.0);
                assert!(far < 0.0, "{track}: {} to {} at {t}: {far}", board.spaces[arrow.from].id, board.spaces[arrow.to].id);
            }
        }
    }
}

#[test]
fn a_track_says_how_its_own_board_looks() {
    let mut drawing = Drawing::new(shipped_document("skoot", "hilly"), schema("skoot"));
    let mut say = |value: &str| {
        drawing.edit(&Edit::Track { name: "board".into(), value: Some(value.into()) }).expect("it is a value");
        Board::drawn(drawing.document(), &schema("skoot"), &ruleset("skoot").manifest)
    };
    assert!(say("(look: plain)").art.is_none());
    assert!(say("(look: line)").art.is_some());
    // Whatever is wrong with it is left to the check.
    assert!(say("(look: lime, ribbon: 9, trees: maybe)").art.is_some());
}

#[test]
fn the_legend_shows_values_in_the_colours_that_they_have_on_the_board() {
    for (game, track) in [("biathlon-blast", "bad-wolfsheim-lang"), ("skoot", "hilly")] {
        let board = board(game, track);
        let legend = &board.art.as_ref().expect("it has art").legend;
        let shown =
            legend.iter().filter_map(|row| if let Sample::Space(look, _) = &row.sample { Some((row, look)) } else { None });
        for (row, look) in shown {
            let is_alike = |space: &SpaceLook| space.fill == look.fill && (look.edge.is_none() || space.edge == look.edge);
            assert!(board.spaces.iter().any(|space| is_alike(&space.look.drawn)), "{track}: {}", row.name);
            // A badge stands for badges alone, whatever the space that a value is first found on has besides.
            assert_eq!(look.badge.is_some(), &*row.name == "Coach zone", "{track}: {}", row.name);
        }
        assert!(legend.len() > 3, "{track}");
    }
}

#[test]
fn the_same_seed_gives_the_same_art() {
    let board = board("skoot", "hilly");
    let art = drawn(&board);
    assert_eq!(art, drawn(&board));
    let mut drawing = Drawing::new(shipped_document("skoot", "hilly"), schema("skoot"));
    drawing.edit(&Edit::Track { name: "board".into(), value: Some("(seed: 8)".into()) }).expect("it is a value");
    let other = Board::drawn(drawing.document(), &schema("skoot"), &ruleset("skoot").manifest);
    assert_ne!(art.marks, drawn(&other).marks);
}

#[test]
fn trees_and_panels_keep_clear_of_spaces() {
    for track in ["hilly", "flat", "long", "test-corners"] {
        let board = board("skoot", track);
        // Gates and mats alone touch spaces: their own.
        let mut subject = board.art.as_deref().expect("it has art").clone();
        subject.spaces.iter_mut().for_each(|space| (space.gate, space.has_mat) = (None, false));
        let art = art::draw(&subject);
        assert_eq!(art.left_out, Vec::<String>::new(), "{track}");
        // The ground is filled below the ribbons; what is filled above them is trees and panels.
        let ribbon =
            art.marks.iter().rposition(|mark| mark.fill.is_none() && mark.line.as_ref().is_some_and(|line| line.width > 9.0));
        let above = &art.marks[ribbon.expect("a ribbon")..];
        let mut filled = 0;
        for mark in above.iter().filter(|mark| mark.fill.is_some_and(|fill| fill.opacity >= 1.0)) {
            filled += 1;
            for at in mark.path.segments().map(|piece| piece.start()) {
                let at = Pos2::new(at.x as f32, at.y as f32);
                let near = board.spaces.iter().find(|space| editor::board::hit::is_on(&space.tile, at, 2.0));
                assert!(near.is_none(), "{track}: {at:?} is near {}", near.map_or("", |space| &space.id));
            }
        }
        assert!(filled > 500, "{track}: only {filled}");
    }
}

/// A track of many spaces by chance: far apart or in a heap, on sheets of any size, of any width.
fn odd(seed: u32) -> String {
    let mut chance = Chance::new(seed, 5);
    let mut power = |low: f32, high: f32| 10_f32.powf(chance.between(low, high));
    let (width, height, spread) = (power(0.0, 5.0), power(0.0, 5.0), power(-1.0, 5.0));
    let tile = power(-0.3, 4.0);
    let count = [0, 1, 2, 7, 60, 2_000][seed as usize % 6];
    let mut place = || chance.between(-0.2, 1.0) * spread.min(99_000.0);
    let spaces: Vec<String> = (0..count)
        .map(|n| {
            format!("(id: \"s{n}\", at: ({:.2}, {:.2}), terrain: {})", place(), place(), ["plain", "climb", "downhill"][n % 3])
        })
        .collect();
    let chain = |kind: &str, by: usize| {
        let ids: Vec<String> = (0..count).map(|n| format!("\"s{}\"", n * by % count.max(1))).collect();
        format!("(kind: \"{kind}\", chain: [{}])", ids.join(", "))
    };
    let links = [chain("ahead", 1), chain("around", 3), chain("ahead", 1)].join(", ");
    format!(
        "(ruleset: \"skoot\", name: \"Odd\", sheet: (width: {width:.1}, height: {height:.1}), tile: {tile:.1}, spaces: [{}], links: [{links}])",
        spaces.join(", ")
    )
}

#[test]
fn odd_tracks_have_art_that_can_be_drawn() {
    // With forest and relief; with planks and lanes; with a sky and tinted ribbons.
    let games =
        [("skoot", "ahead", "around"), ("hell-on-eight-wheels", "ahead", "outward"), ("ski-the-mountain", "Piste", "Lift")];
    for (n, (game, way, other)) in games.into_iter().enumerate() {
        let (schema, manifest) = (schema(game), ruleset(game).manifest);
        // Of the boards with thousands of spaces, each game draws another one.
        for seed in (0..18).filter(|seed| seed % 6 != 5 || *seed as usize / 6 == n) {
            let text = odd(seed).replace("skoot", game).replace("ahead", way).replace("around", other);
            let art = drawn(&Board::drawn(&document(&text), &schema, &manifest));
            assert!(!art.marks.is_empty() && art.marks.len() < 40_000, "{game} {seed}: {} marks", art.marks.len());
            for mark in &art.marks {
                assert!(mark.path.is_finite(), "{game} {seed}: {:?}", mark.path);
            }
        }
    }
}

#[test]
fn where_panels_and_signs_lie_is_known() {
    let board = board("skoot", "hilly");
    let (art, signs) = (drawn(&board), board.spaces.iter().filter_map(|space| space.look.drawn.sign.as_ref()));
    let signs: std::collections::BTreeSet<&std::sync::Arc<str>> = signs.collect();
    let lie = |panel: Panel| art.frames.iter().filter(|(own, _)| *own == panel).count();
    assert!(signs.len() >= 3, "{signs:?}");
    assert_eq!(
        [Panel::Title, Panel::Legend, Panel::Profile, Panel::Sign].map(lie),
        [1, 1, 1, signs.len()],
        "one for each word: {signs:?}"
    );
}

/// Panels that a track keeps somewhere stay there, whatever is drawn elsewhere, and give way where something is drawn on them.
#[test]
fn panels_stay_where_a_track_keeps_them() {
    let mut drawing = Drawing::new(shipped_document("skoot", "hilly"), schema("skoot"));
    let frames = |drawing: &Drawing| -> Vec<(Panel, emath::Rect)> {
        let board = Board::drawn(drawing.document(), &schema("skoot"), &ruleset("skoot").manifest);
        drawn(&board).frames.into_iter().filter(|(panel, _)| *panel != Panel::Sign).collect()
    };
    drawing.edit(&Edit::Track { name: "board".into(), value: None }).expect("it says where they lie");
    let free = frames(&drawing);
    let at = |panel: Panel| free.iter().find(|(own, _)| *own == panel).expect("it lies somewhere").1.center();
    let [title, legend, profile] =
        [Panel::Title, Panel::Legend, Panel::Profile].map(at).map(|at| format!("({}, {})", at.x, at.y));
    let value = format!("(title_at: {title}, legend_at: {legend}, profile_at: {profile})");
    drawing.edit(&Edit::Track { name: "board".into(), value: Some(value.into()) }).expect("it is a value");
    let sorted = |frames: Vec<(Panel, emath::Rect)>| {
        let mut frames: Vec<String> = frames.into_iter().map(|frame| format!("{frame:?}")).collect();
        frames.sort();
        frames
    };
    assert_eq!(sorted(frames(&drawing)), sorted(free.clone()), "what is kept where it lies stays there");
    // Words written over an edge of the profile: it gives way to them, and to what can stay.
    let edge = free.iter().find(|(panel, _)| *panel == Panel::Profile).expect("it lies somewhere").1.left_center();
    let label = pen::label((f64::from(edge.x), f64::from(edge.y)).into(), "Hut", 5.0, Layer::Notes);
    drawing.edit(&label).expect("it is written");
    let moved = frames(&drawing);
    for (panel, frame) in &free {
        let now = moved.iter().find(|(own, _)| own == panel).map(|(_, frame)| *frame);
        assert_eq!(now == Some(*frame), *panel != Panel::Profile, "{panel:?}: {frame:?}, now {now:?}");
    }
}

#[test]
fn what_finds_no_place_is_left_out_and_said() {
    let crowded = "(ruleset: \"skoot\", name: \"A long name\", sheet: (width: 60, height: 40), tile: 30, spaces: [(id: \"a\", at: (15, 20), \
        terrain: climb), (id: \"b\", at: (45, 20))], links: [(kind: \"ahead\", chain: [\"a\", \"b\"])])";
    let art = drawn(&Board::drawn(&document(crowded), &schema("skoot"), &ruleset("skoot").manifest));
    assert_eq!(art.left_out.len(), 3, "{:?}", art.left_out);
}

#[test]
fn every_icon_of_the_folder_can_be_drawn() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("icons/lucide");
    let name = |path: &std::path::PathBuf| Some(path.file_name()?.to_str()?.strip_suffix(".svg")?.to_owned());
    let mut files: Vec<String> = editor::files::folder(&folder).iter().filter_map(name).collect();
    files.sort();
    assert_eq!(files, icons::names().collect::<Vec<_>>());
    assert!(files.len() >= 150);
    for name in icons::names() {
        let lines = icons::lines(name).expect("it is there");
        let is_inside = |at: &emath::Pos2| at.x.abs() <= 1.0 && at.y.abs() <= 1.0;
        assert!(!lines.is_empty() && lines.iter().flatten().all(is_inside), "{name}: {lines:?}");
    }
    assert_eq!(icons::lines("no such icon"), None);
}

#[test]
fn colours_that_can_hardly_be_told_apart_are_named_with_their_contrast() {
    assert!((editor::board::vision::ratio([0; 3], [0xff; 3]) - 21.0).abs() < 0.01);
    let look = editor::looks::SpaceLook {
        fill: Some([0xff; 3]),
        ink: Some([0x99; 3]),
        icons: vec![editor::looks::Icon::Home],
        ..Default::default()
    };
    assert_eq!(legible::of_space(&look), ["The icon (#999999) on its ground (#ffffff): 2.8 : 1. It should be 4.5 : 1 or more."]);
    assert!(legible::of_space(&editor::looks::SpaceLook { ink: Some([0x50; 3]), ..look }).is_empty());
    for game in ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        assert_eq!(legible::of_board(&ruleset(game).manifest.board), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn one_arrow_leads_over_a_whole_stretch() {
    let board = board("skoot", "hilly");
    let heads = board.spaces.iter().filter(|space| space.stretch.as_ref().is_some_and(|stretch| stretch.has_head));
    assert_eq!(heads.map(|space| &*space.id).collect::<Vec<_>>(), ["a13", "a22", "a31"]);
    let joined = board.spaces.iter().filter(|space| space.stretch.is_some());
    assert_eq!(joined.inspect(|space| assert!(space.look.drawn.icons.is_empty(), "{}", space.id)).count(), 8);
}

#[test]
fn spaces_of_lanes_are_sectors_around_their_middles() {
    for track in ["oval", "test-straight"] {
        let board = board("hell-on-eight-wheels", track);
        let art = drawn(&board);
        let sectors: Vec<_> = art.marks.iter().filter(|mark| mark.fill.is_some() && mark.line.is_some()).collect();
        for space in &board.spaces {
            assert!(space.look.drawn.is_ground, "{track}: {}", space.id);
            let at = Point::new(f64::from(space.tile.at.x), f64::from(space.tile.at.y));
            let around = sectors.iter().filter(|mark| kurbo::Shape::area(&mark.path).abs() < 900.0);
            assert!(around.into_iter().any(|mark| kurbo::Shape::contains(&mark.path, at)), "{track}: {}", space.id);
        }
    }
}

#[test]
fn white_lanes_have_lines_that_are_seen() {
    let mut manifest = ruleset("hell-on-eight-wheels").manifest;
    manifest.board.style = Some(interpreter::data::manifest::board::Style::Line);
    let board = Board::drawn(&shipped_document("hell-on-eight-wheels", "oval"), &schema("hell-on-eight-wheels"), &manifest);
    let art = drawn(&board);
    let lines = art.marks.iter().filter(|mark| mark.fill.is_some()).filter_map(|mark| mark.line.as_ref());
    let seen = lines.filter(|line| editor::board::vision::ratio(line.ink.colour, [0xff; 3]) > 2.0);
    assert!(seen.count() >= board.spaces.len());
}

#[test]
fn boards_of_all_games_have_art_in_bounds() {
    for (game, track) in
        [("biathlon-blast", "port-rock-short"), ("ski-the-mountain", "three-towns"), ("hell-on-eight-wheels", "oval")]
    {
        let art = drawn(&board(game, track));
        assert!(art.marks.len() > 200 && art.marks.iter().all(|mark| mark.path.is_finite()), "{game}: {}", art.marks.len());
    }
}

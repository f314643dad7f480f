//! What the program draws by itself under and beside the spaces.

use editor::board::Board;
use editor::board::art::{self, Art};
use editor::drawing::{Drawing, Edit};
use emath::Pos2;
use kurbo::{ParamCurveNearest, Point};

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

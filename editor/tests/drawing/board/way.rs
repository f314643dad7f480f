//! The line of a link as it is drawn.

use editor::board::shapes::Tile;
use editor::board::way::Way;
use emath::{pos2, vec2};

#[test]
fn a_way_leads_from_edge_to_edge_along_its_line() {
    let tile = |x: f32| Tile { at: pos2(x, 0.0), half: 5.0, long: 1.0, towards: vec2(1.0, 0.0), round: false, corner: None };
    let line = [pos2(0.0, 0.0), pos2(0.0, 30.0), pos2(60.0, 30.0), pos2(60.0, 0.0)];
    let way = Way::between(&tile(0.0), &tile(60.0), &line).expect("there is room");
    let (start, end) = (way.points()[0], way.points()[way.points().len() - 1]);
    assert!(start.x.abs() < 0.01 && (start.y - 6.25).abs() < 0.01, "{start:?}");
    assert!((end.x - 60.0).abs() < 0.01 && (end.y - 6.25).abs() < 0.01, "{end:?}");
    assert_eq!(way.arrives(way.length(), 2.0), vec2(0.0, -1.0));
    assert_eq!(way.at(way.length() / 2.0), (pos2(30.0, 30.0), vec2(1.0, 0.0)));
    assert!((way.distance(pos2(30.0, 33.0)) - 3.0).abs() < 0.01);
    // A line that never leaves its tiles is not drawn.
    assert!(Way::between(&tile(0.0), &tile(3.0), &[pos2(0.0, 0.0), pos2(1.0, 1.0), pos2(3.0, 0.0)]).is_none());
    assert!(Way::of(vec![pos2(1.0, 1.0), pos2(1.0, 1.0)]).is_none());
    assert!(Way::of(vec![pos2(f32::NAN, 1.0), pos2(1.0, 1.0)]).is_none());
}

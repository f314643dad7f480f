//! Settings of tools for sheets of all sizes.

use editor::drawing::document::Document;
use editor::drawing::fit::{EVERY, settings};
use editor::drawing::read;
use kurbo::Size;

#[test]
fn spaces_lie_as_far_apart_as_the_sheet_and_other_tracks_have_it() {
    let sheet = |width, height| Document::new("my-race", "Mine", Size::new(width, height));
    let small = settings(&sheet(210.0, 297.0), std::iter::empty());
    assert_eq!((small.every, small.lane_width, small.segments), (11.5, 11.5, 21));
    assert_eq!(settings(&sheet(420.0, 594.0), std::iter::empty()).every, 22.5);
    let other = "(ruleset: \"my-race\", sheet: (width: 100, height: 100), spaces: [(id: \"a\", at: (0, 0)), (id: \"b\", at: (20, 0)), \
        (id: \"c\", at: (40, 0)), (id: \"d\", at: (60, 0))], links: [(kind: \"next\", chain: [\"a\", \"b\", \"c\", \"d\"])])";
    assert_eq!(settings(&sheet(200.0, 200.0), ["(", other].into_iter()).every, 20.0, "pawns are as large on a larger sheet");
    assert_eq!(settings(&sheet(50.0, 50.0), ["(", other].into_iter()).every, 10.0);
    let own = read::read(other).expect("a track");
    assert_eq!(settings(&own, [""].into_iter()).every, 20.0, "its own spaces say it best");
    assert_eq!(settings(&sheet(1.0, 1.0), std::iter::empty()).every, EVERY.0);
}

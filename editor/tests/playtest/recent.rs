//! Who is named in a line of the log.

use editor::playtest::recent::names;

#[test]
fn a_thing_that_is_called_like_a_player_is_not_the_player() {
    assert!(names("Green takes a card from Blue.", "Blue") && names("Blue falls, and will lose a turn.", "Blue"));
    assert!(!names("Green skis with Blue 4.", "Blue") && !names("Bluebell falls.", "Blue"));
    assert!(names("Blue 4 goes to Blue.", "Blue"));
}

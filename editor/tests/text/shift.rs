//! Places in a text that was changed elsewhere.

use editor::text::shift::Shift;

#[test]
fn places_move_with_their_words() {
    let (old, new) = ("let a = 1\nlet b = a\n", "let a = 100\nlet b = a\n");
    let shift = Shift::between(old, new);
    assert_eq!(shift.map(4..5), Some(4..5));
    assert_eq!(shift.map(14..15), Some(16..17));
    assert_eq!(&new[16..17], "b");
    assert_eq!(shift.back(16), Some(14));
    assert_eq!(shift.map(0..19), Some(0..21));
    assert!(Shift::between(old, old).is_none());
}

#[test]
fn the_line_that_was_changed_is_counted() {
    let line = |old: &str, new: &str| Shift::between(old, new).line(old, new);
    assert_eq!(line("a\nb = 1\nc", "a\nb = 20\nc"), Some(2));
    assert_eq!(line("a\nb", "x\nb"), Some(1));
    assert_eq!([line("a\nb", "a\nb"), line("a\nb\nc", "a\nx\ny"), line("a\nb", "a\nb\nc")], [None; 3]);
}

#[test]
fn half_a_character_is_never_taken() {
    let texts = ["", "é", "è", "aé", "aèb", "éé", "é", "a\u{301}", "a\u{300}x", "x\u{1F600}y", "x\u{1F601}y"];
    for old in texts {
        for new in texts {
            let shift = Shift::between(old, new);
            for start in 0..=old.len() {
                for end in start..=old.len() {
                    let is_whole = old.is_char_boundary(start) && old.is_char_boundary(end);
                    if let Some(range) = shift.map(start..end).filter(|_| is_whole) {
                        assert!(new.get(range).is_some(), "{old} {new}");
                    }
                }
            }
            for at in (0..=new.len()).filter(|at| new.is_char_boundary(*at)) {
                assert!(shift.back(at).is_none_or(|at| old.is_char_boundary(at)), "{old} {new} {at}");
            }
        }
    }
}

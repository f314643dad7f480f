//! The faces of dice.

use editor::pieces::dice::dots;

#[test]
fn a_face_has_as_many_dots_as_it_counts() {
    assert!((1..=6).all(|face| dots(face).is_some_and(|dots| dots.len() == face as usize)));
    assert!(dots(0).is_none() && dots(7).is_none());
}

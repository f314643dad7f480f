//! Steps that can be undone.

use std::sync::Arc;

use editor::drawing::document::{Document, Item, Key, List};
use editor::drawing::edit::Edit;
use editor::drawing::history::Drawing;

#[test]
fn a_drag_is_one_step_and_no_key_is_given_twice() {
    let mut drawing = Drawing::new(Document::default(), Arc::default());
    let item = |n: usize| Item { id: format!("a{n}").into(), at: Some((0.0, 0.0).into()), ..Item::default() };
    let add = |n: usize| Edit::Add { list: List::Spaces, items: vec![item(n)], before: None };
    (0..4).for_each(|n| assert_eq!(drawing.edit(&add(n)), Ok(true)));
    let before = drawing.document().clone();
    let keys: Vec<Key> = before.spaces().iter().map(|space| space.key).collect();
    for frame in 1..50 {
        let moved = keys.iter().skip(frame % 3).map(|key| (*key, (frame as f64, 1.0).into())).collect();
        drawing.drag(1, &Edit::Place(moved)).expect("they move");
    }
    assert_eq!(drawing.steps().1, 5);
    let after = drawing.document().clone();
    assert!(drawing.undo());
    assert_eq!(*drawing.document(), before);
    assert!(drawing.redo());
    assert_eq!(*drawing.document(), after);
    // Undone things are gone, but their keys aren't given to others.
    assert!(drawing.undo() && drawing.undo());
    assert_eq!(drawing.edit(&add(7)), Ok(true));
    assert!(!keys.contains(&drawing.document().space("a7").expect("it is there").key));
}

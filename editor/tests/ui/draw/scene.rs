//! The drawn board during a drag.

use std::sync::Arc;

use editor::drawing::disk::OnDisk;
use editor::drawing::hand::{Pointer, PointerIs};
use editor::drawing::{Checker, Deed, Desk, read};
use editor::ui::draw::board::scene::Scene;
use interpreter::ruleset::{Ruleset, Texts};
use kurbo::Point;

#[test]
fn labels_and_names_that_are_dragged_leave_the_board_as_it_was_built() {
    let track = "(ruleset: \"none\", tile: 8.0, spaces: [(id: \"a\", at: (20, 20)), (id: \"b\", at: (60, 20))], \
                 paths: [(kind: \"Run\", spaces: [\"a\", \"b\"], name: \"Long\", name_at: (40, 60))], \
                 decor: [(kind: label, at: (40, 90), text: \"Words\")])";
    let checker = Arc::new(Checker::new(&Ruleset::read(&Texts::default()), &[]));
    let document = read::read(track).expect("a track");
    for (at, n) in [((40.0, 90.0), 0), ((40.0, 60.0), 1)] {
        let mut desk = Desk::new(document.clone(), OnDisk::new(std::path::Path::new("nowhere")), checker.clone());
        let mut scene = Scene::default();
        scene.follow(&desk);
        let lists = |scene: &Scene| [scene.document.paths().as_ptr(), scene.document.decor().as_ptr()];
        let (built, was) = (lists(&scene), scene.board.labels[n].at);
        let mut point = |scene: &mut Scene, is: PointerIs, by: f64| {
            let at = Point::new(at.0 + by, at.1);
            desk.apply(Deed::Pointer(Pointer { is, at, slack: 1.0, shift: false, ctrl: false, alt: false }));
            scene.follow(&desk);
        };
        for (is, by) in [(PointerIs::Pressed, 0.0), (PointerIs::Released, 0.0), (PointerIs::Pressed, 0.0)] {
            point(&mut scene, is, by);
        }
        for by in [5.0, 12.0, 20.0] {
            point(&mut scene, PointerIs::Dragged, by);
            assert!((scene.board.labels[n].at.x - was.x - by as f32).abs() < 0.1, "{n} {by}");
            assert_eq!(lists(&scene), built, "{n} {by}");
        }
        point(&mut scene, PointerIs::Released, 20.0);
        assert_ne!(lists(&scene), built);
        assert!((scene.board.labels[n].at.x - was.x - 20.0).abs() < 0.1);
    }
}

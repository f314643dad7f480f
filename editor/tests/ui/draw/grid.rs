//! The lines of the grid.

use editor::ui::draw::board::grid::{CLOSEST, lines};

#[test]
fn lines_are_never_closer_than_a_few_points_and_every_tenth_is_strong() {
    let all = lines(5.0, 2.0, (-1.0, 52.0));
    assert_eq!(
        all.iter().map(|(at, _)| *at).collect::<Vec<_>>(),
        [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0]
    );
    assert_eq!(all.iter().filter(|(_, is_strong)| *is_strong).map(|(at, _)| *at).collect::<Vec<_>>(), [0.0, 50.0]);
    for scale in [0.001, 0.1, 1.0, 7.0, 400.0] {
        for side in [0.1, 1.0, 5.0, 200.0] {
            let found = lines(side, scale, (0.0, 1_000.0 / scale));
            assert!(found.windows(2).all(|pair| (pair[1].0 - pair[0].0) * scale >= CLOSEST * 0.99), "{side} mm at {scale}");
            assert!(found.len() > 1 || side * scale > 1_000.0, "{side} mm at {scale}");
        }
    }
}

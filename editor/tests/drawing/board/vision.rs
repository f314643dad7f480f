//! Colours as others see them.

use editor::board::vision::Vision;
use editor::looks::Rgb;

#[test]
fn grey_is_grey_and_white_stays_white() {
    for vision in Vision::ALL {
        for same in [[0, 0, 0], [255, 255, 255], [128, 128, 128]] {
            let seen = vision.sees(same);
            assert!(seen.iter().zip(same).all(|(a, b)| a.abs_diff(b) <= 1), "{vision:?}: {same:?} is {seen:?}");
        }
    }
    let [r, g, b] = Vision::Grey.sees([200, 30, 90]);
    assert!(r == g && g == b);
    assert_eq!(Vision::Full.sees([1, 2, 3]), [1, 2, 3]);
}

#[test]
fn red_and_green_come_close_without_their_cones() {
    let far = |a: Rgb, b: Rgb| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
    let (red, green, blue, yellow) = ([200, 60, 50], [110, 120, 40], [40, 80, 200], [230, 200, 60]);
    for vision in [Vision::Protanopia, Vision::Deuteranopia] {
        assert!(far(vision.sees(red), vision.sees(green)) * 3 < far(red, green), "{vision:?}");
        assert!(far(vision.sees(blue), vision.sees(yellow)) > 20_000, "{vision:?}");
    }
}

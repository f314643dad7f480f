//! The signs in the margin.

use editor::board::vision::ratio;
use editor::text::tests::Verdict;
use editor::ui::rules::gutter::colour;

#[test]
fn signs_are_green_and_red_and_stand_out_from_the_margin() {
    for visuals in [egui::Visuals::light(), egui::Visuals::dark()] {
        let [passed, failed] = [Verdict::Passed, Verdict::Failed].map(|verdict| colour(verdict, &visuals));
        assert!(passed.g() > passed.r().max(passed.b()) && failed.r() > failed.g().max(failed.b()), "{passed:?} {failed:?}");
        let margin = visuals.panel_fill.blend(visuals.faint_bg_color);
        for (ground, sign) in
            [margin, visuals.extreme_bg_color].into_iter().flat_map(|ground| [(ground, passed), (ground, failed)])
        {
            let [a, b] = [ground, sign].map(|colour| [colour.r(), colour.g(), colour.b()]);
            let contrast = ratio(a, b);
            assert!(contrast >= 3.0, "{sign:?} on {ground:?}: {contrast}");
        }
    }
}

//! Long lists of rows of different heights.

use editor::ui::draw::rows::{ALWAYS, rows_ui};

#[test]
fn of_a_long_list_only_what_is_near_is_laid_out_and_it_stays_as_high() {
    let ctx = egui::Context::default();
    let frame = |rows: &[u64]| {
        let (mut laid_out, mut bottom) = (0, 0.0);
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(300.0, 400.0)));
        let mut output = ctx.run_ui(egui::RawInput { screen_rect, ..Default::default() }, |ui| {
            laid_out = 0;
            rows_ui(
                ui,
                "rows",
                rows,
                |row| *row,
                |ui, _, row| {
                    laid_out += 1;
                    ui.allocate_space(egui::vec2(10.0, 12.0 + (row % 7) as f32));
                },
            );
            bottom = ui.cursor().min.y;
        });
        output.textures_delta.clear();
        (laid_out, bottom)
    };
    let rows: Vec<u64> = (0..500).collect();
    let (all, bottom) = frame(&rows);
    assert_eq!(all, 500, "nobody knows yet how high they are");
    let (some, same) = frame(&rows);
    assert!((ALWAYS..100).contains(&some), "{some}");
    assert!((bottom - same).abs() < 1.0, "{bottom} {same}");
    // Of other rows, only the new ones are laid out.
    let others: Vec<u64> = (10..505).rev().collect();
    let (some, shorter) = frame(&others);
    assert!((ALWAYS..100).contains(&some), "{some}");
    assert!(shorter < bottom);
}

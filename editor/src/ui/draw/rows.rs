//! Long lists of rows of different heights. Rows far out of view are not laid out in each frame.

use std::collections::BTreeMap;

use egui::Rangef;

/// The number of first rows that are always laid out. Most lists are shorter, so that screen readers see them whole.
const ALWAYS: usize = 40;
/// The points beyond the view in which rows are laid out, too.
const AROUND: f32 = 200.0;

/// The heights of rows by their hash, in a list of this width.
#[derive(Clone, Default)]
struct Heights {
    width: f32,
    rows: BTreeMap<u64, f32>,
}

/// Shows rows one below the other. Rows with the same `said` must have the same height.
pub fn rows_ui<T>(
    ui: &mut egui::Ui,
    name: &str,
    rows: &[T],
    said: impl Fn(&T) -> u64,
    mut row_ui: impl FnMut(&mut egui::Ui, usize, &T),
) {
    let id = ui.scope_id().with(("heights of rows", name));
    let width = ui.available_width();
    let known = ui.data_mut(|data| data.remove_temp::<Heights>(id)).filter(|known| known.width == width).unwrap_or_default();
    let mut heights = Heights { width, ..Heights::default() };
    // While text is typed, all rows are laid out, so that the field in use stays.
    let is_typed = ui.ctx().text_edit_focused();
    let view = ui.clip_rect().y_range().expand(AROUND);
    for (n, row) in rows.iter().enumerate() {
        let (says, top) = (said(row), ui.cursor().min.y);
        let last = known.rows.get(&says).copied().filter(|_| n >= ALWAYS && !is_typed);
        let height = match last.filter(|height| !view.intersects(Rangef::new(top, top + height))) {
            Some(height) => {
                ui.add_space(height);
                height
            }
            None => {
                row_ui(ui, n, row);
                ui.cursor().min.y - top
            }
        };
        heights.rows.insert(says, height);
    }
    ui.data_mut(|data| data.insert_temp(id, heights));
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

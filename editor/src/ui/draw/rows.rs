//! Long lists of rows that differ in height: what lies far out of view is not laid out in each frame.

use std::collections::BTreeMap;

use egui::Rangef;

/// So many rows are always laid out: most lists are shorter, and whole for whoever reads them otherwise than by scrolling.
const ALWAYS: usize = 40;
/// So many points beyond the view are laid out, too.
const AROUND: f32 = 200.0;

/// How high rows are, by what they say, in a list that is so wide.
#[derive(Clone, Default)]
struct Heights {
    width: f32,
    rows: BTreeMap<u64, f32>,
}

/// Shows rows one below the other. `said`: tells rows apart that may differ in height.
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
    // What is being typed stays where it is.
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
        // Of others only those that are new.
        let others: Vec<u64> = (10..505).rev().collect();
        let (some, shorter) = frame(&others);
        assert!((ALWAYS..100).contains(&some), "{some}");
        assert!(shorter < bottom);
    }
}

//! Long lists of rows of different heights. Rows far out of view are not laid out in each frame.

use std::collections::BTreeMap;

use egui::Rangef;

/// The number of first rows that are always laid out. Most lists are shorter, so that screen readers see them whole.
pub const ALWAYS: usize = 40;
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

//! A node for each space in view, for screen readers and tests: its name, its notable values, its links. A click selects it.

use egui::accesskit;

use super::{Act, Draw};
use crate::board::Board;
use crate::drawing::Deed;
use crate::drawing::tools::select::Mode;
use crate::ui::sheet::MOST_NODES;
use crate::ui::sheet::OnSheet;

/// Describes a space in words.
pub fn described(board: &Board, space: usize) -> String {
    let mut text = board.described(space);
    if let Some(number) = &board.spaces[space].number {
        text.push_str(&format!(", number {number}"));
    }
    text
}

/// Makes the nodes. This costs nothing unless somebody reads them.
pub fn nodes(ui: &egui::Ui, sheet: &OnSheet<'_>, draw: &Draw) -> Vec<Act> {
    let scene = &draw.canvas.scene;
    let ctx = ui.ctx();
    let probe = ui.scope_id().with("the board");
    let is_read = ctx.accesskit_node_builder(probe, |node| {
        node.set_role(accesskit::Role::Group);
        node.set_label("The board");
    });
    if is_read.is_none() || scene.board.spaces.len() > MOST_NODES {
        return vec![];
    }
    let mut acts = vec![];
    for (n, (space, key)) in scene.board.spaces.iter().zip(&scene.keys).enumerate() {
        let rect = sheet.rect_of(&space.tile);
        if !sheet.view.intersects(rect) {
            continue;
        }
        let id = ui.scope_id().with(("space", key.0));
        ctx.accesskit_node_builder(id, |node| {
            node.set_role(accesskit::Role::Button);
            node.set_label(scene.words()[n].as_str());
            node.set_bounds(accesskit::Rect {
                x0: rect.min.x.into(),
                y0: rect.min.y.into(),
                x1: rect.max.x.into(),
                y1: rect.max.y.into(),
            });
            node.set_selected(draw.desk.selected.contains(key));
            node.add_action(accesskit::Action::Click);
        });
        if ui.input(|i| i.has_accesskit_action_request(id, accesskit::Action::Click)) {
            acts.push(Act::Do(Deed::Select(vec![*key], Mode::Replace)));
        }
    }
    acts
}

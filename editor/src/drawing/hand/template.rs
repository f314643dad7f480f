//! Template: a part of a track hangs at the pointer, and each click places it.

use kurbo::{Affine, Point};

use super::{Grip, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::bends;
use crate::drawing::fields::Fields;
use crate::drawing::tools::clip;

#[derive(Clone, Debug, Default)]
pub struct Template {
    over: Option<Point>,
}

impl Template {
    /// What lays the template at a position.
    fn by(table: &Table<'_>, at: Point) -> Option<Affine> {
        table.settings.template.as_ref()?.laid(at, 2.0 * table.places.half)
    }
}

impl Grip for Template {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        let at = table.on_grid(&pointer, pointer.at);
        self.over = Some(at);
        // The second press of a double click would place it twice.
        if pointer.is != PointerIs::Pressed {
            return vec![];
        }
        let (Some(template), Some(by)) = (&table.settings.template, Template::by(table, at)) else {
            return vec![Want::Refuse("choose a template in the palette first".to_owned())];
        };
        let verb = format!("place {}:", template.name);
        match clip::pasted(table.document, table.schema, &template.part, by, &verb) {
            Ok(edit) => vec![Want::Edit(edit), Want::SelectNew],
            Err(why) => vec![Want::Refuse(why)],
        }
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let Some(template) = &table.settings.template else {
            return Shows { shapes: vec![], words: "Choose a template in the palette".to_owned() };
        };
        let words =
            format!("Click to place {}; [ and ] rotate it, Shift+H and Shift+V flip it, Escape puts it down", template.name);
        let Some((by, part)) = self.over.and_then(|at| Some((Template::by(table, at)?, &template.part))) else {
            return Shows { shapes: vec![], words };
        };
        let lines = part.links().iter().flat_map(|link| bends::lines(part, link));
        let lines = lines.map(|(_, line)| Shape::along(&line.transformed(by).path(), Mark::Draft));
        let scale = by.determinant().sqrt();
        let half = |fields: &Fields| match fields.number("size") {
            Some(size) => scale * size / 2.0,
            None => table.places.half_of(fields),
        };
        let items = part.spaces().iter().chain(part.decor());
        let tiles = items.filter_map(|item| Some(Shape::Tile(by * item.at?, half(&item.fields), Mark::Draft)));
        Shows { shapes: lines.chain(tiles).collect(), words }
    }
}

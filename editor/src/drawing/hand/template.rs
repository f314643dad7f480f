//! Template: a part of a track hangs at the pointer, and each click places it. Its ends join what they are laid on.

use kurbo::{Affine, Point, Vec2};

use super::{Grip, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::bends;
use crate::drawing::document::Document;
use crate::drawing::fields::Fields;
use crate::drawing::kit;
use crate::drawing::tools::joint::{Board, Joined, Joint, ends};

#[derive(Clone, Debug, Default)]
pub struct Template {
    /// Where the pointer is, and whether the template is to join nothing.
    over: Option<(Point, bool)>,
}

/// The board on which a template is laid.
fn board<'t>(table: &'t Table<'_>) -> Board<'t> {
    let pen = table.settings.link.as_ref();
    Board { document: table.document, schema: table.schema, places: table.places, pen }
}

/// How a template lies at a position.
fn joined(table: &Table<'_>, template: &kit::Template, (at, is_alone): (Point, bool)) -> Option<Joined> {
    let by = template.laid(at, 2.0 * table.places.half)?;
    let alone = Joined { by, joints: vec![], refused: None };
    Some(if is_alone { alone } else { board(table).joined(&template.part, by) })
}

/// What it joins, in words.
fn joint_words(table: &Table<'_>, joined: &Joined) -> String {
    let all = |leads_in: bool| {
        let joints = joined.joints.iter().filter(|joint| joint.leads_in == leads_in);
        joints.map(|joint| table.title(joint.there)).collect::<Vec<_>>().join(", ")
    };
    let said = match (all(true), all(false)) {
        (from, to) if from.is_empty() && to.is_empty() => String::new(),
        (from, to) if to.is_empty() => format!("; it continues from {from}. Alt-click: without a link"),
        (from, to) if from.is_empty() => format!("; it leads to {to}. Alt-click: without a link"),
        (from, to) => format!("; it continues from {from} and leads to {to}. Alt-click: without links"),
    };
    let refused = joined.refused.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
    said + &refused
}

/// The lines between the ends of a template and what they join.
fn joint_lines<'t>(table: &'t Table<'_>, part: &'t Document, joined: &'t Joined) -> impl Iterator<Item = Shape> + 't {
    let line = |joint: &Joint| {
        let at = joined.by * part.space(joint.own())?.at?;
        Some(Shape::line([at, table.middle(joint.there)?], Mark::Draft))
    };
    joined.joints.iter().filter(|joint| !joint.is_one).filter_map(line)
}

/// Where the ways of a template begin, and where they end: an arrow and a dot on their tiles.
fn end_marks<'t>(table: &'t Table<'_>, part: &'t Document, by: Affine) -> impl Iterator<Item = Shape> + 't {
    let half = table.places.half;
    let end = move |(at, way, begins): (Point, Vec2, bool)| {
        let (at, way) = (by * at, by * way.to_point() - by * Point::ZERO);
        let on = way / way.hypot().max(1e-6) * (half * 0.5);
        let aside = Vec2::new(-on.y, on.x);
        if begins {
            Shape::line([at - on + aside, at + on, at - on - aside, at - on + aside], Mark::Draft)
        } else {
            Shape::Dot(at, Mark::Chosen)
        }
    };
    ends(part, table.schema).map(end)
}

impl Grip for Template {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        let at = table.on_grid(&pointer, pointer.at);
        self.over = Some((at, pointer.alt));
        // The second press of a double click would place it twice.
        if pointer.is != PointerIs::Pressed {
            return vec![];
        }
        let refuse = || vec![Want::Refuse("choose a template in the palette first".to_owned())];
        let Some(template) = &table.settings.template else { return refuse() };
        let Some(joined) = joined(table, template, (at, pointer.alt)) else { return refuse() };
        match board(table).laid(&template.part, &joined, &format!("place {}:", template.name)) {
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
        let joined = self.over.and_then(|over| joined(table, template, over));
        let joins = joined.as_ref().map(|joined| joint_words(table, joined)).unwrap_or_default();
        let keys = "[ and ]: rotate; Shift+H, Shift+V: flip; Escape: put down";
        let ends: Vec<Shape> = joined.iter().flat_map(|joined| end_marks(table, &template.part, joined.by)).collect();
        let joins = if joins.is_empty() && !ends.is_empty() { "; it leads from the arrow to the dot" } else { &joins };
        let words = format!("Click to place {}{joins}; {keys}", template.name);
        let Some((joined, part)) = joined.map(|joined| (joined, &template.part)) else {
            return Shows { shapes: vec![], words };
        };
        let by: Affine = joined.by;
        let lines = part.links().iter().flat_map(|link| bends::lines(part, link));
        let lines = lines.map(|(_, line)| Shape::along(&line.transformed(by).path(), Mark::Draft));
        let scale = by.determinant().sqrt();
        let half = |fields: &Fields| match fields.number("size") {
            Some(size) => scale * size / 2.0,
            None => table.places.half_of(fields),
        };
        let is_new = |id: &str| !joined.joints.iter().any(|joint| joint.is_one && joint.own() == id);
        let items = part.spaces().iter().filter(|space| is_new(&space.id)).chain(part.decor());
        let tiles = items.filter_map(|item| Some(Shape::Tile(by * item.at?, half(&item.fields), Mark::Draft)));
        Shows { shapes: lines.chain(tiles).chain(joint_lines(table, part, &joined)).chain(ends).collect(), words }
    }
}

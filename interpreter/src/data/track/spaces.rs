//! The spaces of a track.

use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::data::track::tiles::Tile;
use crate::data::track::{SIZES, SpaceData, default_words, has_to_be_given, on_table, point, space_fields};
use crate::data::value::{Reader, SpaceIds};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Ir;
use crate::source::Span;
use crate::vm::MEMORY;

/// The longest id of a space.
const LONGEST_ID: usize = 60;

/// A space of which only the id is read.
pub struct Draft<'a> {
    form: Form<'a>,
    id: Option<Arc<str>>,
    span: Span,
}

/// Reads the ids. An item that is no space at all is left out and reported.
pub fn drafts<'a>(items: Vec<Node<'a>>, ir: &Ir, problems: &mut Problems) -> Vec<Draft<'a>> {
    let names = || space_fields(ir).map(|field| &*field.name).chain(COMMON);
    let mut drafts = Vec::with_capacity(items.len());
    for item in items {
        let Some(form) = Form::read(item, "a space", problems) else { continue };
        form.only("a space of this game", names(), problems);
        let node = form.required("id", "this space", "\"a01\"", problems);
        let id = node.and_then(|node| id(node, problems));
        let span = node.map_or_else(|| form.opening(), |node| node.span());
        drafts.push(Draft { form, id, span });
    }
    drafts
}

fn id(node: Node<'_>, problems: &mut Problems) -> Option<Arc<str>> {
    let id = form::text(node, problems)?;
    let is_word = id.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if id.is_empty() || !is_word || id.len() > LONGEST_ID {
        let problem = Diagnostic::error(Code::WrongValue, node.span(), format!("{} can't be the id of a space", node.shown()));
        problems.add(problem.hint(format!("use letters, digits, `_` and `-`, at most {LONGEST_ID}")));
    }
    (!id.is_empty()).then_some(id)
}

/// Numbers the spaces. If two have the same id, it means the first.
pub fn ids<'d>(drafts: &'d [Draft<'_>], problems: &mut Problems) -> SpaceIds<'d> {
    let mut ids = SpaceIds::default();
    for (n, draft) in drafts.iter().enumerate() {
        let id = draft.id.as_deref().unwrap_or("");
        ids.ids.push(id);
        if id.is_empty() {
            continue;
        }
        if let Some(first) = ids.by_id.get(id) {
            let problem = Diagnostic::error(Code::DuplicateId, draft.span, format!("two spaces have the id {id:?}"));
            problems.add(problem.label(drafts[usize::from(*first)].span, "first here").hint("give one of them another id"));
        } else {
            ids.by_id.insert(id, n as u16);
        }
    }
    ids
}

/// The fields that every space may have besides those of the rules.
const COMMON: [&str; 8] = ["id", "at", "name", "shape", "size", "length", "turn", "table"];
/// Those of them that are about how it is drawn.
pub const LOOKS: [&str; 4] = ["shape", "size", "length", "turn"];

/// Reads everything but the ids. Returns which of them have a place, too.
pub fn read(drafts: &[Draft<'_>], ir: &Ir, reader: &mut Reader<'_>) -> (Vec<SpaceData>, Vec<bool>) {
    let declared: Vec<_> = space_fields(ir).map(|field| (field, default_words(field, &reader.fold))).collect();
    let is_declared = |name: &str| declared.iter().any(|(field, _)| *field.name == *name);
    let (mut spaces, mut has_place) = (Vec::with_capacity(drafts.len()), Vec::with_capacity(drafts.len()));
    // A field is read only as far as the machine has room for it.
    let mut room = vec![MEMORY; declared.len()];
    for draft in drafts {
        let form = &draft.form;
        // A field of the rules takes precedence over a name that is common to all games.
        let common = |name: &str| form.get(name).filter(|_| !is_declared(name));
        let at = match form.get("at") {
            Some(node) => point(node, &mut reader.problems),
            None if form.has_misspelt("at") => None,
            None => {
                let message = match &draft.id {
                    Some(id) => format!("{id:?} has no place"),
                    None => "this space has no place".to_owned(),
                };
                reader.problems.add(
                    Diagnostic::error(Code::MissingField, draft.span, message)
                        .hint("write its place in millimetres, such as `at: (12.5, 40)`"),
                );
                None
            }
        };
        has_place.push(at.is_some());
        if let Some(node) = common("table") {
            on_table(node, &mut reader.problems);
        }
        let mut space = SpaceData {
            id: draft.id.clone().unwrap_or_default(),
            name: common("name").and_then(|node| form::text(node, &mut reader.problems)),
            at: at.unwrap_or_default(),
            shape: common("shape").and_then(|node| form::word(node, &mut reader.problems)),
            length: common("length").and_then(|node| form::measure(node, SIZES.0, SIZES.1, &mut reader.problems)),
            turn: common("turn")
                .and_then(|node| form::measure(node, *super::TURNS.start(), *super::TURNS.end(), &mut reader.problems)),
            size: common("size").and_then(|node| form::measure(node, SIZES.0, SIZES.1, &mut reader.problems)),
            tile: Tile::default(),
            fields: Vec::with_capacity(declared.len()),
            span: draft.span,
        };
        for ((field, default), room) in declared.iter().zip(&mut room) {
            let given = form.get(&field.name);
            if given.is_none() && has_to_be_given(field) && !form.has_misspelt(&field.name) {
                let message = match &draft.id {
                    Some(id) => format!("{id:?} has no `{}`", field.name),
                    None => format!("this space has no `{}`", field.name),
                };
                let problem = Diagnostic::error(Code::MissingField, draft.span, message);
                reader
                    .problems
                    .add(problem.label(field.span, "the rules give it no default").hint(format!("write `{}: …`", field.name)));
            }
            let words = given.and_then(|_| reader.fold.sizes.words(&reader.fold, &field.ty)).unwrap_or(0);
            if words > *room {
                if std::mem::take(room) > 0 {
                    let message = format!("`{}` takes more room than there is for so many spaces", field.name);
                    let hint = "let it have fewer keys or members, or the board fewer spaces";
                    reader.problems.add(Diagnostic::error(Code::TooBig, field.span, message).hint(hint));
                }
                space.fields.push(None);
                continue;
            }
            *room -= words;
            space.fields.push(given.and_then(|node| reader.value(node, &field.ty, default.as_deref())));
        }
        spaces.push(space);
    }
    (spaces, has_place)
}

/// The number of the space that a node names.
pub fn named(node: Node<'_>, report: bool, reader: &mut Reader<'_>) -> Option<u16> {
    let id = match node.shape() {
        Shape::Text => node.text()?,
        _ => {
            form::text(node, &mut reader.problems);
            return None;
        }
    };
    match reader.spaces.by_id.get(&*id) {
        Some(n) => Some(*n),
        None if report => reader.space(&id, node.span()).map(|n| n as u16),
        None => None,
    }
}

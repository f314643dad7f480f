//! What a manifest's `appearance` can speak of: the values, links, paths, pieces and cards of a ruleset, each with its look so far.

use std::sync::Arc;

use interpreter::ir::{Ir, KindId, Owner, PieceId};

use super::looks::{Look, of_name};
use super::palette::{Group, Palette, Pen};
use super::problems::Checker;
use super::schema::{Field, Takes};

/// Something that has a look.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// As the appearance names it: `Terrain.climb`.
    pub name: Arc<str>,
    pub title: String,
    pub docs: Arc<str>,
    pub kind: SubjectKind,
    pub look: Look,
    /// The names of its fields, for looks that name one.
    pub fields: Vec<Arc<str>>,
}

/// What it is decides what can be seen of its look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubjectKind {
    /// The board as a whole, for all tracks of the game.
    Board,
    /// What one track says otherwise.
    Track,
    /// All spaces.
    Space,
    /// A value of a space.
    OnSpace,
    /// A kind of link, or a value of links.
    Link,
    Path,
    Piece,
    Card,
    /// A value of something else, such as a card.
    Other,
}

/// The name of the subject that stands in the track, not in the manifest.
pub const TRACK: &str = "track";

/// Everything that can have a look, in groups with their titles.
pub fn all(checker: &Checker, palette: &Palette) -> Vec<(String, Vec<Subject>)> {
    let (ir, manifest) = (checker.ir(), checker.manifest());
    let mut seen: Vec<Arc<str>> = vec![];
    let names = |owner: Owner| ir.fields.iter().filter(move |f| f.owner == owner).map(|f| f.name.clone()).collect::<Vec<_>>();
    let space = Subject {
        name: "space".into(),
        title: "all spaces".to_owned(),
        docs: "What fills a space, and what stands on it".into(),
        kind: SubjectKind::Space,
        look: super::looks::plain(manifest, &checker.schema),
        fields: names(Owner::Space),
    };
    let whole = |name: &str, title: &str, docs: &str, kind: SubjectKind| Subject {
        name: name.into(),
        title: title.to_owned(),
        docs: docs.into(),
        kind,
        look: Look::Nothing,
        fields: vec![],
    };
    let board = whole("board", "all tracks", "What is drawn under and beside the spaces", SubjectKind::Board);
    let track = whole(TRACK, "this track", "What this track says otherwise", SubjectKind::Track);
    let mut groups = vec![("Board".to_owned(), vec![board, track]), ("Spaces".to_owned(), vec![space])];
    for group in &palette.brushes {
        groups.push((group.field.name.to_string(), values(group, "space", SubjectKind::OnSpace, &mut seen)));
    }
    let pen = |pen: &Pen, kind: SubjectKind| Subject {
        name: pen.kind.clone(),
        title: pen.kind.replace('_', " "),
        docs: pen.docs.clone(),
        kind,
        look: pen.look.clone(),
        fields: pen.fields.iter().map(|group| group.field.name.clone()).collect(),
    };
    for (title, pens, kind) in [("Links", &palette.links, SubjectKind::Link), ("Paths", &palette.paths, SubjectKind::Path)] {
        groups.push((title.to_owned(), pens.iter().map(|its| pen(its, kind)).collect()));
        let kind = if kind == SubjectKind::Path { SubjectKind::Other } else { kind };
        for its in pens {
            for group in &its.fields {
                groups.push((format!("{} of {}", group.field.name, its.kind), values(group, &its.kind, kind, &mut seen)));
            }
        }
    }
    let declared = |name: &Arc<str>, docs: &Arc<str>, kind: SubjectKind, fields: Vec<Arc<str>>| Subject {
        name: name.clone(),
        title: name.replace('_', " "),
        docs: docs.clone(),
        kind,
        look: of_name(manifest, name),
        fields,
    };
    let piece = |(n, piece): (usize, &interpreter::ir::Piece)| {
        declared(&piece.name, &piece.docs.text, SubjectKind::Piece, names(Owner::Piece(PieceId(n as u16))))
    };
    groups.push(("Pieces".to_owned(), ir.pieces.iter().enumerate().map(piece).collect()));
    let cards = ir.kinds.iter().enumerate().filter(|(_, kind)| kind.is_card);
    let card = |(n, kind): (usize, &interpreter::ir::RowKind)| {
        declared(&kind.name, &kind.docs.text, SubjectKind::Card, names(Owner::Rows(KindId(n as u16))))
    };
    groups.push(("Cards".to_owned(), cards.map(card).collect()));
    for (name, cases) in others(ir, &seen) {
        let subject = |case: &interpreter::ir::Case| Subject {
            title: case.name.replace('_', " "),
            ..declared(&format!("{name}.{}", case.name).into(), &case.docs.text, SubjectKind::Other, vec![])
        };
        groups.push((name.to_string(), cases.iter().map(subject).collect()));
    }
    groups.retain(|(_, subjects)| !subjects.is_empty());
    groups
}

/// The cases of enums that are declared by name and nothing on a track has.
fn others<'a>(ir: &'a Ir, seen: &'a [Arc<str>]) -> impl Iterator<Item = (&'a Arc<str>, &'a [interpreter::ir::Case])> {
    let is_new = |name: &Arc<str>| name.starts_with(char::is_uppercase) && !seen.contains(name);
    ir.enums.iter().filter(move |of| is_new(&of.name)).map(|of| (&of.name, &*of.cases))
}

/// The values of a field, unless a group before has them.
fn values(group: &Group, owner: &str, kind: SubjectKind, seen: &mut Vec<Arc<str>>) -> Vec<Subject> {
    let Field { takes, name, docs, .. } = &group.field;
    let subject = |name: String, title: String, docs: &Arc<str>, value: &str| Subject {
        name: name.into(),
        title,
        docs: docs.clone(),
        kind,
        look: group.brushes.iter().find(|brush| *brush.value == *value).map(|brush| brush.look.clone()).unwrap_or_default(),
        fields: vec![],
    };
    match takes {
        Takes::Word { of, cases } if !seen.contains(of) => {
            seen.push(of.clone());
            let case = |case: &super::schema::Case| {
                subject(format!("{of}.{}", case.name), case.name.replace('_', " "), &case.docs, &case.name)
            };
            cases.iter().map(case).collect()
        }
        Takes::Bool => vec![subject(format!("{owner}.{name}"), "yes".to_owned(), docs, "true")],
        _ => vec![],
    }
}

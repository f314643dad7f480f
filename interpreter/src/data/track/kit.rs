//! What a ruleset keeps for the drawing table: stamps, which are several values of a space under one name, and templates, which are parts of
//! tracks. Only drawing uses them, so whatever is wrong with them is a warning.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::data::track::{FIELDS, default_words, links, space_fields, spaces};
use crate::data::value::{Reader, SpaceIds};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ir::Ir;
use crate::ir::fold::{Fold, Words};
use crate::ir::rows::Tables;
use crate::ir::shape::Sizes;
use crate::source::{SourceId, Sources};

/// The file of stamps: `{ "Steep": (terrain: climb), … }`.
pub const STAMPS: &str = "stamps.ron";
/// The file of templates: `{ "Loop": (spaces: […], links: […]), … }`.
pub const TEMPLATES: &str = "templates.ron";

/// A stamp or a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub name: Arc<str>,
    /// The fields in round brackets, as written.
    pub written: Arc<str>,
}

/// The entries of one of the two files; those that can't be read are left out.
pub fn entries(text: &str) -> Vec<Named> {
    let Ok(node) = Node::parse(SourceId(0), text) else { return vec![] };
    let is_form = |value: &Node<'_>| value.shape() == Shape::Fields;
    let named = |entry: form::Entry<'_>| Named { name: (&*entry.name).into(), written: entry.value.written().into() };
    let all = form::entries(node, &mut Problems::default()).into_iter();
    all.filter(|entry| is_form(&entry.value)).map(named).collect()
}

/// The problems of both files, of the data files by path. `tables` are the rows that stamps may name.
pub fn problems(
    (sources, data): (&Sources, &BTreeMap<String, SourceId>),
    (ir, params, sizes): (&Ir, &[Words], &Sizes),
    tables: &Tables,
) -> Vec<Diagnostic> {
    let mut all = vec![];
    for file in [STAMPS, TEMPLATES] {
        let Some(source) = data.get(file).copied() else { continue };
        let mut problems = Problems::default();
        match Node::document(sources, source) {
            Ok(node) if node.shape() == Shape::Map => {
                for entry in form::entries(node, &mut problems) {
                    let fold = Fold { ir, params, sizes: &Sizes { spaces: 0, ..sizes.clone() } };
                    let what = if file == STAMPS { "a stamp" } else { "a template" };
                    let Some(form) = Form::read(entry.value, what, &mut problems) else { continue };
                    match file {
                        STAMPS => stamp(&form, fold, tables, &mut problems),
                        _ => template(&form, fold, tables, &mut problems),
                    }
                }
            }
            Ok(node) => {
                let message = format!("expected a map from names to values, not {}", node.shown());
                problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write `{ \"Name\": (…) }`"));
            }
            Err(problem) => problems.add(problem),
        }
        all.extend(problems.finish().into_iter().map(|problem| Diagnostic { severity: Severity::Warning, ..problem }));
    }
    all
}

fn stamp(form: &Form<'_>, fold: Fold<'_>, tables: &Tables, problems: &mut Problems) {
    let ir = fold.ir;
    let fields = || space_fields(ir).map(|field| &*field.name);
    form.only("a stamp of this game", fields().chain(spaces::LOOKS), problems);
    let none = SpaceIds::default();
    let mut reader = Reader::new(fold, &none);
    reader.tables = tables.clone();
    for field in space_fields(ir) {
        let base = default_words(field, &reader.fold);
        form.get(&field.name).map(|node| reader.value(node, &field.ty, base.as_deref()));
    }
    problems.append(reader.problems);
}

fn template(form: &Form<'_>, fold: Fold<'_>, tables: &Tables, problems: &mut Problems) {
    let ir = fold.ir;
    form.only("a template", FIELDS.into_iter(), problems);
    let items = form.get("spaces").and_then(|node| form::list(node, "spaces", problems)).unwrap_or_default();
    let drafts = spaces::drafts(items, ir, problems);
    let ids = spaces::ids(&drafts, problems);
    let sizes = Sizes { spaces: drafts.len(), ..fold.sizes.clone() };
    let mut reader = Reader::new(Fold { sizes: &sizes, ..fold }, &ids);
    reader.tables = tables.clone();
    spaces::read(&drafts, ir, &mut reader);
    problems.append(reader.problems);
    let mut unknown = BTreeSet::new();
    for item in form.get("links").map(|node| node.items()).unwrap_or_default() {
        let kind = Form::read(item, "a link", problems).and_then(|form| form.get("kind"));
        let Some((node, name)) = kind.and_then(|node| Some((node, node.name()?))) else { continue };
        if !ir.links.iter().any(|link| *link.name == *name) && unknown.insert(name.to_string()) {
            problems.add(links::unknown_kind(&name, node.span(), ir));
        }
    }
}

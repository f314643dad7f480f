//! The rows of data kinds: RON maps from a name to fields, with `copies: n`, and with `each` for one row per value of a kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::data::track::outline::Outline;
use crate::data::track::{default_words, has_to_be_given};
use crate::data::value::Reader;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::fold::{Fold, NONE, Words};
use crate::ir::rows::{self, Rows, Tables};
use crate::ir::shape::Sizes;
use crate::ir::{Field, Ir, KindId, Owner, Type};
use crate::source::{SourceId, Sources, Span};

/// The number of members of one kind, including copies, at most.
const MOST_MEMBERS: usize = 4096;

/// The fields of a kind of rows, in the order of [`Rows::values`].
pub fn fields(ir: &Ir, kind: KindId) -> impl Iterator<Item = &Field> + Clone {
    ir.fields.iter().filter(move |field| field.owner == Owner::Rows(kind))
}

/// Names of fields, each with a value.
type Each = Vec<(Arc<str>, i32)>;

/// A row of which only the name and the number of members are known.
struct Draft<'a> {
    form: Form<'a>,
    /// The values that stand for `each`.
    each: Each,
    copies: usize,
    name: Arc<str>,
    span: Span,
}

/// The files of all kinds, with only the names read. The number of rows is needed before any value can be read.
pub struct Drafts<'a> {
    kinds: Vec<Vec<Draft<'a>>>,
    /// For each kind, the rows that are left out on this track, and what it lacks.
    left_out: Vec<BTreeMap<Arc<str>, Arc<str>>>,
    problems: Vec<Diagnostic>,
}

impl Drafts<'_> {
    /// The number of members of each kind.
    pub fn counts(&self) -> Vec<usize> {
        self.kinds.iter().map(|rows| rows.iter().map(|row| row.copies).sum()).collect()
    }

    /// The number of members of each kind, including those that a track draws.
    pub fn counts_with(&self, outline: &Outline) -> Vec<usize> {
        let drawn = outline.kinds.iter().map(Rows::len).chain(std::iter::repeat(0));
        self.counts().into_iter().zip(drawn).map(|(own, drawn)| own + drawn).collect()
    }

    /// Leaves out the rows that name a space, link or path that this track lacks.
    pub fn leave_out(&mut self, ir: &Ir, outline: &Outline) {
        let ids = outline.space_ids();
        for (n, (rows, left_out)) in self.kinds.iter_mut().zip(&mut self.left_out).enumerate() {
            rows.retain(|row| {
                let mut given = fields(ir, KindId(n as u16)).filter_map(|field| Some((row.form.get(&field.name)?, &field.ty)));
                let lacks = given.find_map(|(node, ty)| outline.lacks(ir, &ids, node, ty));
                lacks.map(|what| left_out.insert(row.name.clone(), what.into())).is_none()
            });
        }
    }
}

/// Reads the names. `find` returns a RON file beside the rules.
pub fn drafts<'a>(ir: &Ir, sources: &'a Sources, find: &dyn Fn(&str) -> Option<SourceId>) -> Drafts<'a> {
    let mut problems: Vec<Problems> = ir.kinds.iter().map(|_| Problems::default()).collect();
    let mut found: Vec<Option<Vec<Draft<'a>>>> = ir.kinds.iter().map(|_| None).collect();
    let mut open = vec![false; ir.kinds.len()];
    for n in 0..ir.kinds.len() {
        kind(ir, sources, find, n, &mut found, &mut open, &mut problems);
    }
    Drafts {
        left_out: vec![BTreeMap::new(); ir.kinds.len()],
        kinds: found.into_iter().map(Option::unwrap_or_default).collect(),
        problems: problems.into_iter().flat_map(Problems::finish).collect(),
    }
}

fn kind<'a>(
    ir: &Ir,
    sources: &'a Sources,
    find: &dyn Fn(&str) -> Option<SourceId>,
    n: usize,
    found: &mut [Option<Vec<Draft<'a>>>],
    open: &mut [bool],
    problems: &mut [Problems],
) {
    if found[n].is_some() || std::mem::replace(&mut open[n], true) {
        return;
    }
    let Some((file, span)) = &ir.kinds[n].file else {
        found[n] = Some(vec![]);
        return;
    };
    // The kinds that `each` goes through must be known first.
    for field in fields(ir, KindId(n as u16)) {
        if let Type::Row(k) = field.ty.present() {
            kind(ir, sources, find, k.index(), found, open, problems);
        }
    }
    let mut rows = vec![];
    let own = &mut problems[n];
    let Some(source) = find(file) else {
        let problem = Diagnostic::error(Code::Unreadable, *span, format!("the file {file:?} can't be read"));
        own.add(problem.hint("put it in the folder of the rules"));
        found[n] = Some(rows);
        return;
    };
    match Node::document(sources, source) {
        Ok(node) if matches!(node.shape(), Shape::Map) => {
            for entry in form::entries(node, own) {
                if !row(ir, n, entry, found, &mut rows, own) {
                    break;
                }
            }
        }
        Ok(node) => {
            let message = format!("expected rows by their names, not {}", node.shown());
            own.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write `{ \"Name\": (field: value), … }`"));
        }
        Err(problem) => own.add(problem),
    }
    let mut names: BTreeMap<Arc<str>, Span> = BTreeMap::new();
    for row in &rows {
        if let Some(first) = names.insert(row.name.clone(), row.span) {
            let problem = Diagnostic::error(Code::DuplicateId, row.span, format!("there are two rows {:?}", row.name));
            own.add(problem.label(first, "first here").hint("give one of them another name"));
        }
    }
    found[n] = Some(rows);
}

/// Reads one entry of the file: a row, or one row for each value of a kind. Returns whether there is room for more.
fn row<'a>(
    ir: &Ir,
    n: usize,
    entry: form::Entry<'a>,
    found: &[Option<Vec<Draft<'a>>>],
    rows: &mut Vec<Draft<'a>>,
    problems: &mut Problems,
) -> bool {
    let own = KindId(n as u16);
    let Some(form) = Form::read(entry.value, "a row", problems) else { return true };
    let names = fields(ir, own).map(|f| &*f.name).chain(["copies"]);
    form.only(&format!("a row of {}", ir.kinds[n].name), names, problems);
    let copies = form.get("copies").map_or(Some(1), |node| form::whole(node, 0, 500, problems)).unwrap_or(1) as usize;
    let mut all: Vec<(String, Each)> = vec![(entry.name.to_string(), vec![])];
    for field in fields(ir, own) {
        let Some(node) = form.get(&field.name).filter(|node| node.shape() == Shape::Word("each")) else { continue };
        let values: Vec<Arc<str>> = match field.ty.present() {
            Type::Row(k) if ir.kinds[k.index()].file.is_some() => {
                found[k.index()].iter().flatten().map(|row| row.name.clone()).collect()
            }
            Type::Enum(e) => ir.enums[e.index()].cases.iter().map(|case| case.name.clone()).collect(),
            _ => {
                let message = format!("`each` can't be used here: there is no list of all values of `{}`", field.name);
                let hint = "write a value in its place; `each` is for cases of an `enum` and for rows of a file";
                problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint(hint));
                all.iter_mut().for_each(|(_, each)| each.push((field.name.clone(), NONE)));
                continue;
            }
        };
        let with = |(name, each): &(String, Each)| {
            let one = |(at, value): (usize, &Arc<str>)| {
                let mut each = each.clone();
                each.push((field.name.clone(), at as i32));
                (format!("{name} {value}"), each)
            };
            values.iter().enumerate().map(one).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).take(MOST_MEMBERS + 1).collect();
    }
    for (name, each) in all {
        if rows.iter().map(|r| r.copies).sum::<usize>() + copies > MOST_MEMBERS {
            let message = format!("there are too many rows of {}: at most {MOST_MEMBERS}, copies counted", ir.kinds[n].name);
            let hint = "leave out some, or make fewer copies";
            problems.add(Diagnostic::error(Code::TooLarge, entry.key.span(), message).hint(hint));
            return false;
        }
        // The text is read once for each row that it stands for. Its problems have been reported.
        let Some(form) = Form::read(entry.value, "a row", &mut Problems::default()) else { return true };
        form.only("", fields(ir, own).map(|f| &*f.name).chain(["copies"]), &mut Problems::default());
        rows.push(Draft { form, each, copies, name: name.as_str().into(), span: entry.key.span() });
    }
    true
}

/// Reads all values. `sizes` has the numbers of rows, and the outline has the names that rows may use on the track.
pub fn read(drafts: Drafts<'_>, ir: &Ir, params: &[Words], sizes: &Sizes, outline: &Outline) -> (Tables, Vec<Diagnostic>) {
    let mut tables = Tables { kinds: vec![Rows::default(); ir.kinds.len()], texts: vec![] };
    let mut problems = drafts.problems;
    for (rows, left_out) in tables.kinds.iter_mut().zip(drafts.left_out) {
        rows.left_out = left_out;
    }
    for (rows, drafts) in tables.kinds.iter_mut().zip(&drafts.kinds) {
        for draft in drafts {
            let first = rows.len() as u16;
            for _ in 0..draft.copies {
                rows.names.push(draft.name.clone());
                rows.first.push(first);
                rows.spans.push(draft.span);
            }
            if draft.copies > 0 {
                rows.by_name.entry(draft.name.clone()).or_insert(first);
            }
        }
    }
    for (rows, drawn) in tables.kinds.iter_mut().zip(&outline.kinds).filter(|(_, drawn)| !drawn.is_empty()) {
        rows.clone_from(drawn);
    }
    let ids = outline.space_ids();
    let mut reader = Reader::new(Fold { ir, params, sizes }, &ids);
    reader.tables = tables;
    reader.track = &outline.name;
    for (n, drafts) in drafts.kinds.iter().enumerate() {
        for draft in drafts {
            let values = Arc::new(values(&draft.form, KindId(n as u16), &draft.name, draft.span, &draft.each, &mut reader));
            let rows = &mut reader.tables.kinds[n].values;
            rows.extend(std::iter::repeat_n(values, draft.copies));
        }
    }
    problems.extend(reader.problems.finish());
    let mut tables = reader.tables;
    tables.texts = reader.texts;
    (tables, problems)
}

/// The values of one row or record, in the order of the kind's fields.
fn values(
    form: &Form<'_>,
    kind: KindId,
    name: &str,
    span: Span,
    each: &[(Arc<str>, i32)],
    reader: &mut Reader<'_>,
) -> Vec<Option<Words>> {
    let ir = reader.fold.ir;
    let mut found = vec![];
    for field in fields(ir, kind) {
        if let Some((_, word)) = each.iter().find(|(name, _)| *name == field.name) {
            found.push(Some(vec![*word]));
            continue;
        }
        let given = form.get(&field.name);
        if given.is_none() && has_to_be_given(field) && !form.has_misspelt(&field.name) {
            let message = match name {
                "" => format!("this {} has no `{}`", ir.kinds[kind.index()].name, field.name),
                _ => format!("{name:?} has no `{}`", field.name),
            };
            let problem = Diagnostic::error(Code::MissingField, span, message).label(field.span, "the rules give it no default");
            reader.problems.add(problem.hint(format!("write `{}: …`", field.name)));
        }
        let default = default_words(field, &reader.fold);
        found.push(given.and_then(|node| reader.value(node, &field.ty, default.as_deref())));
    }
    found
}

impl Reader<'_> {
    /// A row by its name, or a record written out.
    pub(super) fn row(&mut self, node: Node<'_>, kind: KindId) -> Option<i32> {
        let of = &self.fold.ir.kinds[kind.index()];
        let span = node.span();
        if of.is_record() {
            let form = Form::read(node, &format!("the fields of {}", of.name), &mut self.problems)?;
            form.only(&of.name, fields(self.fold.ir, kind).map(|f| &*f.name), &mut self.problems);
            let before = self.problems.count();
            let values = values(&form, kind, "", form.opening(), &[], self);
            if self.problems.count() > before {
                return None;
            }
            return self.record(kind, values, span);
        }
        let problem = match node.text() {
            Some(name) => match self.tables.named(kind, &name) {
                Some(row) => return Some(i32::from(row)),
                None if let Some(what) = self.tables.lacking(kind, &name) => {
                    let message = rows::left_out(self.track, what, &of.name, &name);
                    Diagnostic::error(Code::DanglingId, span, message).hint(rows::LACKING_HINT)
                }
                None => {
                    let message = match self.track {
                        track if of.on_track.is_some() && !track.is_empty() => {
                            format!("the track `{track}` has no {} {name:?}", of.name)
                        }
                        _ => format!("there is no {} {name:?}", of.name),
                    };
                    let problem = Diagnostic::error(Code::DanglingId, span, message);
                    let names = self.tables.kinds.get(kind.index()).into_iter().flat_map(|k| k.by_name.keys());
                    let problem = problem.did_you_mean_text(nearest(&name, names.map(|n| &**n)));
                    if of.on_track.is_some() { problem.or_hint(rows::LACKING_HINT) } else { problem }
                }
            },
            None => {
                let message = format!("expected the name of a {} in quotes, not {}", of.name, node.shown());
                let problem = Diagnostic::error(Code::WrongValue, span, message);
                match node.shape() {
                    Shape::Word(word) => problem.hint(format!("write \"{word}\"")).replacing(format!("\"{word}\"")),
                    _ => problem,
                }
            }
        };
        self.problems.add(problem);
        None
    }

    /// The record with these values. Equal records are one.
    fn record(&mut self, kind: KindId, values: Vec<Option<Words>>, span: Span) -> Option<i32> {
        let rows = self.tables.kinds.get_mut(kind.index())?;
        let known = rows.values.iter().position(|v| **v == values);
        if known.is_none() && rows.len() >= MOST_MEMBERS {
            let message = format!("there are too many different records: at most {MOST_MEMBERS}");
            self.problems.add(Diagnostic::error(Code::TooLarge, span, message));
            return None;
        }
        let at = known.unwrap_or_else(|| {
            rows.first.push(rows.values.len() as u16);
            rows.spans.push(span);
            rows.values.push(Arc::new(values));
            rows.values.len() - 1
        });
        Some(at as i32)
    }
}

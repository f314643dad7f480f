//! Rows of data, or a table of two keys, as a table: the cells of a RON file, and the edits that change its text. The text around a changed cell stays as it is.

use std::ops::Range;

use interpreter::data::node::{Node, Shape};
use interpreter::data::takes;
use interpreter::ir::{Ir, Owner, Param, ParamDefault, Type};
use interpreter::program::Program;
use interpreter::source::SourceId;

use super::edits::TextEdit;
use crate::words::key_names;

/// The number of bytes in the longest cell shown in a table; longer ones are edited as text.
const LONGEST: usize = 2_000;

/// A file of rows as a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Whether it is a table of two keys, written as a list of lists. The rules say how many rows and columns it has.
    pub is_grid: bool,
    /// What the rules call the rows of a grid, if they are known.
    pub titles: Vec<String>,
}

/// A field that rows may have.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Column {
    pub name: String,
    /// The values it takes, in words: `int in 0..9`.
    pub takes: String,
    /// Its documentation in the rules.
    pub docs: String,
    /// All its values if there are only a few to choose from; otherwise empty.
    pub choices: Vec<String>,
}

/// A row of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name as written, with its quotes; `None` if the file is a list, whose rows have no names.
    pub name: Option<Range<usize>>,
    /// Its fields in their brackets.
    value: Range<usize>,
    /// The range from its name to the end of its value.
    all: Range<usize>,
    /// The written values, by column.
    pub cells: Vec<Option<Range<usize>>>,
    /// The written fields, each from its name to the end of its value, by column.
    fields: Vec<Option<Range<usize>>>,
}

/// Reads a file as a table. Returns `None` if it can't be read or isn't one.
pub fn table(text: &str, known: &[Column]) -> Option<Table> {
    let document = Node::parse(SourceId::default(), text).ok()?;
    let rows: Vec<(Option<Node<'_>>, Node<'_>)> = match document.shape() {
        Shape::Map => document.entries().into_iter().map(|(name, value)| (Some(name), value)).collect(),
        Shape::List => document.items().into_iter().map(|value| (None, value)).collect(),
        _ => return None,
    };
    if rows.iter().all(|(name, value)| name.is_none() && value.shape() == Shape::List) {
        return grid(rows.iter().map(|(_, row)| row), known);
    }
    if rows.iter().any(|(_, value)| value.shape() != Shape::Fields) {
        return None;
    }
    let mut columns = known.to_vec();
    for (_, value) in &rows {
        for (name, _) in value.entries() {
            if !columns.iter().any(|column| column.name == name.written()) {
                let name = name.written().to_owned();
                columns.push(Column { name, ..Column::default() });
            }
        }
    }
    let row = |(name, value): &(Option<Node<'_>>, Node<'_>)| {
        let (mut cells, mut fields) = (vec![None; columns.len()], vec![None; columns.len()]);
        for (key, given) in value.entries() {
            if let Some(n) = columns.iter().position(|column| column.name == key.written()) {
                (cells[n], fields[n]) = (Some(range(&given)), Some(range(&key).start..range(&given).end));
            }
        }
        let (name, value) = (name.as_ref().map(range), range(value));
        let all = name.as_ref().map_or(value.start, |name| name.start)..value.end;
        Row { name, value, all, cells, fields }
    };
    let rows = rows.iter().map(row).collect();
    Some(Table { columns, rows, is_grid: false, titles: vec![] })
}

/// Reads a list of lists of the same length as a table.
fn grid<'n>(rows: impl Iterator<Item = &'n Node<'n>>, known: &[Column]) -> Option<Table> {
    let row = |row: &Node<'_>| {
        let cells: Vec<_> = row.items().iter().map(|cell| Some(range(cell))).collect();
        Row { name: None, value: range(row), all: range(row), fields: vec![None; cells.len()], cells }
    };
    let rows: Vec<Row> = rows.map(row).collect();
    let count = rows.first().map(|row| row.cells.len()).filter(|count| *count > 0)?;
    let column = |n: usize| known.get(n).cloned().unwrap_or_else(|| Column { name: (n + 1).to_string(), ..Column::default() });
    let columns = (0..count).map(column).collect();
    let is_even = rows.iter().all(|row| row.cells.len() == count);
    is_even.then_some(Table { columns, rows, is_grid: true, titles: vec![] })
}

fn range(node: &Node<'_>) -> Range<usize> {
    node.span().start as usize..node.span().end as usize
}

/// Returns the keys of the table that the rules read from this file, if it has two of them, and the parameter.
fn keys<'p>(program: &'p Program, path: &str) -> Option<([Vec<String>; 2], &'p Param)> {
    let is_its = |param: &&Param| matches!(&param.default, ParamDefault::File(file, _) if **file == *path);
    let param = program.ir.params.iter().find(is_its)?;
    let Type::Per(_, dims) = &param.ty else { return None };
    let [first, second] = &dims[..] else { return None };
    Some(([key_names(&program.fold(), first)?, key_names(&program.fold(), second)?], param))
}

/// Returns what the rules call the rows of the table in this file, if it has two keys.
pub fn titles(program: &Program, path: &str) -> Vec<String> {
    keys(program, path).map(|([rows, _], _)| rows).unwrap_or_default()
}

/// Returns the columns that the rules declare for the rows in this file.
pub fn columns(program: &Program, path: &str) -> Vec<Column> {
    let (ir, fold) = (&program.ir, program.fold());
    if let Some(([_, names], param)) = keys(program, path)
        && let Type::Per(of, _) = &param.ty
    {
        let column = |name| Column { name, takes: takes(&fold, of), docs: param.docs.text.to_string(), choices: choices(ir, of) };
        return names.into_iter().map(column).collect();
    }
    let Some(kind) = ir.kinds.iter().position(|kind| kind.file.as_ref().is_some_and(|(file, _)| **file == *path)) else {
        return vec![];
    };
    let fields = ir.fields.iter().filter(|field| matches!(field.owner, Owner::Rows(of) if of.index() == kind));
    let columns = fields.map(|field| Column {
        name: field.name.to_string(),
        takes: takes(&fold, &field.ty),
        docs: field.docs.text.to_string(),
        choices: choices(ir, &field.ty),
    });
    columns.collect()
}

fn choices(ir: &Ir, ty: &Type) -> Vec<String> {
    match ty.present() {
        Type::Bool => vec!["true".to_owned(), "false".to_owned()],
        Type::Enum(id) => ir.enums[id.index()].cases.iter().map(|case| case.name.to_string()).collect(),
        _ => vec![],
    }
}

impl Table {
    /// Returns the name of a row, without quotes.
    pub fn name(&self, text: &str, row: usize) -> Option<String> {
        let written = text.get(self.rows.get(row)?.name.clone()?)?;
        Node::parse(SourceId::default(), written).ok()?.name().map(|name| name.into_owned())
    }

    /// Returns a cell as written, on one line; empty if its field isn't written.
    pub fn cell(&self, text: &str, row: usize, column: usize) -> String {
        let written = self.rows.get(row).and_then(|row| text.get(row.cells.get(column)?.clone()?));
        let words: Vec<&str> = written.unwrap_or_default().split('\n').map(str::trim).collect();
        words.join(" ")
    }

    /// Whether a cell is too long for one line, or contains a comment.
    pub fn is_long(&self, text: &str, row: usize, column: usize) -> bool {
        let written = self.rows.get(row).and_then(|row| text.get(row.cells.get(column)?.clone()?));
        written.is_some_and(|written| written.len() > LONGEST || written.contains("//"))
    }

    /// Writes a cell. An empty value removes its field, so that the field gets its default.
    pub fn set(&self, text: &str, row: usize, column: usize, wanted: &str) -> Option<TextEdit> {
        let (its, name) = (self.rows.get(row)?, &self.columns.get(column)?.name);
        let wanted = wanted.trim();
        match (its.cells.get(column)?, its.fields.get(column)?) {
            (Some(cell), _) if !wanted.is_empty() => Some(TextEdit::put(cell.clone(), wanted)),
            (_, Some(field)) => Some(TextEdit::put(with_comma(text, field.clone(), its.value.clone()), "")),
            _ if wanted.is_empty() => None,
            _ => {
                // The field follows the one before it in the order of the columns.
                let before = its.fields[..column].iter().rev().flatten().next();
                let field = format!("{name}: {wanted}");
                Some(match before {
                    Some(before) => TextEdit::put(before.end..before.end, format!(", {field}")),
                    None => {
                        let at = its.value.start + 1;
                        let is_empty = its.fields.iter().all(Option::is_none);
                        TextEdit::put(at..at, if is_empty { field } else { format!("{field}, ") })
                    }
                })
            }
        }
    }

    /// Renames a row.
    pub fn rename(&self, row: usize, name: &str) -> Option<TextEdit> {
        Some(TextEdit::put(self.rows.get(row)?.name.clone()?, quoted(name)))
    }

    /// Inserts a copy after a row, under another name.
    pub fn copy(&self, text: &str, row: usize, name: &str) -> Option<TextEdit> {
        let its = self.rows.get(row)?;
        let value = text.get(its.value.clone())?;
        let line = text[..its.all.start].rfind('\n').map_or(0, |n| n + 1);
        let margin: String = text[line..its.all.start].chars().take_while(|c| c.is_whitespace()).collect();
        let new = match its.name {
            Some(_) => format!("{}: {value}", quoted(name)),
            None => value.to_owned(),
        };
        Some(TextEdit::put(its.all.end..its.all.end, format!(",\n{margin}{new}")))
    }

    /// Removes a row.
    pub fn remove(&self, text: &str, row: usize) -> Option<TextEdit> {
        Some(without(text, self.rows.get(row)?.all.clone()))
    }

    /// Returns a name that no row has yet.
    pub fn free_name(&self, text: &str, like: &str) -> String {
        let names: Vec<String> = (0..self.rows.len()).filter_map(|row| self.name(text, row)).collect();
        let free = (2..).map(|n| format!("{like} {n}")).find(|name| !names.contains(name));
        free.unwrap_or_default()
    }
}

/// Takes a part out of a list.
pub(super) fn without(text: &str, part: Range<usize>) -> TextEdit {
    let mut range = with_comma(text, part, 0..text.len());
    // If nothing else is on its line, the whole line goes.
    let line = text[..range.start].rfind('\n').map_or(0, |n| n + 1);
    let rest = text[range.end..].find('\n').map_or(text.len(), |n| range.end + n + 1);
    if text[line..range.start].trim().is_empty() && text[range.end..rest].trim().is_empty() {
        range = line..rest;
    }
    TextEdit::put(range, "")
}

/// Adds the comma after a list's part to its range, or else the one before.
pub(super) fn with_comma(text: &str, part: Range<usize>, within: Range<usize>) -> Range<usize> {
    let behind = &text[part.end..within.end];
    let blank = behind.len() - behind.trim_start().len();
    if behind[blank..].starts_with(',') {
        let is_blank = [' ', '\t'];
        let rest = &behind[blank + 1..];
        let spaces = rest.len() - rest.trim_start_matches(is_blank).len();
        let end = part.end + blank + 1;
        // At the end of a line, the spaces before the part go; otherwise those after it.
        if rest.trim_start_matches(is_blank).starts_with(['\n', '\r']) {
            let before = &text[within.start..part.start];
            let kept = before.trim_end_matches(is_blank);
            return if kept.ends_with('\n') { part.start..end } else { within.start + kept.len()..end };
        }
        return part.start..end + spaces;
    }
    let before = text[within.start..part.start].trim_end();
    if before.ends_with(',') { within.start + before.len() - 1..part.end } else { part }
}

/// Quotes a text for RON.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " "))
}

//! From the text of a track to a document.

use std::sync::Arc;

use interpreter::data::node::{Node, Shape};
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::source::{SourceId, Span};

use super::document::{Content, Document, Entry, Header, Item, Key, List, Notes};
use super::fields::point;
use super::notes::gap;

/// Reads a track as far as it goes; what can't be read stays as written.
///
/// # Errors
/// Why the text isn't RON, or isn't a track at all. Such a file must not be overwritten.
pub fn read(text: &str) -> Result<Document, Diagnostic> {
    let node = Node::parse(SourceId(0), text)?;
    let form = if matches!(node.shape(), Shape::Call(_)) { node.call() } else { node };
    if form.shape() != Shape::Fields {
        let message = format!("expected a track, not {}", node.shown());
        return Err(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write it as `(name: value, …)`"));
    }
    let mut reading = Reading { text, document: Document::default() };
    let (start, end) = (form.span().start as usize, form.span().end as usize);
    let mut header = Header { head: text[..start].into(), tail: text[end..].into(), ..Header::default() };
    header.is_crlf = text.contains("\r\n");
    let mut at = start + 1;
    for (key, value) in form.entries() {
        let line = text[..key.span().start as usize].rsplit('\n').next().unwrap_or("");
        if header.indent.is_empty() && line.chars().all(|c| matches!(c, ' ' | '\t')) {
            header.indent = line.into();
        }
        let found = gap(&text[at..key.span().start as usize]);
        settle(header.entries.last_mut().map(|e| &mut e.notes), found.behind, &mut header.foot);
        let name: Arc<str> = key.written().into();
        let list = List::ALL.into_iter().find(|list| list.name() == &*name && value.shape() == Shape::List);
        // A list that is given twice is kept as it is.
        let list = list.filter(|list| !header.entries.iter().any(|e| e.is == Content::List(*list)));
        let is = match list {
            Some(list) => {
                header.ends[list as usize] = reading.list(list, value);
                Content::List(list)
            }
            None => Content::Value(behind_colon(text, key.span(), value.span()).into()),
        };
        let mut notes = Notes { before: std::mem::take(&mut header.foot), behind: None };
        notes.before.extend(found.before);
        header.entries.push(Entry { name, is, notes });
        at = value.span().end as usize;
    }
    let found = gap(&text[at..end - 1]);
    settle(header.entries.last_mut().map(|e| &mut e.notes), found.behind, &mut header.foot);
    header.foot.extend(found.before);
    trim_blank(&mut header.foot);
    reading.document.header = Arc::new(header);
    Ok(reading.document)
}

/// Attaches a comment to what it belongs to; if nothing comes before it, to the lines that follow.
fn settle(last: Option<&mut Notes>, comment: Option<Arc<str>>, lines: &mut Vec<Arc<str>>) {
    match (last, comment) {
        (Some(last), Some(comment)) => last.behind = Some(comment),
        (None, Some(comment)) => lines.push(comment),
        (_, None) => {}
    }
}

/// Drops blank lines before a closing bracket.
fn trim_blank(lines: &mut Vec<Arc<str>>) {
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
}

/// The text of a value with the comments before it.
fn behind_colon(text: &str, key: Span, value: Span) -> &str {
    let between = &text[key.end as usize..value.start as usize];
    let colon = between.find(':').map_or(between.len(), |at| at + 1);
    text[key.end as usize + colon..value.end as usize].trim()
}

struct Reading<'a> {
    text: &'a str,
    document: Document,
}

impl Reading<'_> {
    /// Reads one list; returns the comments behind its last item.
    fn list(&mut self, list: List, node: Node<'_>) -> Vec<Arc<str>> {
        let mut items: Vec<Item> = vec![];
        let mut lines = vec![];
        let mut at = node.span().start as usize + 1;
        for value in node.items() {
            let found = gap(&self.text[at..value.span().start as usize]);
            settle(items.last_mut().map(|item| &mut item.notes), found.behind, &mut lines);
            let mut read = item(list, value);
            read.key = Key(self.document.next_key);
            self.document.next_key += 1;
            read.notes.before = std::mem::take(&mut lines);
            read.notes.before.extend(found.before);
            if items.is_empty() && read.notes.before.first().is_some_and(|line| line.is_empty()) {
                read.notes.before.remove(0);
            }
            items.push(read);
            at = value.span().end as usize;
        }
        let found = gap(&self.text[at..node.span().end as usize - 1]);
        settle(items.last_mut().map(|item| &mut item.notes), found.behind, &mut lines);
        lines.extend(found.before);
        trim_blank(&mut lines);
        *self.document.list_mut(list) = items.into_iter().map(Arc::new).collect();
        lines
    }
}

/// One item as written, without a key.
pub(super) fn item(list: List, node: Node<'_>) -> Item {
    let mut item = Item { written: Some(node.written().into()), ..Item::default() };
    let form = if matches!(node.shape(), Shape::Call(_)) { node.call() } else { node };
    if form.shape() != Shape::Fields {
        return item;
    }
    let start = form.span().start;
    let entries = form.entries();
    let both = |a: &str, b: &str| {
        let has = |name: &str| entries.iter().any(|(key, _)| key.written() == name);
        has(a) && has(b)
    };
    // A link has either a chain or two ends.
    let (has_chain, has_ends) = (entries.iter().any(|(key, _)| key.written() == "chain"), both("from", "to"));
    let mut ends: [Option<Arc<str>>; 2] = [None, None];
    for (key, value) in &entries {
        let name = key.written();
        let known = match (list, name) {
            (_, "id") if item.id.is_empty() => value.text().filter(|id| !id.is_empty()).map(|id| item.id = id.into()),
            (List::Spaces | List::Decor, "at") if item.at.is_none() => point(*value).map(|at| item.at = Some(at)),
            (List::Links | List::Paths | List::Decor, "kind") if item.kind.is_empty() => {
                value.name().filter(|kind| !kind.is_empty()).map(|kind| item.kind = kind.into())
            }
            (List::Links, "chain") if !has_ends && item.spaces.is_empty() => ids(*value).map(|ids| item.spaces = ids),
            (List::Paths | List::Courses, "spaces") if item.spaces.is_empty() => ids(*value).map(|ids| item.spaces = ids),
            (List::Links, "from" | "to") if has_ends && !has_chain => value.text().map(|id| {
                ends[usize::from(name == "to")] = Some(id.into());
            }),
            _ => None,
        };
        if known.is_none() {
            let shift = |span: Span| Span { start: span.start - start, end: span.end - start, ..span };
            let value = behind_colon(form.written(), shift(key.span()), shift(value.span()));
            item.fields.push(name.into(), value.into());
        }
    }
    match ends {
        [Some(from), Some(to)] => (item.spaces, item.is_single) = (vec![from, to], true),
        // One of the two isn't an id.
        [from, to] => {
            for (name, id) in [("from", from), ("to", to)] {
                if let Some(id) = id {
                    item.fields.push(name.into(), super::fields::quoted(&id).into());
                }
            }
        }
    }
    item
}

/// A list of ids. An empty list stays among the fields.
fn ids(node: Node<'_>) -> Option<Vec<Arc<str>>> {
    if node.shape() != Shape::List {
        return None;
    }
    let ids: Option<Vec<Arc<str>>> = node.items().iter().map(|id| id.text().map(Arc::from)).collect();
    ids.filter(|ids| !ids.is_empty())
}

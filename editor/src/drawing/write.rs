//! From a document to the text of a track: one space a line, and what has not changed as it was written.

use std::ops::Range;
use std::sync::Arc;

use interpreter::data::node::Node;
use interpreter::source::SourceId;

use super::document::{Content, Document, Item, Key, List, Notes};
use super::fields::{millimetres, quoted};
use super::notes::comments;
use super::read;

/// A text, and where in it everything stands.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub text: String,
    /// In the order of the text.
    pub items: Vec<Placed>,
    /// The other entries: `name`, `sheet`.
    pub entries: Vec<(Arc<str>, Range<usize>)>,
}

/// Where one item stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    pub list: List,
    pub key: Key,
    pub bytes: Range<usize>,
}

impl Written {
    /// The item at a byte.
    pub fn item_at(&self, byte: usize) -> Option<&Placed> {
        let behind = self.items.partition_point(|placed| placed.bytes.start <= byte);
        self.items[..behind].last().filter(|placed| byte < placed.bytes.end)
    }

    /// The entry at a byte.
    pub fn entry_at(&self, byte: usize) -> Option<&str> {
        self.entries.iter().find(|(_, bytes)| bytes.contains(&byte)).map(|(name, _)| &**name)
    }
}

/// Longest line of a chain.
const LONGEST: usize = 110;
/// Ids on a line where a chain is too long for one.
const IDS_A_LINE: usize = 10;

/// The text of a track.
pub fn text(document: &Document) -> String {
    let text = write(document).text;
    if document.header().is_crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
}

/// The text with its places; lines end in `\n` but within what is kept as it was written.
pub fn write(document: &Document) -> Written {
    let header = document.header();
    let mut out = Written::default();
    out.text.push_str(&header.head);
    out.text.push_str("(\n");
    let mut header = header.clone();
    let indent = if header.indent.is_empty() { "    " } else { &header.indent.clone() };
    // A list that the file lacked, or had as something else.
    for list in List::ALL {
        let is_there = header.entries.iter().any(|entry| entry.is == Content::List(list));
        if !is_there && !document.list(list).is_empty() {
            if let Some(wrong) = header.get(list.name()).cloned() {
                header.set(list.name(), None);
                header.foot.extend(wrong.lines().map(|line| Arc::from(format!("// {}: {line}", list.name()))));
            }
            header.add(list.name(), Content::List(list));
        }
    }
    for entry in &header.entries {
        lines(&mut out.text, &entry.notes.before, indent);
        out.text.push_str(indent);
        let start = out.text.len();
        out.text.push_str(&entry.name);
        out.text.push_str(": ");
        match &entry.is {
            Content::Value(value) => {
                out.text.push_str(value);
                out.entries.push((entry.name.clone(), start..out.text.len()));
            }
            Content::List(list) => {
                let ends = &header.ends[*list as usize];
                write_list(&mut out, document.list(*list), *list, ends, indent);
            }
        }
        out.text.push(',');
        behind(&mut out.text, &entry.notes);
    }
    lines(&mut out.text, &header.foot, indent);
    out.text.push(')');
    out.text.push_str(&header.tail);
    out
}

fn write_list(out: &mut Written, items: &[Arc<Item>], list: List, ends: &[Arc<str>], indent: &str) {
    let inner = indent.repeat(2);
    if items.is_empty() && ends.is_empty() {
        return out.text.push_str("[]");
    }
    out.text.push_str("[\n");
    for (n, item) in items.iter().enumerate() {
        // What was moved to the beginning needs no blank line above it.
        let is_apart = n == 0 && item.notes.before.first().is_some_and(|line| line.is_empty());
        lines(&mut out.text, &item.notes.before[usize::from(is_apart)..], &inner);
        let (text, lost) = item_text(item, list, indent);
        for comment in lost {
            out.text.push_str(&format!("{inner}{comment}\n"));
        }
        out.text.push_str(&inner);
        let start = out.text.len();
        out.text.push_str(&text);
        out.items.push(Placed { list, key: item.key, bytes: start..out.text.len() });
        out.text.push(',');
        behind(&mut out.text, &item.notes);
    }
    lines(&mut out.text, ends, &inner);
    out.text.push_str(indent);
    out.text.push(']');
}

fn lines(text: &mut String, lines: &[Arc<str>], indent: &str) {
    for line in lines {
        if !line.is_empty() {
            text.push_str(indent);
            text.push_str(line);
        }
        text.push('\n');
    }
}

fn behind(text: &mut String, notes: &Notes) {
    if let Some(comment) = &notes.behind {
        text.push(' ');
        text.push_str(comment);
    }
    text.push('\n');
}

/// What an item is written as, and the comments within its old text that would be lost.
fn item_text(item: &Item, list: List, indent: &str) -> (String, Vec<String>) {
    let Some(written) = &item.written else { return (fresh(item, list, indent), vec![]) };
    let same = Node::parse(SourceId(0), written).is_ok_and(|node| read::item(list, node).says_as(item));
    if same {
        return (written.to_string(), vec![]);
    }
    let fresh = fresh(item, list, indent);
    let lost = comments(written).into_iter().filter(|comment| !fresh.contains(comment)).map(str::to_owned).collect();
    (fresh, lost)
}

/// An item on one line; long chains on several.
fn fresh(item: &Item, list: List, indent: &str) -> String {
    let mut parts = vec![];
    let mut text = |name: &str, value: &str| parts.push(format!("{name}: {value}"));
    if !item.kind.is_empty() {
        text("kind", &quoted(&item.kind));
    }
    if !item.id.is_empty() {
        text("id", &quoted(&item.id));
    }
    // Names and what labels say come first.
    let leads = |name: &str| match list {
        List::Spaces => false,
        List::Links | List::Paths => name == "name",
        List::Courses => name == "nodes",
        List::Decor => matches!(name, "text" | "file" | "label" | "picture"),
    };
    let (first, rest): (Vec<_>, Vec<_>) = item.fields.iter().partition(|(name, _)| leads(name));
    first.into_iter().for_each(|(name, value)| text(name, value));
    if let Some(at) = item.at {
        text("at", &format!("({}, {})", millimetres(at.x), millimetres(at.y)));
    }
    match item.spaces.as_slice() {
        [] => {}
        [from, to] if item.is_single => {
            text("from", &quoted(from));
            text("to", &quoted(to));
        }
        ids => text(if list == List::Links { "chain" } else { "spaces" }, &id_list(ids, indent)),
    }
    rest.into_iter().for_each(|(name, value)| text(name, value));
    format!("({})", parts.join(", "))
}

fn id_list(ids: &[Arc<str>], indent: &str) -> String {
    let line = |ids: &[Arc<str>]| ids.iter().map(|id| quoted(id)).collect::<Vec<_>>().join(", ");
    let short = line(ids);
    if short.chars().count() <= LONGEST - 30 {
        return format!("[{short}]");
    }
    let lines: Vec<String> = ids.chunks(IDS_A_LINE).map(|part| format!("{}{},\n", indent.repeat(3), line(part))).collect();
    format!("[\n{}{}]", lines.concat(), indent.repeat(2))
}

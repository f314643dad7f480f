//! Edits of a manifest's `appearance`: one word of one look at a time. Comments, order and everything else stay as they are written.

use std::ops::Range;

use interpreter::data::node::{Node, Shape};
use interpreter::source::SourceId;

use super::edits::TextEdit;
use super::rows::{quoted, with_comma, without};

/// One level of a manifest.
const STEP: &str = "    ";

/// Sets what a look says under `key`, `colour` of `Terrain.climb`, to a value as written; `None` takes it out. Where that is so already, the
/// edit changes nothing. Returns `None` if the manifest can't be read.
pub fn set(text: &str, of: &str, key: &str, value: Option<&str>) -> Option<TextEdit> {
    let whole = fields(Node::parse(SourceId::default(), text).ok()?)?;
    let new = value.map(|value| look(of, key, value));
    let nothing = TextEdit::put(0..0, "");
    let Some(looks) = get(&whole, "appearance") else {
        let looks = new.map(|look| format!("appearance: {{\n{STEP}{STEP}{look},\n{STEP}}}"));
        return Some(looks.map_or(nothing, |looks| added(text, &whole, &looks, None)));
    };
    if !matches!(looks.shape(), Shape::Map | Shape::Fields) {
        return None;
    }
    let Some((name, its)) = looks.entries().into_iter().find(|(name, _)| name.name().as_deref() == Some(of)) else {
        return Some(new.map_or(nothing, |look| added(text, &looks, &look, Some(of))));
    };
    let its = fields(its)?;
    if its.entries().len() == 1 && value.is_none() && get(&its, key).is_some() {
        return Some(without(text, range(&name).start..range(&its).end));
    }
    Some(set_in(text, &its, key, value).unwrap_or(nothing))
}

/// Sets a field among others that stand alone, `look` of `(seed: 7)`. Returns all of them, or `None` if none is left.
pub fn set_alone(text: Option<&str>, key: &str, value: Option<&str>) -> Option<String> {
    let mut text = text.unwrap_or("()").to_owned();
    let edit = set_in(&text, &fields(Node::parse(SourceId::default(), &text).ok()?)?, key, value);
    edit.into_iter().for_each(|edit| edit.apply(&mut text));
    let is_empty = Node::parse(SourceId::default(), &text).is_ok_and(|node| node.entries().is_empty());
    (!is_empty).then_some(text)
}

/// A manifest's text without its looks; `None` if it gives none, or is no manifest.
pub fn without_looks(text: &str) -> Option<String> {
    let looks = range(&get(&fields(Node::parse(SourceId::default(), text).ok()?)?, "appearance")?);
    Some([&text[..looks.start], &text[looks.end..]].concat())
}

fn set_in(text: &str, its: &Node<'_>, key: &str, value: Option<&str>) -> Option<TextEdit> {
    let entries = its.entries();
    let old = entries.iter().find(|(name, _)| name.written() == key);
    match (old, value) {
        (Some((_, old)), Some(value)) if old.written() == value => None,
        (Some((_, old)), Some(value)) => Some(TextEdit::put(range(old), value)),
        (Some((name, old)), None) => {
            let part = with_comma(text, range(name).start..range(old).end, range(its));
            Some(TextEdit::put(part, ""))
        }
        (None, None) => None,
        (None, Some(value)) => {
            let new = format!("{key}: {value}");
            Some(match entries.last() {
                Some((_, last)) => TextEdit::put(range(last).end..range(last).end, format!(", {new}")),
                None => TextEdit::put(range(its).start + 1..range(its).start + 1, new),
            })
        }
    }
}

/// `"Terrain.climb": (colour: "#f2b27a")`
fn look(of: &str, key: &str, value: &str) -> String {
    format!("{}: ({key}: {value})", quoted(of))
}

/// Adds an entry to a list of them, on a line of its own: after those of the same owner as `of`, else at the end.
fn added(text: &str, list: &Node<'_>, entry: &str, of: Option<&str>) -> TextEdit {
    let owner = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let entries = list.entries();
    let is_akin = |name: &Node<'_>| of.is_some_and(|of| name.name().is_some_and(|name| owner(&name) == owner(of)));
    let akin = entries.iter().rev().find(|(name, _)| is_akin(name)).or(entries.last());
    let Some((name, value)) = akin else {
        let (at, margin) = (range(list).start + 1, margin(text, range(list).start));
        return TextEdit::put(at..at, format!("\n{margin}{STEP}{entry},\n{margin}"));
    };
    let (end, margin) = (range(value).end, margin(text, range(name).start));
    // What stands behind it on its line, such as a comment, stays there.
    let line = text[end..].find('\n').map_or(text.len(), |n| end + n);
    let behind = text[end..line].trim_start();
    match behind.strip_prefix(',').map(str::trim) {
        Some(rest) if rest.is_empty() || rest.starts_with("//") => {
            let line = end + text[end..line].trim_end().len();
            TextEdit::put(line..line, format!("\n{margin}{entry},"))
        }
        _ => TextEdit::put(end..end, format!(",\n{margin}{entry}")),
    }
}

/// The blanks at the beginning of the line of a place.
fn margin(text: &str, at: usize) -> &str {
    let line = &text[text[..at].rfind('\n').map_or(0, |n| n + 1)..at];
    &line[..line.len() - line.trim_start().len()]
}

/// Named fields, with or without a word before them.
fn fields(node: Node<'_>) -> Option<Node<'_>> {
    let fields = if matches!(node.shape(), Shape::Call(_)) { node.call() } else { node };
    (fields.shape() == Shape::Fields).then_some(fields)
}

fn get<'a>(fields: &Node<'a>, name: &str) -> Option<Node<'a>> {
    fields.entries().into_iter().find(|(key, _)| key.written() == name).map(|(_, value)| value)
}

fn range(node: &Node<'_>) -> Range<usize> {
    node.span().start as usize..node.span().end as usize
}

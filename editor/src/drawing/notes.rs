//! Comments between the values of a file.

use std::sync::Arc;

/// The comments between two values, divided between the value before and the one after.
#[derive(Default, Debug, PartialEq)]
pub struct Gap {
    /// The comment on the line of the value before.
    pub behind: Option<Arc<str>>,
    /// Lines of comment; an empty one is a blank line.
    pub before: Vec<Arc<str>>,
}

/// Reads a gap, skipping commas and brackets.
pub fn gap(text: &str) -> Gap {
    let mut gap = Gap::default();
    let (mut rest, mut lines) = (text, 0);
    while let Some(c) = rest.chars().next() {
        let length = match comment(rest) {
            Some(length) => {
                let comment: Arc<str> = rest[..length].trim_end().into();
                if lines == 0 && gap.behind.is_none() && gap.before.is_empty() {
                    gap.behind = Some(comment);
                } else {
                    // Of several blank lines, one is kept.
                    if lines > 1 {
                        gap.before.push("".into());
                    }
                    gap.before.push(comment);
                }
                lines = 0;
                length
            }
            None => {
                lines += usize::from(c == '\n');
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    if lines > 1 {
        gap.before.push("".into());
    }
    gap
}

/// All comments of a valid RON text.
pub fn comments(text: &str) -> Vec<&str> {
    let (mut found, mut at) = (vec![], 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match (c, comment(rest)) {
            (_, Some(length)) => {
                found.push(rest[..length].trim_end());
                length
            }
            ('"', None) => quoted(rest),
            _ => c.len_utf8(),
        };
    }
    found
}

/// The length of the comment that a text begins with, without its line end.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    text.starts_with("/*").then(|| interpreter::data::node::block_comment(text))
}

/// The length of the quoted text that a text begins with.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|b| {
        let ends = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

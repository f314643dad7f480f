//! Edits made by keys other than letters: a new line, indenting, commenting.

use std::ops::Range;

use super::{Language, floor};

/// The indentation of one level.
pub const STEP: &str = "  ";

/// A change of a text: `range` is replaced by `with`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub with: String,
    /// The selection afterwards.
    pub selected: Range<usize>,
}

impl TextEdit {
    /// Replaces a range and puts the cursor after the new words.
    pub fn put(range: Range<usize>, with: impl Into<String>) -> TextEdit {
        let with = with.into();
        let end = range.start + with.len();
        TextEdit { range, with, selected: end..end }
    }

    /// Makes the change. Places outside the text, or inside a character, are moved to the nearest valid ones.
    pub fn apply(&self, text: &mut String) {
        let (start, end) = (floor(text, self.range.start), floor(text, self.range.end));
        text.replace_range(start..end.max(start), &self.with);
    }
}

/// Inserts a new line, indented like the one before it. After an open bracket it is indented one level deeper.
pub fn new_line(text: &str, selected: Range<usize>) -> TextEdit {
    let start = line_start(text, selected.start);
    let line = &text[start..floor(text, selected.start)];
    let indent: String = line.chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    let opens = line.trim_end().ends_with(['{', '(', '[']);
    let closes = text[floor(text, selected.end)..].starts_with(['}', ')', ']']);
    let deeper = if opens { STEP } else { "" };
    let mut change = TextEdit::put(selected, format!("\n{indent}{deeper}"));
    if opens && closes {
        change.with.push_str(&format!("\n{indent}"));
    }
    change
}

/// Inserts blanks up to the next level, or indents all selected lines by one level.
pub fn indent(text: &str, selected: Range<usize>) -> TextEdit {
    if !text[selected.clone()].contains('\n') {
        let column = text[line_start(text, selected.start)..selected.start].chars().count();
        return TextEdit::put(selected, " ".repeat(STEP.len() - column % STEP.len()));
    }
    each_line(text, selected, |line| if line.trim().is_empty() { line.to_owned() } else { format!("{STEP}{line}") })
}

/// Outdents all selected lines by one level.
pub fn outdent(text: &str, selected: Range<usize>) -> TextEdit {
    each_line(text, selected, |line| {
        let blanks = line.bytes().take(STEP.len()).take_while(|b| *b == b' ').count();
        line.strip_prefix('\t').unwrap_or(&line[blanks..]).to_owned()
    })
}

/// Comments out the selected lines, or uncomments them if all of them are comments.
pub fn comment(language: Language, text: &str, selected: Range<usize>) -> TextEdit {
    let mark = language.comment();
    let lines = lines_of(text, &selected);
    let is_comment = |line: &str| line.trim_start().starts_with(mark) && !line.trim_start().starts_with("///");
    let written = || text[lines.clone()].split('\n').filter(|line| !line.trim().is_empty());
    let all = written().count() > 0 && written().all(is_comment);
    let indent = written().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    each_line(text, selected, |line| {
        if line.trim().is_empty() {
            line.to_owned()
        } else if all {
            let at = line.len() - line.trim_start().len();
            let rest = &line[at + mark.len()..];
            format!("{}{}", &line[..at], rest.strip_prefix(' ').unwrap_or(rest))
        } else {
            let at = floor(line, indent);
            format!("{}{mark} {}", &line[..at], &line[at..])
        }
    })
}

/// Returns the range of all selected lines, without the last line's end. A last line selected only up to its start is left out.
fn lines_of(text: &str, selected: &Range<usize>) -> Range<usize> {
    let start = line_start(text, selected.start);
    let last =
        if selected.end > selected.start && text[..selected.end].ends_with('\n') { selected.end - 1 } else { selected.end };
    start..last + text[last..].find('\n').unwrap_or(text.len() - last)
}

fn each_line(text: &str, selected: Range<usize>, change: impl Fn(&str) -> String) -> TextEdit {
    let range = lines_of(text, &selected);
    let lines: Vec<&str> = text[range.clone()].split('\n').collect();
    let changed: Vec<String> = lines.iter().map(|line| change(line)).collect();
    let with = changed.join("\n");
    let end = range.start + with.len();
    let selected = if selected.is_empty() {
        // The cursor keeps its place in its line as far as possible.
        let behind = range.end - selected.start;
        let at = floor(&with, with.len().saturating_sub(behind)) + range.start;
        at..at
    } else {
        range.start..end
    };
    TextEdit { range, with, selected }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..floor(text, at)].rfind('\n').map_or(0, |n| n + 1)
}

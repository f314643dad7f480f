//! What keys do to a text beside writing letters: indenting, commenting, going on with the next line.

use std::ops::Range;

use super::{Language, floor};

/// As far as a level is indented.
pub const STEP: &str = "  ";

/// A change of a text: what stands in `range` gives way to `with`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub with: String,
    /// What is selected afterwards.
    pub selected: Range<usize>,
}

impl TextEdit {
    /// Puts words in the place of others, with the cursor behind them.
    pub fn put(range: Range<usize>, with: impl Into<String>) -> TextEdit {
        let with = with.into();
        let end = range.start + with.len();
        TextEdit { range, with, selected: end..end }
    }

    /// Does it. Places that don't fit the text are brought to the nearest ones that do.
    pub fn apply(&self, text: &mut String) {
        let (start, end) = (floor(text, self.range.start), floor(text, self.range.end));
        text.replace_range(start..end.max(start), &self.with);
    }
}

/// A new line, indented as the one before it; behind an open bracket one step further.
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

/// Blanks up to the next step, or all selected lines one step to the right.
pub fn indent(text: &str, selected: Range<usize>) -> TextEdit {
    if !text[selected.clone()].contains('\n') {
        let column = text[line_start(text, selected.start)..selected.start].chars().count();
        return TextEdit::put(selected, " ".repeat(STEP.len() - column % STEP.len()));
    }
    each_line(text, selected, |line| if line.trim().is_empty() { line.to_owned() } else { format!("{STEP}{line}") })
}

/// All selected lines one step to the left.
pub fn outdent(text: &str, selected: Range<usize>) -> TextEdit {
    each_line(text, selected, |line| {
        let blanks = line.bytes().take(STEP.len()).take_while(|b| *b == b' ').count();
        line.strip_prefix('\t').unwrap_or(&line[blanks..]).to_owned()
    })
}

/// Makes comments of the selected lines, or makes them count again if all of them are.
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

/// The whole lines that are selected, without the last line's end. One of which nothing is selected but its start doesn't count.
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
        // The cursor stays where it is in its line, as far as it can.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a change makes of a text in which the selection stands between `[` and `]`, or `|` is the cursor.
    fn made(text: &str, change: impl Fn(&str, Range<usize>) -> TextEdit) -> String {
        let (plain, range) = match text.find('|') {
            Some(at) => (text.replace('|', ""), at..at),
            None => {
                let (open, close) = (text.find('«').expect("a start"), text.find('»').expect("an end"));
                (text.replace(['«', '»'], ""), open..close - '«'.len_utf8())
            }
        };
        let change = change(&plain, range);
        let mut after = plain;
        change.apply(&mut after);
        after.insert(change.selected.end, '|');
        after
    }

    #[test]
    fn a_new_line_is_indented_as_the_last() {
        assert_eq!(made("  let x = 1|", new_line), "  let x = 1\n  |");
        assert_eq!(made("  if x {|", new_line), "  if x {\n    |");
        assert_eq!(made("if x {|}", new_line), "if x {\n  |\n}");
        assert_eq!(made("|", new_line), "\n|");
    }

    #[test]
    fn lines_move_by_steps() {
        assert_eq!(made("a|", indent), "a |");
        assert_eq!(made("|a", indent), "  |a");
        assert_eq!(made("«a\n\nb»", indent), "  a\n\n  b|");
        assert_eq!(made("    a|", outdent), "  a|");
        assert_eq!(made("«\ta\n b\n»c", outdent), "a\nb|\nc");
        assert_eq!(made(" |", outdent), "|");
    }

    #[test]
    fn comments_come_and_go() {
        let comment = |text: &str, range| comment(Language::Rules, text, range);
        assert_eq!(made("  a|", comment), "  // a|");
        assert_eq!(made("  // a|", comment), "  a|");
        assert_eq!(made("«  a\n\n    b»", comment), "  // a\n\n  //   b|");
        assert_eq!(made("«  // a\n\n  //   b»", comment), "  a\n\n    b|");
        // A `///` line is no comment, but can be made one.
        assert_eq!(made("/// a|", comment), "// /// a|");
    }

    #[test]
    fn every_place_of_any_text_can_be_edited() {
        for text in ["", "\n", "é\n\tß {", "//\n// é", "  \u{1F600}\n}\r\n"] {
            let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            for (n, start) in places.iter().enumerate() {
                for end in &places[n..] {
                    for edit in [new_line, indent, outdent, |t: &str, r| comment(Language::Ron, t, r)] {
                        let change = edit(text, *start..*end);
                        let mut after = text.to_owned();
                        change.apply(&mut after);
                        assert!(after.get(change.selected).is_some(), "{text:?} {start}..{end}");
                    }
                }
            }
        }
    }
}

//! A new case of an `enum`: a brush that is added from the palette.

use std::ops::Range;

use super::edits::TextEdit;

/// Adds a case behind the one that stands at this place, written as its neighbours are. Returns `None` if another word stands there.
pub fn add(text: &str, last: Range<usize>, is_called: &str, new: &str) -> Option<TextEdit> {
    (text.get(last.clone())? == is_called).then_some(())?;
    let line = text[..last.start].rfind('\n').map_or(0, |n| n + 1);
    let (margin, behind) = (&text[line..last.start], &text[last.end..]);
    let comma = behind.trim_start().starts_with(',');
    let at = if comma { last.end + behind.find(',')? + 1 } else { last.end };
    if !margin.trim().is_empty() {
        return Some(TextEdit::put(at..at, if comma { format!(" {new},") } else { format!(", {new}") }));
    }
    // What is said of the last one on its line stays there.
    let rest = &text[at..at + text[at..].find('\n').unwrap_or(text.len() - at)];
    let is_said = rest.trim().is_empty() || rest.trim_start().starts_with("//");
    let at = if is_said { at + rest.trim_end().len() } else { at };
    Some(TextEdit::put(at..at, format!("\n{margin}{new}{}", if comma { "," } else { "" })))
}

/// The name that a case gets: `Deep snow` becomes `deep_snow`.
///
/// # Errors
/// Why it can't be called so.
pub fn name(typed: &str, taken: &[&str]) -> Result<String, String> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let name = words.join("_").to_lowercase();
    match () {
        () if name.is_empty() => Err("It needs a name".to_owned()),
        () if !name.starts_with(|c: char| c.is_ascii_lowercase()) => Err("A name begins with a letter from a to z".to_owned()),
        () if !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') => {
            Err("Letters from a to z, digits and _ make a name".to_owned())
        }
        () if taken.contains(&&*name) => Err(format!("There is a {name} already")),
        () => Ok(name),
    }
}

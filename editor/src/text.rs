//! Rules and data as texts being edited: colours, names, problems and tests. Nothing here knows a window. Everything is a function of a
//! file's text and of the last build, which may have read a slightly older text.
//!
//! Problems, names and tests have places in the text that was built. [`shift`] maps these to the current text; places inside the changed
//! part are dropped. Names are looked up in the resolved rules first, then in the words around the place.

pub mod appearance;
pub mod cases;
pub mod complete;
pub mod context;
pub mod edits;
pub mod find;
pub mod hover;
pub mod known;
pub mod problems;
pub mod rows;
pub mod runs;
pub mod shift;
pub mod tests;
pub mod tokens;
pub mod words;

/// The language a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Language {
    Rules,
    Ron,
}

impl Language {
    /// Returns the language for a file of this name.
    pub fn of(name: &str) -> Language {
        if name.ends_with(".rules") { Language::Rules } else { Language::Ron }
    }

    /// Returns the sign that begins a comment line.
    pub fn comment(self) -> &'static str {
        "//"
    }
}

/// Returns the nearest character boundary at or before `at`.
pub fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// Returns the line and column of a place, both counted from 0. Columns count characters.
pub fn line_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..floor(text, at)];
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    (before.bytes().filter(|b| *b == b'\n').count(), before[start..].chars().count())
}

pub use interpreter::syntax::lex::is_word;

/// Returns the range of the word at a place, or just before it.
pub fn word_at(text: &str, at: usize) -> std::ops::Range<usize> {
    let at = floor(text, at);
    let start = at - text[..at].chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
    let end = at + text[at..].chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
    start..end
}

//! Rules and data as texts that somebody edits: colours, names, problems, tests, without a window. Everything here is a function of a file's
//! text and of what was built last, which may be of a text slightly older.
//!
//! Problems, names and tests have places in the text that was built. [`shift`] carries these over to the text of now; what has been
//! changed since has no place. Names are looked up in the resolved rules first, then in the words around the place.

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

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Language {
    Rules,
    Ron,
}

impl Language {
    /// By the file's name.
    pub fn of(name: &str) -> Language {
        if name.ends_with(".rules") { Language::Rules } else { Language::Ron }
    }

    /// What begins a line that counts for nothing.
    pub fn comment(self) -> &'static str {
        "//"
    }
}

/// The place nearest before `at` that lies between two characters.
pub fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// Line and column of a place, both from 0; columns count characters.
pub fn line_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..floor(text, at)];
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    (before.bytes().filter(|b| *b == b'\n').count(), before[start..].chars().count())
}

pub use interpreter::syntax::lex::is_word;

/// The word at a place, or just before it.
pub fn word_at(text: &str, at: usize) -> std::ops::Range<usize> {
    let at = floor(text, at);
    let start = at - text[..at].chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
    let end = at + text[at..].chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
    start..end
}

//! Printing. Colours are only for terminals. If the reader has gone (`| head`), the program ends quietly.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use anstyle::{AnsiColor, Style};

/// For headings and anything that must be seen.
pub const STRONG: Style = Style::new().bold();
/// For explanations beside the main text.
pub const DIM: Style = Style::new().dimmed();
/// For the numbers of options, and the prompt.
pub const KEY: Style = AnsiColor::Cyan.on_default();
/// For success.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// For errors.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// For warnings.
pub const WARN: Style = AnsiColor::Yellow.on_default();

/// Returns the text in a style.
pub fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints a text as it is. Ends the program if the reader has gone, or if there is no place for it, and says so then.
pub fn print(text: impl Display) {
    let mut out = anstream::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            note(format_args!("error: the output can't be written whole: {error}"));
            std::process::exit(1);
        }
        Ok(()) => {}
    }
}

/// Prints a line.
pub fn line(text: impl Display) {
    print(format_args!("{text}\n"));
}

/// Prints a line about the command itself, to stderr.
pub fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Returns the number of characters that fit on a line.
pub fn width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.parse::<usize>().ok());
    let shown = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    given.or_else(shown).unwrap_or(100).clamp(40, 120)
}

/// Wraps a text at spaces into lines of at most `width` characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

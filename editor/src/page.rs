//! Pages of HTML that need no other file: the rulebook, and the report on a playtest.

use std::path::Path;

use crate::words::escaped;

/// Whether a file is a page by its name.
pub fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|of| of.eq_ignore_ascii_case("html") || of.eq_ignore_ascii_case("htm"))
}

/// A page with this title. `body` is HTML.
pub fn html(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// The look of a page, on a screen and on paper.
const STYLE: &str = include_str!("page.css");

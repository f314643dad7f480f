//! Which folder of `interpreter/src` and `editor/src` may use which: `arrows/interpreter.txt` and `arrows/editor.txt` say it.
//!
//! A folder that uses another one than its row allows fails here, or a crate, module or type that only others may use. So does a circle that is gone, so that the lists of circles only shrink.
//! So does a test in `src`: neither crate builds its library a second time for tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn folders_of_the_interpreter_use_only_what_lies_below_them() {
    check("interpreter", include_str!("arrows/interpreter.txt"));
}

#[test]
fn folders_of_the_editor_use_only_what_lies_below_them() {
    check("editor", include_str!("arrows/editor.txt"));
}

#[test]
fn a_new_arrow_is_told_with_its_place_and_a_circle_that_is_gone() {
    let low = "const C: char = '\"'; // crate::high\nfn f<'a>(_: &'a str) -> &'a str { r#\"crate::high\"# }";
    let found = |low: &str, circles: &str, outside: &str| {
        let high = "use crate::{low::{self, f}};\nfn g() { low::f() }";
        let deep = "use super::super::low::f;\nuse std::{fs, mem};";
        let files = [("low.rs", low), ("high.rs", high), ("high/deep.rs", deep)];
        let files = files.map(|(file, text)| (file.to_owned(), text.to_owned())).into();
        faults(&Crate { name: "h", files }, &format!("low:\nhigh: low\n== circles\n{circles}\n== outside\n{outside}"))
    };
    assert_eq!(found(low, "", "std::fs: high"), [""; 0]);
    assert_eq!(found(low, "", "std::fs: low"), ["h/src/high/deep.rs:2: `high` uses `std::fs`, which only low may use"]);
    let typed = format!("{low}\nuse std::fs::{{File, OpenOptions}};");
    let refused = ["h/src/low.rs:3: `low` uses `std::fs::File`, which only high may use"];
    assert_eq!(found(&typed, "", "std::fs::File: high"), refused);
    let back = format!("{low}\nfn g() {{ super::high::h::<u8>() }}");
    assert_eq!(found(&back, "", ""), ["h/src/low.rs:3: `low` uses `high`, but may use nothing"]);
    assert_eq!(found(&back, "low -> high: why", ""), [""; 0]);
    let tested = format!("{low}\n#[test]\nfn t() {{}}");
    assert_eq!(found(&tested, "", ""), ["h/src/low.rs:3: a test in `src` is never run: it belongs in `tests`"]);
    let low = &format!("{low}\nfn g() {{ high::h() }}");
    assert_eq!(found(low, "low -> high: why", ""), ["`low` doesn't use `high` any more: take that circle out"]);
}

fn check(name: &str, map: &str) {
    let mut files = BTreeMap::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"), "", &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    let faults = faults(&Crate { name, files }, map).join("\n");
    assert!(faults.is_empty(), "{faults}\nMove what both use below both, or allow it in tests/tests/arrows/{name}.txt.");
}

fn read(folder: &Path, below: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        let name = format!("{below}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else if name.ends_with(".rs") {
            files.insert(name, fs::read_to_string(&path).expect("a source text"));
        }
    }
}

/// A crate.
struct Crate<'a> {
    name: &'a str,
    /// The sources by their paths below `src`.
    files: BTreeMap<String, String>,
}

/// A folder that uses another one, or something from outside.
struct Arrow {
    place: String,
    from: String,
    to: String,
    is_outside: bool,
}

impl Crate<'_> {
    /// The folder in which a module lies: `compile`, but below `ui` also `ui/race`. What `ui.rs` imports for those below it lies elsewhere.
    fn folder(&self, modules: &[&str]) -> Option<String> {
        let file = |name: String| self.files.contains_key(&format!("{name}.rs")).then_some(name);
        match modules {
            ["ui", below, ..] => {
                file(format!("ui/{below}")).or_else(|| file((*below).to_owned())).or_else(|| file("ui".to_owned()))
            }
            [first, ..] => file((*first).to_owned()),
            [] => None,
        }
    }

    /// All arrows but those of the roots, `lib.rs` and `main.rs`.
    fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = vec![];
        for (file, text) in self.files.iter().filter(|(file, _)| *file != "lib.rs" && *file != "main.rs") {
            let own: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
            let Some(from) = self.folder(&own) else { continue };
            for (line, path) in paths(&tokens(text)) {
                let ups = path.iter().take_while(|part| **part == "super").count();
                let start = match path[0] {
                    "crate" => Some(&[][..]),
                    "self" => Some(&own[..]),
                    "super" => own.get(..own.len().saturating_sub(ups)),
                    _ => None,
                };
                let to = match start {
                    Some(start) => self.folder(&[start, &path[ups.max(1)..]].concat()).filter(|to| *to != from),
                    None => Some(path.join("::")),
                };
                let place = format!("{}/src/{file}:{line}", self.name);
                arrows.extend(to.map(|to| Arrow { place, from: from.clone(), to, is_outside: start.is_none() }));
            }
        }
        arrows
    }
}

/// What in a crate is not as its map says, a line each.
fn faults(library: &Crate<'_>, map: &str) -> Vec<String> {
    let mut parts = map.split("\n== ").map(|part| part.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>());
    let mut part = || parts.next().expect("rows, circles, and what is outside");
    let (rows, circles, outside) = (table(&part()), part(), table(&part()));
    let circles: Vec<(&str, &str)> = circles.iter().filter_map(|line| line.split_once(": ")?.0.split_once(" -> ")).collect();
    let arrows = library.arrows();
    let mut faults = vec![];
    for (file, text) in &library.files {
        let tokens = tokens(text);
        let tests = tokens.windows(4).filter(|four| four.iter().map(|(_, word)| *word).eq(["#", "[", "test", "]"]));
        let never = |line| format!("{}/src/{file}:{line}: a test in `src` is never run: it belongs in `tests`", library.name);
        faults.extend(tests.map(|four| never(four[0].0)));
    }
    for (n, (of, may)) in rows.iter().enumerate() {
        if library.folder(&of.split('/').collect::<Vec<_>>()).as_deref() != Some(of) {
            faults.push(format!("there is no {}/src/{of}: take its row out", library.name));
        }
        for below in may.iter().filter(|below| !rows[..n].iter().any(|(row, _)| row == *below)) {
            faults.push(format!("`{of}` may use `{below}`, which has no row above it"));
        }
    }
    for Arrow { place, from, to, is_outside } in &arrows {
        if *is_outside {
            let is_of = |name: &str| to.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
            for (name, only) in outside.iter().filter(|(name, _)| is_of(name)) {
                if !only.iter().any(|of| from == of || from.starts_with(&format!("{of}/"))) {
                    faults.push(format!("{place}: `{from}` uses `{name}`, which {} may use", listed("none", only)));
                }
            }
        } else if !circles.contains(&(from, to)) {
            match rows.iter().find(|(row, _)| row == from) {
                Some((_, may)) if may.contains(&&**to) => {}
                Some((_, may)) => faults.push(format!("{place}: `{from}` uses `{to}`, but may use {}", listed("nothing", may))),
                None => faults.push(format!("{place}: `{from}` has no row: add one below those of what it uses")),
            }
        }
    }
    for (from, to) in circles {
        if !arrows.iter().any(|arrow| !arrow.is_outside && arrow.from == from && arrow.to == to) {
            faults.push(format!("`{from}` doesn't use `{to}` any more: take that circle out"));
        }
    }
    faults
}

/// Rows of `name: words`; a row goes on in lines without a name.
fn table<'m>(lines: &[&'m str]) -> Vec<(&'m str, Vec<&'m str>)> {
    let mut rows: Vec<(&str, Vec<&str>)> = vec![];
    for word in lines.iter().flat_map(|line| line.split_whitespace()) {
        match (word.strip_suffix(':'), rows.last_mut()) {
            (Some(name), _) => rows.push((name, vec![])),
            (None, Some((_, words))) => words.push(word),
            (None, None) => {}
        }
    }
    rows
}

fn listed(none: &str, names: &[&str]) -> String {
    if names.is_empty() { none.to_owned() } else { format!("only {}", names.join(", ")) }
}

/// A name, `::` or another sign, with its line.
type Token<'t> = (usize, &'t str);

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of a source text, without comments, texts and characters.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut at, mut line) = (vec![], 0, 1);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let upto = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |n| from + n + end.len());
        let raw = rest.strip_prefix('r').map(|rest| rest.trim_start_matches('#')).filter(|rest| rest.starts_with('"'));
        let (len, is_token) = match (c, raw) {
            (_, Some(raw)) => (upto(rest.len() - raw.len() + 1, &format!("\"{}", "#".repeat(rest.len() - raw.len() - 1))), false),
            ('"', _) => {
                let is_end = |n: &usize| rest[1..*n].bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 0;
                (rest.match_indices('"').map(|(n, _)| n).skip(1).find(is_end).map_or(rest.len(), |end| end + 1), false)
            }
            ('/', _) if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            ('/', _) if rest.starts_with("/*") => (upto(2, "*/"), false),
            ('\'', _) if rest[1..].starts_with('\\') => (upto(3, "'"), false),
            ('\'', _) if rest.chars().nth(2) == Some('\'') => (upto(1, "'"), false),
            (':', _) if rest.starts_with("::") => (2, true),
            _ if is_word(c) => (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), true),
            _ => (c.len_utf8(), !c.is_whitespace()),
        };
        if is_token {
            tokens.push((line, &rest[..len]));
        }
        line += rest[..len].matches('\n').count();
        at += len;
    }
    tokens
}

/// Every path of two names or more, those in braces each for itself; `pub(in crate::x)` names none.
fn paths<'t>(tokens: &[Token<'t>]) -> Vec<(usize, Vec<&'t str>)> {
    let (mut paths, mut at) = (vec![], 0);
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.1 == word);
    while at < tokens.len() {
        let is_path = tokens[at].1.starts_with(is_word) && is(at + 1, "::") && !(at > 1 && is(at - 1, "in") && is(at - 2, "("));
        at = if is_path { path(tokens, at, vec![], &mut paths) } else { at + 1 };
    }
    paths
}

/// Reads what follows the names `before`. Returns where it ends.
fn path<'t>(tokens: &[Token<'t>], mut at: usize, mut before: Vec<&'t str>, paths: &mut Vec<(usize, Vec<&'t str>)>) -> usize {
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.1 == word);
    if is(at, "{") {
        at += 1;
        while at < tokens.len() && !is(at, "}") {
            at = if is(at, ",") { at + 1 } else { path(tokens, at, before.clone(), paths) };
        }
        return at + 1;
    }
    let Some((line, word)) = tokens.get(at).copied().filter(|(_, word)| word.starts_with(is_word)) else {
        // `*`, or the `<` of types.
        paths.extend(tokens.get(at).map(|(line, _)| (*line, before)));
        return at + 1;
    };
    before.push(word);
    if is(at + 1, "::") {
        return path(tokens, at + 2, before, paths);
    }
    paths.push((line, before));
    at + if is(at + 1, "as") { 3 } else { 1 }
}

//! The manual in the program: the pages for designers of its README files, section by section, with links between them and a search.

use std::sync::LazyLock;

/// A README file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Book {
    Guide,
    Language,
    Rulesets,
    Tracks,
}

impl Book {
    pub const ALL: [Book; 4] = [Book::Guide, Book::Language, Book::Rulesets, Book::Tracks];

    pub fn title(self) -> &'static str {
        match self {
            Book::Guide => "Guide",
            Book::Language => "The rules language",
            Book::Rulesets => "Making a game",
            Book::Tracks => "Track files",
        }
    }

    fn file(self) -> &'static str {
        match self {
            Book::Guide => "README.md",
            Book::Language => "grammar/README.md",
            Book::Rulesets => "rulesets/README.md",
            Book::Tracks => "tracks/README.md",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Book::Guide => include_str!("../../README.md"),
            Book::Language => include_str!("../../grammar/README.md"),
            Book::Rulesets => include_str!("../../rulesets/README.md"),
            Book::Tracks => include_str!("../../tracks/README.md"),
        }
    }
}

/// Chapters for those who build the program.
const LEFT_OUT: [&str; 2] = ["Two commands", "For developers"];

/// The part of a book from one heading to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub book: Book,
    pub title: String,
    /// What links call it: `not-yet`.
    pub slug: String,
    /// Whether it is a part of the section before it that is none.
    pub is_part: bool,
    /// Its Markdown, with its heading. Links lead to sections or web pages, and pictures are left out.
    pub text: String,
}

/// Returns all sections, book by book.
pub fn sections() -> &'static [Section] {
    static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
        let mut sections: Vec<Section> = Book::ALL.into_iter().flat_map(parted).collect();
        let known = sections.clone();
        for section in &mut sections {
            section.text = with_links(&section.text, |label, to| {
                let own = || Some(label.to_owned()).filter(|_| to.starts_with("http"));
                let Some(n) = found(&known, section.book, to) else { return own() };
                // In the help, nobody looks for files.
                Some(if label.ends_with("README.md") { known[n].title.clone() } else { label.to_owned() })
            });
        }
        sections
    });
    &SECTIONS
}

/// Returns the index of the first section of a book.
pub fn first(book: Book) -> usize {
    sections().iter().position(|section| section.book == book).unwrap_or_default()
}

/// Returns the index of the section that a link in a book leads to.
pub fn linked(from: Book, to: &str) -> Option<usize> {
    found(sections(), from, to)
}

/// A piece of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// Markdown without blocks of code.
    Words(&'a str),
    /// The lines of a block of code.
    Code(&'a str),
}

/// Splits a section at its blocks of code.
pub fn parts(section: &Section) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (vec![], section.text.as_str());
    while let Some(open) = fence(rest) {
        let code = rest[open..].split_once('\n').map_or("", |(_, code)| code);
        let end = fence(code).unwrap_or(code.len());
        parts.extend([Part::Words(&rest[..open]), Part::Code(&code[..end])]);
        rest = code[end..].split_once('\n').map_or("", |(_, rest)| rest);
    }
    parts.push(Part::Words(rest));
    parts.retain(|part| !matches!(part, Part::Words(words) if words.trim().is_empty()));
    parts
}

/// Returns where the first line begins that opens or closes a block of code.
fn fence(text: &str) -> Option<usize> {
    if text.starts_with("```") { Some(0) } else { text.find("\n```").map(|at| at + 1) }
}

/// Returns where the links of a section lead.
pub fn links(section: &Section) -> Vec<String> {
    let mut links = vec![];
    with_links(&section.text, |_, to| {
        links.push(to.to_owned());
        None
    });
    links
}

fn found(sections: &[Section], from: Book, to: &str) -> Option<usize> {
    let (path, slug) = to.split_once('#').unwrap_or((to, ""));
    let path = path.trim_start_matches("./");
    let book = match path.strip_prefix("../") {
        _ if path.is_empty() => from,
        Some(path) => Book::ALL.into_iter().find(|book| book.file() == path)?,
        None if from == Book::Guide => Book::ALL.into_iter().find(|book| book.file() == path)?,
        None => return None,
    };
    sections.iter().position(|section| section.book == book && (slug.is_empty() || section.slug == slug))
}

/// Splits a book at its headings.
fn parted(book: Book) -> Vec<Section> {
    let (mut sections, mut is_code, mut is_left_out): (Vec<Section>, _, _) = (vec![], false, false);
    for line in book.text().lines() {
        is_code ^= line.starts_with("```");
        let level = line.chars().take_while(|c| *c == '#').count();
        if !is_code && (1..=3).contains(&level) && line[level..].starts_with(' ') {
            let title = line[level..].trim().replace('`', "");
            is_left_out = if level < 3 { LEFT_OUT.contains(&&*title) } else { is_left_out };
            if !is_left_out {
                let slug = slug(&title);
                sections.push(Section { book, title, slug, is_part: level == 3, text: String::new() });
            }
        }
        if let Some(section) = sections.last_mut().filter(|_| !is_left_out && !line.starts_with("![")) {
            section.text.push_str(line);
            section.text.push('\n');
        }
    }
    sections
}

fn slug(title: &str) -> String {
    let kept = title.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect::<String>();
    kept.replace(' ', "-")
}

/// Gives each link other words, or leaves only its own words where `words` has none. Code stays as it is.
pub fn with_links(text: &str, mut words: impl FnMut(&str, &str) -> Option<String>) -> String {
    let mut changed = String::new();
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        let mut rest = line;
        while let Some((open, middle, end)) = link(rest).filter(|_| !is_code) {
            let (label, to) = (&rest[open + 1..middle], &rest[middle + 2..end]);
            changed.push_str(&rest[..open]);
            match words(label, to) {
                Some(words) => changed.push_str(&format!("[{words}]({to})")),
                None => changed.push_str(label),
            }
            rest = &rest[end + 1..];
        }
        changed.push_str(rest);
    }
    changed
}

/// Returns where the first link of a line begins, where its words end, and where it ends.
fn link(line: &str) -> Option<(usize, usize, usize)> {
    let middle = line.match_indices("](").map(|(at, _)| at).find(|at| line[..*at].matches('`').count().is_multiple_of(2))?;
    Some((line[..middle].rfind('[')?, middle, middle + 2 + line[middle + 2..].find(')')?))
}

/// A place that a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    pub section: usize,
    /// The line with the first of the words, without marks.
    pub line: String,
}

/// The most hits.
const MOST_HITS: usize = 60;
/// The most characters of a line that a hit shows.
pub const MOST_CHARS: usize = 110;

/// Returns the sections with all of these words: first those with them in their titles, then those that have them most often.
pub fn search(words: &str) -> Vec<Hit> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let Some(first) = words.first() else { return vec![] };
    let mut hits: Vec<((bool, usize), Hit)> = vec![];
    for (n, section) in sections().iter().enumerate() {
        let (title, text) = (section.title.to_lowercase(), section.text.to_lowercase());
        if !words.iter().all(|word| text.contains(word)) {
            continue;
        }
        let is_elsewhere = !words.iter().all(|word| title.contains(word));
        let count: usize = words.iter().map(|word| text.matches(word.as_str()).count()).sum();
        let line = section.text.lines().filter(|line| !line.starts_with('#')).find(|line| line.to_lowercase().contains(first));
        hits.push(((is_elsewhere, usize::MAX - count), Hit { section: n, line: around(line.unwrap_or_default(), first) }));
    }
    hits.sort_by_key(|(rank, _)| *rank);
    hits.into_iter().map(|(_, hit)| hit).take(MOST_HITS).collect()
}

/// Returns the part of a line around a word, without marks.
fn around(line: &str, word: &str) -> String {
    let plain: Vec<char> = line.chars().filter(|c| !matches!(c, '`' | '*' | '[' | ']' | '|')).collect();
    let lower: String = plain.iter().flat_map(|c| c.to_lowercase().next()).collect();
    let at = lower.find(word).map_or(0, |at| lower[..at].chars().count());
    let from = if plain.len() <= MOST_CHARS { 0 } else { at.saturating_sub(MOST_CHARS / 3).min(plain.len() - MOST_CHARS) };
    let shown: String = plain.iter().skip(from).take(MOST_CHARS).collect();
    let (before, after) = (if from > 0 { "… " } else { "" }, if from + MOST_CHARS < plain.len() { " …" } else { "" });
    format!("{before}{}{after}", shown.trim())
}

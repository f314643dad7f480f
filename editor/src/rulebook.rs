//! The rulebook as a page: Markdown, and HTML made from it.

use std::fmt::Write;

use interpreter::rulebook::{Component, Count, Example, Paragraph, Rulebook, Section, Setting, Term};
use interpreter::show::plain;
use pulldown_cmark::{Options, Parser, html};

use crate::page;
use crate::words::{capital, log_line, titled, without_citations};

/// What a page shows besides the rules that hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// What add-ons have replaced, struck out.
    pub replaced: bool,
    /// The numbers of the rules that a text cites: `[SK-7]`.
    pub citations: bool,
    /// Contents that lead to the headings. They need a reader that knows ids: `## Skiing {#s3}`.
    pub contents: bool,
    /// Places for pictures: `![](parts)` instead of what one needs, and `![](example-3)` in the fourth example of the book.
    pub pictures: bool,
}

/// The rulebook as Markdown, with struck-out text as GitHub writes it.
pub fn markdown(book: &Rulebook, shown: Shown) -> String {
    let mut page = Page { text: String::new(), headings: vec![], book, shown };
    page.cover();
    // What stands before the first heading is said of the game as a whole.
    let (first, rest): (Vec<&Section>, Vec<&Section>) = book.sections.iter().partition(|section| section.title.is_empty());
    first.iter().for_each(|section| page.cover_section(section));
    let cover = std::mem::take(&mut page.text);
    page.components();
    rest.into_iter().for_each(|section| page.section(section));
    page.settings();
    page.credits();
    let link = |(n, title): (usize, &String)| format!("- [{title}](#s{})\n", n + 1);
    let contents: String = page.headings.iter().enumerate().filter(|_| shown.contents).map(link).collect();
    format!("{cover}{contents}\n{}", page.text)
}

/// The rulebook as a page of HTML that needs no other file. `boards` are pictures of the board as SVG.
pub fn html(book: &Rulebook, shown: Shown, boards: &[String]) -> String {
    let text = markdown(book, Shown { contents: true, ..shown });
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(&text, options));
    // The board stands between the cover and the contents.
    let (cover, rest) = body.split_at(body.find("<ul>").unwrap_or(body.len()));
    let boards: String = boards.iter().map(|board| format!("<figure>{board}</figure>\n")).collect();
    page::html(&book.title, &format!("{cover}{boards}{rest}"))
}

struct Page<'b> {
    text: String,
    /// The headings so far.
    headings: Vec<String>,
    book: &'b Rulebook,
    shown: Shown,
}

impl Page<'_> {
    /// Adds a block of text.
    fn add(&mut self, text: &str) {
        if !text.is_empty() {
            let _ = writeln!(self.text, "{text}\n");
        }
    }

    fn heading(&mut self, title: &str) {
        let title = self.said(title);
        self.headings.push(title.clone());
        let id = if self.shown.contents { format!(" {{#s{}}}", self.headings.len()) } else { String::new() };
        self.add(&format!("## {title}{id}"));
    }

    /// A text of the rules in several paragraphs, with lists.
    fn paragraphs(&self, text: &str) -> String {
        let mut said = String::new();
        let mut is_row = false;
        for line in text.lines().map(|line| self.said(line)).filter(|line| !line.is_empty()) {
            let was_row = std::mem::replace(&mut is_row, line.starts_with("\\|"));
            said.push_str(if said.is_empty() {
                ""
            } else if line.starts_with("- ") || is_row && was_row {
                "\n"
            } else {
                "\n\n"
            });
            // The bars of a table part its cells.
            said.push_str(&if is_row { line.replace("\\|", "|") } else { line });
        }
        said
    }

    /// A text of the rules.
    fn said(&self, text: &str) -> String {
        let text = if self.shown.citations { text.to_owned() } else { without_citations(text) };
        let mut plain = String::new();
        for letter in text.chars() {
            plain.extend(matches!(letter, '*' | '<' | '|' | '~' | '#' | '[' | ']').then_some('\\'));
            plain.push(letter);
        }
        plain
    }

    fn cover(&mut self) {
        let book = self.book;
        self.add(&format!("# {}", self.said(&book.title)));
        if !book.subtitle.is_empty() {
            self.add(&format!("*{}*", self.said(&book.subtitle)));
        }
        let players = match book.players {
            (1, 1) => "For one player.".to_owned(),
            (least, most) if least == most => format!("For {least} players."),
            (least, most) => format!("For {least} to {most} players."),
        };
        let by = if book.author.is_empty() { String::new() } else { format!(" By {}.", self.said(&book.author)) };
        let with = match &book.addons[..] {
            [] => String::new(),
            [one] => format!(" With the add-on *{}*.", self.said(one)),
            [before @ .., last] => {
                let before: Vec<String> = before.iter().map(|title| format!("*{}*", self.said(title))).collect();
                format!(" With the add-ons {} and *{}*.", before.join(", "), self.said(last))
            }
        };
        self.add(&format!("{players}{by}{with}"));
    }

    fn seen<'s>(&self, section: &'s Section) -> Vec<&'s Paragraph> {
        section.paragraphs.iter().filter(|paragraph| self.shown.replaced || !paragraph.is_replaced).collect()
    }

    /// What is said of the game, or of an add-on, as a whole.
    fn cover_section(&mut self, section: &Section) {
        for paragraph in self.seen(section) {
            let addon = paragraph.addon.as_ref().or(section.addon.as_ref());
            self.paragraph(&Paragraph { addon: addon.cloned(), ..paragraph.clone() });
        }
    }

    fn components(&mut self) {
        if self.book.components.is_empty() {
            return;
        }
        self.heading("What you need");
        if self.shown.pictures {
            return self.add("![](parts)");
        }
        let rows: Vec<String> = self.book.components.iter().map(|component| self.component(component)).collect();
        self.add(&rows.join("\n"));
    }

    fn component(&self, component: &Component) -> String {
        let name = capital(&component.name);
        let count = match &component.count {
            Count::Each(n) => format!("{n} for each player"),
            Count::Cards(1) => "1 card".to_owned(),
            Count::Cards(n) => format!("{n} cards"),
            Count::Faces(faces) => match (faces.first(), faces.last()) {
                (Some(first), Some(last)) if faces.len() > 2 && faces.iter().zip(*first..).all(|(face, n)| *face == n) => {
                    format!("faces {first} to {last}")
                }
                _ => format!("faces {}", faces.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")),
            },
        };
        format!("- **{}**, {count}. {}", self.said(&name), self.said(&component.docs)).trim_end().to_owned()
    }

    fn section(&mut self, section: &Section) {
        let seen = self.seen(section);
        if seen.is_empty() {
            return;
        }
        let title = section_title(section);
        if !title.is_empty() {
            self.heading(&title);
        }
        seen.into_iter().for_each(|paragraph| self.paragraph(paragraph));
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let text = self.paragraphs(&paragraph.text);
        let addon = paragraph.addon.as_ref().map(|addon| format!("**{}:** ", self.said(addon))).unwrap_or_default();
        if paragraph.is_replaced {
            if !text.is_empty() {
                self.add(&format!("{addon}~~{}~~", self.said(&paragraph.text)));
            }
            return;
        }
        let name = match &*paragraph.name {
            "player" => "Each player has:".to_owned(),
            "state" => "For all to see:".to_owned(),
            name => format!("{}:", capital(&plain(name))),
        };
        self.add(&format!("{addon}{}", if text.is_empty() { self.said(&name) } else { text }));
        let terms: Vec<String> = paragraph.terms.iter().map(|term| self.term(term)).collect();
        self.add(&terms.join("\n"));
        let changed: Vec<String> = paragraph
            .changed
            .iter()
            .filter_map(|n| self.book.settings.get(*n))
            .map(|setting| {
                let usual = setting.usual.as_deref().unwrap_or_default();
                format!(
                    "> **Set here:** {} *{}* instead of *{}*.",
                    self.said(&setting.text),
                    worded(&setting.value),
                    worded(usual)
                )
            })
            .collect();
        self.add(&changed.join("\n>\n"));
        let is_clear = |example: &&Example| self.shown.pictures || !example.is_elsewhere;
        if let Some(example) = paragraph.example.as_ref().filter(is_clear) {
            let before = Some(example.before.join("; ")).filter(|before| !before.is_empty());
            let before = before.map(|before| format!("> - *Before:* {}", self.said(&before)));
            let log = example.log.iter().map(|line| format!("> - {}", self.said(&log_line(line))));
            let lines: Vec<String> = before.into_iter().chain(log).collect();
            let title = capital(&without_citations(&example.title));
            let picture = self.place_of(example).map_or(String::new(), |n| format!("> ![](example-{n})\n>\n"));
            self.add(&format!("> **Example:** {}\n>\n{picture}{}", self.said(&title), lines.join("\n")));
        }
    }

    /// The number of an example among all of the book, where it has a picture.
    fn place_of(&self, example: &Example) -> Option<usize> {
        let paragraphs = self.book.sections.iter().flat_map(|section| &section.paragraphs);
        let mut examples = paragraphs.filter_map(|paragraph| paragraph.example.as_ref());
        examples.position(|other| other.span == example.span).filter(|_| self.shown.pictures)
    }

    fn term(&self, term: &Term) -> String {
        let secret = if term.is_secret { " (secret)" } else { "" };
        let title = term_title(&term.name);
        // What is only a name of something says nothing here: `{card}`.
        let title = Some(title).filter(|title| title.contains(char::is_alphanumeric));
        let title = title.map(|title| format!("**{}**{secret}: ", self.said(&title))).unwrap_or_default();
        format!("- {title}{}", self.said(&term.text))
    }

    fn settings(&mut self) {
        let said: Vec<&Setting> =
            self.book.settings.iter().filter(|setting| setting.is_in_play && !setting.text.is_empty()).collect();
        if said.is_empty() {
            return;
        }
        self.heading("Numbers and variants");
        self.add("This is what the rules above go by. You may agree on something else before a race.");
        let (tables, said): (Vec<&Setting>, Vec<&Setting>) = said.into_iter().partition(|setting| !setting.table.is_empty());
        let usual = |setting: &Setting| setting.usual.as_ref().map(|usual| format!(" (usually {})", worded(usual)));
        let (mut holds, mut variants) = (vec![], vec![]);
        for setting in said {
            let usual = usual(setting).unwrap_or_default();
            let told = told(&self.said(&setting.text), &worded(&setting.value), &usual);
            holds.extend(told.holds.map(|text| format!("- {text}")));
            variants.extend(told.variant.map(|text| format!("- {text}")));
        }
        self.add(&holds.join("\n"));
        if !variants.is_empty() {
            self.add("You may also agree on any of these:");
            self.add(&variants.join("\n"));
        }
        for setting in tables {
            let usual = usual(setting).unwrap_or_default();
            let text = self.said(&setting.text);
            self.add(&format!("**{}**{usual}:", text.trim_end_matches('.')));
            self.add(&self.table(&setting.table));
        }
    }

    /// A table, whose first row is the head.
    fn table(&self, rows: &[Vec<String>]) -> String {
        let line =
            |cells: &Vec<String>| format!("| {} |", cells.iter().map(|cell| self.said(cell)).collect::<Vec<_>>().join(" | "));
        let mut lines: Vec<String> = rows.iter().map(line).collect();
        let columns = rows.first().map_or(0, Vec::len);
        lines.insert(lines.len().min(1), format!("|{}", "---|".repeat(columns)));
        lines.join("\n")
    }

    fn credits(&mut self) {
        let book = self.book;
        if book.credits.is_empty() && book.note.is_empty() {
            return;
        }
        self.heading("Credits");
        self.add(&self.said(&book.credits));
        self.add(&self.said(&book.note));
    }
}

/// The heading of a section: what stands over it in the text, with the add-on whose text it is.
pub fn section_title(section: &Section) -> String {
    let title = titled(&section.title.replace('-', " "));
    match &section.addon {
        None => title,
        Some(addon) => format!("{addon} – {title}"),
    }
}

/// What a case, a field or an option is called: `home_in` is home in, `Move to {s} (cost {n})` is Move to ….
fn term_title(name: &str) -> String {
    let (mut title, mut rest) = (String::new(), name);
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, behind)) = after.split_once('}') else { break };
        title.push_str(before);
        title.push('…');
        rest = behind;
    }
    title.push_str(rest);
    // What stands in brackets says more of one thing than of another.
    let title = title.split_once(" (").filter(|(_, rest)| rest.contains('…')).map_or(&*title, |(title, _)| title);
    titled(title)
}

/// What a setting says in a rulebook: what holds, and what one may agree on instead.
#[derive(Debug, Default, PartialEq)]
pub struct Told {
    /// What holds.
    pub holds: Option<String>,
    /// What would hold in the other case.
    pub variant: Option<String>,
}

/// A setting in the words of its text. Text behind `On:` or `Off:` is what holds then; any other text is what the value is of.
pub fn told(text: &str, value: &str, usual: &str) -> Told {
    let mut says = text;
    while let Some((_, after)) = says.strip_prefix("\\[").and_then(|rest| rest.split_once("\\] ")) {
        says = after;
    }
    let (cited, text) = text.split_at(text.len() - says.len());
    let (all, off) = match text.split_once("Off: ") {
        Some((all, off)) if value == "on" || value == "off" => (all.trim_end(), Some(off)),
        _ => (text, None),
    };
    let on = all.strip_prefix("On: ").or(off.map(|_| all)).filter(|_| value == "on" || value == "off");
    if on.is_some() || off.is_some() {
        let said = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(|text| format!("{cited}{}", capital(text)));
        let (holds, variant) = if value == "on" { (said(on), said(off)) } else { (said(off), said(on)) };
        return Told { holds: holds.map(|text| format!("{text}{usual}")), variant };
    }
    let (first, rest) = text.split_once(". ").unwrap_or((text.trim_end_matches('.'), ""));
    let first =
        if first.contains(':') { format!("{first} (here **{value}**{usual}).") } else { format!("{first}: **{value}**{usual}.") };
    Told { holds: Some(format!("{cited}{first} {rest}").trim_end().to_owned()), variant: None }
}

/// A value of a setting in words.
pub fn worded(value: &str) -> String {
    match value {
        "yes" => "on".to_owned(),
        "no" => "off".to_owned(),
        value => value.replace('_', " "),
    }
}

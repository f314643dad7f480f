//! The texts in which problems are shown. Lines that are too long are cut to the part around a problem.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use codespan_reporting::files::{self, Error, Files};
use interpreter::diagnostic::Diagnostic;
use interpreter::source::{Sources, Span};

use super::LONGEST;
use crate::text::floor;

/// The bytes shown before a place in a cut line, and in the whole part.
const BEFORE: usize = 100;
const AROUND: usize = LONGEST - 80;
const LEFT_OUT: &str = "… ";

/// All texts, each looked at when it is first needed.
pub struct Pages<'a> {
    sources: &'a Sources,
    pages: Vec<OnceCell<Page>>,
}

/// The facts about a text.
struct Page {
    /// The start of each of its lines.
    starts: Vec<usize>,
    has_long_lines: bool,
}

impl<'a> Pages<'a> {
    pub fn new(sources: &'a Sources) -> Pages<'a> {
        Pages { sources, pages: sources.iter().map(|_| OnceCell::new()).collect() }
    }

    /// Returns the texts as they are shown with one problem.
    pub fn places<'p>(&'p self, problem: &Diagnostic) -> Places<'p> {
        let spans: Vec<Span> = problem.span.into_iter().chain(problem.labels.iter().map(|(span, _)| *span)).collect();
        let mut shown: Vec<(usize, PageShown<'p>)> = vec![];
        for span in &spans {
            let id = usize::from(span.source.0);
            if !shown.iter().any(|(known, _)| *known == id) {
                shown.push((id, self.shown(id, spans.iter().filter(|other| other.source == span.source))));
            }
        }
        Places { sources: self.sources, shown }
    }

    fn shown<'s>(&self, id: usize, spans: impl Iterator<Item = &'s Span>) -> PageShown<'_> {
        let text = &*self.source(id).text;
        let page = self.pages[id].get_or_init(|| {
            let starts: Vec<usize> = files::line_starts(text).collect();
            let ends = starts.iter().skip(1).copied().chain([text.len()]);
            let has_long_lines = starts.iter().zip(ends).any(|(start, end)| end - start > LONGEST);
            Page { starts, has_long_lines }
        });
        if !page.has_long_lines {
            return PageShown { text: text.into(), starts: Cow::Borrowed(&page.starts), cuts: vec![] };
        }
        let places: Vec<usize> = spans.map(|span| floor(text, span.start as usize)).collect();
        cut(text, &page.starts, &places)
    }

    fn source(&self, id: usize) -> &'a interpreter::source::Source {
        self.sources.get(interpreter::source::SourceId(id as u16))
    }
}

/// A text as it is shown.
struct PageShown<'a> {
    text: Cow<'a, str>,
    starts: Cow<'a, [usize]>,
    /// The cut lines in their order.
    cuts: Vec<Cut>,
}

/// A line that is only partly shown.
struct Cut {
    line: usize,
    /// The whole line, without its end.
    whole: Range<usize>,
    /// The part shown.
    part: Range<usize>,
    /// The place of the part in the shown text.
    shown_at: usize,
    /// The end of the line in the shown text.
    ends_at: usize,
    /// The number of characters left out before the part.
    left_out: usize,
}

/// Returns the text with its long lines cut to the parts around these places.
fn cut<'a>(text: &str, starts: &[usize], places: &[usize]) -> PageShown<'a> {
    let (mut shown, mut cuts, mut at) = (String::new(), vec![], 0);
    for (line, start) in starts.iter().copied().enumerate() {
        let next = starts.get(line + 1).copied().unwrap_or(text.len());
        if next - start <= LONGEST {
            continue;
        }
        let end = start + text[start..next].trim_end_matches(['\n', '\r']).len();
        let place = places.iter().copied().find(|place| (start..=end).contains(place)).unwrap_or(start);
        let from = floor(text, place.saturating_sub(BEFORE).max(start));
        let to = floor(text, (from + AROUND).min(end));
        shown.push_str(&text[at..start]);
        let mut left_out = 0;
        if from > start {
            shown.push_str(LEFT_OUT);
            left_out = text[start..from].chars().count().saturating_sub(LEFT_OUT.chars().count());
        }
        let shown_at = shown.len();
        shown.push_str(&text[from..to]);
        if to < end {
            shown.push_str(" …");
        }
        cuts.push(Cut { line, whole: start..end, part: from..to, shown_at, ends_at: shown.len(), left_out });
        at = end;
    }
    shown.push_str(&text[at..]);
    let starts: Vec<usize> = files::line_starts(&shown).collect();
    PageShown { text: shown.into(), starts: starts.into(), cuts }
}

impl PageShown<'_> {
    /// Converts a place in the text to one in the shown text.
    fn place(&self, place: usize) -> usize {
        let shown = match self.cuts.iter().rev().find(|cut| cut.whole.start <= place) {
            None => place,
            Some(cut) if place <= cut.whole.end => cut.shown_at + place.clamp(cut.part.start, cut.part.end) - cut.part.start,
            Some(cut) => cut.ends_at + place - cut.whole.end,
        };
        floor(&self.text, shown)
    }
}

/// The texts as they are shown with one problem.
pub struct Places<'a> {
    sources: &'a Sources,
    shown: Vec<(usize, PageShown<'a>)>,
}

impl Places<'_> {
    pub fn range(&self, span: Span) -> Range<usize> {
        let Ok(page) = self.page(usize::from(span.source.0)) else { return 0..0 };
        let start = page.place(span.start as usize);
        start..page.place(span.end as usize).max(start)
    }

    fn page(&self, id: usize) -> Result<&PageShown<'_>, Error> {
        self.shown.iter().find(|(known, _)| *known == id).map(|(_, page)| page).ok_or(Error::FileMissing)
    }
}

impl<'a> Files<'a> for Places<'_> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        let source = self.sources.iter().nth(id).ok_or(Error::FileMissing)?.1;
        Ok(&source.name)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        Ok(&self.page(id)?.text)
    }

    fn line_index(&'a self, id: usize, byte: usize) -> Result<usize, Error> {
        Ok(self.page(id)?.starts.partition_point(|start| *start <= byte).saturating_sub(1))
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        let page = self.page(id)?;
        let start = *page.starts.get(line).ok_or(Error::LineTooLarge { given: line, max: page.starts.len() })?;
        Ok(start..page.starts.get(line + 1).copied().unwrap_or(page.text.len()))
    }

    fn column_number(&'a self, id: usize, line: usize, byte: usize) -> Result<usize, Error> {
        let page = self.page(id)?;
        let left_out = page.cuts.iter().find(|cut| cut.line == line).map_or(0, |cut| cut.left_out);
        Ok(files::column_index(&page.text, self.line_range(id, line)?, byte) + 1 + left_out)
    }
}

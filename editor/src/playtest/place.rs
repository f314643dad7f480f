//! Places in the rules: where what happened was written down.

use std::ops::Range;
use std::sync::Arc;

use interpreter::ruleset::Texts;
use interpreter::source::{Source, Span};

use super::Stage;
use crate::text::shift::Shift;

/// A place in a text of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text's name, as problems give it: `my-race/wind.rules`.
    pub file: Arc<str>,
    /// The text that it is a place of, and from byte to byte in it.
    pub text: Arc<str>,
    pub span: Range<usize>,
    /// From 1.
    pub line: usize,
    /// The rule around it.
    pub rule: Option<Arc<str>>,
}

impl Place {
    /// `run_on, wind.rules:12`.
    pub fn named(&self) -> String {
        self.rule.as_ref().map_or_else(|| self.at(), |rule| format!("{rule}, {}", self.at()))
    }

    /// `wind.rules:12`.
    pub fn at(&self) -> String {
        format!("{}:{}", self.file.rsplit('/').next().unwrap_or_default(), self.line)
    }

    /// The heading of its part of the text: `// ── Skiing ──` above it.
    pub fn heading(&self) -> Option<&str> {
        let above = self.text.get(..self.span.start)?;
        let heading = above.lines().rev().find_map(|line| line.strip_prefix("// ──"))?;
        Some(heading.trim_matches(['─', ' '])).filter(|heading| !heading.is_empty())
    }

    /// The same where it stands in the texts by now. Among several edits its line is found by its words, if they stand there only once; what
    /// was changed itself has no length any more.
    pub fn by_now(self, texts: &Texts) -> Place {
        let Some(Ok(now)) = texts.get(&self.file).filter(|now| now.as_ref() != Ok(&self.text)) else { return self };
        let start = crate::text::floor(now, self.span.start);
        let mapped = Shift::between(&self.text, now).map(self.span.clone());
        let span = mapped.or_else(|| self.in_same_line(now)).unwrap_or(start..start);
        let line = now[..span.start].matches('\n').count() + 1;
        Place { text: now.clone(), span, line, ..self }
    }

    fn in_same_line(&self, now: &str) -> Option<Range<usize>> {
        let begin = self.text[..self.span.start].rfind('\n').map_or(0, |n| n + 1);
        let line = self.text[begin..].lines().next()?;
        let mut found = now.match_indices(line);
        let (Some((at, _)), None) = (found.next(), found.next()) else { return None };
        let moved = |place: usize| at + place.min(begin + line.len()) - begin;
        Some(moved(self.span.start)..moved(self.span.end))
    }
}

impl Stage {
    /// Where a span lies; `None`: nowhere.
    pub fn place(&self, span: Span, rules: &[Arc<str>]) -> Option<Place> {
        if span == Span::default() {
            return None;
        }
        let (line, _) = self.ruleset.sources.line_column(span);
        let Source { name: file, text } = self.ruleset.sources.get(span.source).clone();
        Some(Place { file, text, span: span.start as usize..span.end as usize, line, rule: rules.first().cloned() })
    }
}

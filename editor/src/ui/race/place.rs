//! Places in the rules: where what happened was written down.

use std::ops::Range;
use std::sync::Arc;

use interpreter::source::Span;

use super::Stage;

/// A place in a text of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text's name, as problems give it: `my-race/wind.rules`.
    pub file: Arc<str>,
    /// From byte to byte in the text as the race has it.
    pub span: Range<usize>,
    /// From 1.
    pub line: usize,
    /// The rule around it.
    pub rule: Option<Arc<str>>,
}

impl Place {
    /// `run_on, wind.rules:12`.
    pub fn named(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        match &self.rule {
            Some(rule) => format!("{rule}, {file}:{}", self.line),
            None => format!("{file}:{}", self.line),
        }
    }
}

impl Stage {
    /// Where a span lies; `None`: nowhere.
    pub fn place(&self, span: Span, rules: &[Arc<str>]) -> Option<Place> {
        if span == Span::default() {
            return None;
        }
        let (line, _) = self.ruleset.sources.line_column(span);
        let file = self.ruleset.sources.get(span.source).name.clone();
        Some(Place { file, span: span.start as usize..span.end as usize, line, rule: rules.first().cloned() })
    }
}

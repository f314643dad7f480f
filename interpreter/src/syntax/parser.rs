//! Turns the grammar's pairs into a tree, and what can't be read into problems.

mod decisions;
mod declarations;
mod expressions;
mod inner;
mod statements;
mod tests;
mod texts;
mod types;

use pest::Parser as _;

use super::lex;
use super::recover::{self, Part};
use super::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};
use inner::Inner;

/// The parser that pest makes from the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/rules.pest"]
pub(super) struct Grammar;

/// A node from pest.
pub(super) type Pair<'s> = pest::iterators::Pair<'s, Rule>;

/// The size of the largest text. No rulebook needs more, and it is small enough to be read at every pause in typing.
const MOST_BYTES: usize = 1 << 20;

/// How deep a tree may be. Every later stage may walk it by recursion.
const MOST_DEPTH: usize = 200;

/// Problems beyond this many aren't worded, because such a text isn't a rules file.
const MOST_PROBLEMS: usize = 100;

/// Reads one source. Whatever can't be read is left out of the tree and reported once.
pub fn parse(sources: &Sources, id: SourceId) -> (Tree, Vec<Diagnostic>) {
    let text = lex::without_comments(&sources.get(id).text);
    let mut builder = Builder {
        sources,
        source: id,
        text: &text,
        depth: 0,
        trouble: false,
        choose_lost: false,
        lines_lost: false,
        told_deep: false,
        problems: vec![],
    };
    let items = builder.file();
    builder.problems.sort_by_key(|problem| problem.span.map(|span| span.start));
    (Tree { source: id, items }, builder.problems)
}

/// Walks the pairs in the order of the text.
struct Builder<'s> {
    /// All texts, since a problem's hint may depend on what another file declares.
    sources: &'s Sources,
    source: SourceId,
    /// The text with blanks in place of comments.
    text: &'s str,
    /// The number of nodes above the one being built.
    depth: usize,
    /// Whether everything since the last broken node was broken. Further broken nodes are the same problem.
    trouble: bool,
    /// Whether a `choose` or an option was broken in this declaration, so that what follows may be options read as statements.
    choose_lost: bool,
    /// Whether something was broken in this declaration, so that a missing brace may be in there.
    lines_lost: bool,
    /// Whether too deep nesting was reported. Once is enough for a text.
    told_deep: bool,
    problems: Vec<Diagnostic>,
}

impl<'s> Builder<'s> {
    fn file(&mut self) -> Vec<Item> {
        if self.text.len() > MOST_BYTES {
            let message = format!("this file is larger than {} KiB", MOST_BYTES >> 10);
            self.problems.push(
                Diagnostic::error(Code::TooLarge, self.at(0..0), message)
                    .hint("split it: the files of a ruleset share one name space"),
            );
            return vec![];
        }
        if let Some(place) = lex::too_deep(self.text) {
            self.problems.push(recover::too_deep(self.at(place..place + 1)));
            return vec![];
        }
        let file = match Grammar::parse(Rule::file, self.text) {
            Ok(mut pairs) => pairs.next().expect("a file is one pair"),
            Err(error) => {
                let place = recover::place_of(&error);
                self.problems.push(recover::too_deep(self.at(place..place)));
                return vec![];
            }
        };
        let mut items = Vec::new();
        for pair in file.into_inner() {
            if pair.as_rule() == Rule::item {
                items.extend(self.item(pair));
            }
        }
        items
    }

    /// Goes `by` nodes deeper while `build` runs. If that is too deep, reports it and returns `None`.
    fn deeper<T>(&mut self, by: usize, span: Span, build: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth + by > MOST_DEPTH {
            if !std::mem::replace(&mut self.told_deep, true) {
                self.problems.push(recover::too_deep(span));
            }
            return None;
        }
        self.depth += by;
        let built = build(self);
        self.depth -= by;
        Some(built)
    }

    /// Notes that something could be read. The next broken node is another problem.
    fn sound(&mut self) {
        self.trouble = false;
    }

    /// Reports text that no rule of the grammar accepts.
    fn broken(&mut self, pair: &Pair<'s>, part: Part) {
        // A missing brace in a broken line makes its declaration end too early.
        let is_rest = part == Part::Item && self.lines_lost && (pair.as_str().starts_with('}') || self.is_indented(pair));
        self.lines_lost = true;
        let is_option = part == Part::Option;
        let known = std::mem::replace(&mut self.trouble, true) || is_rest || self.choose_lost && !is_option;
        self.choose_lost |= is_option || pair.as_str().starts_with("choose ") || pair.as_str().contains("= choose ");
        if !known && self.problems.len() < MOST_PROBLEMS {
            self.problems.push(recover::explain(self.sources, self.text, self.span(pair), part));
        }
    }

    /// Reports a `{` without its `}`. `open` is where the braces begin.
    fn unclosed(&mut self, pair: &Pair<'s>, open: usize) {
        let known = std::mem::replace(&mut self.trouble, true) || self.lines_lost;
        if !known && self.problems.len() < MOST_PROBLEMS {
            let end = pair.as_span().start();
            self.problems.push(recover::unclosed(self.source, self.text, open, end));
        }
    }

    fn is_indented(&self, pair: &Pair<'s>) -> bool {
        self.text[..pair.as_span().start()].ends_with([' ', '\t'])
    }

    fn at(&self, range: std::ops::Range<usize>) -> Span {
        recover::span(self.source, range)
    }

    /// The span of a pair without the blanks that pest leaves at its end.
    fn span(&self, pair: &Pair<'s>) -> Span {
        let start = pair.as_span().start();
        self.at(start..start + pair.as_str().trim_ascii_end().len())
    }

    fn name(&self, pair: Pair<'s>) -> Name {
        Name { text: pair.as_str().trim_ascii_end().into(), span: self.span(&pair) }
    }

    fn docs(&self, pair: Option<Pair<'s>>) -> Docs {
        let Some(pair) = pair else { return Docs::default() };
        let span = self.span(&pair);
        let mut text = String::new();
        for line in pair.into_inner().flat_map(|doc| doc.into_inner()) {
            let line = line.as_str().trim();
            // An empty line parts paragraphs, a dash begins a point of a list, and a bar a row of a table.
            if line.is_empty() || line.starts_with("- ") || line.starts_with('|') {
                text.push('\n');
            } else if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(line);
        }
        Docs { text: text.trim().into(), span }
    }
}

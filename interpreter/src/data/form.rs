//! Named fields in round brackets: which are there, which are missing, and which nobody knows.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;

/// The fields of one `( name: value, … )`.
pub struct Form<'a> {
    /// The fields as written, in order. If a name occurs twice, only the first field.
    pub entries: Vec<Entry<'a>>,
    pub node: Node<'a>,
}

/// One field as written.
pub struct Entry<'a> {
    pub name: Cow<'a, str>,
    pub key: Node<'a>,
    pub value: Node<'a>,
    /// Whether nobody knows a field of this name.
    is_unknown: Cell<bool>,
}

impl<'a> Form<'a> {
    /// Reads `node`, which may have a name before it: `Game( … )`. `what` says what it should be: "a space".
    pub fn read(node: Node<'a>, what: &str, problems: &mut Problems) -> Option<Form<'a>> {
        let fields = if matches!(node.shape(), Shape::Call(_)) { node.call() } else { node };
        if fields.shape() != Shape::Fields {
            let message = format!("expected {what}, not {}", node.shown());
            problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write it as `(name: value, …)`"));
            return None;
        }
        Some(Form { entries: entries(fields, problems), node })
    }

    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.entries.iter().find(|e| e.name == name).map(|e| e.value)
    }

    /// A field that must be there. Call this after [`Form::only`].
    pub fn required(&self, name: &str, what: &str, example: &str, problems: &mut Problems) -> Option<Node<'a>> {
        let found = self.get(name);
        if found.is_none() && !self.has_misspelt(name) {
            let message = format!("{what} has no `{name}`");
            let start = self.node.span().start + self.node.written().find('(').map_or(0, |at| at as u32 + 1);
            let behind = Span { start, end: start, ..self.node.span() };
            let problem = Diagnostic::error(Code::MissingField, self.opening(), message);
            let problem = problem.hint(format!("write `{name}: {example}`"));
            problems.add(if example.contains('…') {
                problem
            } else {
                problem.replacing_at(behind, format!("{name}: {example}, "))
            });
        }
        found
    }

    /// Reports each field that is not in `known`.
    pub fn only<'k>(&self, what: &str, known: impl Iterator<Item = &'k str> + Clone, problems: &mut Problems) {
        for entry in &self.entries {
            if !known.clone().any(|k| k == entry.name) {
                entry.is_unknown.set(true);
                problems.add(unknown(&entry.name, entry.key.span(), what, known.clone()));
            }
        }
    }

    /// Whether a field that nobody knows may be a misspelling of this one, so that the missing field is no second problem.
    pub fn has_misspelt(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.is_unknown.get() && nearest(&entry.name, [name]).is_some())
    }

    /// The opening bracket, with the name before it, which is where problems of the whole are shown.
    pub fn opening(&self) -> Span {
        let span = self.node.span();
        Span { end: span.start + 1, ..span }
    }
}

/// The problem of a field that nobody knows.
fn unknown<'k>(name: &str, span: Span, what: &str, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let problem = Diagnostic::error(Code::UnknownField, span, format!("{what} has no field `{name}`"));
    problem.did_you_mean(nearest(name, known.clone())).or_hint(format!("it may have {}", listed(known, "and")))
}

/// Keys and values of fields, or of a map with names as keys. Reports names that occur twice.
pub fn entries<'a>(node: Node<'a>, problems: &mut Problems) -> Vec<Entry<'a>> {
    let mut seen: BTreeMap<Cow<'a, str>, Node<'a>> = BTreeMap::new();
    let mut list = vec![];
    for (key, value) in node.entries() {
        let Some(name) = key.name() else {
            let message = format!("expected a name, not {}", key.shown());
            problems.add(Diagnostic::error(Code::WrongValue, key.span(), message));
            continue;
        };
        match seen.get(&name) {
            Some(first) => {
                let problem = Diagnostic::error(Code::DuplicateId, key.span(), format!("`{name}` is given twice"));
                problems.add(problem.label(first.span(), "first here").hint("leave one of them out"));
            }
            None => {
                seen.insert(name.clone(), key);
                list.push(Entry { name, key, value, is_unknown: Cell::new(false) });
            }
        }
    }
    list
}

/// The value of a field that is a text.
pub fn text(node: Node<'_>, problems: &mut Problems) -> Option<Arc<str>> {
    let text = node.text();
    if text.is_none() {
        let problem =
            Diagnostic::error(Code::WrongValue, node.span(), format!("expected a text in quotes, not {}", node.shown()));
        problems.add(match node.shape() {
            Shape::Word(word) => problem.hint(format!("write \"{word}\"")),
            _ => problem,
        });
    }
    text.map(Arc::from)
}

/// A bare word or a text.
pub fn word(node: Node<'_>, problems: &mut Problems) -> Option<Arc<str>> {
    match node.shape() {
        Shape::Word(word) => Some(word.into()),
        _ => text(node, problems),
    }
}

/// What a word means, of a few that may stand here, bare or in quotes.
pub fn one_of<T: Clone>(node: Node<'_>, words: &[(&str, T)]) -> Result<T, Box<Diagnostic>> {
    let word = node.name();
    let found = words.iter().find(|(known, _)| word.as_deref() == Some(*known));
    found.map(|(_, meaning)| meaning.clone()).ok_or_else(|| {
        let names = words.iter().map(|(known, _)| *known);
        let message = format!("expected {}, not {}", listed(names.clone(), "or"), node.shown());
        let near = word.and_then(|word| nearest(&word, names));
        Box::new(Diagnostic::error(Code::WrongValue, node.span(), message).did_you_mean(near))
    })
}

/// The members of a list.
pub fn list<'a>(node: Node<'a>, what: &str, problems: &mut Problems) -> Option<Vec<Node<'a>>> {
    if node.shape() == Shape::List {
        return Some(node.items());
    }
    let message = format!("expected a list of {what}, not {}", node.shown());
    problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write it in square brackets: `[…]`"));
    None
}

/// A list of texts.
pub fn texts(node: Node<'_>, what: &str, problems: &mut Problems) -> Vec<(Arc<str>, Span)> {
    let members = list(node, what, problems).unwrap_or_default();
    members.into_iter().filter_map(|member| Some((text(member, problems)?, member.span()))).collect()
}

/// A whole number within bounds.
pub fn whole(node: Node<'_>, low: i64, high: i64, problems: &mut Problems) -> Option<i64> {
    let found = node.int().filter(|n| (low..=high).contains(n));
    if found.is_none() {
        let message = format!("expected a whole number from {low} to {high}, not {}", node.shown());
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message));
    }
    found
}

/// `true` or `false`.
pub fn yes(node: Node<'_>, problems: &mut Problems) -> Option<bool> {
    match node.shape() {
        Shape::Word("true") => Some(true),
        Shape::Word("false") => Some(false),
        _ => {
            let message = format!("expected `true` or `false`, not {}", node.shown());
            problems.add(Diagnostic::error(Code::WrongValue, node.span(), message));
            None
        }
    }
}

/// A number within bounds, such as millimetres.
pub fn measure(node: Node<'_>, low: f64, high: f64, problems: &mut Problems) -> Option<f64> {
    let found = node.float().filter(|n| (low..=high).contains(n));
    if found.is_none() {
        let message = format!("expected a number from {low} to {high}, not {}", node.shown());
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message));
    }
    found
}

/// `a`, `b` and `c`. Long lists are cut.
pub fn listed<'k>(names: impl Iterator<Item = &'k str>, join: &str) -> String {
    let names: Vec<String> = names.map(|n| format!("`{n}`")).collect();
    match names.as_slice() {
        [] => "none".into(),
        [one] => one.clone(),
        [few @ .., last] if names.len() <= 12 => format!("{} {join} {last}", few.join(", ")),
        many => format!("{} …", many[..12].join(", ")),
    }
}

//! Reads values by their type: RON in, words out.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::form::{self, listed};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::fold::{Fold, NONE, UNSET, Words};
use crate::ir::rows::{LACKING_HINT, Tables};
use crate::ir::shape::MOST_WORDS;
use crate::ir::{Key, RuleKind, RuleType, Type};
use crate::source::Span;

/// The number of searches for a similar id in one file, and of ids compared in each, because a search is expensive.
const MOST_SEARCHES: usize = 40;
const MOST_COMPARED: usize = 4000;

/// The spaces of a track by their ids.
#[derive(Default)]
pub struct SpaceIds<'a> {
    pub by_id: BTreeMap<&'a str, u16>,
    pub ids: Vec<&'a str>,
}

/// Reads values of one file.
pub struct Reader<'a> {
    /// Computes bounds and sizes.
    pub fold: Fold<'a>,
    pub spaces: &'a SpaceIds<'a>,
    /// The texts read so far. The word of a text is its position here.
    pub texts: Vec<Arc<str>>,
    /// The rows that can be named. Records that are written out are added.
    pub tables: Tables,
    pub problems: Problems,
    pub searches: usize,
    /// The name of the track, while reading a file beside the rules that names things of a track. Empty in the track itself.
    pub track: &'a str,
}

impl<'a> Reader<'a> {
    pub fn new(fold: Fold<'a>, spaces: &'a SpaceIds<'a>) -> Self {
        Reader { fold, spaces, texts: vec![], tables: Tables::default(), problems: Problems::default(), searches: 0, track: "" }
    }

    /// The words of a value of type `ty`. `None` if it is wrong, which is reported. A table may leave out keys if `base`, the words of its
    /// default, has them.
    pub fn value(&mut self, node: Node<'_>, ty: &Type, base: Option<&[i32]>) -> Option<Words> {
        match ty {
            Type::Set(of) => self.set(node, of),
            Type::List(of, _) => self.list(node, ty, of),
            Type::Per(of, dims) => {
                let size = self.fold.sizes.words(&self.fold, ty);
                let Some(size) = size else { return self.wrong(Code::TooLarge, node, "this table is too large".into(), "") };
                let base = base.filter(|base| base.len() == size);
                self.table(node, of, dims, base)
            }
            _ => Some(vec![self.word(node, ty)?]),
        }
    }

    /// A value that takes one word.
    fn word(&mut self, node: Node<'_>, ty: &Type) -> Option<i32> {
        let shape = node.shape();
        match ty {
            Type::Optional(of) => match shape {
                Shape::Word("None") => Some(NONE),
                Shape::Word("none") if !self.has_case(of, "none") => Some(NONE),
                Shape::Call("Some") => match node.call().only() {
                    Some(inside) => self.word(inside, of),
                    None => self.expected(node, ty),
                },
                _ => self.word(node, of),
            },
            Type::Int(bounds) => {
                let bounds = bounds.as_ref().and_then(|b| Some((self.fold.word(&b.0)?, self.fold.word(&b.1)?)));
                let (low, high) = bounds.unwrap_or((UNSET + 1, i32::MAX));
                let number = node.int().and_then(|n| i32::try_from(n).ok());
                number.filter(|n| (low..=high).contains(n)).or_else(|| self.expected(node, ty))
            }
            Type::Bool => match shape {
                Shape::Word("true") => Some(1),
                Shape::Word("false") => Some(0),
                _ => self.expected(node, ty),
            },
            Type::Enum(id) => {
                let of = &self.fold.ir.enums[id.index()];
                let name = node.name().unwrap_or_default();
                let found = of.cases.iter().position(|case| *case.name == *name);
                match (shape, found) {
                    (Shape::Word(_), Some(at)) => Some(at as i32),
                    (Shape::Text, Some(_)) => {
                        let message = format!("{} is a word of the rules, which has no quotes", node.shown());
                        self.report(Diagnostic::error(Code::WrongValue, node.span(), message).write(&*name))
                    }
                    (Shape::Word(_), None) => {
                        let cases = || of.cases.iter().map(|case| &*case.name);
                        let message = if of.name.starts_with(char::is_uppercase) {
                            format!("`{name}` is not a case of {}", of.name)
                        } else {
                            // The anonymous enum of a param has the param's name.
                            format!("`{name}` is not a value of `{}`", of.name)
                        };
                        let problem = Diagnostic::error(Code::WrongValue, node.span(), message);
                        let near = nearest(&name, cases());
                        self.report(problem.did_you_mean(near).or_hint(format!("write {}", listed(cases(), "or"))))
                    }
                    _ => self.expected(node, ty),
                }
            }
            Type::Player => {
                let seat = node.int().and_then(|n| usize::try_from(n).ok());
                let seat = seat.filter(|n| (1..=self.fold.sizes.players).contains(n));
                seat.map(|n| n as i32 - 1).or_else(|| self.expected(node, ty))
            }
            Type::Space => match node.text() {
                Some(id) => self.space(&id, node.span()),
                None => self.expected(node, ty),
            },
            Type::Row(kind) => self.row(node, *kind),
            Type::Rule(of) => self.rule(node, ty, of),
            Type::Text => {
                let text = form::text(node, &mut self.problems)?;
                self.texts.push(text);
                Some(self.texts.len() as i32 - 1)
            }
            // A wrong declaration left this behind, and its problem has been reported.
            Type::Unknown => None,
            _ => self.wrong(Code::WrongValue, node, "a value of this type can't be given in a file".into(), ""),
        }
    }

    /// The rule with this name, if it has the parameters and the result that are wanted.
    fn rule(&mut self, node: Node<'_>, ty: &Type, of: &RuleType) -> Option<i32> {
        let Shape::Word(name) = node.shape() else { return self.expected(node, ty) };
        let ir = self.fold.ir;
        let Some(id) = ir.entries.get(name) else {
            let near = nearest(name, ir.entries.keys().map(|name| &**name));
            let problem = Diagnostic::error(Code::DanglingId, node.span(), format!("there is no rule or value `{name}`"));
            return self.report(problem.did_you_mean(near));
        };
        let rule = &ir.rules[id.index()];
        let found = RuleType {
            is_value: rule.kind == RuleKind::Value,
            takes_self: false,
            params: rule.locals.iter().take(usize::from(rule.params)).map(|l| l.ty.clone()).collect(),
            result: rule.result.clone(),
        };
        if rule.is_turn || !crate::resolve::same_rule(&found, of) {
            let message = format!("`{name}` has other arguments or another result than are needed here");
            return self.wrong(Code::WrongValue, node, message, "name a rule that takes and gives the same as the field");
        }
        Some(i32::from(id.0))
    }

    /// The space with this id.
    pub fn space(&mut self, id: &str, span: Span) -> Option<i32> {
        let found = self.spaces.by_id.get(id);
        if found.is_none() {
            let message = match self.track {
                "" => format!("no space has the id {id:?}"),
                track => format!("the track `{track}` has no space {id:?}"),
            };
            let problem = Diagnostic::error(Code::DanglingId, span, message);
            self.searches += 1;
            let search = self.searches <= MOST_SEARCHES && id.len() < 100;
            let near = search.then(|| nearest(id, self.spaces.ids.iter().copied().take(MOST_COMPARED))).flatten();
            self.problems.add(problem.did_you_mean_text(near).or_hint(LACKING_HINT));
        }
        found.map(|n| i32::from(*n))
    }

    fn set(&mut self, node: Node<'_>, of: &Type) -> Option<Words> {
        let Some(size) = self.fold.sizes.set_words(&self.fold, of) else {
            return self.wrong(Code::TooLarge, node, "this set is too large".into(), "");
        };
        if node.shape() != Shape::List {
            return self.expected(node, &Type::Set(Box::new(of.clone())));
        }
        let first = self.fold.first_member(of);
        let (mut words, mut good) = (vec![0; size], true);
        for member in node.items() {
            let Some(word) = self.word(member, of) else {
                good = false;
                continue;
            };
            let bit = word.checked_sub(first).and_then(|bit| usize::try_from(bit).ok());
            match bit.and_then(|bit| Some((words.get_mut(bit / 32)?, bit % 32))) {
                Some((word, bit)) => *word |= 1 << bit,
                None => good = self.expected::<()>(member, of).is_some(),
            }
        }
        good.then_some(words)
    }

    fn list(&mut self, node: Node<'_>, ty: &Type, of: &Type) -> Option<Words> {
        let Some(size) = self.fold.sizes.words(&self.fold, ty) else {
            return self.wrong(Code::TooLarge, node, "this list is too long".into(), "");
        };
        if node.shape() != Shape::List {
            return self.expected(node, ty);
        }
        let items = node.items();
        if items.len() >= size {
            let message = format!("{} members are too many: this list holds {}", items.len(), size - 1);
            return self.wrong(Code::WrongValue, items[size - 1], message, "leave out those that are too many");
        }
        let mut words = vec![items.len() as i32];
        let count = items.len();
        words.extend(items.into_iter().filter_map(|item| self.word(item, of)));
        let good = words.len() == count + 1;
        words.resize(size, 0);
        good.then_some(words)
    }

    /// A table as nested lists, or as maps from keys to values, with `else` for the keys that are left out.
    fn table(&mut self, node: Node<'_>, of: &Type, dims: &[Key], base: Option<&[i32]>) -> Option<Words> {
        let [dim, inner @ ..] = dims else { return self.value(node, of, base) };
        let Some((low, count)) = self.fold.dimension(dim).filter(|(_, count)| *count <= MOST_WORDS) else {
            return self.wrong(Code::TooLarge, node, "this table is too large".into(), "");
        };
        let part = |at: usize| base.and_then(|base| base.chunks_exact((base.len() / count.max(1)).max(1)).nth(at));
        match node.shape() {
            Shape::List => {
                let items = node.items();
                if items.len() != count {
                    let message = format!("expected {count} values, not {}", items.len());
                    return self.wrong(Code::WrongValue, node, message, &self.key_hint(dim, low, count));
                }
                let parts: Vec<_> =
                    items.into_iter().enumerate().map(|(at, item)| self.table(item, of, inner, part(at))).collect();
                Some(parts.into_iter().collect::<Option<Vec<Words>>>()?.concat())
            }
            Shape::Map | Shape::Fields => {
                let mut parts: Vec<Option<Words>> = vec![None; count];
                let (mut rest, mut good) = (None, true);
                for (key, value) in node.entries() {
                    if key.shape() == Shape::Word("else") {
                        rest = Some(value);
                        continue;
                    }
                    let Some(at) = self.key(key, dim, low, count) else {
                        good = false;
                        continue;
                    };
                    if parts[at].is_some() {
                        self.problems.add(Diagnostic::error(
                            Code::DuplicateId,
                            key.span(),
                            format!("{} is given twice", key.shown()),
                        ));
                    }
                    parts[at] = self.table(value, of, inner, part(at));
                    good &= parts[at].is_some();
                }
                let rest = match rest {
                    Some(value) => Some(self.table(value, of, inner, None)?),
                    None => None,
                };
                if !good {
                    return None;
                }
                let missing = parts.iter().enumerate().position(|(at, p)| p.is_none() && rest.is_none() && part(at).is_none());
                if let Some(at) = missing {
                    let message = format!("there is no value for `{}`", self.key_name(dim, low, at));
                    return self.wrong(
                        Code::MissingField,
                        node,
                        message,
                        "give it one, or add `else: 0` for all that are left out",
                    );
                }
                let words = parts.into_iter().enumerate().flat_map(|(at, words)| {
                    words.or_else(|| rest.clone()).or_else(|| part(at).map(<[i32]>::to_vec)).unwrap_or_default()
                });
                Some(words.collect())
            }
            _ => {
                let message = format!("expected a table, not {}", node.shown());
                self.wrong(Code::WrongValue, node, message, &self.key_hint(dim, low, count))
            }
        }
    }

    /// The row of a table that a key names.
    fn key(&mut self, node: Node<'_>, dim: &Key, low: i32, count: usize) -> Option<usize> {
        let word = match dim {
            // In a map, a case of an enum may also be in quotes.
            Key::Each(Type::Enum(id)) if node.shape() == Shape::Text => {
                let name = node.text()?;
                let cases = &self.fold.ir.enums[id.index()].cases;
                match cases.iter().position(|case| *case.name == *name) {
                    Some(at) => at as i32,
                    None => self.expected(node, &Type::Enum(*id))?,
                }
            }
            Key::Each(ty) => self.word(node, ty)?,
            Key::Range(..) => node.int().and_then(|n| i32::try_from(n).ok()).unwrap_or(NONE),
        };
        let at = i64::from(word) - i64::from(low);
        usize::try_from(at).ok().filter(|at| *at < count).or_else(|| {
            let message = format!("expected a key of the table, not {}", node.shown());
            self.wrong(Code::WrongValue, node, message, &self.key_hint(dim, low, count))
        })
    }

    fn key_name(&self, dim: &Key, low: i32, at: usize) -> String {
        match dim {
            Key::Each(Type::Enum(id)) => self.fold.ir.enums[id.index()].cases[at].name.to_string(),
            Key::Each(Type::Space) => self.spaces.ids.get(at).map_or(String::new(), |id| id.to_string()),
            Key::Each(Type::Player) => (at + 1).to_string(),
            Key::Each(Type::Row(kind)) => {
                let names = self.tables.kinds.get(kind.index()).map(|rows| &rows.names);
                names.and_then(|names| names.get(at)).map_or(String::new(), |name| name.to_string())
            }
            _ => (i64::from(low) + at as i64).to_string(),
        }
    }

    fn key_hint(&self, dim: &Key, low: i32, count: usize) -> String {
        if count == 0 {
            return "it has no keys".into();
        }
        match dim {
            Key::Each(Type::Enum(id)) => {
                format!("one value for each of {}", listed(self.fold.ir.enums[id.index()].cases.iter().map(|c| &*c.name), "and"))
            }
            _ => format!("one value for each from {} to {}", self.key_name(dim, low, 0), self.key_name(dim, low, count - 1)),
        }
    }

    fn has_case(&self, ty: &Type, name: &str) -> bool {
        matches!(ty, Type::Enum(id) if self.fold.ir.enums[id.index()].cases.iter().any(|case| *case.name == *name))
    }

    /// The problem of a value that doesn't fit `ty`.
    fn expected<T>(&mut self, node: Node<'_>, ty: &Type) -> Option<T> {
        let message = format!("expected {}, not {}", takes(&self.fold, ty), node.shown());
        let hint = match (ty.present(), node.shape()) {
            (Type::Int(None), Shape::Number) if !node.written().contains('.') => {
                format!("numbers go from {} to {}", UNSET + 1, i32::MAX)
            }
            (Type::Space, Shape::Word(word)) => format!("write \"{word}\""),
            (Type::Set(_) | Type::List(..), Shape::Number | Shape::Word(_) | Shape::Text) if node.written().len() < 30 => {
                format!("write it in square brackets: `[{}]`", node.written())
            }
            (Type::Set(_) | Type::List(..), _) => "write it in square brackets: `[…]`".into(),
            _ => String::new(),
        };
        self.wrong(Code::WrongValue, node, message, &hint)
    }

    fn wrong<T>(&mut self, code: Code, node: Node<'_>, message: String, hint: &str) -> Option<T> {
        let problem = Diagnostic::error(code, node.span(), message);
        self.report(if hint.is_empty() { problem } else { problem.hint(hint) })
    }

    fn report<T>(&mut self, problem: Diagnostic) -> Option<T> {
        self.problems.add(problem);
        None
    }
}

/// What a type accepts, in the designer's words.
pub fn takes(fold: &Fold<'_>, ty: &Type) -> String {
    match ty {
        Type::Int(bounds) => match bounds.as_ref().and_then(|b| Some((fold.word(&b.0)?, fold.word(&b.1)?))) {
            Some((low, high)) if low > high => {
                format!("a number in the empty range `{low}..{high}` (a range goes up: `{high}..{low}`)")
            }
            Some((low, high)) => format!("a whole number from {low} to {high}"),
            None => "a whole number".into(),
        },
        Type::Bool => "`true` or `false`".into(),
        Type::Enum(id) => listed(fold.ir.enums[id.index()].cases.iter().map(|case| &*case.name), "or"),
        Type::Player => format!("a seat from 1 to {}", fold.sizes.players),
        Type::Space => "the id of a space in quotes".into(),
        Type::Row(k) => format!("a {}", fold.ir.kinds[k.index()].name),
        Type::Rule(of) if of.is_value => "the name of a value, without quotes".into(),
        Type::Rule(_) => "the name of a rule, without quotes".into(),
        Type::Text => "a text in quotes".into(),
        Type::Optional(of) => format!("{}, or `None`", takes(fold, of)),
        Type::Set(_) => "a set".into(),
        Type::List(..) => "a list".into(),
        Type::Per(..) => "a table".into(),
        _ => "another value".into(),
    }
}

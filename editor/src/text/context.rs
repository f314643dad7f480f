//! The surroundings of a place in rules that may be half written: the word being typed, the value before a dot, the variables in scope.

use std::ops::Range;

use interpreter::ir::Type;
use interpreter::names::Sort;

use super::known::Known;
use super::tokens::{Kind, Token, tokens};
use super::{Language, floor, word_at};

/// The number of bytes before a place that are read; the start of a longer declaration is ignored.
const MOST: usize = 64 * 1024;

/// A place in a rule.
pub struct Context<'a> {
    text: &'a str,
    /// The tokens from the beginning of the declaration around it up to the word at the place.
    tokens: Vec<Token>,
    /// The word at the place, as far as it is typed before the cursor.
    pub begun: Range<usize>,
}

/// A variable in scope at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// The first place where its name is written.
    pub at: usize,
    /// The written hint of its type: `player` in `p: player` and in `for p in players`.
    said: String,
}

/// Words followed by a variable and `in`.
const GOING_THROUGH: [&str; 11] = ["for", "each", "any", "every", "count", "sum", "min", "max", "first", "the", "those"];

impl<'a> Context<'a> {
    pub fn new(text: &'a str, at: usize) -> Context<'a> {
        let at = floor(text, at);
        let begun = word_at(text, at).start..at;
        let start = item_start(text, begun.start);
        let mut tokens = tokens(Language::Rules, &text[start..begun.start]);
        tokens.iter_mut().for_each(|token| token.range = token.range.start + start..token.range.end + start);
        Context { text, tokens, begun }
    }

    /// Whether the place is in a comment or in a text for people.
    pub fn is_words(&self) -> bool {
        let line = self.text[..self.begun.start].rfind('\n').map_or(0, |n| n + 1);
        let last = self.tokens.last().filter(|token| token.range.start >= line);
        last.is_some_and(|token| match token.kind {
            Kind::Comment | Kind::Docs => true,
            // A text without its closing quote, in which no brace is open.
            Kind::Text => {
                let text = self.token(token);
                !text.ends_with('{') && (text.len() == 1 || !text.ends_with('"'))
            }
            _ => false,
        })
    }

    /// Whether the place follows a dot. Returns the token that ends the value before the dot.
    pub fn behind_dot(&self) -> Option<usize> {
        self.tokens.len().checked_sub(2).filter(|_| self.last() == ".")
    }

    /// The word before the place.
    pub fn last(&self) -> &str {
        self.tokens.last().map_or("", |token| self.token(token))
    }

    /// If the place is right of `==` or the like, returns the last token of the left side.
    pub fn compared(&self) -> Option<usize> {
        let mut n = self.tokens.len();
        while n > 0 && matches!(self.word(n - 1), "==" | "!=" | "=" | "in") {
            n -= 1;
        }
        n.checked_sub(1).filter(|_| n < self.tokens.len())
    }

    fn token(&self, token: &Token) -> &'a str {
        &self.text[token.range.clone()]
    }

    fn word(&self, n: usize) -> &'a str {
        self.tokens.get(n).map_or("", |token| self.token(token))
    }

    /// Returns the variables in scope, innermost last.
    pub fn variables(&self) -> Vec<Variable> {
        let mut scopes: Vec<Vec<Variable>> = vec![vec![]];
        let mut coming: Vec<Variable> = vec![];
        let mut in_head = true;
        for n in 0..self.tokens.len() {
            let word = self.word(n);
            match word {
                "{" if self.tokens[n].kind == Kind::Sign => {
                    scopes.push(std::mem::take(&mut coming));
                    in_head = false;
                }
                "}" if self.tokens[n].kind == Kind::Sign && scopes.len() > 1 => {
                    scopes.pop();
                }
                "let" | "var" => {
                    let found = self.variable(n + 1);
                    scopes.last_mut().expect("one is always open").extend(found);
                }
                _ if GOING_THROUGH.contains(&word) && self.word(n + 2) == "in" => {
                    let found = self.variable(n + 1).map(|variable| Variable { said: self.word(n + 3).to_owned(), ..variable });
                    match word {
                        "for" | "each" => coming.extend(found),
                        _ => scopes.last_mut().expect("one is always open").extend(found),
                    }
                }
                // The parameters of a rule.
                "(" | "," if in_head && n > 1 => scopes[0].extend(self.variable(n + 1)),
                _ => {}
            }
        }
        scopes.into_iter().flatten().chain(coming).collect()
    }

    fn variable(&self, n: usize) -> Option<Variable> {
        let token = self.tokens.get(n).filter(|token| matches!(token.kind, Kind::Name | Kind::Declared | Kind::Keyword))?;
        let said = if self.word(n + 1) == ":" { self.word(n + 2).to_owned() } else { String::new() };
        Some(Variable { name: self.token(token).to_owned(), at: token.range.start, said })
    }

    /// Returns the type of a variable: the one it had in the last build, otherwise the one its hint suggests.
    pub fn type_of(&self, known: &Known, variable: &Variable) -> Option<Type> {
        let shift = known.shift(self.text);
        let built = shift.back(variable.at).and_then(|at| known.at(at + 1)).map(|(_, n)| known.declared(n));
        let built = built.filter(|declared| declared.sort == Sort::Local && *declared.name == *variable.name);
        if let Some(ty) = built.and_then(|declared| declared.ty.clone()).filter(|ty| !matches!(ty, Type::Unknown)) {
            return Some(ty);
        }
        match &*variable.said {
            "player" | "players" | "everyone" | "others" => Some(Type::Player),
            "space" | "reach" => Some(Type::Space),
            "int" => Some(Type::int()),
            name => known.names.global(name).and_then(|n| match known.declared(n).ty.clone()? {
                Type::Set(of) | Type::List(of, _) => Some(*of),
                ty => Some(ty),
            }),
        }
    }

    /// Returns the type of the value that ends with a token: `p.racer.at`, `player(1)`, `hands[p]`.
    pub fn value(&self, known: &Known, n: usize) -> Option<Type> {
        self.value_within(known, n, 0)
    }

    fn value_within(&self, known: &Known, n: usize, depth: u32) -> Option<Type> {
        if depth > 32 {
            return None;
        }
        let word = self.word(n);
        let is_member = n >= 2 && self.word(n - 1) == ".";
        match word {
            ")" | "]" => {
                let open = self.opening(n)?;
                let before = open.checked_sub(1)?;
                if word == "]" {
                    return match self.value_within(known, before, depth + 1)? {
                        Type::Per(of, _) | Type::List(of, _) => Some(*of),
                        _ => None,
                    };
                }
                match self.word(before) {
                    "player" | "next_player" => Some(Type::Player),
                    "top" | "random" => match self.value_within(known, n - 1, depth + 1)? {
                        Type::Set(of) | Type::List(of, _) => Some(*of),
                        _ => None,
                    },
                    name => known.names.global(name).and_then(|n| known.declared(n).ty.clone()),
                }
            }
            _ if is_member => self.member(known, n - 2, word, depth).and_then(|n| known.declared(n).ty.clone()),
            _ => {
                let variables = self.variables();
                if let Some(variable) = variables.iter().rev().find(|variable| variable.name == word) {
                    return self.type_of(known, variable);
                }
                let n = known.names.global(word)?;
                known.declared(n).ty.clone()
            }
        }
    }

    /// Returns the meaning of a word after the dot, if the value before it ends with this token.
    pub fn member_of(&self, known: &Known, value: usize, word: &str) -> Option<usize> {
        self.member(known, value, word, 0)
    }

    fn member(&self, known: &Known, value: usize, word: &str, depth: u32) -> Option<usize> {
        let all = self.members_within(known, value, depth);
        all.into_iter().find(|n| *known.declared(*n).name == *word)
    }

    /// Returns all members of the value that ends with this token.
    pub fn members(&self, known: &Known, value: usize) -> Vec<usize> {
        self.members_within(known, value, 0)
    }

    fn members_within(&self, known: &Known, value: usize, depth: u32) -> Vec<usize> {
        if self.word(value) == "track" {
            return known.names.of_track();
        }
        self.value_within(known, value, depth + 1).map(|ty| known.names.members(&ty)).unwrap_or_default()
    }

    /// Returns the bracket that this one closes.
    fn opening(&self, n: usize) -> Option<usize> {
        let mut depth = 0;
        for at in (0..=n).rev() {
            match self.word(at) {
                ")" | "]" => depth += 1,
                "(" | "[" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }
}

/// Returns the beginning of the declaration around a place: the last line before it that isn't indented.
fn item_start(text: &str, at: usize) -> usize {
    let least = floor(text, at.saturating_sub(MOST));
    let mut end = at;
    loop {
        let line = text[..end].rfind('\n').map_or(0, |n| n + 1);
        if line <= least {
            return least;
        }
        let first = text[line..].chars().next();
        if first.is_some_and(|c| c.is_alphabetic()) {
            return line;
        }
        end = line - 1;
    }
}

//! A value that only a view understands: what a meter or a badge looks like.

use std::sync::Arc;

use crate::data::form;
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic};

/// A RON value without a type.
#[derive(Clone, PartialEq, Debug)]
pub enum Loose {
    Number(f64),
    Bool(bool),
    /// A bare word.
    Word(Arc<str>),
    Text(Arc<str>),
    List(Vec<Loose>),
    /// Fields, or a map with names as keys, in the order written.
    Fields(Vec<(Arc<str>, Loose)>),
}

impl Loose {
    /// A word or text.
    pub fn name(&self) -> Option<&str> {
        match self {
            Loose::Word(name) | Loose::Text(name) => Some(name),
            _ => None,
        }
    }

    /// One name, or all names in a list.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Loose::List(names) => names.iter().filter_map(Loose::name).collect(),
            one => one.name().into_iter().collect(),
        }
    }

    /// The value of one of its fields.
    pub fn get(&self, name: &str) -> Option<&Loose> {
        match self {
            Loose::Fields(fields) => fields.iter().find(|(n, _)| **n == *name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub(in crate::data) fn read(node: Node<'_>, problems: &mut Problems) -> Option<Loose> {
        Some(match node.shape() {
            Shape::Number => Loose::Number(node.float().filter(|n| n.is_finite())?),
            Shape::Word("true") => Loose::Bool(true),
            Shape::Word("false") => Loose::Bool(false),
            Shape::Word(word) => Loose::Word(word.into()),
            Shape::Text => Loose::Text(form::text(node, problems)?),
            Shape::List | Shape::Tuple => {
                Loose::List(node.items().into_iter().filter_map(|item| Loose::read(item, problems)).collect())
            }
            Shape::Map | Shape::Fields => {
                let entries = form::entries(node, problems);
                Loose::Fields(
                    entries.iter().filter_map(|e| Some((Arc::from(&*e.name), Loose::read(e.value, problems)?))).collect(),
                )
            }
            Shape::Call(_) | Shape::Other => {
                let message = format!("{} can't be used here", node.shown());
                problems.add(Diagnostic::error(Code::WrongValue, node.span(), message));
                return None;
            }
        })
    }
}

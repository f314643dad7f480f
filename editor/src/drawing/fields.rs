//! Fields as written: names with RON values, whether the rules know them or not.

use std::borrow::Cow;
use std::sync::Arc;

use interpreter::data::node::{Node, Shape};
use interpreter::source::SourceId;
use kurbo::Point;

use super::edit::FARTHEST;

/// Named values in the order written. A value is RON text, so that unknown values are kept as they are.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fields(Vec<(Arc<str>, Arc<str>)>);

impl Fields {
    /// The value of a field, as written.
    pub fn get(&self, name: &str) -> Option<&Arc<str>> {
        self.0.iter().find(|(n, _)| **n == *name).map(|(_, value)| value)
    }

    /// The contents of a text field, or a bare word.
    pub fn text(&self, name: &str) -> Option<String> {
        text(self.get(name)?)
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<f64> {
        number(self.get(name)?)
    }

    /// Whether a field says `true`.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| **value == *"true")
    }

    /// A place on the sheet.
    pub fn point(&self, name: &str) -> Option<Point> {
        point(parse(self.get(name)?)?)
    }

    /// Stores a value where the field was, or after the others; `None` removes the field.
    pub fn set(&mut self, name: &str, value: Option<Arc<str>>) {
        let at = self.0.iter().position(|(n, _)| **n == *name);
        match (at, value) {
            (Some(at), Some(value)) => self.0[at].1 = value,
            (Some(at), None) => drop(self.0.remove(at)),
            (None, Some(value)) => self.0.push((name.into(), value)),
            (None, None) => {}
        }
    }

    /// The same, for building.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Arc<str>>) -> Fields {
        self.set(name, Some(value.into()));
        self
    }

    /// Sorts the fields that the rules declare into the order of their declarations, followed by the others.
    pub fn sort_by_rank(&mut self, rank: impl Fn(&str) -> Option<usize>) {
        self.0.sort_by_key(|(name, _)| rank(name).unwrap_or(usize::MAX));
    }

    /// Whether both say the same, in whichever order.
    pub(super) fn say_as(&self, other: &Fields) -> bool {
        let sorted = |fields: &Fields| {
            let mut sorted = fields.0.clone();
            // Of two fields with one name the first counts, so these stay in their order.
            sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
            sorted
        };
        self == other || self.0.len() == other.0.len() && sorted(self) == sorted(other)
    }

    /// Adds a field even if there is one with this name, as a half-broken file may have it.
    pub(super) fn push(&mut self, name: Arc<str>, value: Arc<str>) {
        self.0.push((name, value));
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields of a struct such as `(title: "Far away", side: north)`; `None` if it isn't one.
    pub fn read(written: &str) -> Option<Fields> {
        let node = parse(written)?;
        (node.shape() == Shape::Fields).then(|| {
            let value = |node: Node<'_>| Arc::from(node.written());
            let entries = node.entries();
            Fields(entries.into_iter().map(|(name, of)| (Arc::from(name.written()), value(of))).collect())
        })
    }

    /// The struct as text; the inverse of [`Fields::read`].
    pub fn written(&self) -> String {
        let parts: Vec<String> = self.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        format!("({})", parts.join(", "))
    }
}

/// `(12.5, 40.0)`
pub fn point(node: Node<'_>) -> Option<Point> {
    let items = node.items();
    let [x, y] = items.as_slice() else { return None };
    let within = |n: &f64| (-FARTHEST..=FARTHEST).contains(n);
    Some(Point::new(x.float().filter(within)?, y.float().filter(within)?))
}

/// The one value of a RON text.
pub(super) fn parse(written: &str) -> Option<Node<'_>> {
    Node::parse(SourceId(0), written).ok()
}

/// The values of a list, each as written; none if it isn't a list.
pub fn items(written: &str) -> Vec<String> {
    parse(written).map(|node| node.items().iter().map(|item| item.written().to_owned()).collect()).unwrap_or_default()
}

/// Whether this is one RON value.
pub fn is_value(written: &str) -> bool {
    parse(written).is_some()
}

/// One RON value as it can stand among others: without comments before or behind it, which could take in what follows. `None` if it isn't one.
pub(super) fn value(written: &Arc<str>) -> Option<Arc<str>> {
    let value = parse(written)?.written();
    Some(if *value == **written { written.clone() } else { value.into() })
}

/// The contents of a text in quotes, or a bare word.
pub fn text(written: &str) -> Option<String> {
    parse(written)?.name().map(Cow::into_owned)
}

/// A finite number.
pub fn number(written: &str) -> Option<f64> {
    written.parse().ok().or_else(|| parse(written)?.float()).filter(|n: &f64| n.is_finite())
}

/// A text in quotes, as in RON and rules. Letters, including combining marks, stay as they are typed.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.escape_debug().to_string().replace("\\'", "'"))
}

/// Millimetres with one decimal, or two if one isn't enough.
pub fn millimetres(n: f64) -> String {
    let n = rounded(n);
    let tenths = (n * 10.0).round() / 10.0;
    if (n - tenths).abs() < 1e-6 { format!("{tenths:.1}") } else { format!("{n:.2}") }
}

/// A measure as files have it, to a hundredth of a millimetre.
pub fn rounded(n: f64) -> f64 {
    // Adding zero turns -0 into 0.
    (n * 100.0).round() / 100.0 + 0.0
}

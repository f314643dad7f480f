//! Whether what somebody types is what a field takes.

use super::fields::{is_value, parse, text};
use super::schema::{Field, Takes};

impl Field {
    /// Whether a value, as written, is one that it takes. Names of spaces are taken as they come: they may be drawn later.
    ///
    /// # Errors
    /// What it takes instead, for people.
    pub fn fits(&self, written: &str) -> Result<(), String> {
        let is_none = matches!(written, "none" | "None");
        if self.is_optional && is_none { Ok(()) } else { self.takes.fits(written) }
    }
}

impl Takes {
    /// The same for what is surely there.
    ///
    /// # Errors
    /// What it takes instead, for people.
    pub fn fits(&self, written: &str) -> Result<(), String> {
        let fits = match self {
            Takes::Bool => matches!(written, "true" | "false"),
            Takes::Whole(low, high) => {
                parse(written).and_then(|node| node.int()).is_some_and(|n| (i64::from(*low)..=i64::from(*high)).contains(&n))
            }
            Takes::Word { cases, .. } => text(written).is_some_and(|word| cases.iter().any(|case| *case.name == *word)),
            Takes::Row { names, .. } => text(written).is_some_and(|word| names.iter().any(|name| **name == *word)),
            Takes::Space => text(written).is_some_and(|id| super::ids::is_good(&id)),
            Takes::Text => parse(written).is_some_and(|node| node.text().is_some()),
            Takes::Set(of) | Takes::List(of) => {
                let node = parse(written).ok_or_else(|| format!("write {}", self.described()))?;
                if node.shape() != interpreter::data::node::Shape::List {
                    return Err(format!("write {}", self.described()));
                }
                return node.items().iter().try_for_each(|item| of.fits(item.written()));
            }
            Takes::Other { .. } => is_value(written),
        };
        if fits { Ok(()) } else { Err(format!("write {}", self.described())) }
    }

    /// What it takes, in a few words: `a number from 0 to 9`.
    pub fn described(&self) -> String {
        let listed = |names: &mut dyn Iterator<Item = &str>| {
            let all: Vec<&str> = names.collect();
            match all.len() {
                0 => String::new(),
                n if n > 8 => format!("{} …", all[..8].join(", ")),
                _ => all.join(", "),
            }
        };
        match self {
            Takes::Bool => "true or false".to_owned(),
            Takes::Whole(low, high) if *low <= i32::MIN + 2 && *high == i32::MAX => "a whole number".to_owned(),
            Takes::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Takes::Word { cases, .. } => format!("one of {}", listed(&mut cases.iter().map(|case| &*case.name))),
            Takes::Row { names, .. } => format!("one of {}", listed(&mut names.iter().map(|name| &**name))),
            Takes::Space => "the id of a space, such as \"a01\"".to_owned(),
            Takes::Text => "text in quotes, \"like this\"".to_owned(),
            Takes::Set(of) | Takes::List(of) => format!("a list in square brackets, each {}", of.described()),
            Takes::Other { .. } => "a value as track files have it".to_owned(),
        }
    }
}

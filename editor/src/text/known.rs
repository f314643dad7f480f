//! The names visible in one file, taken from the newest build that has any.

use std::sync::Arc;

use interpreter::ir::Ir;
use interpreter::names::{Declared, Names};
use interpreter::ruleset::Ruleset;
use interpreter::source::{SourceId, Span};

use crate::workspace::Build;

use super::shift::Shift;

/// The names that a file sees.
pub struct Known {
    /// The build that the names come from.
    build: Arc<Build>,
    pub ir: Arc<Ir>,
    pub names: Names,
    /// The file; `None` if the build hasn't read it.
    pub source: Option<SourceId>,
}

impl Known {
    /// Collects the names visible in the file of this name. For an add-on that is switched off, the rules are resolved with the add-on and
    /// those it requires.
    pub fn of(build: &Arc<Build>, name: &str) -> Known {
        let ruleset = &build.ruleset;
        let source = ruleset.sources.iter().find(|(_, source)| *source.name == *name).map(|(id, _)| id);
        let addon = ruleset.addons.iter().find(|addon| Some(addon.tree.source) == source);
        let is_on = |addon: &str| build.built.ir.addons.iter().any(|on| &*on.name == addon);
        let ir = match addon.filter(|addon| !is_on(&addon.name)) {
            Some(addon) => ruleset.weave(&ruleset.with_required(std::slice::from_ref(&addon.name))).0,
            None => build.built.ir.clone(),
        };
        let names = Names::of(&ir, &ruleset.sources);
        Known { build: build.clone(), ir, names, source }
    }

    /// Returns the newest build if it could read any rules, otherwise the last good one.
    pub fn best<'a>(newest: Option<&'a Arc<Build>>, good: Option<&'a Arc<Build>>) -> Option<&'a Arc<Build>> {
        newest.filter(|build| !build.built.ir.rules.is_empty()).or(good)
    }

    pub fn is_of(&self, build: &Arc<Build>) -> bool {
        Arc::ptr_eq(&self.build, build)
    }

    pub fn ruleset(&self) -> &Ruleset {
        &self.build.ruleset
    }

    pub fn declared(&self, n: usize) -> &Declared {
        &self.names.declared[n]
    }

    /// Returns how places move from the text that was built to the one being edited.
    pub fn shift(&self, text: &str) -> Shift {
        self.source.map_or_else(Shift::default, |source| Shift::between(&self.ruleset().sources.get(source).text, text))
    }

    /// Returns the name at a place in the text that was built, and its declaration.
    pub fn at(&self, at: usize) -> Option<(Span, usize)> {
        self.names.at(self.source?, at as u32)
    }

    /// Returns the file's name and the bytes of a place.
    pub fn place(&self, span: Span) -> (String, std::ops::Range<usize>) {
        (self.ruleset().sources.get(span.source).name.to_string(), span.start as usize..span.end as usize)
    }
}

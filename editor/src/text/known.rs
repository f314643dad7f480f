//! What is known of the names in one file, from the newest build that knows any: kept until there is another.

use std::sync::Arc;

use interpreter::ir::Ir;
use interpreter::names::{Declared, Names};
use interpreter::ruleset::Ruleset;
use interpreter::source::{SourceId, Span};

use crate::workspace::Build;

use super::shift::Shift;

/// The names that a file sees.
pub struct Known {
    /// The build that they come from.
    build: Arc<Build>,
    pub ir: Arc<Ir>,
    pub names: Names,
    /// The file, if the build has it.
    pub source: Option<SourceId>,
}

impl Known {
    /// What a build knows of the file with this name. Add-ons that are switched off are looked at for their own files.
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

    /// The newest build in which rules could be read, else the last good one.
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

    /// From the text that was built to the one that is edited.
    pub fn shift(&self, text: &str) -> Shift {
        self.source.map_or_else(Shift::default, |source| Shift::between(&self.ruleset().sources.get(source).text, text))
    }

    /// What the name at a place means, where the rules say so; the place is one of the text that was built.
    pub fn at(&self, at: usize) -> Option<(Span, usize)> {
        self.names.at(self.source?, at as u32)
    }

    /// The name of the file in which a place lies, and its bytes.
    pub fn place(&self, span: Span) -> (String, std::ops::Range<usize>) {
        (self.ruleset().sources.get(span.source).name.to_string(), span.start as usize..span.end as usize)
    }
}

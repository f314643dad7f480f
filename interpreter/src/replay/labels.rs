//! What options were called, so that one is found again after it was renamed.

use std::collections::{BTreeMap, BTreeSet};

use super::Step;
use crate::program::{Part, Program};

/// By decision, the labels of all options that have nothing but their text: with them an option is found again after it was renamed.
pub type Labels = BTreeMap<String, BTreeSet<String>>;

/// An option that has another label than in the saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    pub decision: String,
    pub from: String,
    pub to: String,
}

/// The labels of a program's options that have nothing but their text.
pub(crate) fn labels(program: &Program) -> Labels {
    let mut labels = Labels::new();
    for site in &program.sites {
        let own = labels.entry(program.ir.decisions[site.decision.index()].name.to_string()).or_default();
        for label in site.options.iter().filter(|o| o.values.is_empty()).filter_map(|o| o.label.as_ref()) {
            let parts: Option<String> =
                label.parts.iter().map(|part| if let Part::Plain(p) = part { Some(&**p) } else { None }).collect();
            own.extend(parts);
        }
    }
    labels
}

/// What the option of a step is called now, if its label is gone and exactly one label of its decision is new.
pub(super) fn new_name(known: &Labels, now: &Labels, step: &Step) -> Option<Renamed> {
    let (was, is) = (known.get(&step.decision)?, now.get(&step.decision)?);
    if !step.values.is_empty() || !was.contains(&step.label) || is.contains(&step.label) {
        return None;
    }
    let mut new = is.difference(was);
    let to = new.next().filter(|_| new.next().is_none())?;
    Some(Renamed { decision: step.decision.clone(), from: step.label.clone(), to: to.clone() })
}

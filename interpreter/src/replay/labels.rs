//! How the rules wrote their options, so that one is found again where they write it otherwise by now.
//!
//! A choice is known by its branch (which of the options that the rules write, `SiteOption::branch`) and its values, never by its
//! number or its text alone. Under the rules that it was made under, `Question::find` finds exactly that option. Under others,
//! `find` also looks for one that was renamed, and says so.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Choice, Offer, Question};
use crate::program::Program;

/// By decision, all options as the rules write them: [`crate::program::SiteOption::branch`]. With them an option is found again after it was
/// renamed.
pub type Labels = BTreeMap<String, BTreeSet<String>>;

/// An option that is written otherwise than in the saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    pub decision: String,
    pub from: String,
    pub to: String,
    /// Whether the rules still have the former one, too: it wasn't on offer.
    pub still_there: bool,
}

impl Renamed {
    /// For whoever reads what became of a game: `in `pace` there is no "Walk" any more, and "Stroll" is new: taken as renamed`.
    pub fn told(&self) -> String {
        let Renamed { decision, from, to, still_there } = self;
        if *still_there {
            format!("in `{decision}` the option \"{from}\" was not on offer, and \"{to}\" says the same: taken for it")
        } else {
            format!("in `{decision}` there is no \"{from}\" any more, and \"{to}\" is new: taken as renamed")
        }
    }
}

/// An option that a choice may mean.
pub(crate) struct Found {
    /// Its position among the options on offer.
    pub option: usize,
    /// What is to be told of it.
    pub renamed: Option<Renamed>,
}

/// The same of a file in the first form, which had those alone that are nothing but their text.
pub(crate) fn first_form(mut labels: Labels) -> Labels {
    labels.values_mut().for_each(|own| own.retain(|label| !label.contains('{')));
    labels
}

/// The options of a program as its rules write them.
pub(crate) fn labels(program: &Program) -> Labels {
    let mut labels = Labels::new();
    for site in &program.sites {
        let own = labels.entry(program.ir.decisions[site.decision.index()].name.to_string()).or_default();
        own.extend(site.options.iter().map(|option| option.branch.to_string()));
    }
    labels
}

/// The option that a choice means: the one of its branch and its values. Where that is not on offer, as under other rules than it was made
/// under, the only one that says the same and has the same values. Else, if the branch of the choice is gone, the only one of the same values
/// whose branch is new, and without values the only new one of the decision.
///
/// `known` are the options as the rules of then wrote them, `now` as those of now do. A choice without a branch comes from a file of the first
/// form: it is known by its label and its values.
pub(crate) fn find(question: &Question, choice: &Choice, known: &Labels, now: &Labels) -> Option<Found> {
    if !question.is_of(choice) {
        return None;
    }
    let branch = if choice.branch.is_empty() { &choice.label } else { &choice.branch };
    let all = || question.options.iter().enumerate().filter(|(_, offer)| offer.shown == choice.values);
    let found = |option: usize, renamed: Option<Renamed>| Some(Found { option, renamed });
    if let Some((option, _)) = all().find(|(_, offer)| *offer.branch == **branch) {
        return found(option, None);
    }
    let has = |labels: &Labels, branch: &str| labels.get(&choice.decision).is_some_and(|own| own.contains(branch));
    let still_there = has(now, branch);
    let renamed = |offer: &Offer| Renamed {
        decision: choice.decision.clone(),
        from: branch.clone(),
        to: offer.branch.to_string(),
        still_there,
    };
    if let Some((option, offer)) = only(all().filter(|(_, offer)| offer.label == choice.label)) {
        return found(option, still_there.then(|| renamed(offer)));
    }
    if choice.branch.is_empty() && !choice.values.is_empty() {
        return only(all()).and_then(|(option, _)| found(option, None));
    }
    if still_there || !has(known, branch) {
        return None;
    }
    // Of several that are new nobody can tell which it is.
    let is_new = |branch: &str| !has(known, branch);
    let (option, offer) = if choice.values.is_empty() {
        let to = only(now.get(&choice.decision)?.iter().filter(|is| is_new(is)))?;
        all().find(|(_, offer)| *offer.branch == **to)?
    } else {
        only(all().filter(|(_, offer)| is_new(&offer.branch)))?
    };
    found(option, Some(renamed(offer)))
}

/// The one that there is, if there is just one.
fn only<T>(mut among: impl Iterator<Item = T>) -> Option<T> {
    among.next().filter(|_| among.next().is_none())
}

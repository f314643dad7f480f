//! How the rules wrote their options, so that an option can be found again after they have rewritten it.
//!
//! A choice is known by its branch (which of the options that the rules write, `SiteOption::branch`) and its values, never by its number or
//! its text alone. Under the rules that it was made under, `Question::find` finds exactly that option. Under other rules, `find` also looks
//! for an option that was renamed, and says so.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Choice, Offer, Question};
use crate::program::Program;

/// For each decision, all options as the rules write them: [`crate::program::SiteOption::branch`]. They are used to find an option again
/// after it was renamed.
pub type Labels = BTreeMap<String, BTreeSet<String>>;

/// An option that the rules write differently than the saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    pub decision: String,
    pub from: String,
    pub to: String,
    /// Whether the rules still have the old option, too, but didn't offer it.
    pub still_there: bool,
}

impl Renamed {
    /// The message for people: ``in `pace` there is no "Walk" any more, and "Stroll" is new: taken as renamed``.
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
    /// What people should be told about it.
    pub renamed: Option<Renamed>,
}

/// The same for a file in the first form, which had only options without values.
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

/// The option that a choice means: the one with its branch and values. If that is not on offer, which may happen under other rules, it is
/// the only option with the same label and the same values. If the branch of the choice is gone, it is the only option with the same values
/// whose branch is new, or, without values, the only new option of the decision.
///
/// `known` are the options as the rules wrote them then, `now` as the current rules do. A choice without a branch comes from a file of the
/// first form, and is known by its label and its values.
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
    // Among several new options, nobody can tell which is meant.
    let is_new = |branch: &str| !has(known, branch);
    let (option, offer) = if choice.values.is_empty() {
        let to = only(now.get(&choice.decision)?.iter().filter(|is| is_new(is)))?;
        all().find(|(_, offer)| *offer.branch == **to)?
    } else {
        only(all().filter(|(_, offer)| is_new(&offer.branch)))?
    };
    found(option, Some(renamed(offer)))
}

/// The only element, if there is just one.
fn only<T>(mut among: impl Iterator<Item = T>) -> Option<T> {
    among.next().filter(|_| among.next().is_none())
}

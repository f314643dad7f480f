//! Which add-ons can be on together.

use std::sync::Arc;

use super::{AddonFile, Ruleset};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::ItemKind;

/// If there are more combinations than this, only some of them are looked at.
const MOST: usize = 64;

impl Ruleset {
    /// All sets of add-ons in which each has what it requires and nothing that it excludes, small sets first, in the manifest's order. If
    /// there are very many add-ons, only these sets: none, each add-on with what it requires, each pair, and all.
    pub fn combinations(&self) -> Vec<Vec<Arc<str>>> {
        let addons = &self.addons;
        let count = addons.len();
        let mut sets: Vec<u64> = if 1usize.checked_shl(count as u32).is_some_and(|all| all <= MOST) {
            (0..1 << count).collect()
        } else {
            let count = count.min(63);
            let pairs = (0..count).flat_map(|a| (0..=a).map(move |b| 1u64 << a | 1 << b));
            std::iter::once(0).chain(pairs).chain([(1 << count) - 1]).map(|set| self.closed(set)).collect()
        };
        sets.retain(|set| self.closed(*set) == *set && !excluded(addons, *set));
        sets.sort_by_key(|set| (set.count_ones(), *set));
        sets.dedup();
        sets.into_iter().map(|set| members(addons, set).map(|a| a.name.clone()).collect()).collect()
    }

    /// These add-ons with everything that they require, in the manifest's order.
    pub fn with_required(&self, wanted: &[Arc<str>]) -> Vec<Arc<str>> {
        let mut all: Vec<Arc<str>> = wanted.to_vec();
        let mut n = 0;
        while let Some(name) = all.get(n).cloned() {
            n += 1;
            for needed in self.addons.iter().filter(|a| a.name == name).flat_map(|a| &a.requires) {
                if !all.contains(needed) {
                    all.push(needed.clone());
                }
            }
        }
        self.addons.iter().map(|a| a.name.clone()).filter(|name| all.contains(name)).collect()
    }

    /// The set with everything that its members require, as far as that exists.
    fn closed(&self, set: u64) -> u64 {
        let all = self.with_required(&members(&self.addons, set).map(|addon| addon.name.clone()).collect::<Vec<_>>());
        let numbered = self.addons.iter().take(64).enumerate();
        numbered.filter(|(_, addon)| all.contains(&addon.name)).fold(0, |set, (n, _)| set | 1 << n)
    }

    /// The problems of add-ons that are on together, although each works by itself. Each problem occurs once, with the add-ons.
    pub fn clashes(&self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = vec![];
        let is_same = |a: &Diagnostic, b: &Diagnostic| (a.code, a.span) == (b.code, b.span);
        for addons in self.combinations() {
            let is_single = addons.iter().any(|addon| self.with_required(std::slice::from_ref(addon)) == addons);
            if addons.is_empty() || is_single || self.is_stopped(&addons, None) {
                continue;
            }
            for mut problem in self.weave(&addons).1 {
                if !found.iter().any(|known| is_same(known, &problem)) {
                    problem.message.push_str(&format!(" (with {})", addons.join(", ")));
                    found.push(problem);
                }
            }
        }
        found
    }
}

fn members(addons: &[AddonFile], set: u64) -> impl Iterator<Item = &AddonFile> {
    addons.iter().take(64).enumerate().filter(move |(n, _)| set >> n & 1 == 1).map(|(_, a)| a)
}

fn excluded(addons: &[AddonFile], set: u64) -> bool {
    members(addons, set).any(|addon| {
        let names = addon.tree.items.iter().filter_map(|i| match &i.kind {
            ItemKind::Excludes(names) => Some(names),
            _ => None,
        });
        names.flatten().any(|n| members(addons, set).any(|other| other.name == n.text))
    })
}

//! Where F8 stops: the problems of all files, then the failed tests.

use super::{RulesPane, Shown, tabs};
use crate::text::problems::{self, Mark};

/// A problem or a failure: whether it is a failed test, the index of its file among the tabs, and its place there.
type Stop = (bool, usize, usize);

impl RulesPane {
    /// Goes to the next stop after the cursor, or to the one before it if `back`, and round at the ends.
    pub(super) fn go_to_problem(&mut self, shown: &Shown<'_>, back: bool) {
        let names = tabs::names(shown);
        let stops = self.stops(shown, &names);
        let Some(here) = self.here(&names, &stops) else { return };
        let next = if back {
            stops.iter().rev().find(|stop| **stop < here).or(stops.last())
        } else {
            stops.iter().find(|stop| **stop > here).or(stops.first())
        };
        let Some((_, file, at)) = next else { return };
        // *Go back* returns to where the walk began, not to each stop.
        if stops.contains(&here) { self.show(&names[*file], *at..*at) } else { self.go_to(&names[*file], *at..*at) }
    }

    /// Returns all stops in their order.
    fn stops(&self, shown: &Shown<'_>, names: &[String]) -> Vec<Stop> {
        let Some(build) = shown.newest else { return vec![] };
        let mut stops = vec![];
        for (file, name) in names.iter().enumerate() {
            let given = shown.text(name).and_then(|text| text.as_ref().ok());
            let Some(text) = self.sheets.get(name).map(|sheet| sheet.text()).or(given.map(|text| &**text)) else { continue };
            let is_own = |mark: &Mark| !mark.is_related;
            let mut add = |is_test, marks: Vec<Mark>| {
                stops.extend(marks.iter().filter(|mark| is_own(mark)).map(|mark| (is_test, file, mark.range.start)));
            };
            add(false, problems::of(build, name, text));
            if self.results.is_of(build) {
                add(false, self.results.elsewhere(name, text));
                add(true, self.results.failures(name, text));
            }
        }
        stops.sort_unstable();
        stops.dedup();
        stops
    }

    /// Returns the cursor as a stop: among the failed tests if it is at one of them, or if there are no problems.
    fn here(&self, names: &[String], stops: &[Stop]) -> Option<Stop> {
        let file = names.iter().position(|name| *name == self.open)?;
        let at = self.sheets.get(&self.open)?.cursor().start;
        let is_at = |is_test| stops.contains(&(is_test, file, at));
        let has_problems = stops.first().is_some_and(|(is_test, ..)| !is_test);
        Some((!has_problems || is_at(true) && !is_at(false), file, at))
    }
}

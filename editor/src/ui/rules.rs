//! The Rules pane: the files of the ruleset as texts to edit, with their problems, names and tests where they stand.
//!
//! It changes nothing by itself: what was typed is asked for as an [`Act`], and comes back with the texts and builds of the next frame.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use interpreter::diagnostic::Diagnostic;
use interpreter::ruleset::{Text, Texts};

use crate::beside::{Beside, LOOK};
use crate::text::hover::NamePlace;
use crate::text::known::Known;
use crate::text::problems;
use crate::text::runs::Runs;
use crate::ui::problem::Problem;
use crate::workspace::Build;

mod below;
mod colours;
mod finder;
mod gutter;
mod keys;
mod marks;
mod page;
mod paper;
mod popup;
mod results;
mod sheet;
mod status;
mod table;
mod tabs;

pub use keys::Order;
use results::Results;
use sheet::Sheet;

/// What is asked of the rest of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A text says something else now; by its name, as problems give it.
    Write(String, Arc<str>),
}

/// What the pane shows.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// As they were read and typed.
    pub texts: &'a Texts,
    pub newest: Option<&'a Arc<Build>>,
    pub good: Option<&'a Arc<Build>>,
    /// Names of texts that are not in their files yet.
    pub unsaved: &'a BTreeSet<String>,
}

impl<'a> Shown<'a> {
    /// A text by its name.
    fn text(&self, name: &str) -> Option<&'a Text> {
        let texts = self.texts;
        match name.strip_prefix("tracks/") {
            Some(track) => texts.tracks.get(track.rsplit('/').next()?.strip_suffix(".ron")?),
            None => texts.files.get(name.strip_prefix(&*texts.name)?.strip_prefix('/')?),
        }
    }
}

/// The pane as it is used: what is open, where the cursors are, what was found.
#[derive(Default)]
pub struct RulesPane {
    /// The name of the text on show.
    open: String,
    /// The text whose tab was brought into view last.
    tab_shown: String,
    sheets: BTreeMap<String, Sheet>,
    /// Of the text on show, as far as it has been worked out.
    known: Option<(String, Known)>,
    /// Works it out.
    learning: Beside<(String, Known)>,
    /// Of which text and build that was asked last.
    learns: Option<(String, Arc<Build>)>,
    runs: Runs,
    results: Results,
    /// What lies below the text.
    below: Option<below::Below>,
    finder: finder::Finder,
    tables: table::Tables,
    /// Where one came from, to go back to.
    trail: Vec<(String, usize)>,
    /// Asked for from elsewhere, for the next frame.
    orders: Vec<Order>,
}

impl RulesPane {
    /// Does something as soon as the pane is shown.
    pub fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// Shows a place of a text; one can go back to where one was.
    pub fn go_to(&mut self, name: &str, range: Range<usize>) {
        if let Some(sheet) = self.sheets.get(&self.open) {
            self.trail.push((self.open.clone(), sheet.cursor().start));
        }
        self.show(name, range);
    }

    /// The same without taking the keyboard: whoever presses a key next means the race.
    pub fn point_at(&mut self, name: &str, range: Range<usize>) {
        self.go_to(name, range.clone());
        if let Some(sheet) = self.sheets.get_mut(name) {
            sheet.select_quietly(range);
        }
    }

    /// The name of the text on show.
    pub fn open(&self) -> &str {
        &self.open
    }

    /// What is selected in the text on show.
    pub fn selected(&self) -> Range<usize> {
        self.sheets.get(&self.open).map(Sheet::cursor).unwrap_or_default()
    }

    fn show(&mut self, name: &str, range: Range<usize>) {
        self.open = name.to_owned();
        self.sheets.entry(name.to_owned()).or_default().select(range);
    }

    fn go_back(&mut self) {
        if let Some((name, at)) = self.trail.pop() {
            self.show(&name, at..at);
        }
    }

    /// Shows where a name is declared.
    fn go_to_place(&mut self, place: Option<NamePlace>) {
        if let Some(place) = place {
            self.go_to(&place.name, place.range);
        }
    }

    /// Runs the tests of the newest build, unless they are run already, and takes what has been finished.
    pub fn test(&mut self, ctx: &egui::Context, newest: Option<&Arc<Build>>) {
        self.results.take(&mut self.runs, &mut self.below);
        if let Some(build) = newest.filter(|build| build.is_good()) {
            let ctx = ctx.clone();
            self.runs.run_all(build, move || ctx.request_repaint());
        }
    }

    /// What the tests have found that the build doesn't tell.
    pub fn told(&self, newest: Option<&Arc<Build>>) -> &[Problem] {
        newest.map_or(&[][..], |build| self.results.told(build))
    }

    /// What is known of names in the text on show, worked out anew for each build and text, beside the window. Until that is done, what
    /// was known before holds.
    fn learn(&mut self, shown: &Shown<'_>) {
        self.take_known();
        let wanted = Known::best(shown.newest, shown.good).map(|build| (&self.open, build));
        let is_wanted =
            |(name, build): &(String, Arc<Build>)| wanted.is_some_and(|(open, of)| name == open && Arc::ptr_eq(build, of));
        if self.learns.as_ref().is_some_and(is_wanted) {
            return;
        }
        self.known.take_if(|(name, _)| wanted.is_none_or(|(open, _)| name != open));
        self.learns = wanted.map(|(name, build)| (name.clone(), build.clone()));
        match self.learns.clone() {
            Some((name, build)) => self.learning.ask(move || {
                let known = Known::of(&build, &name);
                (name, known)
            }),
            None => self.learning.forget(),
        }
    }

    /// Takes what has been worked out about names.
    pub fn take_known(&mut self) {
        match self.learning.take() {
            Some(Ok(known)) => self.known = Some(known),
            Some(Err(why)) => {
                self.known = None;
                self.below =
                    Some(below::Below::Words(format!("What names mean can't be told, which is a fault of the program: {why}")));
            }
            None => {}
        }
    }

    /// Whether it is still being worked out what names mean.
    pub fn is_learning(&self) -> bool {
        self.learning.is_at_it()
    }

    /// Whether what names mean is told by this build.
    pub fn knows(&self, build: &Arc<Build>) -> bool {
        self.known.as_ref().is_some_and(|(_, known)| known.is_of(build))
    }

    /// The next test that failed, or the one before; round at the ends.
    fn go_to_failed(&mut self, back: bool) {
        let failed = self.results.failed();
        let here = (self.open.clone(), self.sheets.get(&self.open).map_or(0, |sheet| sheet.cursor().start));
        let next = if back {
            failed.iter().rev().find(|place| **place < here).or(failed.last())
        } else {
            failed.iter().find(|place| **place > here).or(failed.first())
        };
        if let Some((name, at)) = next {
            self.go_to(name, *at..*at);
        }
    }

    /// The next problem of the text on show, or of the next text that has any; where nothing is wrong, the next test that failed.
    fn go_to_problem(&mut self, shown: &Shown<'_>, back: bool) {
        let Some(build) = shown.newest else { return };
        let Some(sheet) = self.sheets.get(&self.open) else { return };
        let marks = problems::of(build, &self.open, sheet.text());
        if let Some(mark) = problems::next(&marks, sheet.cursor().start, back) {
            let range = mark.range.start..mark.range.start;
            return self.show(&self.open.clone(), range);
        }
        let place = |problem: &Diagnostic| {
            let span = problem.span?;
            Some((build.ruleset.sources.get(span.source).name.to_string(), span.start as usize))
        };
        match problems::all(build).find_map(place) {
            Some((name, at)) => self.go_to(&name, at..at),
            None => self.go_to_failed(back),
        }
    }
}

/// Shows the pane, and gives what was asked for in it.
pub fn rules_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>) -> Vec<Act> {
    let names = tabs::names(shown);
    if !names.contains(&pane.open) {
        pane.open = tabs::first(&names, shown);
        // It was of another ruleset, or of a text that is gone.
        pane.below = None;
    }
    let mut acts = pane.take_left(ui.ctx(), shown);
    if names.is_empty() {
        ui.weak("There are no rules to show.");
        return acts;
    }
    pane.learn(shown);
    if pane.is_learning() {
        ui.ctx().request_repaint_after(LOOK);
    }
    pane.test(ui.ctx(), shown.newest);
    // An order is older than anything that was typed in this frame.
    let is_there = pane.sheets.contains_key(&pane.open) && (pane.known.is_some() || !pane.is_learning());
    for order in if is_there { std::mem::take(&mut pane.orders) } else { vec![] } {
        let (name, before) = (pane.open.clone(), pane.sheets.get(&pane.open).map_or(0, Sheet::version));
        sheet::obey(ui, pane, shown, order);
        sheet::write(pane, &name, before, ui.input(|i| i.time), &mut acts);
    }
    tabs::tabs_ui(ui, pane, shown, &names);
    if table::table_ui(ui, pane, shown, &mut acts) {
        return acts;
    }
    finder::finder_ui(ui, pane);
    status::status_ui(ui, pane, shown, status::Of::Text);
    below::below_ui(ui, pane, shown);
    sheet::sheet_ui(ui, pane, shown, &mut acts);
    acts
}

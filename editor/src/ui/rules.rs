//! The Rules pane: the ruleset's files as texts to edit, with problems, names and tests at their places.
//!
//! The pane changes nothing by itself. It returns each typed text as an [`Act`], and gets the new texts and builds in the next frame.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use interpreter::ruleset::{Text, Texts};
use interpreter::source::Span;

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
pub mod gutter;
mod keys;
mod marks;
mod page;
pub mod paper;
mod popup;
mod results;
mod sheet;
mod status;
mod stops;
mod table;
mod tabs;

pub use keys::Order;
use results::Results;
use sheet::Sheet;

/// A request to the rest of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The new text of a file. The name is the one used in problems.
    Write(String, Arc<str>),
    /// Saves everything that was typed or drawn.
    Save,
    /// Copies the path of the file of a text.
    CopyPath(String),
}

/// The things the pane shows.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The texts as read or typed.
    pub texts: &'a Texts,
    pub newest: Option<&'a Arc<Build>>,
    pub good: Option<&'a Arc<Build>>,
    /// The names of the texts that differ from their files.
    pub unsaved: &'a BTreeSet<String>,
}

impl<'a> Shown<'a> {
    /// Returns the text with this name.
    fn text(&self, name: &str) -> Option<&'a Text> {
        let texts = self.texts;
        match name.strip_prefix("tracks/") {
            Some(track) => texts.tracks.get(track.rsplit('/').next()?.strip_suffix(".ron")?),
            None => texts.files.get(name.strip_prefix(&*texts.name)?.strip_prefix('/')?),
        }
    }
}

/// The pane's state: the open file, the cursors, the search.
#[derive(Default)]
pub struct RulesPane {
    /// The name of the open text.
    open: String,
    /// The text whose tab was last scrolled into view.
    tab_shown: String,
    sheets: BTreeMap<String, Sheet>,
    /// The names visible in the open text, as far as they have been collected.
    known: Option<(String, Known)>,
    /// The job that collects them.
    learning: Beside<(String, Known)>,
    /// The text and the build that the last job was started for.
    learns: Option<(String, Arc<Build>)>,
    runs: Runs,
    results: Results,
    /// The panel below the text.
    below: Option<below::Below>,
    finder: finder::Finder,
    tables: table::Tables,
    /// The places that *Go back* returns to.
    trail: Vec<(String, usize)>,
    /// Orders from outside the pane, obeyed in the next frame.
    orders: Vec<Order>,
    /// Whether keys go to the open text, or did until a menu was opened.
    is_typed_in: bool,
    steps: Option<[bool; 2]>,
    /// The step to take in the next frame, with `true` for redo.
    wanted_step: Option<bool>,
}

impl RulesPane {
    /// Obeys an order in the next frame that shows the pane.
    pub fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// Whether a step can be undone, and whether one can be redone, in the text that is typed in or is open as a table.
    pub fn steps(&self) -> Option<[bool; 2]> {
        self.steps
    }

    /// Undoes or redoes a step in the open text, in the next frame that shows it.
    pub fn step(&mut self, again: bool) {
        self.wanted_step = Some(again);
    }

    /// Whether a list of words is open below the cursor.
    pub fn is_completing(&self) -> bool {
        self.sheets.get(&self.open).is_some_and(|sheet| sheet.popup.is_some())
    }

    /// Shows a place in a text. *Go back* returns to the current one.
    pub fn go_to(&mut self, name: &str, range: Range<usize>) {
        if let Some(sheet) = self.sheets.get(&self.open) {
            self.trail.push((self.open.clone(), sheet.cursor().start));
        }
        self.show(name, range);
    }

    /// Like [`go_to`](Self::go_to), without taking the keyboard focus: the next key belongs to the race.
    pub fn point_at(&mut self, name: &str, range: Range<usize>) {
        self.go_to(name, range.clone());
        if let Some(sheet) = self.sheets.get_mut(name) {
            sheet.select_quietly(range);
        }
    }

    /// The name of the open text.
    pub fn open(&self) -> &str {
        &self.open
    }

    /// The selection in the open text.
    pub fn selected(&self) -> Range<usize> {
        self.sheets.get(&self.open).map(Sheet::cursor).unwrap_or_default()
    }

    /// Puts a text on its sheet as it is now, so that later changes to it can be undone there.
    pub fn open_text(&mut self, name: &str, text: &Arc<str>) {
        sheet::taken(self, name, text);
    }

    /// Undoes or redoes a step in a text that is changed elsewhere than in the pane, if `again` asks for it. Returns whether a step can be
    /// undone, and whether one can be redone.
    pub fn step_in(&mut self, name: &str, text: &Arc<str>, again: Option<bool>, now: f64) -> ([bool; 2], Vec<Act>) {
        let mut acts = vec![];
        self.open_text(name, text);
        let can = sheet::step(self, name, again, now, &mut acts);
        (can, acts)
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

    /// Runs the tests of the newest build, unless they ran already, and takes the results of runs that have ended.
    pub fn test(&mut self, ctx: &egui::Context, newest: Option<&Arc<Build>>) {
        self.results.take(&mut self.runs, &mut self.below);
        if let Some(build) = newest.filter(|build| build.is_good()) {
            let ctx = ctx.clone();
            self.runs.run_all(build, move || ctx.request_repaint());
        }
    }

    /// The problems found by tests that the build itself doesn't report.
    pub fn told(&self, newest: Option<&Arc<Build>>) -> &[Problem] {
        newest.map_or(&[][..], |build| self.results.told(build))
    }

    /// Collects the names visible in the open text on a thread, for each new build and text. Until the job ends, the earlier names stay in
    /// use.
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

    /// Takes the names that the job has collected.
    pub fn take_known(&mut self) {
        match self.learning.take() {
            Some(Ok(known)) => self.known = Some(known),
            Some(Err(why)) => {
                self.known = None;
                self.below =
                    Some(below::Below::Words(format!("Names can't be looked up, which is a fault of the program: {why}")));
            }
            None => {}
        }
    }

    /// Whether names are still being collected.
    pub fn is_learning(&self) -> bool {
        self.learning.is_at_it()
    }

    /// Whether the collected names come from this build.
    pub fn knows(&self, build: &Arc<Build>) -> bool {
        self.known.as_ref().is_some_and(|(_, known)| known.is_of(build))
    }

    /// Counts the problems in a file, or in all of them.
    fn problems_in(&self, shown: &Shown<'_>, name: Option<&str>) -> usize {
        let Some(build) = shown.newest else { return 0 };
        let is_there = |span: Span| name.is_none_or(|name| *build.ruleset.sources.get(span.source).name == *name);
        let own = problems::all(build).filter(|problem| problem.span.map_or(name.is_none(), is_there)).count();
        own + if self.results.is_of(build) { self.results.count_elsewhere(name) } else { 0 }
    }
}

/// Shows the pane and returns its requests.
pub fn rules_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>) -> Vec<Act> {
    let names = tabs::names(shown);
    if !names.contains(&pane.open) {
        pane.open = tabs::first(&names, shown);
        // It belonged to another ruleset, or to a text that is gone.
        pane.below = None;
    }
    let mut acts = pane.take_left(ui.ctx(), shown);
    pane.steps = None;
    if names.is_empty() {
        ui.weak("There are no rules to show.");
        return acts;
    }
    pane.learn(shown);
    if pane.is_learning() {
        ui.ctx().request_repaint_after(LOOK);
    }
    pane.test(ui.ctx(), shown.newest);
    // Orders come first: they are older than anything typed in this frame.
    let is_there = pane.sheets.contains_key(&pane.open) && (pane.known.is_some() || !pane.is_learning());
    for order in if is_there { std::mem::take(&mut pane.orders) } else { vec![] } {
        let (name, before) = (pane.open.clone(), pane.sheets.get(&pane.open).map_or(0, Sheet::version));
        sheet::obey(ui, pane, shown, order);
        sheet::write(pane, &name, before, ui.input(|i| i.time), &mut acts);
    }
    tabs::tabs_ui(ui, pane, shown, &names, &mut acts);
    if table::table_ui(ui, pane, shown, &mut acts) {
        return acts;
    }
    finder::finder_ui(ui, pane);
    status::status_ui(ui, pane, shown, status::Of::Text);
    below::below_ui(ui, pane, shown);
    sheet::sheet_ui(ui, pane, shown, &mut acts);
    acts
}

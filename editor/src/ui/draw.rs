//! The drawing table in the window: the board, with tools, palette and inspector around it. The document and its edits live in
//! [`drawing`](crate::drawing); this module shows them and passes requests on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub mod board;
pub mod field;
mod history;
mod inspector;
mod layers;
mod looks;
mod palette;
mod pick;
mod problems;
pub mod rows;
mod shapes;
mod steps;
mod swatch;
pub mod tools;

pub use board::vision::Vision;
pub use history::history_ui;
pub use inspector::inspector_ui;
pub use layers::layers_ui;
pub use looks::{LookEdit, looks_ui};
pub use problems::{counted as counted_problems, errors as errors_words, label as problem_label, problems_ui};
pub use steps::{counted as counted_steps, steps_ui};
pub use tools::{GRID, tools_ui};

use pick::Pick;

use super::sheet::camera::Camera;
use crate::drawing::kit::KitList;
use crate::drawing::problems::watch::Watch;
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Desk, Key};
use crate::fault::unwound;

/// A request from a pane of the drawing table.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    Do(Deed),
    /// Moves the view of the sheet; `None` shows all of it.
    Look(Option<Camera>),
    /// Shows the selection, or everything, as large as possible.
    LookAtSelected,
    See(Vision),
    /// Waits for a click on a space, which becomes this value.
    Pick(Pick),
    /// Goes to a thing's field in the inspector.
    Field(Key, Arc<str>),
    /// Asks for something to be done with the ruleset's stamps and templates. The window does it.
    Kit(KitList, KitAct),
    /// Opens a look in the pane of looks.
    OpenLook(Arc<str>),
    /// Changes a look in the manifest. The window does it.
    SetLook(LookEdit),
    /// Undoes a change of the manifest, or redoes one if it is `true`.
    StepLooks(bool),
    /// The same for the text that a look or a brush was written into last.
    StepText(bool),
    /// Adds a brush: a case of this enum, under a name as it is typed.
    AddBrush(Arc<str>, String),
    /// Chooses a file as the icon of a look, in the system's dialog.
    ChooseIcon(String),
    /// Copies a file into the ruleset's folder and makes it the icon of a look.
    OwnIcon(String, PathBuf),
}

/// A request about stamps or templates.
#[derive(Clone, PartialEq, Debug)]
pub enum KitAct {
    /// Saves what was picked up or is selected, under a name to be typed.
    Save,
    /// Gives the one with this name another name, to be typed.
    Rename(Arc<str>),
    Remove(Arc<str>),
}

/// How long problems wait for the next look at them while things are dragged, in seconds.
const WAIT: f64 = 0.1;

/// A track being drawn, with the window's view of it.
pub struct Draw {
    pub desk: Desk,
    pub camera: Option<Camera>,
    /// The kind of eyesight that the board is shown for.
    pub vision: Vision,
    pub canvas: board::Canvas,
    /// Looks for problems on a thread.
    pub watch: Watch,
    /// When it was last looked for problems, in seconds of egui's time.
    looked: f64,
    /// What the next click on a space is for.
    pub pick: Option<Pick>,
    /// The field of the selection that the inspector goes to next.
    pub wanted_field: Option<Arc<str>>,
    /// The search and scroll position of the palette.
    shelf: palette::Shelf,
    pub steps: steps::StepsShelf,
    looks: looks::LooksShelf,
    /// Values that the inspector has worked out.
    inspected: inspector::Inspected,
}

impl Draw {
    pub fn new(desk: Desk) -> Draw {
        let (vision, canvas, watch) = (Vision::Full, board::Canvas::default(), Watch::default());
        Draw {
            desk,
            camera: None,
            vision,
            canvas,
            watch,
            looked: f64::NEG_INFINITY,
            pick: None,
            wanted_field: None,
            shelf: Default::default(),
            steps: Default::default(),
            looks: Default::default(),
            inspected: Default::default(),
        }
    }

    /// Where the board was last drawn.
    pub fn view(&self) -> Option<egui::Rect> {
        self.canvas.view
    }

    /// The size of the sheet in millimetres.
    fn sheet(&self) -> egui::Vec2 {
        let sheet = self.desk.document().header().sheet();
        egui::vec2(sheet.width as f32, sheet.height as f32)
    }

    /// The view of the board as it is shown: as it was left, else of the whole sheet.
    pub fn seen(&self) -> Camera {
        let paper = egui::Rect::from_min_size(egui::Pos2::ZERO, self.sheet());
        let view = self.view().unwrap_or(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0)));
        self.camera.or(self.canvas.camera).unwrap_or(Camera::fit(paper, view))
    }

    /// Carries out a pane's request.
    pub fn apply(&mut self, act: Act) {
        match act {
            Act::Do(deed) => {
                if let Some(deed) = self.picked(deed) {
                    self.desk.apply(deed);
                }
            }
            Act::Look(camera) => {
                self.camera = camera;
                self.canvas.fit();
            }
            Act::LookAtSelected => self.camera = self.canvas.camera_for_selected(&mut self.desk),
            Act::See(vision) => self.vision = vision,
            Act::Kit(..) | Act::SetLook(_) | Act::StepLooks(_) | Act::StepText(_) | Act::AddBrush(..) => {}
            Act::OpenLook(name) => self.looks.open(&name),
            Act::ChooseIcon(_) | Act::OwnIcon(..) => {}
            Act::Pick(pick) => self.pick = Some(pick),
            Act::Field(key, name) => {
                self.desk.apply(Deed::Select(vec![key], Mode::Replace));
                self.wanted_field = Some(name);
            }
        }
    }

    /// Carries out something that may panic. After a panic, the document and the selection are restored; only what the hand was doing is
    /// lost.
    ///
    /// # Errors
    /// Returns the panic's message.
    pub fn tried(&mut self, act: impl FnOnce(&mut Draw)) -> Result<(), String> {
        let (before, selected) = (self.desk.drawing.before(), self.desk.selected.clone());
        unwound(|| act(self)).inspect_err(|_| self.desk.go_back(before, selected))
    }

    /// Looks for problems on the newest board, unless that is already going on. Every pane calls this. While things are dragged, it looks now
    /// and then only: the list is read when they rest.
    pub fn look_for_problems(&mut self, ctx: &egui::Context) {
        self.vision.shows(ctx);
        let now = ctx.input(|i| i.time);
        if self.desk.is_moving() && (0.0..WAIT).contains(&(now - self.looked)) {
            return ctx.request_repaint_after(Duration::from_secs_f64(WAIT));
        }
        self.looked = now;
        let (drawing, ctx) = (&self.desk.drawing, ctx.clone());
        let name = self.desk.on_disk.track_name();
        self.watch.look(drawing.version(), &self.desk.checker, drawing.document(), &name, move || ctx.request_repaint());
    }

    /// Returns the things that the board marks as having problems, each with whether one is an error. Ignored problems are left out, and
    /// what is still to be drawn isn't wrong.
    pub fn marks(&self) -> BTreeMap<Key, bool> {
        let problems = self.watch.problems().iter().filter(|problem| problem.ignored.is_none() && !problem.is_step);
        let mut marks = BTreeMap::new();
        for problem in problems {
            for key in problem.keys().take(problem.lies_at) {
                *marks.entry(key).or_insert(false) |= problem.is_error;
            }
        }
        marks
    }
}

//! What can be pulled with Select besides items: guides, and the title, legend and profile, which lie wherever there is room until the track
//! keeps them somewhere.

use egui::{CursorIcon, Pos2, Rect, Stroke, StrokeKind, Vec2};
use interpreter::data::manifest::board::PLACES;
use kurbo::Point;

use super::refused::say_ui;
use super::rulers::{COLOUR, GuideDrag, is_free, step};
use super::{Canvas, SLACK};
use crate::board::art::{Panel, PulledPanel};
use crate::drawing::edit::written_place;
use crate::drawing::hand::Tool;
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Desk, Edit, Fields};
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::camera::Camera;

/// A panel lies where it is pulled to if it is as near as this, in millimetres: places for panels lie about so far apart.
const NEAR: f32 = 4.0;

/// What is being pulled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pulled {
    Guide(GuideDrag),
    Panel(PanelDrag),
}

/// A panel that is being pulled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PanelDrag {
    panel: Panel,
    /// Where it lay, where it was taken, and how far it has been pulled.
    frame: Rect,
    from: Pos2,
    by: Vec2,
}

impl Pulled {
    /// What a press at a position of the screen takes.
    pub fn at(canvas: &Canvas, desk: &mut Desk, camera: Camera, view: Rect, at: Pos2) -> Option<Pulled> {
        if let Some(guide) = GuideDrag::at(desk, camera, view, at) {
            return Some(Pulled::Guide(guide));
        }
        if desk.hand.tool != Tool::Select || desk.hand.grips().is_some() {
            return None;
        }
        let from = camera.to_sheet(view, at);
        let panel = canvas.panel_at(from).filter(|panel| panel.part().is_some())?;
        let frame = canvas.panel_frame(panel)?;
        is_free(desk, from).then_some(Pulled::Panel(PanelDrag { panel, frame, from, by: Vec2::ZERO }))
    }

    pub fn pull(&mut self, desk: &Desk, camera: Camera, view: Rect, at: Pos2) {
        match self {
            Pulled::Guide(guide) => guide.pull(desk, camera, view, at),
            Pulled::Panel(drag) => {
                let by = camera.to_sheet(view, at) - drag.from;
                // A click that trembles pulls nothing.
                if drag.by != Vec2::ZERO || by.length() * camera.scale > SLACK {
                    let (middle, step) = (drag.frame.center(), step(desk, camera) as f32);
                    drag.by = ((middle + by) / step).round() * step - middle;
                }
            }
        }
    }

    /// What letting go does.
    pub fn let_go(self, desk: &Desk, canvas: &Canvas) -> Option<Deed> {
        match self {
            Pulled::Guide(guide) => guide.let_go(desk),
            Pulled::Panel(drag) if drag.by == Vec2::ZERO => Some(Deed::Select(vec![], Mode::Replace)),
            Pulled::Panel(drag) => {
                let lies = canvas.easel.landing(drag.pulled()?)?;
                keep(desk, drag.panel, Some(lies.center())).map(Deed::Edit)
            }
        }
    }

    pub fn cursor(self) -> CursorIcon {
        match self {
            Pulled::Guide(guide) => guide.cursor(),
            Pulled::Panel(_) => CursorIcon::Move,
        }
    }

    pub fn guide(self) -> Option<GuideDrag> {
        if let Pulled::Guide(guide) = self { Some(guide) } else { None }
    }

    /// The panel that is being pulled, and where to.
    pub fn panel(self) -> Option<PulledPanel> {
        if let Pulled::Panel(drag) = self { drag.pulled() } else { None }
    }

    /// Draws a frame around a panel where it will lie, and a thin one where it is pulled to if that is elsewhere.
    pub fn show(self, sheet: &OnSheet<'_>, canvas: &Canvas) {
        let Pulled::Panel(drag) = self else { return };
        let framed = |frame: Rect, width: f32| {
            let frame = Rect::from_two_pos(sheet.at(frame.min), sheet.at(frame.max));
            sheet.painter.rect_stroke(frame, 4.0, Stroke::new(width, COLOUR), StrokeKind::Middle);
        };
        let to = drag.frame.translate(drag.by);
        let lies = canvas.easel.landed().map_or(Some(drag.frame), |(_, lies)| lies);
        lies.iter().for_each(|lies| framed(*lies, 2.0));
        if lies.is_none_or(|lies| lies.center().distance(to.center()) > NEAR) {
            framed(to, 1.0);
        }
    }
}

impl PanelDrag {
    fn pulled(self) -> Option<PulledPanel> {
        (self.by != Vec2::ZERO).then(|| (self.panel, self.frame.center() + self.by))
    }
}

/// Says at the pointer that there is no room where a panel is pulled.
pub fn no_room_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, canvas: &Canvas, over: Option<Pos2>) {
    let Some(((panel, to), lies)) = canvas.easel.landed().filter(|_| canvas.pulled.is_some()) else { return };
    let words = match lies {
        Some(lies) if lies.center().distance(to) <= NEAR => return,
        Some(_) => format!("No room here. The {} will lie in the thick frame.", panel.name()),
        None => format!("The sheet has no room for the {}.", panel.name()),
    };
    // Above the pointer, it doesn't cover a panel that will lie below.
    let is_above = lies.is_some_and(|lies| lies.center().y > to.y);
    let edge = ui.visuals().window_stroke;
    say_ui(ui, sheet, (over.unwrap_or_else(|| sheet.at(to)), is_above), edge, &words);
}

/// The title, legend or profile that the right button was pressed on, and where its middle lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClickedPanel {
    pub panel: Panel,
    pub middle: Pos2,
}

impl ClickedPanel {
    /// Whether the track says where it lies.
    pub fn is_kept(self, desk: &Desk) -> bool {
        self.panel.part().is_some_and(|part| desk.document().header().board().place(part).is_some())
    }

    /// The edit that keeps it where it lies, or lets it lie where there is room again.
    pub fn toggled(self, desk: &Desk) -> Option<Edit> {
        keep(desk, self.panel, (!self.is_kept(desk)).then_some(self.middle))
    }
}

/// The edit that lets a panel lie where there is room; `None` if the track doesn't keep it anywhere.
pub fn let_lie(desk: &Desk, panel: Panel) -> Option<Edit> {
    desk.document().header().board().place(panel.part()?)?;
    keep(desk, panel, None)
}

/// The edit that keeps the middle of a panel somewhere on the sheet; with `None`, it lies where there is room again.
fn keep(desk: &Desk, panel: Panel, at: Option<Pos2>) -> Option<Edit> {
    let name = PLACES[panel.part()? as usize];
    let mut said = match desk.document().header().get("board") {
        Some(board) => Fields::read(board)?,
        None => Fields::default(),
    };
    said.set(name, at.map(|at| written_place(Point::new(f64::from(at.x), f64::from(at.y)))));
    let value = (!said.is_empty()).then(|| said.written().into());
    let (what, how) = if at.is_some() { ("keep", "in its place") } else { ("place", "automatically") };
    Some(Edit::All(format!("{what} the {} {how}", panel.name()), vec![Edit::Track { name: "board".into(), value }]))
}

//! Rulers along the top and the left, in millimetres, and the guides that are pulled out of them.

use egui::{Align2, Color32, CursorIcon, FontId, Pos2, Rect, Stroke, pos2, vec2};
use kurbo::Point;

use super::grid::lines;
use crate::drawing::guides::Guides;
use crate::drawing::hand::Tool;
use crate::drawing::hit::Hit;
use crate::drawing::{Deed, Desk, Edit};
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::camera::Camera;

/// How wide a ruler is, in points.
pub const STRIP: f32 = 20.0;
/// How near to a guide a press takes it, in points.
const NEAR: f32 = 4.0;
/// Below this many points to the millimetre, things are pulled to whole millimetres.
const COARSE: f32 = 6.0;
pub const COLOUR: Color32 = Color32::from_rgb(0x0b, 0x9a, 0xc4);

/// A guide that is being pulled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuideDrag {
    pub is_upright: bool,
    /// Where it was; `None` for one that comes out of a ruler.
    from: Option<f64>,
    /// Where it is now; `None` where letting go removes it.
    to: Option<f64>,
}

/// A guide that lies there: whether it leads from top to bottom, and where.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuideAt {
    pub is_upright: bool,
    pub at: f64,
}

impl GuideAt {
    /// The edit that moves it; `None` removes it.
    pub fn moved(self, desk: &Desk, to: Option<f64>) -> Edit {
        Guides::of(desk.document().header()).changed(self.is_upright, Some(self.at), to)
    }
}

/// Whether a position of the screen is on a ruler.
pub fn is_on_ruler(desk: &Desk, view: Rect, at: Pos2) -> bool {
    desk.hand.settings.aids.has_rulers && (at.x < view.min.x + STRIP || at.y < view.min.y + STRIP)
}

/// The guide at a position of the screen, if nothing else lies there.
pub fn guide_at(desk: &mut Desk, camera: Camera, view: Rect, at: Pos2) -> Option<GuideAt> {
    if !desk.hand.settings.aids.shows_guides {
        return None;
    }
    let guides = Guides::of(desk.document().header());
    let on = camera.to_sheet(view, at);
    let found = [(true, on.x), (false, on.y)].into_iter().find_map(|(is_upright, n)| {
        let near = |guide: &&f64| (**guide as f32 - n).abs() * camera.scale <= NEAR;
        guides.side(is_upright).iter().find(near).map(|at| GuideAt { is_upright, at: *at })
    })?;
    is_free(desk, on).then_some(found)
}

/// Whether nothing lies at a place of the sheet, but for what lies below spaces.
pub fn is_free(desk: &mut Desk, on: Pos2) -> bool {
    let hit = desk.places().at(Point::new(f64::from(on.x), f64::from(on.y)), 0.0);
    hit.is_none_or(|hit| matches!(hit, Hit::Below(_)))
}

/// The step in which things are pulled, in millimetres: that of the grid, or as fine as one can see.
pub fn step(desk: &Desk, camera: Camera) -> f64 {
    let usual = if camera.scale < COARSE { 1.0 } else { 0.1 };
    desk.hand.settings.aids.grid.filter(|side| *side > 0.0).unwrap_or(usual)
}

impl GuideDrag {
    /// What a press at a position of the screen takes: a new guide out of a ruler, or one that lies there free.
    pub fn at(desk: &mut Desk, camera: Camera, view: Rect, at: Pos2) -> Option<GuideDrag> {
        if is_on_ruler(desk, view, at) {
            let (in_left, in_top) = (at.x < view.min.x + STRIP, at.y < view.min.y + STRIP);
            return (in_left != in_top).then_some(GuideDrag { is_upright: in_left, from: None, to: None });
        }
        if desk.hand.tool != Tool::Select || desk.hand.grips().is_some() {
            return None;
        }
        let GuideAt { is_upright, at } = guide_at(desk, camera, view, at)?;
        Some(GuideDrag { is_upright, from: Some(at), to: Some(at) })
    }

    pub fn pull(&mut self, desk: &Desk, camera: Camera, view: Rect, at: Pos2) {
        let strip = if desk.hand.settings.aids.has_rulers { STRIP } else { 0.0 };
        let is_back = if self.is_upright { at.x < view.min.x + strip } else { at.y < view.min.y + strip };
        let on = camera.to_sheet(view, at);
        let on = f64::from(if self.is_upright { on.x } else { on.y });
        let step = step(desk, camera);
        self.to = (!is_back && view.contains(at)).then_some((on / step).round() * step);
    }

    /// What letting go does.
    pub fn let_go(self, desk: &Desk) -> Option<Deed> {
        let guides = Guides::of(desk.document().header());
        (self.from != self.to).then(|| Deed::Edit(guides.changed(self.is_upright, self.from, self.to)))
    }

    pub fn cursor(self) -> CursorIcon {
        if self.is_upright { CursorIcon::ResizeHorizontal } else { CursorIcon::ResizeVertical }
    }
}

/// The camera after which rulers that are new don't cover an edge of the sheet that was seen: moved as far as it takes, or the one that shows
/// everything where that would push another edge out of the view. `None` where they cover none.
pub fn uncovered(camera: Camera, view: Rect, paper: Rect, everything: Camera) -> Option<Camera> {
    let shown = Rect::from_min_max(camera.to_screen(view, paper.min), camera.to_screen(view, paper.max));
    let covered = |at: f32, edge: f32| if (edge..edge + STRIP).contains(&at) { edge + STRIP - at } else { 0.0 };
    let by = vec2(covered(shown.min.x, view.min.x), covered(shown.min.y, view.min.y));
    let moved = shown.translate(by);
    let is_pushed_out =
        shown.max.x <= view.max.x && moved.max.x > view.max.x || shown.max.y <= view.max.y && moved.max.y > view.max.y;
    (by != egui::Vec2::ZERO).then(|| if is_pushed_out { everything } else { camera.pan(by) })
}

impl OnSheet<'_> {
    /// Draws the guides; the one that is pulled lies where the pointer is.
    pub fn guides(&self, guides: &Guides, pulled: Option<GuideDrag>) {
        for is_upright in [true, false] {
            let is_held = |at: f64| pulled.is_some_and(|p| p.is_upright == is_upright && p.from == Some(at));
            for at in guides.side(is_upright).iter().filter(|at| !is_held(**at)) {
                self.guide(is_upright, *at, 1.0);
            }
        }
        if let Some(pulled) = pulled
            && let Some(to) = pulled.to
        {
            let at = self.guide(pulled.is_upright, to, 2.0);
            let corner =
                if pulled.is_upright { pos2(at.x + 6.0, at.y + STRIP + 4.0) } else { pos2(at.x + STRIP + 4.0, at.y + 4.0) };
            self.painter.text(corner, Align2::LEFT_TOP, format!("{to:.1} mm"), FontId::proportional(13.0), COLOUR);
        }
    }

    fn guide(&self, is_upright: bool, at: f64, width: f32) -> Pos2 {
        let on = self.at(pos2(at as f32, at as f32));
        let stroke = Stroke::new(width, COLOUR);
        if is_upright {
            self.painter.vline(on.x, self.view.y_range(), stroke);
            pos2(on.x, self.view.min.y)
        } else {
            self.painter.hline(self.view.x_range(), on.y, stroke);
            pos2(self.view.min.x, on.y)
        }
    }

    /// Draws both rulers, with a mark where the pointer is.
    pub fn rulers(&self, over: Option<Pos2>) {
        let (view, theme) = (self.view, self.theme);
        let strips = [view.with_max_y(view.min.y + STRIP), view.with_max_x(view.min.x + STRIP)];
        for strip in strips {
            self.painter.rect_filled(strip, 0.0, theme.paper);
        }
        let (min, max) = (self.camera.to_sheet(view, view.min), self.camera.to_sheet(view, view.max));
        let (font, stroke) = (FontId::proportional(9.0), Stroke::new(1.0, theme.ink.gamma_multiply(0.6)));
        let long = |is_strong: bool| if is_strong { STRIP } else { STRIP * 0.3 };
        for (x, is_strong) in lines(0.1, self.camera.scale, (min.x, max.x)) {
            let at = self.at(pos2(x, 0.0)).x;
            self.painter.vline(at, view.min.y + STRIP - long(is_strong)..=view.min.y + STRIP, stroke);
            if is_strong {
                self.painter.text(pos2(at + 2.0, view.min.y), Align2::LEFT_TOP, format!("{x:.0}"), font.clone(), theme.ink);
            }
        }
        for (y, is_strong) in lines(0.1, self.camera.scale, (min.y, max.y)) {
            let at = self.at(pos2(0.0, y)).y;
            self.painter.hline(view.min.x + STRIP - long(is_strong)..=view.min.x + STRIP, at, stroke);
            if is_strong {
                self.painter.text(pos2(view.min.x + 1.0, at + 1.0), Align2::LEFT_TOP, format!("{y:.0}"), font.clone(), theme.ink);
            }
        }
        if let Some(over) = over {
            let mark = Stroke::new(1.5, COLOUR);
            self.painter.vline(over.x, strips[0].y_range(), mark);
            self.painter.hline(strips[1].x_range(), over.y, mark);
        }
        let corner = Rect::from_min_size(view.min, vec2(STRIP, STRIP));
        self.painter.rect_filled(corner, 0.0, theme.paper);
        self.painter.text(corner.center(), Align2::CENTER_CENTER, "mm", font, theme.ink);
        for strip in strips {
            self.painter.rect_stroke(strip, 0.0, Stroke::new(1.0, theme.paper_edge), egui::StrokeKind::Inside);
        }
    }
}

//! The sheet with everything on it, the tool in hand, and the tool's drawings.
//!
//! Keys here: Enter, Backspace and Escape go to the tool. Arrows nudge by a millimetre, with Shift by ten. `.` and `,` walk forwards and
//! back along the links, Alt with an arrow goes to the linked space in that direction. Home shows everything, F the selection.

use egui::{FontId, Pos2, Rect, Sense, vec2};
use kurbo::Point;

use super::{Act, Draw};
use crate::board::Placed;
use crate::board::art::{ArtPart, Panel};
use crate::drawing::decor::is_label;
use crate::drawing::guides::Guides;
use crate::drawing::hand::{HandKey, Handle, Pointer, PointerIs, Tool};
use crate::drawing::hit::Hit;
use crate::drawing::layers::Layer;
use crate::drawing::looks::Look;
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Desk, Document, Edit, Item, Key, List, shapes};
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::art::Easel;
use crate::ui::sheet::camera::Camera;
use crate::ui::sheet::moved_camera;
use crate::ui::sheet::pictures::Pictures;
use crate::ui::theme::Theme;
use crate::ui::words::sentence;

mod ask;
pub mod grid;
mod hover;
mod keys;
mod nodes;
mod overlay;
pub mod painting;
mod pulled;
mod refused;
mod rulers;
pub mod scene;
pub mod vision;

use hover::hover;
pub use painting::{Letters, Painting};
pub use pulled::ClickedPanel;
use pulled::Pulled;
use refused::{Refused, refused_ui, warning_ui};
pub use rulers::GuideAt;

/// What the right button was pressed on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Under {
    #[default]
    Ground,
    Space,
    Link,
    Path,
    /// A label or a picture.
    Decor,
    /// An area or a stroke.
    Shape,
    /// Anything that is locked.
    Locked,
    /// The line of the course in hand.
    Course,
    Guide(GuideAt),
    Ruler,
    /// What the program draws beside the spaces.
    Art(Panel),
}

impl Under {
    /// What something is that the program draws beside the spaces.
    pub fn art_words(self) -> Option<&'static str> {
        let Under::Art(panel) = self else { return None };
        Some(match panel {
            Panel::Title => "Title: the name of the track",
            Panel::Legend => "Legend: the looks that have a text for it",
            Panel::Profile => "Profile: the heights along the course",
            Panel::Sign => "Sign: what the look of these spaces says",
        })
    }

    fn of(document: &Document, key: Option<Key>) -> Under {
        match key.and_then(|key| document.find(key)) {
            Some((_, _, item)) if document.layers().lies(item).is_locked => Under::Locked,
            Some((List::Spaces, ..)) => Under::Space,
            Some((List::Links, ..)) => Under::Link,
            Some((List::Paths, ..)) => Under::Path,
            Some((List::Decor, _, item)) if shapes::is_drawn(item) => Under::Shape,
            Some((List::Decor, ..)) => Under::Decor,
            Some((List::Courses, ..)) | None => Under::Ground,
        }
    }
}

/// The canvas's memory from frame to frame.
#[derive(Default)]
pub struct Canvas {
    scene: scene::Scene,
    easel: Easel,
    pictures: Pictures,
    /// The text being typed for the hand.
    typed: Option<ask::Typed>,
    /// Where and when the button was last pressed. A second press nearby, soon after, is a double click.
    last_press: Option<(Pos2, f64)>,
    is_down: bool,
    /// The label on which the button went down twice.
    twice: Option<Key>,
    pulled: Option<Pulled>,
    /// Whether there were rulers when the canvas was last drawn.
    had_rulers: bool,
    /// The view that shows everything, the sheet it shows, and where in the window.
    fitted: Option<(Camera, Rect, Rect)>,
    /// Where the canvas was last drawn.
    pub view: Option<Rect>,
    /// The view of the sheet as it was last drawn.
    pub camera: Option<Camera>,
    refused: Refused,
    /// What the right button was last pressed on.
    pub under: Under,
    /// The canvas as it was last shown, for the menu of the right button.
    pub shown: Option<egui::Response>,
}

/// How near to a thing a click must be to hit it, in points.
const SLACK: f32 = 6.0;
/// The most seconds and points between the two presses of a double click.
const DOUBLE: (f64, f32) = (0.35, 6.0);
/// The margin around things shown as large as possible, in millimetres.
const ROOM: f32 = 8.0;
/// With more selected things than this, their frames are thin.
const MANY: usize = 12;
/// The height of the words at the foot of the sheet, in points.
const FOOT: f32 = 34.0;

impl Canvas {
    /// Fits everything into the view anew when it is next drawn.
    pub fn fit(&mut self) {
        self.fitted = None;
    }

    /// Returns the view that shows everything within `bounds`, which is `fit` at first. It stays as it is for as long as it does so, so that
    /// the board doesn't move under the pointer while one draws. Another sheet, or another place in the window, is fitted at once.
    fn fitted(&mut self, fit: Camera, bounds: Rect, paper: Rect, free: Rect) -> Camera {
        let view = self.view.unwrap_or(free);
        let shows = |camera: Camera| {
            let seen = Rect::from_two_pos(camera.to_sheet(view, free.min), camera.to_sheet(view, free.max));
            self.is_down || seen.contains_rect(bounds)
        };
        let stays = self.fitted.filter(|&(camera, of, at)| (of, at) == (paper, free) && shows(camera));
        let camera = stays.map_or(fit, |(camera, ..)| camera);
        self.fitted = Some((camera, paper, free));
        camera
    }

    /// Whether the art of the board is still being drawn.
    pub fn awaits_art(&self) -> bool {
        self.easel.is_at_it()
    }

    /// What found no place on the board, in words.
    pub fn left_out(&self) -> &[String] {
        self.easel.left_out()
    }

    /// Where there is no room for a panel that the track keeps there: the panel, and the edit that lets go of it.
    pub fn kept_without_room(&self, desk: &Desk) -> Vec<(Panel, Edit)> {
        let let_go = |panel: &Panel| Some((*panel, pulled::let_lie(desk, *panel)?));
        self.easel.without_room().iter().filter_map(let_go).collect()
    }

    /// Whether something is being dragged.
    fn is_busy(&self) -> bool {
        self.is_down || self.pulled.is_some()
    }

    /// The guide that the right button was last pressed on.
    pub fn clicked_guide(&self) -> Option<GuideAt> {
        if let Under::Guide(guide) = self.under { Some(guide) } else { None }
    }

    /// The panel at a place of the sheet.
    fn panel_at(&self, at: Pos2) -> Option<Panel> {
        self.easel.panel_at(at).filter(|_| self.scene.board.art.is_some())
    }

    /// Where a panel lies on the sheet.
    pub fn panel_frame(&self, panel: Panel) -> Option<Rect> {
        self.easel.frame(panel)
    }

    /// The title, legend or profile that the right button was last pressed on.
    pub fn clicked_panel(&self) -> Option<ClickedPanel> {
        let Under::Art(panel) = self.under else { return None };
        panel.part()?;
        Some(ClickedPanel { panel, middle: self.panel_frame(panel)?.center() })
    }

    /// The number of spaces drawn with the direction they face.
    pub fn facing(&self) -> usize {
        self.scene.board.spaces.iter().filter(|space| space.look.points.is_some()).count()
    }

    /// Returns the direction of a space, in degrees clockwise from the right.
    pub fn direction(&self, key: Key) -> Option<f64> {
        Some(f64::from(self.scene.board.spaces.get(*self.scene.index.get(&key)?)?.tile.turn()))
    }

    /// Returns the camera that shows the selection; `None`, which shows everything, if nothing is selected.
    pub fn camera_for_selected(&mut self, desk: &mut Desk) -> Option<Camera> {
        let view = self.view?;
        let keys: Vec<_> = desk.selected.iter().copied().collect();
        let places = desk.places();
        let at = keys.iter().filter_map(|key| places.middle(*key)).map(|at| Rect::from_pos(scene_pos(at)));
        let frame = at.reduce(Rect::union)?;
        Some(Camera::fit(frame.expand(ROOM * 2.0), view))
    }
}

fn scene_pos(at: Point) -> Pos2 {
    crate::board::pos(at)
}

/// Shows the sheet with everything on it, handles the tool in hand, and shows the tool's drawings.
pub fn board_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let mut acts = vec![];
    let theme = Theme::of(ui);
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Canvas, true, "Board"));
    let view = response.rect;
    draw.canvas.view = Some(view);
    if let Some((found, _)) = draw.watch.found() {
        draw.canvas.scene.face(&draw.desk, &found.checked);
    }
    draw.canvas.scene.follow(&draw.desk);
    let paper = Rect::from_min_size(Pos2::ZERO, draw.canvas.scene.board.sheet);
    // Neither the rulers nor the words at the foot of the sheet cover anything.
    let has_rulers = draw.desk.hand.settings.aids.has_rulers;
    let strip = if has_rulers { rulers::STRIP } else { 0.0 };
    let free = Rect::from_min_max(view.min + vec2(strip, strip), view.max - vec2(0.0, FOOT.min(view.height() / 4.0)));
    let everything = Camera::fit(draw.canvas.scene.board.bounds.union(paper).expand(ROOM), free);
    let everything = everything.pan(free.center() - view.center());
    let bounds = draw.canvas.scene.board.bounds.union(paper);
    let everything = draw.canvas.fitted(everything, bounds, paper, free);
    let had_rulers = std::mem::replace(&mut draw.canvas.had_rulers, has_rulers);
    let are_rulers_new = has_rulers && !had_rulers;
    let uncovered = draw.camera.filter(|_| are_rulers_new).and_then(|camera| rulers::uncovered(camera, view, paper, everything));
    acts.extend(uncovered.map(|camera| Act::Look(Some(camera))));
    let looked = uncovered.or(draw.camera).unwrap_or(everything);
    let is_panning = ui.input(|i| i.key_down(egui::Key::Space) || i.pointer.middle_down());
    let camera = moved_camera(ui, &response, looked);
    draw.canvas.camera = Some(camera);
    if camera != looked {
        acts.push(Act::Look(Some(camera)));
    }
    let deeds = pointer_deeds(ui, &response, (&mut draw.canvas, &mut draw.desk), camera, view, is_panning);
    let twice = deeds.iter().find_map(|deed| match deed {
        Deed::Pointer(pointer) if pointer.is == PointerIs::Twice && draw.desk.hand.tool == Tool::Select => Some(*pointer),
        _ => None,
    });
    if let Some(pointer) = twice {
        draw.canvas.twice = label_at(draw, pointer.at, pointer.slack);
    }
    acts.extend(deeds.into_iter().map(Act::Do));
    // As long as the button is down, egui takes the focus from other fields.
    if !draw.canvas.is_down {
        acts.extend(draw.canvas.twice.take().map(|label| Act::Field(label, "text".into())));
    }
    acts.extend(asked(ui, &response, draw, camera));
    // What is being pulled goes back.
    if draw.canvas.pulled.is_some() && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        draw.canvas.pulled = None;
    }
    acts.extend(keys::acts(ui, &response, draw));

    let sheet = OnSheet { painter: &painter, view, seen: view, camera, theme };
    painter.rect_filled(view, 0.0, theme.desk);
    let seen = Theme { paper: draw.vision.sees_colour(theme.paper), ..theme };
    OnSheet { theme: seen, ..sheet }.paper(draw.canvas.scene.board.sheet);
    let vision = draw.vision;
    let folder = draw.desk.on_disk.path().parent().map(std::path::Path::to_owned).unwrap_or_default();
    let Canvas { scene, pictures, easel, pulled, .. } = &mut draw.canvas;
    easel.follow(&sheet, scene.board.art.as_ref(), pulled.and_then(Pulled::panel));
    for part in ArtPart::BELOW {
        easel.show(part, &sheet, |colour| vision.sees_colour(colour));
        pictures.show(&sheet, part.pictures(&scene.board), &folder, vision);
    }
    if let Some(side) = draw.desk.hand.settings.aids.grid {
        sheet.grid(side, draw.canvas.scene.board.sheet);
    }
    let Canvas { scene, pictures, easel, .. } = &mut draw.canvas;
    let above: Vec<Placed> = scene.board.pictures_in(Layer::Spaces).cloned().collect();
    scene.show(&sheet, vision, || {
        pictures.show(&sheet, above.iter(), &folder, vision);
        easel.show(ArtPart::Above, &sheet, |colour| vision.sees_colour(colour));
    });
    pictures.show(&sheet, scene.board.pictures_in(Layer::Notes), &folder, vision);
    let settings = &draw.desk.hand.settings;
    let pulled = draw.canvas.pulled.and_then(Pulled::guide);
    if settings.aids.shows_guides || pulled.is_some() {
        sheet.guides(&Guides::of(draw.desk.document().header()), pulled);
    }
    draw.canvas.pulled.iter().for_each(|pulled| pulled.show(&sheet, &draw.canvas));
    overlay(&sheet, draw);
    acts.extend(nodes::nodes(ui, &sheet, draw));

    let over = response.contains_pointer().then(|| ui.input(|i| i.pointer.hover_pos())).flatten();
    hover(ui, &response, &sheet, draw, over);
    cursor(ui, draw, over.is_some(), is_panning);
    let pulls = over
        .filter(|_| !draw.canvas.is_down && !is_panning)
        .and_then(|at| Pulled::at(&draw.canvas, &mut draw.desk, camera, view, at));
    if let Some(pulled) = draw.canvas.pulled.or(pulls) {
        ui.ctx().set_cursor_icon(pulled.cursor());
    }
    draw.desk.hand.looks(f64::from(SLACK / camera.scale));
    if over.is_none() && !draw.canvas.is_down {
        draw.desk.hand.left();
    }
    let shows = draw.desk.shows();
    sheet.shows(&shows);
    if draw.desk.hand.settings.aids.has_rulers {
        sheet.rulers(over);
    }
    let held_back = held_back_words(draw.canvas.scene.held_back);
    let told = draw.desk.told.iter().map(String::as_str).chain([&*held_back, &*shows.words]).filter(|words| !words.is_empty());
    words(&sheet, strip, &told.map(sentence).collect::<Vec<_>>().join("\n"));
    refused_ui(ui, &sheet, draw, over);
    warning_ui(ui, &sheet, &shows, over);
    pulled::no_room_ui(ui, &sheet, &draw.canvas, over);
    acts.extend(ask::ask_ui(ui, &sheet, draw, &folder));
    acts
}

/// Returns the label at a place, whose words can be typed anew.
fn label_at(draw: &mut Draw, at: Point, slack: f64) -> Option<Key> {
    let Some(Hit::Decor(key)) = draw.desk.places().at(at, slack) else { return None };
    let is_free = |item: &Item| is_label(item) && !draw.desk.document().is_locked(key);
    draw.desk.document().item(key).filter(|item| is_free(item)).map(|_| key)
}

/// Turns the pointer's events on the sheet into deeds, one by one, so that nothing between two frames is lost.
fn pointer_deeds(
    ui: &egui::Ui,
    response: &egui::Response,
    (canvas, desk): (&mut Canvas, &mut Desk),
    camera: Camera,
    view: Rect,
    is_panning: bool,
) -> Vec<Deed> {
    let mut deeds = vec![];
    let is_over = response.contains_pointer();
    let (events, modifiers, now) = ui.input(|i| (i.events.clone(), i.modifiers, i.time));
    let deed = |is: PointerIs, at: Pos2, modifiers: egui::Modifiers| {
        let at = camera.to_sheet(view, at);
        Deed::Pointer(Pointer {
            is,
            at: Point::new(f64::from(at.x), f64::from(at.y)),
            slack: f64::from(SLACK / camera.scale),
            shift: modifiers.shift,
            ctrl: modifiers.command || modifiers.ctrl,
            alt: modifiers.alt,
        })
    };
    for event in events {
        match event {
            egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed: true, modifiers } => {
                if !is_over || is_panning {
                    continue;
                }
                // The release happened where the window didn't hear of it.
                if std::mem::take(&mut canvas.is_down) {
                    deeds.push(deed(PointerIs::Released, pos, modifiers));
                }
                response.request_focus();
                // With Shift, Ctrl or Alt, a press changes the selection.
                let takes = |pulled: &Pulled| pulled.guide().is_some() || modifiers.is_none();
                canvas.pulled = Pulled::at(canvas, desk, camera, view, pos).filter(takes);
                if canvas.pulled.is_some() {
                    continue;
                }
                let is_double =
                    canvas.last_press.is_some_and(|(at, when)| now - when <= DOUBLE.0 && at.distance(pos) <= DOUBLE.1);
                // A third press counts as a first one.
                canvas.last_press = (!is_double).then_some((pos, now));
                canvas.is_down = true;
                deeds.push(deed(if is_double { PointerIs::Twice } else { PointerIs::Pressed }, pos, modifiers));
            }
            egui::Event::PointerButton { button: egui::PointerButton::Primary, pressed: false, .. }
                if canvas.pulled.is_some() =>
            {
                deeds.extend(canvas.pulled.take().and_then(|pulled| pulled.let_go(desk, canvas)));
            }
            egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed: false, modifiers }
                if canvas.is_down =>
            {
                canvas.is_down = false;
                deeds.push(deed(PointerIs::Released, pos, modifiers));
            }
            egui::Event::PointerMoved(pos) => {
                if let Some(pulled) = &mut canvas.pulled {
                    pulled.pull(desk, camera, view, pos);
                    continue;
                }
                if !canvas.is_down && !is_over {
                    continue;
                }
                let is = if canvas.is_down { PointerIs::Dragged } else { PointerIs::Moved };
                let next = deed(is, pos, modifiers);
                // Of several moves in one frame, only the last one counts while the button is up. Drags keep all of them, because strokes
                // need every point.
                if matches!(deeds.last(), Some(Deed::Pointer(last)) if last.is == PointerIs::Moved) {
                    deeds.pop();
                }
                deeds.push(next);
            }
            _ => {}
        }
    }
    deeds
}

/// The right button ends a line that is being drawn. Else it selects what it is pressed on, before its menu opens. What is pasted goes to
/// the pointer, or to where that menu opened.
fn asked(ui: &egui::Ui, response: &egui::Response, draw: &mut Draw, camera: Camera) -> Option<Act> {
    draw.canvas.shown = Some(response.clone());
    let at = |pos: Pos2| {
        let at = camera.to_sheet(response.rect, pos);
        Point::new(f64::from(at.x), f64::from(at.y))
    };
    if !egui::Popup::is_any_open(ui.ctx()) {
        draw.desk.over = ui.input(|i| i.pointer.hover_pos()).filter(|_| response.contains_pointer()).map(at);
    }
    let pressed = response.secondary_clicked().then(|| response.interact_pointer_pos()).flatten().map(at)?;
    draw.desk.over = Some(pressed);
    if draw.desk.hand.is_under_way() {
        draw.canvas.shown = None;
        return Some(Act::Do(Deed::Key(HandKey::Enter)));
    }
    let (slack, clicked) = (f64::from(SLACK / camera.scale), camera.to_screen(response.rect, scene_pos(pressed)));
    let under_guide = if rulers::is_on_ruler(&draw.desk, response.rect, clicked) {
        Some(Under::Ruler)
    } else {
        rulers::guide_at(&mut draw.desk, camera, response.rect, clicked).map(Under::Guide)
    };
    if let Some(under) = under_guide {
        draw.canvas.under = under;
        return None;
    }
    draw.desk.hand.looks(slack);
    draw.desk.press_step(pressed, slack);
    if let Some(part) = draw.desk.line_part() {
        draw.canvas.under = match part.of {
            List::Links => Under::Link,
            List::Decor => Under::Shape,
            List::Spaces | List::Paths | List::Courses => Under::Course,
        };
        return None;
    }
    let lies = draw.desk.lies_at(pressed, slack);
    let art = draw
        .canvas
        .panel_at(scene_pos(pressed))
        .filter(|panel| panel.part().is_some() && rulers::is_free(&mut draw.desk, scene_pos(pressed)));
    let lies = lies.filter(|_| art.is_none());
    draw.canvas.under = art.map_or_else(|| Under::of(draw.desk.document(), lies), Under::Art);
    match lies {
        Some(key) if draw.desk.selected.contains(&key) => None,
        hit => Some(Act::Do(Deed::Select(draw.desk.document().with_groups(hit.as_slice()), Mode::Replace))),
    }
}

/// Draws the selection, the problems and the links of the kind being drawn.
fn overlay(sheet: &OnSheet<'_>, draw: &mut Draw) {
    let marks = draw.marks();
    let (scene, desk) = (&mut draw.canvas.scene, &draw.desk);
    let mut pens = desk.palette.links.iter().enumerate().filter(|_| desk.hand.tool == Tool::Link);
    if let Some((kind, pen)) = pens.find(|(_, pen)| Some(&pen.kind) == desk.hand.settings.link.as_ref())
        && let Look::Link(look) = &pen.look
        && !look.is_seen
    {
        sheet.unseen_links(&scene.board, kind, look);
    }
    sheet.hidden_lines(desk.document());
    // While painting, the colours must stay visible, and so must a board that is selected as a whole.
    let is_bold = desk.hand.tool != Tool::Paint && desk.selected.len() <= MANY;
    scene.mark(sheet, &desk.selected, is_bold, &marks);
    if desk.selected.iter().any(|key| !scene.index.contains_key(key)) {
        sheet.chosen_others(desk.document(), &desk.selected, desk.step().map(|(_, step)| step));
    }
}

fn cursor(ui: &egui::Ui, draw: &Draw, is_over: bool, is_panning: bool) {
    if !is_over {
        return;
    }
    if let Some(handle) = draw.desk.hand.grips().filter(|_| !is_panning) {
        ui.ctx().set_cursor_icon(grip(handle));
        return;
    }
    ui.ctx().set_cursor_icon(match draw.desk.hand.tool {
        _ if is_panning => egui::CursorIcon::Grab,
        Tool::Select if draw.desk.hand.is_moving() => egui::CursorIcon::Move,
        Tool::Select => egui::CursorIcon::Default,
        Tool::Label => egui::CursorIcon::Text,
        _ => egui::CursorIcon::Crosshair,
    });
}

/// Returns the cursor for dragging a handle.
fn grip(handle: Handle) -> egui::CursorIcon {
    match (handle.x, handle.y) {
        _ if handle.turns => egui::CursorIcon::Alias,
        (_, 0.0) => egui::CursorIcon::ResizeHorizontal,
        (0.0, _) => egui::CursorIcon::ResizeVertical,
        (x, y) if x * y > 0.0 => egui::CursorIcon::ResizeNwSe,
        _ => egui::CursorIcon::ResizeNeSw,
    }
}

/// Says that something is hidden or locked, and how it comes back.
fn held_back_words((hidden, locked): (usize, usize)) -> String {
    let said = |count: usize, how: &str, back: &str| match count {
        0 => None,
        1 => Some(format!("1 thing is {how}: Arrange, Lock and hide, {back}")),
        _ => Some(format!("{count} things are {how}: Arrange, Lock and hide, {back}")),
    };
    let said = [said(hidden, "hidden", "Show all"), said(locked, "locked", "Unlock all")];
    said.into_iter().flatten().collect::<Vec<_>>().join(". ")
}

/// Writes at the foot of the sheet how to go on, beside the ruler.
fn words(sheet: &OnSheet<'_>, strip: f32, words: &str) {
    if words.is_empty() {
        return;
    }
    let painter = sheet.painter;
    let width = (sheet.view.width() - strip - 40.0).max(80.0);
    let galley = painter.layout(words.to_owned(), FontId::proportional(13.0), sheet.theme.ink, width);
    let at = sheet.view.left_bottom() + vec2(14.0 + strip, -14.0 - galley.size().y);
    let rect = Rect::from_min_size(at, galley.size()).expand2(vec2(8.0, 5.0));
    painter.rect_filled(rect, 5.0, sheet.theme.paper.gamma_multiply(0.94));
    painter.rect_stroke(rect, 5.0, egui::Stroke::new(1.0, sheet.theme.paper_edge), egui::StrokeKind::Outside);
    painter.galley(at, galley, sheet.theme.ink);
}

/// Nudges by one millimetre, or by ten with Shift.
fn nudged(x: f64, y: f64, shift: bool) -> Deed {
    let far = if shift { 10.0 } else { 1.0 };
    Deed::Nudge(kurbo::Vec2::new(x * far, y * far))
}

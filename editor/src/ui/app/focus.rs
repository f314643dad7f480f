//! The keyboard's focus as Tab moves it: it is always seen, it scrolls into view, and it goes on from where Escape left it.

use egui::accesskit::{Action, ActionRequest, Role, TreeId};
use egui::{Context, Event, EventFilter, Id, Key, Modifiers, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use crate::playtest::timeline::Way;
use crate::ui::action::Pane;
use crate::ui::sheet;

/// How far a widget may lie out of view before it scrolls into view, in points.
const HIDDEN: f32 = 2.0;

/// Where Tab has led.
#[derive(Default)]
pub struct Focus {
    /// The widget that had the focus last.
    last: Option<Id>,
    /// Whether the focus is marked: from a press of Tab to the next press of a button.
    is_marked: bool,
    /// Whether Tab was pressed since the pointer moved. Meanwhile nothing without a name takes the focus.
    pub is_tabbing: bool,
    /// The pane that takes the focus in this frame.
    pub wanted: Option<WantedPane>,
    /// The request to scroll, which the next frame carries out.
    scrolls: Option<ActionRequest>,
}

/// The pane to which a command leads the keyboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WantedPane {
    This(Pane),
    /// The next one on show, or the one before.
    Beside(Way),
}

/// By what egui knows that a pane itself has the focus.
fn id_of(pane: Pane) -> Id {
    Id::unique(("the keyboard is in the pane", pane))
}

/// Whether a pane itself has the focus. Then keys that nothing in it uses mean commands.
pub fn is_on_pane(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some_and(|focused| Pane::beside().any(|pane| id_of(pane) == focused))
}

impl Focus {
    /// Says which pane comes next among those on show, if one is asked for: before or after the one in which the focus is.
    pub fn step(&mut self, ctx: &Context, shown: &[(Pane, Rect)]) {
        let Some(WantedPane::Beside(way)) = self.wanted else { return };
        let focused = ctx.memory(|memory| memory.focused()).or(self.last);
        let at = focused.and_then(|id| Some(ctx.read_response(id)?.rect.center()));
        let now = at.and_then(|at| shown.iter().position(|(_, rect)| rect.contains(at)));
        let count = shown.len();
        let next = match (now, way) {
            (None, Way::On) => 0,
            (None, Way::Back) => count.saturating_sub(1),
            (Some(now), Way::On) => (now + 1) % count,
            (Some(now), Way::Back) => (now + count - 1) % count,
        };
        self.wanted = shown.get(next).map(|(pane, _)| WantedPane::This(*pane));
        self.is_marked = true;
    }

    /// Gives the focus to a pane if it is the wanted one: to its board, or else to the pane as such, from where Tab leads on.
    pub fn enter(&mut self, ui: &Ui, pane: Pane, rect: Rect) {
        let id = id_of(pane);
        if self.wanted.take_if(|wanted| *wanted == WantedPane::This(pane)).is_some() {
            if matches!(pane, Pane::Board | Pane::Sheet) {
                sheet::take_focus(ui.ctx());
            } else {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
        }
        if ui.memory(|memory| memory.has_focus(id)) {
            let area = ui.interact(rect, id, Sense::focusable_noninteractive());
            area.widget_info(|| WidgetInfo::labeled(Role::Pane, true, format!("{} pane", pane.title())));
            // The arrows mean commands here, and not the way to another widget.
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        }
    }

    /// Takes note of the keys and the pointer at the start of a frame.
    pub fn begin(&mut self, ctx: &Context) {
        let (is_pressed, is_moved, tab) = ctx.input(|i| {
            let tabs = [Modifiers::NONE, Modifiers::SHIFT].into_iter().find(|m| i.modifiers.matches_exact(*m));
            let is_moved = i.pointer.delta() != Vec2::ZERO || i.pointer.any_pressed();
            (i.pointer.any_pressed(), is_moved, tabs.filter(|_| i.key_pressed(Key::Tab)))
        });
        self.is_marked = (self.is_marked || tab.is_some()) && !is_pressed;
        self.is_tabbing = tab.is_some() || self.is_tabbing && !is_moved;
        if let Some(request) = self.scrolls.take() {
            ctx.input_mut(|i| i.events.push(Event::AccessKitActionRequest(request)));
        }
        let focused = ctx.memory(|memory| memory.focused());
        if let (None, Some(modifiers)) = (focused, tab)
            && let Some(last) = self.last.take().filter(|last| ctx.read_response(*last).is_some())
        {
            // Tab leads on from here, if it is still there: an item of a menu isn't. The widget itself must not use the key.
            ctx.input_mut(|i| i.consume_key(modifiers, Key::Tab));
            ctx.memory_mut(|memory| memory.request_focus(last));
        }
    }

    /// Marks the widget with the focus, and brings it into view.
    pub fn mark(&mut self, ctx: &Context) {
        let Some(focused) = ctx.memory(|memory| memory.focused()) else { return };
        let is_new = self.last.replace(focused) != Some(focused);
        // egui takes the focus from a widget that is looked at while the pointer presses elsewhere. Then nothing is marked.
        let Some(widget) = self.is_marked.then(|| ctx.read_response(focused)).flatten() else { return };
        if is_new && !widget.interact_rect.contains_rect(widget.rect.shrink(HIDDEN)) {
            let (action, target_node) = (Action::ScrollIntoView, focused.accesskit_id());
            let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node, data: None };
            self.scrolls = Some(request);
            ctx.request_repaint();
        }
        let stroke = Stroke::new(2.0, ctx.global_style().visuals.selection.stroke.color);
        ctx.layer_painter(widget.layer_id).rect_stroke(widget.interact_rect.expand(1.0), 3.0, stroke, StrokeKind::Inside);
    }
}

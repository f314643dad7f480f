//! The keyboard's focus as Tab moves it: it is always seen, it scrolls into view, and it goes on from where Escape left it.

use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{Context, Event, Id, Key, Modifiers, Stroke, StrokeKind, Vec2};

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
    /// The request to scroll, which the next frame carries out.
    scrolls: Option<ActionRequest>,
}

impl Focus {
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

//! Parts that all forms share: fields with labels, and the buttons below.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Key, RichText, WidgetInfo, accesskit::Role};

use crate::ui::action::Action;
use crate::ui::theme::Theme;
use crate::ui::widget::drop_down;
pub use crate::ui::widget::primary;
use crate::ui::words::without_ticks;

/// The end of a form.
pub enum Ended {
    /// The actions to carry out, in order.
    Done(Vec<Action>),
    /// The actions to carry out while the form stays.
    Meanwhile(Vec<Action>),
    Cancelled,
}

/// The seconds for which a look at the files stays valid. Files come and go, whatever the form does.
const HOLDS: f64 = 1.0;

/// The result of a look at the files, for the contents of a form.
#[derive(Clone)]
struct Seen<W, T> {
    written: W,
    what: T,
    at: f64,
    /// The last frame that used it.
    frame: u64,
}

fn seen_id(name: &str) -> egui::Id {
    egui::Id::unique(("seen of the files", name))
}

/// The name under which a form's request is stored.
const ASKS_FOR: &str = "what it asks for";

/// Returns the result of a look at the files for the contents of a form. It looks again when the contents change and from time to time, but
/// not in each frame: folders may be large, and far away.
pub fn seen<W, T>(ui: &egui::Ui, name: &'static str, written: &W, look: impl FnOnce(&W) -> T) -> T
where
    W: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    let id = seen_id(name);
    let (now, frame) = (ui.input(|i| i.time), ui.ctx().cumulative_frame_nr());
    let known = ui.data_mut(|data| {
        let known = data.get_temp_mut_or_insert_with::<Option<Seen<W, T>>>(id, || None).as_mut();
        // If a frame is missing, the form was closed in between, perhaps for a long time.
        let known = known.filter(|k| k.written == *written && (k.at..k.at + HOLDS).contains(&now) && k.frame + 1 >= frame)?;
        known.frame = frame;
        Some(known.what.clone())
    });
    known.unwrap_or_else(|| {
        let what = look(written);
        let seen = Seen { written: written.clone(), what: what.clone(), at: now, frame };
        ui.data_mut(|data| data.insert_temp(id, Some(seen)));
        what
    })
}

/// Shows why a form that looks at files can't be completed, and its buttons. The files are checked once more when the user presses one.
pub fn checked_ui<F>(ui: &mut egui::Ui, verb: &str, form: &F, check: impl Fn(&F) -> Result<Action, String>) -> Option<Ended>
where
    F: Clone + PartialEq + Send + Sync + 'static,
{
    match buttons_ui(ui, verb, checked(ui, form, &check))? {
        Ended::Done(_) => {
            let now = check(form);
            if now.is_err() {
                // A file has come or gone since. The next frame says so.
                ui.data_mut(|data| data.remove_temp::<Option<Seen<F, Result<Action, String>>>>(seen_id(ASKS_FOR)));
            }
            now.ok().map(|action| Ended::Done(vec![action]))
        }
        other => Some(other),
    }
}

/// Returns a form's request, or what still has to be corrected.
pub fn checked<F>(ui: &egui::Ui, form: &F, check: impl FnOnce(&F) -> Result<Action, String>) -> Result<Action, String>
where
    F: Clone + PartialEq + Send + Sync + 'static,
{
    seen(ui, ASKS_FOR, form, check)
}

/// Shows why a form can't be completed, and its buttons. Enter presses the first.
pub fn buttons_ui(ui: &mut egui::Ui, verb: &str, can: Result<Action, String>) -> Option<Ended> {
    ui.add_space(6.0);
    let why = can.as_ref().err().map(|why| RichText::new(without_ticks(why))).unwrap_or_default();
    // Before anything was done, it only says what to do.
    let why = if is_begun(ui.ctx()) { why.color(Theme::of(ui).warning) } else { why.weak() };
    // The room for the reason is always there, so that the form keeps its height.
    let room = ui.allocate_ui(egui::vec2(ui.available_width(), 34.0), |ui| {
        ui.set_min_height(34.0);
        ui.add(egui::Label::new(why).wrap());
    });
    drop(room);
    let mut ended = None;
    ui.horizontal(|ui| {
        let button = ui.add_enabled(can.is_ok(), primary(ui, verb));
        if button.clicked() || is_entered(ui) && can.is_ok() {
            ended = can.ok().map(|action| Ended::Done(vec![action]));
        }
        if ui.button("Cancel").clicked() {
            ended = Some(Ended::Cancelled);
        }
    });
    ended
}

/// Whether Enter presses the primary button. If another button has the focus, it presses that one.
pub fn is_entered(ui: &egui::Ui) -> bool {
    let is_elsewhere = ui.memory(|memory| memory.focused()).is_some() && !ui.ctx().text_edit_focused();
    let is_free = !is_elsewhere && !egui::Popup::is_any_open(ui.ctx());
    is_free && ui.input(|i| i.key_pressed(Key::Enter) && i.modifiers.is_none())
}

/// Shows a line of text under a label. Returns whether it was changed.
pub fn text_ui(ui: &mut egui::Ui, label: &str, text: &mut String) -> bool {
    ui.label(label);
    let response = ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
    take_first(ui, &response, 0, text.chars().count());
    response.changed()
}

/// The first of `My track`, `My track 2` and so on that isn't taken yet.
pub fn free_title(title: &str, is_free: impl Fn(&str) -> bool) -> String {
    let titles = [title.to_owned()].into_iter().chain((2..100).map(|n| format!("{title} {n}")));
    titles.into_iter().find(|title| is_free(title)).unwrap_or_default()
}

/// The id under which the wish for the focus waits for the first field.
fn wish() -> egui::Id {
    egui::Id::unique("the first field of a form")
}

/// The number of first frames in which the first field of a new form asks for the focus. In the earliest, egui only finds out how large the
/// form is.
const FIRST: u8 = 3;

/// Gives the focus to the first text field of a form that has just opened.
pub fn begin_with_first(ctx: &egui::Context) {
    ctx.data_mut(|data| {
        data.insert_temp(wish(), (FIRST, None::<egui::Id>));
        data.insert_temp(begun(), false);
    });
}

/// The id under which stands whether anything was done in a form.
fn begun() -> egui::Id {
    egui::Id::unique("whether a form was begun")
}

/// Notes whether anything was typed or clicked in this frame. Call it unless a click was beside the form.
pub fn note_begun(ctx: &egui::Context) {
    use egui::Event::{Key, Paste, PointerButton, Text};
    let does = |event: &egui::Event| {
        matches!(event, Text(_) | Paste(_) | Key { pressed: true, .. } | PointerButton { pressed: true, .. })
    };
    if ctx.input(|i| i.events.iter().any(does)) {
        ctx.data_mut(|data| data.insert_temp(begun(), true));
        ctx.request_repaint();
    }
}

/// Whether anything was typed or clicked since the form opened.
pub fn is_begun(ctx: &egui::Context) -> bool {
    ctx.data(|data| data.get_temp::<bool>(begun())).unwrap_or_default()
}

/// Takes the focus if this is the first field of a form that has just opened. Selects the characters between two places, so that typing
/// replaces them.
pub fn take_first(ui: &egui::Ui, field: &egui::Response, from: usize, to: usize) {
    let Some((left, first)) = ui.data(|data| data.get_temp::<(u8, Option<egui::Id>)>(wish())) else { return };
    if first.is_some_and(|first| first != field.id) {
        return;
    }
    if left == 0 || field.changed() {
        return ui.data_mut(|data| data.remove::<(u8, Option<egui::Id>)>(wish()));
    }
    field.request_focus();
    let mut state = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(from), CCursor::new(to))));
    state.store(ui.ctx(), field.id);
    ui.data_mut(|data| data.insert_temp(wish(), (left - 1, Some(field.id))));
    ui.ctx().request_repaint();
}

/// Shows a choice between `names` under a label. Returns whether it was changed.
pub fn choice_ui(ui: &mut egui::Ui, label: &str, names: &[String], chosen: &mut usize) -> bool {
    ui.label(label);
    let before = *chosen;
    let shown = names.get(before).map_or("", String::as_str);
    let combo = egui::ComboBox::new(("form", label), "").width(ui.available_width() - 8.0).selected_text(shown);
    drop_down(ui, combo, label, |ui| {
        for (n, name) in names.iter().enumerate() {
            ui.selectable_value(chosen, n, name);
        }
    });
    *chosen != before
}

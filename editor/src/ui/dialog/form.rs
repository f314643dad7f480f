//! What all forms share: fields with labels, and the buttons below.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Key, RichText, WidgetInfo, accesskit::Role};

use crate::ui::action::Action;
use crate::ui::theme::Theme;

/// How a form ended.
pub enum Ended {
    /// What is to be done, in order.
    Done(Vec<Action>),
    Cancelled,
}

/// For so many seconds holds what was seen of the files: they come and go, whatever the form does.
const HOLDS: f64 = 1.0;

/// What was seen of the files for what is written in a form.
#[derive(Clone)]
struct Seen<W, T> {
    written: W,
    what: T,
    at: f64,
    /// The last frame that asked for it.
    frame: u64,
}

fn seen_id(name: &str) -> egui::Id {
    egui::Id::unique(("seen of the files", name))
}

/// The name under which it is kept what a form asks for.
const ASKS_FOR: &str = "what it asks for";

/// What a look at the files says to what is written in a form. It is taken when something else is written, and now and then, not in each
/// frame: folders may be large, and far away.
pub fn seen<W, T>(ui: &egui::Ui, name: &'static str, written: &W, look: impl FnOnce(&W) -> T) -> T
where
    W: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    let id = seen_id(name);
    let (now, frame) = (ui.input(|i| i.time), ui.ctx().cumulative_frame_nr());
    let known = ui.data_mut(|data| {
        let known = data.get_temp_mut_or_insert_with::<Option<Seen<W, T>>>(id, || None).as_mut();
        // One that was closed in between may have been closed for long.
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

/// Why it can't be done yet, and the buttons, of a form that looks at the files: once more when it is done.
pub fn checked_ui<F>(ui: &mut egui::Ui, verb: &str, form: &F, check: impl Fn(&F) -> Result<Action, String>) -> Option<Ended>
where
    F: Clone + PartialEq + Send + Sync + 'static,
{
    match buttons_ui(ui, verb, checked(ui, form, &check))? {
        Ended::Done(_) => {
            let now = check(form);
            if now.is_err() {
                // Something has come or gone since: the next frame says so.
                ui.data_mut(|data| data.remove_temp::<Option<Seen<F, Result<Action, String>>>>(seen_id(ASKS_FOR)));
            }
            now.ok().map(|action| Ended::Done(vec![action]))
        }
        Ended::Cancelled => Some(Ended::Cancelled),
    }
}

/// What a form asks for, or what is still to be mended.
pub fn checked<F>(ui: &egui::Ui, form: &F, check: impl FnOnce(&F) -> Result<Action, String>) -> Result<Action, String>
where
    F: Clone + PartialEq + Send + Sync + 'static,
{
    seen(ui, ASKS_FOR, form, check)
}

/// Why it can't be done yet, and the buttons. Enter is the first of them.
pub fn buttons_ui(ui: &mut egui::Ui, verb: &str, can: Result<Action, String>) -> Option<Ended> {
    ui.add_space(6.0);
    let why = can.as_ref().err().cloned().unwrap_or_default();
    // The form stays as high as it is.
    let room = ui.allocate_ui(egui::vec2(ui.available_width(), 34.0), |ui| {
        ui.set_min_height(34.0);
        ui.add(egui::Label::new(RichText::new(&why).color(Theme::of(ui).warning)).wrap());
    });
    drop(room);
    let mut ended = None;
    ui.horizontal(|ui| {
        let button = ui.add_enabled(can.is_ok(), egui::Button::new(RichText::new(verb).strong()));
        // Enter on another button presses that one.
        let is_elsewhere = ui.memory(|memory| memory.focused()).is_some() && !ui.ctx().text_edit_focused();
        let is_free = !is_elsewhere && !egui::Popup::is_any_open(ui.ctx());
        let enter = is_free && ui.input(|i| i.key_pressed(Key::Enter) && i.modifiers.is_none());
        if button.clicked() || enter && can.is_ok() {
            ended = can.ok().map(|action| Ended::Done(vec![action]));
        }
        if ui.button("Cancel").clicked() {
            ended = Some(Ended::Cancelled);
        }
    });
    ended
}

/// A line of text under a label.
pub fn text_ui(ui: &mut egui::Ui, label: &str, text: &mut String) -> bool {
    ui.label(label);
    let response = ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
    take_first(ui, &response, 0, text.chars().count());
    response.changed()
}

/// Where the wish is kept until the first field comes.
fn wish() -> egui::Id {
    egui::Id::unique("the first field of a form")
}

/// In how many frames the first field of a form that was just opened takes the keyboard: the first ones only find out how large it is.
const FIRST: u8 = 3;

/// A form was opened: its first field for text is to have the keyboard.
pub fn begin_with_first(ctx: &egui::Context) {
    ctx.data_mut(|data| data.insert_temp(wish(), (FIRST, None::<egui::Id>)));
}

/// Takes the keyboard where this is the first field of a form that was just opened; what stands there from one letter to another is
/// selected, so that what is typed takes its place.
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

/// A choice under a label: the chosen one is among `names`.
pub fn choice_ui(ui: &mut egui::Ui, label: &str, names: &[String], chosen: &mut usize) -> bool {
    ui.label(label);
    let before = *chosen;
    let shown = names.get(before).map_or("", String::as_str);
    let combo = egui::ComboBox::new(("form", label), "").width(ui.available_width() - 8.0).selected_text(shown);
    let response = combo.show_ui(ui, |ui| {
        for (n, name) in names.iter().enumerate() {
            ui.selectable_value(chosen, n, name);
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, label));
    *chosen != before
}

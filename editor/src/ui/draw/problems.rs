//! The problems of the board, with their fixes.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Pos2, Rect, RichText, WidgetInfo};
use interpreter::diagnostic::Code;

use super::rows::rows_ui;
use super::swatch::{self, Sample};
use super::{Act, Draw};
use crate::drawing::document::{Document, Item};
use crate::drawing::palette::Brush;
use crate::drawing::problems::{About, Problem};
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Edit, Key, List, Palette};
use crate::render::short;
use crate::ui::sheet::camera::Camera;
use crate::ui::theme::{Theme, strong};
use crate::ui::widget::primary;
use crate::ui::words::{capital, sentence};

/// The least scale of the view, in points per millimetre, after going to a problem.
const NEAR: f32 = 3.0;
const FIX: &str = "Fix it this way (Undo reverts it)";
/// The most values offered beside a problem; more are offered in the inspector.
const MOST_OFFERED: usize = 8;

/// Shows the problems of the board, with their fixes.
pub fn problems_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    draw.look_for_problems(ui.ctx());
    super::field::end_typing(ui);
    let camera = draw.camera;
    let is_sound = draw.desk.checker.is_sound();
    let mut acts = vec![];
    let Some((found, is_newest)) = draw.watch.found() else {
        ui.weak("Checking …");
        return acts;
    };
    let failed = found.failed.clone();
    // Old results fade, but not during the moment that a new check takes.
    let old = ui.ctx().animate_bool_with_time(ui.scope_id().with("old"), !is_newest, 0.4);
    let (document, palette) = (draw.desk.document(), &*draw.desk.palette);
    let theme = Theme::of(ui);
    if let Some(why) = failed {
        ui.label(RichText::new(format!("The check itself failed, which is a fault of the program: {why}")).color(theme.error));
        ui.weak("You can go on working. The problems listed are those of an earlier board.");
    }
    if !is_sound {
        ui.label(
            RichText::new("The rules themselves can't be played, so boards are only checked against what they declare.")
                .color(theme.warning),
        );
    }
    let (mut open, ignored): (Vec<&Problem>, Vec<&Problem>) = draw.watch.problems().iter().partition(|p| p.ignored.is_none());
    // What is still to be drawn stands in a list of its own.
    open.retain(|problem| !problem.is_step);
    let left = super::steps::counted(draw);
    let without_room = draw.canvas.kept_without_room(&draw.desk);
    open.sort_by_key(|problem| !problem.is_error);
    let alike = alike(&open);
    let said_with = |problem: &&Problem| said(problem) ^ alike.get(sort(problem)).map_or(0, |keys| keys.len() as u64);
    let hidden = ignored.iter().filter(|problem| problem.is_error).count();
    egui::ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_opacity(1.0 - 0.5 * old);
        if hidden > 0 {
            ui.label(RichText::new(said_of_ignored(hidden)).color(theme.warning));
        } else if open.is_empty() && without_room.is_empty() {
            ui.weak(match left {
                _ if !is_sound => "No other problems.".to_owned(),
                0 => "No problems: this board can be played.".to_owned(),
                1 => "No problems. One thing is still to be drawn.".to_owned(),
                left => format!("No problems. {left} things are still to be drawn."),
            });
        }
        for (panel, edit) in &without_room {
            let said = format!(
                "The track keeps the {} on the sheet, but there is no room for it anywhere, so it is left out.",
                panel.name()
            );
            ui.label(RichText::new(said).color(theme.warning));
            let button = ui.button(format!("Place the {} automatically", panel.name()));
            if button.on_hover_text("It comes back where there is room, once there is").clicked() {
                acts.push(Act::Do(Deed::Edit(edit.clone())));
            }
        }
        rows_ui(ui, "open", &open, said_with, |ui, n, problem| {
            let row = ui.push_id(("problem", n), |ui| {
                problem_ui(ui, (document, palette), camera, problem, &mut acts);
                if let Some(keys) = alike.get(sort(problem)) {
                    let help = "Select every space with this problem, to change them together in the inspector";
                    if ui.button(format!("Select all {} of these", keys.len())).on_hover_text(help).clicked() {
                        acts.push(Act::Do(Deed::Select(keys.clone(), Mode::Replace)));
                    }
                }
            });
            row.response.container_context_menu(|ui| menu_ui(ui, document, camera, problem, &mut acts));
        });
        if !ignored.is_empty() {
            let title = match hidden {
                0 => format!("{} ignored", ignored.len()),
                _ => format!("{} ignored, including {}", ignored.len(), errors(hidden)),
            };
            egui::CollapsingHeader::new(title).id_salt("ignored").show(ui, |ui| {
                rows_ui(ui, "ignored", &ignored, said, |ui, n, problem| {
                    let row = ui.push_id(("ignored", n), |ui| ignored_ui(ui, document, camera, problem, &mut acts));
                    row.response.container_context_menu(|ui| menu_ui(ui, document, camera, problem, &mut acts));
                });
            });
        }
    });
    acts
}

/// The spaces of which the same is said, where it is said of several, by what is said.
fn alike<'p>(problems: &[&'p Problem]) -> BTreeMap<&'p str, Vec<Key>> {
    let mut alike: BTreeMap<&str, Vec<Key>> = BTreeMap::new();
    for problem in problems {
        if let Some(About::Item(List::Spaces, _)) = problem.about.first()
            && (problem.code == Code::Overlap || problem.keys().count() == 1)
        {
            alike.entry(sort(problem)).or_default().extend(problem.keys());
        }
    }
    alike.values_mut().for_each(|keys| {
        keys.sort_unstable();
        keys.dedup();
    });
    alike.retain(|_, keys| keys.len() > 1);
    alike
}

/// What all problems of a sort have in common: overlaps differ only in which spaces they are of, and by how much.
fn sort(problem: &Problem) -> &str {
    if problem.code == Code::Overlap { Code::Overlap.text() } else { problem.bare() }
}

/// Returns a hash of everything shown of a problem, which its height depends on.
fn said(problem: &&Problem) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&problem.message, &problem.hint, &problem.ignored, &problem.asks).hash(&mut hasher);
    problem.fixes.iter().for_each(|fix| fix.title.hash(&mut hasher));
    hasher.finish()
}

/// Counts errors and warnings, for a tab.
pub fn counted(draw: &Draw) -> (usize, usize) {
    let open = draw.watch.problems().iter().filter(|problem| problem.ignored.is_none() && !problem.is_step);
    let (errors, warnings): (Vec<_>, Vec<_>) = open.partition(|problem| problem.is_error);
    let has_failed = draw.watch.found().is_some_and(|(found, _)| found.failed.is_some());
    (errors.len() + usize::from(has_failed), warnings.len() + draw.canvas.kept_without_room(&draw.desk).len())
}

/// Returns the number of errors in words.
pub fn errors(count: usize) -> String {
    if count == 1 { "1 error".to_owned() } else { format!("{count} errors") }
}

/// Returns the warning that ignored errors still keep the board from being played.
fn said_of_ignored(count: usize) -> String {
    format!("This board can't be played yet: {} among the ignored problems below.", errors(count))
}

/// Shows a problem: the place and the message, and below them the fixes.
fn problem_ui(
    ui: &mut egui::Ui,
    (document, palette): (&Document, &Palette),
    camera: Option<Camera>,
    problem: &Problem,
    acts: &mut Vec<Act>,
) {
    let typing = typing(problem);
    let mut why = ui.data(|data| data.get_temp::<String>(typing));
    headline_ui(ui, document, camera, problem, acts);
    // What a failed check says is all there is to say at the table.
    if let Some(hint) = problem.hint.as_ref().filter(|_| problem.code != Code::CheckFailed) {
        ui.add(egui::Label::new(RichText::new(short(&capital(&document.in_words(hint)))).small().weak()).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        for fix in &problem.fixes {
            if ui.button(capital(&fix.title)).on_hover_text(FIX).clicked() {
                acts.push(Act::Do(Deed::Edit(fix.edit.clone())));
            }
        }
        if let Some(About::Item(List::Spaces, key)) = problem.about.first() {
            for field in &problem.asks {
                let title = format!("Set its {}", field.replace('_', " "));
                let group = palette.brushes.iter().find(|group| group.field.name == *field);
                let brushes = group.map_or(&[][..], |group| &group.brushes).iter().filter(|brush| &*brush.value != "none");
                if (1..=MOST_OFFERED).contains(&brushes.clone().count()) {
                    let offered = ui.menu_button(format!("{title} …"), |ui| {
                        brushes.for_each(|brush| acts.extend(value_ui(ui, *key, field, brush)));
                    });
                    offered.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &title));
                    continue;
                }
                if ui.button(title).on_hover_text("Go to this field in the inspector").clicked() {
                    acts.push(Act::Field(*key, field.clone()));
                }
            }
        }
        let help = if problem.is_error {
            "Ignore it for now, with a reason; the board can't be played until it is fixed"
        } else {
            "Ignore it, with a reason"
        };
        if why.is_none() && ui.button("Ignore …").on_hover_text(help).clicked() {
            ask_why(ui, typing);
        }
    });
    let Some(why) = &mut why else { return };
    ui.indent("why", |ui| {
        ui.horizontal(|ui| {
            let edit = egui::TextEdit::singleline(why).id(typing.with("edit")).hint_text("Why?");
            let response = ui.add(edit.desired_width((ui.available_width() - 150.0).max(80.0)));
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Reason"));
            if ui.data_mut(|data| data.remove_temp::<bool>(typing.with("is new"))).is_some() {
                response.scroll_to_me(None);
            }
            let entered = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            let given = ui.add_enabled(!why.trim().is_empty(), primary(ui, "Ignore")).clicked();
            let is_given = (entered || given) && !why.trim().is_empty();
            let is_left =
                ui.button("Cancel").clicked() || response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Escape));
            if is_given {
                acts.push(Act::Do(Deed::Edit(problem.ignore(document, why.trim()))));
            }
            ui.data_mut(|data| {
                if is_given || is_left {
                    data.remove_temp::<String>(typing);
                } else {
                    data.insert_temp(typing, why.clone());
                }
            });
        });
    });
}

/// Returns the id of the reason being typed. It depends on the message and the place, so that the reason stays with its problem.
fn typing(problem: &Problem) -> egui::Id {
    egui::Id::unique(("why", &problem.message, format!("{:?}", problem.about)))
}

/// Asks for the reason to ignore a problem.
fn ask_why(ui: &egui::Ui, typing: egui::Id) {
    ui.data_mut(|data| {
        data.insert_temp(typing, String::new());
        data.insert_temp(typing.with("is new"), true);
    });
    ui.memory_mut(|memory| memory.request_focus(typing.with("edit")));
}

/// Shows what can be done with a problem: the menu of the right button.
fn menu_ui(ui: &mut egui::Ui, document: &Document, camera: Option<Camera>, problem: &Problem, acts: &mut Vec<Act>) {
    if problem.keys().any(|key| document.item(key).is_some()) && ui.button("Show on the board").clicked() {
        acts.extend(shown(document, camera, problem));
    }
    for fix in &problem.fixes {
        if ui.button(capital(&fix.title)).on_hover_text(FIX).clicked() {
            acts.push(Act::Do(Deed::Edit(fix.edit.clone())));
        }
    }
    if problem.ignored.is_some() {
        if ui.button("Stop ignoring").clicked() {
            acts.push(Act::Do(Deed::Edit(problem.notice(document))));
        }
    } else if ui.button("Ignore …").clicked() {
        ask_why(ui, typing(problem));
    }
    ui.separator();
    if ui.button("Copy text").clicked() {
        let hint = problem.hint.iter().map(|hint| format!("\n{}", document.in_words(hint)));
        ui.ctx().copy_text(format!("{}{}", document.in_words(&problem.message), hint.collect::<String>()));
    }
}

/// Selects what a problem is about and shows it.
pub(super) fn shown(document: &Document, camera: Option<Camera>, problem: &Problem) -> Vec<Act> {
    let first = problem.keys().find(|key| document.item(*key).is_some());
    let look = first.and_then(|key| looks_at(document, key, camera)).map(|camera| Act::Look(Some(camera)));
    [Act::Do(Deed::Select(first.into_iter().collect(), Mode::Replace))].into_iter().chain(look).collect()
}

/// Shows a value that fixes the problem.
fn value_ui(ui: &mut egui::Ui, key: Key, field: &Arc<str>, brush: &Brush) -> Option<Act> {
    let sample = if swatch::is_plain(&brush.look) { Sample::Nothing } else { Sample::Of(&brush.look) };
    let is_chosen = swatch::button_ui(ui, false, sample, &brush.title).clicked();
    let value = Some(brush.value.clone());
    is_chosen.then(|| Act::Do(Deed::Edit(Edit::Set { keys: vec![key], name: field.clone(), value })))
}

/// Shows an ignored problem with the reason.
fn ignored_ui(ui: &mut egui::Ui, document: &Document, camera: Option<Camera>, problem: &Problem, acts: &mut Vec<Act>) {
    headline_ui(ui, document, camera, problem, acts);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("“{}”", problem.ignored.as_deref().unwrap_or_default())).italics());
        if ui.button("Stop ignoring").clicked() {
            acts.push(Act::Do(Deed::Edit(problem.notice(document))));
        }
    });
}

/// Shows the place and the message, which lead to the place when clicked.
fn headline_ui(ui: &mut egui::Ui, document: &Document, camera: Option<Camera>, problem: &Problem, acts: &mut Vec<Act>) {
    let theme = Theme::of(ui);
    let (colour, kind) = if problem.is_error { (theme.error, "Error") } else { (theme.warning, "Warning") };
    let (place, message) = said_of(document, problem);
    let mut line = egui::text::LayoutJob::default();
    // What a check says is a sentence of its own; other messages go on from the name.
    let colon = if problem.code == Code::CheckFailed { ":" } else { "" };
    let name = place.as_ref().map(|place| strong(format!("{place}{colon}  ")));
    let parts = [Some(strong(format!("{kind}  ")).color(colour)), name];
    for part in parts.into_iter().flatten().chain([RichText::new(&message)]) {
        part.append_to(&mut line, ui.style(), egui::FontSelection::Default, egui::Align::Center);
    }
    let response = ui.add(egui::Label::new(line).wrap().sense(egui::Sense::click()));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label(document, problem)));
    let hover = format!("Show it on the board ({}). {}", problem.code.text(), required_by(problem));
    if response.on_hover_text(hover.trim_end()).clicked() {
        acts.extend(shown(document, camera, problem));
    }
}

/// The place of a problem and what is said of it. A message that names the place itself needs no other name.
fn said_of(document: &Document, problem: &Problem) -> (Option<String>, String) {
    let said = document.in_words(problem.bare());
    let message = short(&said);
    let place = problem.about.first().and_then(|about| place(document, about)).filter(|place| !names(&said, place));
    let place = place.map(|place| capital(&short(&place)));
    let message = if place.is_some() { message.into_owned() } else { sentence(&message) };
    (place, message)
}

/// A problem on one line, with its place.
pub fn label(document: &Document, problem: &Problem) -> String {
    let (place, message) = said_of(document, problem);
    place.map_or_else(|| message.clone(), |place| format!("{place}: {message}"))
}

/// Whether a message names a thing by this name.
fn names(message: &str, name: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    message
        .match_indices(name)
        .any(|(at, _)| is_end(message[..at].chars().next_back()) && is_end(message[at + name.len()..].chars().next()))
}

/// Returns in words which lines of the rules want it otherwise; nothing if none does.
pub(super) fn required_by(problem: &Problem) -> String {
    let rules = problem.about.iter().filter_map(|about| match about {
        About::Rules(file, line) => Some(format!("{file}, line {line}")),
        _ => None,
    });
    let rules: Vec<String> = rules.collect();
    if rules.is_empty() { String::new() } else { format!("Required by {}", rules.join("; ")) }
}

/// Returns the place of a problem in words, unless it is the track as a whole.
fn place(document: &Document, about: &About) -> Option<String> {
    match about {
        About::Item(List::Links, key) => Some(format!("link {}", document.title(*key))),
        About::Item(List::Courses, _) => Some("the line of a course".to_owned()),
        About::Item(_, key) => Some(document.title(*key)),
        About::Entry(name) => Some(format!("the track's {name}")),
        About::Rules(..) => None,
    }
}

/// Returns the camera that shows a thing.
pub fn looks_at(document: &Document, key: Key, now: Option<Camera>) -> Option<Camera> {
    let item = document.item(key)?;
    let mut frame = Rect::NOTHING;
    places(document, item).for_each(|at| frame.extend_with(at));
    let scale = now.map_or(NEAR, |now| now.scale.max(NEAR));
    frame.is_finite().then(|| Camera { middle: frame.center(), scale })
}

/// Returns where a thing lies; for a link or path, the places of its spaces.
fn places<'a>(document: &'a Document, item: &'a Item) -> impl Iterator<Item = Pos2> + 'a {
    let over = item.spaces.iter().filter_map(|id| document.space(id)?.at);
    item.at.into_iter().chain(over).map(|at| Pos2::new(at.x as f32, at.y as f32))
}

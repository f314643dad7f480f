//! The setup of a race: ruleset, add-ons, track, players and parameters.

use std::cell::{Cell, RefCell};
use std::ops::{Range, RangeInclusive};

use egui::WidgetInfo;
use egui::accesskit::Role;
use interpreter::ir::fold::Fold;
use interpreter::ir::{Ir, Key, Param, Type};
use interpreter::program::Program;
use interpreter::ruleset::{LONGEST_NAME, Ruleset};

use super::action::{Action, RaceMessage, SetupMessage};
use super::app::App;
use super::panel_series;
use super::told;
use super::widget::{choice_ui, disc_ui, drop_down, kinds_ui, seat_title};
use super::words::{key_names, titled, without_citations};
use crate::playtest::Takes;
use crate::ui::theme::strong;

/// The entry for the rules without add-ons, with all parameters at their defaults.
const AS_WRITTEN: &str = "the rules as written";
/// The most numbers of a table that can be edited here; longer tables are only shown.
const MOST_NUMBERS: usize = 64;

/// Shows everything that can be set before a race.
pub fn setup_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    let Some(ruleset) = app.ruleset.as_deref() else { return actions };
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let title = if ruleset.manifest.title.is_empty() { &ruleset.name } else { &ruleset.manifest.title };
        ui.heading(&**title);
        let manifest = &ruleset.manifest;
        for line in [&manifest.subtitle, &manifest.author].into_iter().filter(|l| !l.is_empty()) {
            ui.weak(&**line);
        }
        if app.catalogue.rulesets.len() > 1 {
            ui.add_space(4.0);
            actions.extend(
                choice_ui(ui, "Game", &app.catalogue.rulesets, &app.sitting.wanted.ruleset)
                    .map(|it| Action::Setup(SetupMessage::Ruleset(it))),
            );
        }
        ui.add_space(8.0);
        actions.extend(told::otherwise_ui(ui, app));
        actions.extend(variants_ui(ui, app, ruleset));
        addons_ui(ui, app, ruleset, &mut actions);
        ui.add_space(8.0);
        if let Some(action) = panel_series::choose_ui(ui, app, ruleset) {
            actions.push(action);
            ui.add_space(8.0);
        }
        let wanted = ruleset.track_name(app.sitting.wanted.track.as_deref()).unwrap_or_default();
        // A series has its own tracks.
        let of_series = app.sitting.race.as_ref().filter(|race| race.series().is_some()).map(|race| race.track_name.to_string());
        let track = of_series.unwrap_or(wanted);
        if app.sitting.wanted.series.is_none() {
            let names: Vec<_> = app.catalogue.tracks.iter().map(|t| (t.file.clone(), t.title.clone())).collect();
            actions.extend(choice_ui(ui, "Track", &names, &track).map(|it| Action::Setup(SetupMessage::Track(it))));
        }
        if let Some(race) = app.sitting.race.as_ref().filter(|r| *r.track_name == *track && !r.track.note.is_empty()) {
            ui.small(&*race.track.note);
        }
        ui.add_space(8.0);
        players_ui(ui, app, &mut actions);
        ui.add_space(8.0);
        if let Some(program) = app.sitting.program_here() {
            params_ui(ui, app, ruleset, program, &mut actions);
        }
        names_ui(ui, app, &mut actions);
        ui.add_space(8.0);
        actions.extend(takes_ui(ui, app));
    });
    actions
}

/// Shows how the race takes up changes made during it.
fn takes_ui(ui: &mut egui::Ui, app: &App) -> Option<Action> {
    let names = [
        (
            Takes::CarryOver,
            "Carry over",
            "The race goes on from the start of the turn, with everything in place as far as it fits",
        ),
        (
            Takes::Replay,
            "Replay",
            "The race is replayed from its start with the same luck and choices, for as long as they are possible",
        ),
    ];
    ui.weak("When rules, parameters or the track change");
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for (takes, title, help) in names {
            if ui.selectable_label(app.sitting.takes == takes, title).on_hover_text(help).clicked() {
                chosen = Some(Action::Race(RaceMessage::Takes(takes)));
            }
        }
    });
    ui.weak("Another track, number of players or seed begins a new race.");
    chosen
}

fn variants_ui(ui: &mut egui::Ui, app: &App, ruleset: &Ruleset) -> Option<Action> {
    let variants = &ruleset.manifest.variants;
    if variants.is_empty() {
        return None;
    }
    let mut names: Vec<_> = variants.iter().enumerate().map(|(n, v)| (n.to_string(), v.name.to_string())).collect();
    // If no variant stands for the plain rules, they get an entry of their own.
    if !variants.iter().any(|v| v.addons.is_empty() && v.set.is_empty()) {
        names.insert(0, (AS_WRITTEN.to_owned(), "As written".to_owned()));
    }
    let is_plain = app.sitting.wanted.addons.is_empty() && app.sitting.wanted.settings.is_empty();
    let own = if is_plain { AS_WRITTEN } else { "your own" };
    let now = app.sitting.wanted.variant(ruleset).map_or(own.to_owned(), |n| n.to_string());
    let chosen = choice_ui(ui, "Variant", &names, &now)?;
    if chosen == AS_WRITTEN {
        return Some(Action::Setup(SetupMessage::AsWritten));
    }
    chosen.parse().ok().map(|it| Action::Setup(SetupMessage::Variant(it)))
}

fn addons_ui(ui: &mut egui::Ui, app: &App, ruleset: &Ruleset, actions: &mut Vec<Action>) {
    if ruleset.addons.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.weak("Add-ons");
    for addon in &ruleset.addons {
        let mut on = app.sitting.wanted.addons.iter().any(|a| **a == *addon.name);
        let title = if addon.title.is_empty() { &addon.name } else { &addon.title };
        let required: Vec<&str> =
            addon.requires.iter().map(|r| ruleset.addons.iter().find(|a| a.name == *r).map_or(&**r, |a| &*a.title)).collect();
        let mut hover = addon_docs(addon);
        if !required.is_empty() {
            hover = format!("{hover}\nNeeds {}.", required.join(" and "));
        }
        if ui.checkbox(&mut on, &**title).on_hover_text(hover.trim()).changed() {
            actions.push(Action::Setup(SetupMessage::Addon(addon.name.to_string(), on)));
        }
    }
}

fn addon_docs(addon: &interpreter::ruleset::AddonFile) -> String {
    let header = |item: &&interpreter::syntax::tree::Item| matches!(item.kind, interpreter::syntax::tree::ItemKind::Addon { .. });
    addon.tree.items.iter().find(header).map(|item| without_citations(&item.docs.text)).unwrap_or_default()
}

fn players_ui(ui: &mut egui::Ui, app: &App, actions: &mut Vec<Action>) {
    let Some(program) = app.sitting.program_here() else { return };
    let game = &program.ir.game;
    let (fewest, most) = (game.min_players as usize, (game.max_players as usize).min(interpreter::program::MOST_PLAYERS));
    egui::Grid::new("players and seed").num_columns(2).show(ui, |ui| {
        let label = ui.label("Players");
        let now = program.players;
        let mut players = now;
        let drag = egui::DragValue::new(&mut players).range(fewest..=most).speed(0.05);
        let buttons = ui.horizontal(|ui| {
            if ui.add_enabled(now > fewest, egui::Button::new("−").small()).on_hover_text("One player fewer").clicked() {
                actions.push(Action::Setup(SetupMessage::Players(now - 1)));
            }
            let changed = ui.add(drag).labelled_by(label.id).changed();
            if ui.add_enabled(now < most, egui::Button::new("+").small()).on_hover_text("One player more").clicked() {
                actions.push(Action::Setup(SetupMessage::Players(now + 1)));
            }
            changed
        });
        if buttons.inner && players != now {
            actions.push(Action::Setup(SetupMessage::Players(players)));
        }
        ui.end_row();
        let label = ui.label("Seed").on_hover_text("The same seed and choices give the same race");
        let mut seed = app.sitting.seed;
        // A large seed is not a number to drag. It is shown and read to the last digit.
        let (typed, unread) = (Cell::new(None), RefCell::default());
        let read = |text: &str| {
            typed.set(text.trim().parse::<u64>().ok());
            *unread.borrow_mut() = text.trim().to_owned();
            typed.get().map(|seed| seed as f64)
        };
        let drag = egui::DragValue::new(&mut seed).speed(1.0).update_while_editing(false);
        let drag = drag.custom_formatter(|value, _| {
            if value == app.sitting.seed as f64 { app.sitting.seed.to_string() } else { format!("{value:.0}") }
        });
        let is_dragged = ui.add(drag.custom_parser(read)).labelled_by(label.id).changed();
        let wanted = typed.get().or(is_dragged.then_some(seed));
        actions.extend(wanted.filter(|seed| *seed != app.sitting.seed).map(|it| Action::Setup(SetupMessage::Seed(it))));
        if typed.get().is_none() && !unread.borrow().is_empty() {
            actions.push(Action::Setup(SetupMessage::NoSeed(unread.take())));
        }
        ui.end_row();
    });
}

/// Shows a field for each player's name.
fn names_ui(ui: &mut egui::Ui, app: &App, actions: &mut Vec<Action>) {
    let Some((program, race)) = app.sitting.program_here().zip(app.sitting.race.as_ref()) else { return };
    ui.add_space(4.0);
    ui.weak("Who sits where").on_hover_text("What the board, the table and the log call the players, and who plays for them");
    for (seat, name) in program.names.iter().enumerate() {
        ui.horizontal(|ui| {
            if seat < race.program.players {
                disc_ui(ui, race, seat, 8.5);
            }
            actions.extend(name_ui(ui, seat, name).map(|name| Action::Setup(SetupMessage::Name(seat, name))));
            let Some(now) = app.sitting.seats.get(seat).copied() else { return };
            let mut chosen = None;
            let combo = egui::ComboBox::new(("seat", seat), "").width(86.0).selected_text(seat_title(now));
            drop_down(ui, combo, &format!("Who plays {name}"), |ui| chosen = kinds_ui(ui, now));
            actions.extend(chosen.map(|kind| Action::Race(RaceMessage::Seat(seat, kind))));
        });
    }
}

/// Shows a name to be changed. Returns another one once it is typed.
fn name_ui(ui: &mut egui::Ui, seat: usize, name: &str) -> Option<String> {
    let id = ui.scope_id().with(("name", seat));
    let typed = id.with("typed");
    let mut text = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_else(|| name.to_owned());
    let edit = egui::TextEdit::singleline(&mut text).id(id).char_limit(LONGEST_NAME).desired_width(88.0);
    let response = ui.add(edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Name of player {}", seat + 1)));
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(typed, text));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(typed));
    (response.lost_focus() && text != name && ui.input(|i| !i.key_pressed(egui::Key::Escape))).then_some(text)
}

fn params_ui(ui: &mut egui::Ui, app: &App, ruleset: &Ruleset, program: &Program, actions: &mut Vec<Action>) {
    let changed = app.sitting.wanted.settings.len();
    let title = match changed {
        0 => "Parameters".to_owned(),
        n => format!("Parameters ({n} changed)"),
    };
    egui::CollapsingHeader::new(title).id_salt("parameters").show(ui, |ui| {
        // A button that comes and goes would move the focus away from the number that is typed.
        if ui.add_enabled(changed > 0, egui::Button::new("Reset all")).clicked() {
            actions.push(Action::Setup(SetupMessage::Unset));
        }
        let groups = groups(ruleset, &program.ir);
        for (title, members) in &groups {
            // If all parameters are in one file, its name says nothing.
            if groups.len() > 1 {
                ui.add_space(6.0);
                ui.label(strong(title));
            }
            for n in members.clone() {
                let param = &program.ir.params[n];
                let own = app.sitting.wanted.settings.get(&*param.name);
                ui.add_space(4.0);
                ui.horizontal_wrapped(|ui| {
                    let name = titled(&param.name);
                    let name = if own.is_some() { strong(name) } else { egui::RichText::new(name) };
                    ui.label(name).on_hover_text(without_citations(&param.docs.text));
                    if own.is_some() && ui.small_button("reset").clicked() {
                        actions.push(Action::Setup(SetupMessage::Set(param.name.to_string(), None)));
                    }
                });
                let value = param_ui(ui, program, param, &program.params[n]);
                actions.extend(value.map(|value| Action::Setup(SetupMessage::Set(param.name.to_string(), Some(value)))));
            }
        }
    });
}

/// Returns the parameters file by file, in the order of the rules: each file's title and its parameters.
fn groups(ruleset: &Ruleset, ir: &Ir) -> Vec<(String, Range<usize>)> {
    let mut groups: Vec<(String, Range<usize>)> = vec![];
    for (n, param) in ir.params.iter().enumerate() {
        let title = match param.origin {
            Some(addon) => ir.addons.get(usize::from(addon)).map(|addon| addon.title.to_string()),
            None => {
                let name = &ruleset.sources.get(param.span.source).name;
                let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".rules");
                Some(titled(&stem.replace('-', "_")))
            }
        };
        let title = title.unwrap_or_default();
        match groups.last_mut().filter(|(last, _)| *last == title) {
            Some((_, members)) => members.end = n + 1,
            None => groups.push((title, n..n + 1)),
        }
    }
    groups
}

/// Shows a value as a slider, a switch or a list if its type is simple, otherwise as text. Returns a new value as the rules write it.
fn param_ui(ui: &mut egui::Ui, program: &Program, param: &Param, words: &[i32]) -> Option<String> {
    let ir = &program.ir;
    let fold = program.fold();
    let docs = without_citations(&param.docs.text);
    let name = titled(&param.name);
    match &param.ty {
        Type::Bool => {
            let mut on = words.first() == Some(&1);
            let word = if on { "on" } else { "off" };
            let response = ui.checkbox(&mut on, word).on_hover_text(docs);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
            response.changed().then(|| on.to_string())
        }
        Type::Int(Some(bounds)) => {
            let range = fold.word(&bounds.0)?..=fold.word(&bounds.1)?;
            number_ui(ui, *words.first()?, range, &name, &docs, Look::Slider).map(|n| n.to_string())
        }
        Type::Per(of, dims) => match (&**of, &**dims) {
            (Type::Int(Some(bounds)), [_] | [_, _]) if words.len() <= MOST_NUMBERS => {
                let range = fold.word(&bounds.0)?..=fold.word(&bounds.1)?;
                let changed = table_ui(ui, &fold, dims, words, range, &name, &docs)?;
                interpreter::data::written(&fold, &param.ty, &changed)
            }
            _ => read_only_ui(ui, program, param, words),
        },
        Type::Enum(e) => {
            let cases = &ir.enums[e.index()].cases;
            let now = usize::try_from(*words.first()?).ok().and_then(|n| cases.get(n))?;
            let mut chosen = None;
            let combo = egui::ComboBox::new(("param", &*param.name), "")
                .width(ui.available_width() - 8.0)
                .selected_text(now.name.replace('_', " "));
            let combo = drop_down(ui, combo, &name, |ui| {
                for case in cases {
                    let hover = without_citations(&case.docs.text);
                    let option = ui.selectable_label(case.name == now.name, case.name.replace('_', " "));
                    let option = if hover.is_empty() { option } else { option.on_hover_text(hover) };
                    if option.clicked() && case.name != now.name {
                        chosen = Some(case.name.to_string());
                    }
                }
            });
            combo.on_hover_text(docs);
            chosen
        }
        Type::Set(of) => {
            let Type::Enum(e) = &**of else { return read_only_ui(ui, program, param, words) };
            let cases = &ir.enums[e.index()].cases;
            let is_in = |n: usize| words.get(n / 32).is_some_and(|w| w >> (n % 32) & 1 == 1);
            let mut members: Vec<usize> = (0..cases.len()).filter(|n| is_in(*n)).collect();
            let before = members.clone();
            ui.horizontal_wrapped(|ui| {
                for (n, case) in cases.iter().enumerate() {
                    if ui.selectable_label(is_in(n), case.name.replace('_', " ")).clicked() {
                        if is_in(n) { members.retain(|m| *m != n) } else { members.push(n) }
                    }
                }
            });
            members.sort_unstable();
            let names: Vec<&str> = members.iter().map(|n| &*cases[*n].name).collect();
            (members != before).then(|| format!("[{}]", names.join(", ")))
        }
        _ => read_only_ui(ui, program, param, words),
    }
}

/// The appearance of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Slider,
    /// For tables with columns, where there is no room for a slider.
    Small,
}

/// Shows a number within its range. Returns the new number once it is chosen. `name` tells it from all others.
fn number_ui(ui: &mut egui::Ui, now: i32, range: RangeInclusive<i32>, name: &str, docs: &str, look: Look) -> Option<i32> {
    // While the slider is dragged, its value is kept apart. Otherwise each step would begin a new race.
    let id = ui.scope_id().with(("dragged", name));
    let held = ui.data(|d| d.get_temp::<i32>(id));
    let mut value = held.unwrap_or(now);
    let response = match look {
        Look::Slider => ui.add(egui::Slider::new(&mut value, range).update_while_editing(false)),
        Look::Small => ui.add(egui::DragValue::new(&mut value).range(range).speed(0.1).update_while_editing(false)),
    };
    let response = response.on_hover_text(docs);
    response.widget_info(|| WidgetInfo::slider(true, f64::from(value), name));
    if response.dragged() {
        ui.data_mut(|d| d.insert_temp(id, value));
        return None;
    }
    ui.data_mut(|d| d.remove::<i32>(id));
    (held.is_some() || response.changed()).then_some(value).filter(|v| *v != now)
}

/// Shows numbers by key: a slider for each, or columns if there are two keys. Returns all of them when one has changed.
fn table_ui(
    ui: &mut egui::Ui,
    fold: &Fold<'_>,
    dims: &[Key],
    words: &[i32],
    range: RangeInclusive<i32>,
    name: &str,
    docs: &str,
) -> Option<Vec<i32>> {
    let keys: Vec<Vec<String>> = dims.iter().map(|dim| key_names(fold, dim)).collect::<Option<_>>()?;
    let columns = keys.get(1).map_or(1, Vec::len);
    let mut changed = None;
    egui::Grid::new(("table", name)).show(ui, |ui| {
        if let Some(heads) = keys.get(1) {
            ui.label("");
            heads.iter().for_each(|head| drop(ui.weak(head)));
            ui.end_row();
        }
        for (row, (key, numbers)) in keys[0].iter().zip(words.chunks(columns.max(1))).enumerate() {
            ui.weak(key);
            for (column, now) in numbers.iter().enumerate() {
                let (of, look) = match keys.get(1) {
                    Some(heads) => (format!("{name} {key}, {}", heads[column]), Look::Small),
                    None => (format!("{name} {key}"), Look::Slider),
                };
                if let Some(number) = number_ui(ui, *now, range.clone(), &of, docs, look) {
                    let mut all = words.to_vec();
                    all[row * columns + column] = number;
                    changed = Some(all);
                }
            }
            ui.end_row();
        }
    });
    changed
}

fn read_only_ui(ui: &mut egui::Ui, program: &Program, param: &Param, words: &[i32]) -> Option<String> {
    let shown = interpreter::show::told(program, &param.ty, words);
    ui.add(egui::Label::new(egui::RichText::new(&shown).weak()).truncate()).on_hover_text(shown);
    None
}

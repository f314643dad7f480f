//! The menu bar, and buttons for single commands.

use egui::containers::menu::{MenuState, SubMenu, find_menu_root};
use egui::scroll_area::ScrollBarVisibility;
use egui::{Atom, Button, FocusDirection, Id, IdSalt, Key, Modifiers, Popup, Response, Stroke, WidgetInfo, accesskit::Role};

use super::{Command, Entry, Menu};
use crate::drawing::hand::{LineDeed, Tool};
use crate::drawing::layers::Layer;
use crate::drawing::on_table::Hold;
use crate::drawing::tools::arrange::Rise;
use crate::playtest::timeline::{Stride, Way};
use crate::ui::action::{Action, Pane, RaceMessage};
use crate::ui::app::App;
use crate::ui::draw::board::Under;
use crate::ui::rules::Order;

/// The width of a menu in points, which fits the longest title with its keys.
const WIDTH: f32 = 320.0;

/// The room before a title in a menu, where what is on has its tick, and the tick's size, in points.
const TICK: (f32, f32) = (12.0, 8.0);

/// The most characters shown of a command's effect.
const MOST_SAID: usize = 30;

/// By what egui remembers which menu of a bar is open, so that the pointer can change it.
const OPEN_MENU: &str = "egui_menu_bar_open_menu";

/// Shows all menus that have a command in this room. F10 opens the first one, Alt with its letter any of them; the arrows lead on from there.
pub fn bar_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    let menus = Menu::ALL.into_iter().map(|menu| (menu, Command::of_menu(app.shell.room, menu)));
    let menus: Vec<_> = menus.filter(|(_, commands)| !commands.is_empty()).collect();
    let (shows_letters, moves) = ui.input(|i| (i.modifiers.alt, i.pointer.delta() != egui::Vec2::ZERO));
    let open = find_menu_root(ui).unique_id.with(OPEN_MENU);
    // From an item of the menu itself, Left leads to the menu before instead of to the title.
    let is_in_menu = lit(ui.ctx()).is_some_and(|lit| ui.data(|data| data.get_temp(open)) == Some(lit.layer_id.id));
    if is_in_menu && ui.input(|i| i.key_pressed(Key::ArrowLeft)) {
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    // A pointer that only rests on a title doesn't change the menu that a key has opened.
    if !moves {
        ui.data_mut(|data| data.remove::<Id>(open));
    }
    let mut buttons = vec![];
    for (menu, commands) in &menus {
        let title = if shows_letters { lettered(ui, *menu) } else { menu.title().into() };
        let button = ui.menu_button(title, |ui| {
            ui.set_width(WIDTH);
            whole_ui(ui, |ui| {
                for alike in commands.chunk_by(|(_, a), (_, b)| a.part.is_some() && a.part == b.part) {
                    match alike[0].1.part {
                        Some(part) => drop(ui.menu_button((room(), part), |ui| actions.extend(items_ui(ui, app, alike)))),
                        None => actions.extend(items_ui(ui, app, alike)),
                    }
                }
                if *menu == Menu::Playtest {
                    actions.extend(shelf_ui(ui, app));
                }
            });
        });
        buttons.push(button.response);
    }
    let menus: Vec<Menu> = menus.into_iter().map(|(menu, _)| menu).collect();
    if app.shell.dialog.is_none() {
        open_by_keys(ui.ctx(), &menus, &buttons);
    }
    actions
}

/// Shows commands one below the other.
fn items_ui(ui: &mut egui::Ui, app: &App, commands: &[(Command, &Entry)]) -> Vec<Action> {
    let mut actions = vec![];
    ui.set_width(WIDTH);
    for (n, (command, entry)) in commands.iter().enumerate() {
        if entry.begins_group && (n > 0 || entry.part.is_none()) {
            ui.separator();
        }
        if item_ui(ui, app, *command) {
            actions.push(command.action(app));
            ui.close();
        }
    }
    actions
}

/// A menu's title with its letter underlined.
fn lettered(ui: &egui::Ui, menu: Menu) -> egui::WidgetText {
    let (title, at) = (menu.title(), menu.letter_at());
    let plain = egui::TextFormat::simple(egui::TextStyle::Button.resolve(ui.style()), ui.visuals().text_color());
    let underlined = egui::TextFormat { underline: egui::Stroke::new(1.0, plain.color), ..plain.clone() };
    let mut job = egui::text::LayoutJob::default();
    job.append(&title[..at], 0.0, plain.clone());
    job.append(&title[at..=at], 0.0, underlined);
    job.append(&title[at + 1..], 0.0, plain);
    job.into()
}

/// Opens, changes and closes menus as keys ask for it.
fn open_by_keys(ctx: &egui::Context, menus: &[Menu], buttons: &[Response]) {
    let ids: Vec<_> = buttons.iter().map(Popup::default_response_id).collect();
    let now = ids.iter().position(|id| Popup::is_id_open(ctx, *id));
    let is_in_bar = ctx.memory(|memory| memory.focused()).is_none_or(|focused| buttons.iter().any(|b| b.id == focused));
    let lit = lit(ctx);
    let goes_back = is_in_bar || lit.as_ref().zip(now).is_some_and(|(lit, n)| lit.layer_id.id == ids[n]);
    let goes_on = is_in_bar || lit.is_some_and(|lit| !opens_part(ctx, lit.id));
    let asked = ctx.input_mut(|i| {
        // Alt with Shift is for commands.
        let mut pressed = |modifiers: Modifiers, key| i.modifiers.matches_exact(modifiers) && i.consume_key(modifiers, key);
        if pressed(Modifiers::NONE, Key::F10) {
            return Some(if now.is_some() { None } else { Some(0) });
        }
        if let Some(n) = menus.iter().position(|menu| pressed(Modifiers::ALT, menu.letter())) {
            return Some(Some(n));
        }
        let count = menus.len();
        match now {
            Some(n) if goes_on && pressed(Modifiers::NONE, Key::ArrowRight) => Some(Some((n + 1) % count)),
            Some(n) if goes_back && pressed(Modifiers::NONE, Key::ArrowLeft) => Some(Some((n + count - 1) % count)),
            _ => None,
        }
    });
    match asked {
        Some(Some(n)) => {
            buttons[n].request_focus();
            Popup::open_id(ctx, ids[n]);
        }
        Some(None) => Popup::close_all(ctx),
        None => {}
    }
}

/// The item of an open menu that has the focus.
fn lit(ctx: &egui::Context) -> Option<Response> {
    let focused = ctx.memory(|memory| memory.focused())?;
    ctx.read_response(focused).filter(|lit| lit.layer_id.order == egui::Order::Foreground)
}

/// Whether an item of a menu opens a part of it, which egui keeps a state for.
fn opens_part(ctx: &egui::Context, item: Id) -> bool {
    let part = SubMenu::id_from_widget_id(item).with(MenuState::ID);
    ctx.data(|data| data.get_temp::<MenuState>(part)).is_some()
}

/// Shows those of these commands that are available, in groups: a menu of the right button.
pub fn offered_ui(ui: &mut egui::Ui, app: &App, groups: &[&[Command]]) -> Vec<Action> {
    ui.set_width(WIDTH);
    let mut actions = vec![];
    let mut was_group = false;
    whole_ui(ui, |ui| {
        for commands in groups {
            let mut is_first = true;
            for command in commands.iter().filter(|command| command.refused(app).is_none()) {
                if std::mem::take(&mut is_first) && std::mem::replace(&mut was_group, true) {
                    ui.separator();
                }
                if item_ui(ui, app, *command) {
                    actions.push(command.action(app));
                    ui.close();
                }
            }
        }
    });
    actions
}

/// Shows a menu whole unless the window is too low. Then it can be scrolled, and the bar shows that there is more.
fn whole_ui(ui: &mut egui::Ui, contents: impl FnOnce(&mut egui::Ui)) {
    let height = ui.ctx().content_rect().height() - 60.0;
    let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded).show(ui, contents);
}

/// What can be done with what the right button was pressed on.
pub fn of_sheet(under: Under) -> &'static [&'static [Command]] {
    use Command::{Copy, Cut, Delete, DeleteBridging, Duplicate, FitAll, FitSelection, InsertSpace, OnLine, Paste, Rename, Take};
    const HOLD: &[Command] =
        &[Command::Hold(Hold::Group), Command::Hold(Hold::Ungroup), Command::Hold(Hold::Lock), Command::Hold(Hold::Hide)];
    const NODE: &[Command] =
        &[OnLine(LineDeed::Bend), OnLine(LineDeed::RemoveNode), OnLine(LineDeed::AddNode), OnLine(LineDeed::Split)];
    const COURSE: &[Command] = &[Command::CloseLoop, Command::ReSpace, Command::Reverse];
    const LAYERS: &[Command] = &[
        Command::ToLayer(Layer::Backdrop),
        Command::ToLayer(Layer::Ground),
        Command::ToLayer(Layer::Spaces),
        Command::ToLayer(Layer::Notes),
    ];
    const RISE: &[Command] =
        &[Command::Rise(Rise::Front), Command::Rise(Rise::Forward), Command::Rise(Rise::Backward), Command::Rise(Rise::Back)];
    match under {
        Under::Course => &[NODE, COURSE, &[FitSelection, FitAll]],
        Under::Space => &[
            &[Cut, Copy, Paste, Duplicate, Delete, DeleteBridging],
            &[Rename, InsertSpace, Take(Tool::Reshape), Command::SelectCourse, Command::SelectSame],
            &[Command::TurnRight, Command::MirrorAcross, Command::ReSpace, Command::Reverse, Command::Split, Command::Join],
            HOLD,
            &[Command::SaveStamp, Command::SaveTemplate],
            &[FitSelection, FitAll],
        ],
        Under::Link => &[
            NODE,
            &[InsertSpace, Command::FlipLink, Delete],
            &[Take(Tool::Reshape), Command::Straighten, Command::Above],
            &[Rename, Command::SelectSame],
            HOLD,
            &[FitAll],
        ],
        Under::Path => &[&[Rename, Delete], &[Command::SelectSame], HOLD, &[FitAll]],
        Under::Decor => &[
            &[Cut, Copy, Paste, Duplicate, Delete],
            &[Rename, Command::TurnRight, Command::MirrorAcross],
            RISE,
            LAYERS,
            HOLD,
            &[FitSelection, FitAll],
        ],
        Under::Shape => &[
            &[Cut, Copy, Paste, Duplicate, Delete],
            &[Rename, Take(Tool::Reshape), Command::TurnRight, Command::MirrorAcross],
            NODE,
            RISE,
            LAYERS,
            HOLD,
            &[FitSelection, FitAll],
        ],
        Under::Locked => &[
            &[Command::Hold(Hold::Unlock), Command::Hold(Hold::UnlockAll)],
            &[Copy, Command::SelectSame, Command::Hold(Hold::Hide)],
            &[FitSelection, FitAll],
        ],
        Under::Guide(_) => {
            &[&[Command::GuidePosition, Command::DeleteGuide, Command::DeleteGuides], &[Command::ShowGuides, Command::ShowRulers]]
        }
        Under::Ruler => &[&[Command::ShowRulers, Command::ShowGuides, Command::SnapToGrid], &[Command::DeleteGuides]],
        Under::Art(_) => &[&[Command::KeepPanel], &[Command::LookOfBoard], &[FitAll]],
        Under::Ground => &[
            &[Paste, Command::SelectAll],
            &[Take(Tool::Course), Take(Tool::Grid), Take(Tool::Space), Take(Tool::Label), Take(Tool::Picture)],
            &[Command::SnapToGrid, Command::ShowRulers, Command::ShowGuides],
            &[Command::Hold(Hold::UnlockAll), Command::Hold(Hold::ShowAll)],
            &[Command::FitToSheet],
            &[FitAll, Command::TrueSize],
        ],
    }
}

/// What can be done in a pane, wherever nothing in it has a menu of its own.
pub fn of_pane(pane: Pane) -> &'static [&'static [Command]] {
    use Command::{LookOfBoard, PlayDrawn, ReadAgain, Redo, SameAgain, SelectAll, SelectNone, ShowRules, Undo};
    match pane {
        Pane::Board => &OF_BOARD,
        Pane::Setup => &[&[Command::NewRace, SameAgain], &[ShowRules, Command::NewAddon], &[Command::Compare]],
        Pane::Start => &[&[Command::OpenTrack, Command::NewTrack], &[Command::OpenGame, Command::NewRuleset]],
        Pane::Race | Pane::Log | Pane::Why => &OF_MOMENT,
        Pane::Rulebook => &[&[ShowRules, Command::Show(Pane::Setup)]],
        Pane::Cards => &OF_PILES,
        Pane::Problems => &[&[Command::Rules(Order::NextProblem), ShowRules], &[ReadAgain]],
        Pane::Rules => &[
            &[Undo, Redo],
            &[Command::Rules(Order::Definition), Command::Rules(Order::Uses), Command::Rules(Order::Complete)],
            &[Command::Rules(Order::Find), Command::Rules(Order::Comment)],
            &[Command::Rules(Order::NextProblem), Command::Rules(Order::RunTest)],
            &[Command::Save, ReadAgain],
        ],
        Pane::Statistics => &OF_STATISTICS,
        Pane::Inspector => &[
            &[Command::FitSelection, SelectNone, Command::SelectSame],
            &[Command::SaveStamp, Command::SaveTemplate],
            &[Undo, Redo],
            &[LookOfBoard, Command::FitToSheet],
        ],
        Pane::Sheet => of_sheet(Under::Ground),
        Pane::Tools => {
            &[&[Command::SnapToGrid, Command::ShowRulers, Command::ShowGuides], &[Command::SaveStamp, Command::SaveTemplate]]
        }
        Pane::Faults | Pane::Steps => &[&[Undo, Redo], &[PlayDrawn]],
        Pane::Layers => &[&[SelectAll, SelectNone], &[Command::Hold(Hold::UnlockAll), Command::Hold(Hold::ShowAll)]],
        Pane::Looks => &[&[Undo, Redo], &[LookOfBoard]],
        Pane::History => &[&[Undo, Redo]],
    }
}

/// How large the board can be shown.
pub const OF_ZOOM: [&[Command]; 1] =
    [&[Command::ZoomIn, Command::ZoomOut, Command::FitAll, Command::FitSelection, Command::TrueSize]];

/// What can be done with the file on the drawing table.
pub const OF_FILE: [&[Command]; 2] =
    [&[Command::Save, Command::SaveAs, Command::Export], &[Command::OpenTrack, Command::NewTrack]];

/// What can be done with the board of a race.
pub const OF_BOARD: [&[Command]; 3] =
    [&[Command::EditState, Command::Chance], &[Command::Heat, Command::FitAll], &[Command::GoDraw]];

/// What can be done with a pile that lies face down.
pub const OF_PILES: [&[Command]; 2] = [&[Command::Chance, Command::EditState], &[Command::FoldCards, Command::ResetLayout]];

/// What can be done with statistics.
pub const OF_STATISTICS: [&[Command]; 3] =
    [&[Command::Pin, Command::Unpin], &[Command::Heat, Command::Compare], &[Command::ExportFigures]];

/// What can be done with the moment on show.
pub const OF_MOMENT: [&[Command]; 3] = [
    &[
        Command::Step(Stride::Decision, Way::Back),
        Command::Step(Stride::Decision, Way::On),
        Command::Step(Stride::Turn, Way::Back),
        Command::Step(Stride::Turn, Way::On),
    ],
    &[Command::Now, Command::PlayFromHere],
    &[Command::Note, Command::Notes, Command::AsTest, Command::Compare],
];

/// Shows the playtests of this session: the one on the table, and others to return to.
fn shelf_ui(ui: &mut egui::Ui, app: &App) -> Option<Action> {
    let mut taken = None;
    let on = app.sitting.playtest_title().filter(|_| app.sitting.shelf.away().next().is_some())?;
    ui.separator();
    ui.menu_button((room(), format!("Playtests ({})", app.sitting.shelf.away().count() + 1)), |ui| {
        for (number, title) in app.sitting.shelf.away() {
            if ui.button((room(), title)).on_hover_text("Go on with it; what is on the table is put away").clicked() {
                taken = Some(RaceMessage::TakeUpPlaytest(number).into());
                ui.close();
            }
        }
        let line = ui.add_enabled(false, Button::new((room(), on.as_str())));
        line.widget_info(|| named(&on, false, Some(true)));
        tick(ui, &line);
        line.on_disabled_hover_text("It is on the table");
    });
    taken
}

/// Shows a command's line in a menu.
fn item_ui(ui: &mut egui::Ui, app: &App, command: Command) -> bool {
    let (entry, why) = (command.entry(), command.refused(app));
    let is_on = command.is_on(app);
    let title = match command.what(app) {
        Some(what) => {
            let (said, more) = what.char_indices().nth(MOST_SAID).map_or((&*what, ""), |(at, _)| (&what[..at], "…"));
            format!("{}: {said}{more}", entry.title)
        }
        None => entry.title.to_owned(),
    };
    let mut button = Button::new((room(), title.as_str())).wrap_mode(egui::TextWrapMode::Extend);
    if let Some(keys) = entry.shortcut(ui.ctx()) {
        button = button.shortcut_text(keys);
    }
    let response = ui.add_enabled(why.is_none(), button.min_size(egui::vec2(ui.available_width(), 0.0)));
    response.widget_info(|| named(&title, why.is_none(), is_on));
    if is_on == Some(true) {
        tick(ui, &response);
    }
    let response = response.on_hover_text(entry.help);
    response.on_disabled_hover_text(why.unwrap_or_default()).clicked()
}

/// The room before a title in a menu.
fn room() -> Atom<'static> {
    Atom::custom(IdSalt::new("tick"), egui::vec2(TICK.0, 0.0))
}

/// Draws a tick before the title of what is on.
fn tick(ui: &egui::Ui, line: &Response) {
    let middle = egui::pos2(line.rect.left() + ui.spacing().button_padding.x + TICK.0 / 2.0, line.rect.center().y);
    let at = |x: f32, y: f32| middle + egui::vec2(x, y) * TICK.1 / 2.0;
    let stroke = Stroke::new(1.5, ui.style().interact(line).text_color());
    ui.painter().line(vec![at(-1.0, 0.0), at(-0.2, 0.8), at(1.0, -0.8)], stroke);
}

/// Shows a command as a button in a tool bar.
pub fn button_ui(ui: &mut egui::Ui, app: &App, command: Command, text: &str) -> Option<Action> {
    let (why, is_on) = (command.refused(app), command.is_on(app));
    let button = match is_on {
        Some(on) => Button::selectable(on, text),
        None => Button::new(text),
    };
    let response = ui.add_enabled(why.is_none(), button);
    response.widget_info(|| named(text, why.is_none(), is_on));
    let response = response.on_hover_text(command.tooltip(ui.ctx()));
    response.on_disabled_hover_text(why.unwrap_or_default()).clicked().then(|| command.action(app))
}

fn named(title: &str, can: bool, is_on: Option<bool>) -> WidgetInfo {
    match is_on {
        Some(on) => WidgetInfo::selected(Role::Button, can, on, title),
        None => WidgetInfo::labeled(Role::Button, can, title),
    }
}

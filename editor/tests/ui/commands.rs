//! Every command: in a menu, by its key, by its name; and whatever changes the board can be taken back. And the panes.

mod menus;
mod palette;

use super::*;

use std::collections::BTreeSet;
use std::sync::Arc;

use editor::drawing::document::{Document, Item};
use editor::drawing::guides::Guides;
use editor::drawing::layers::Layer;
use editor::drawing::on_table::Hold;
use editor::drawing::tools::pen;
use editor::drawing::tools::select::Mode;
use editor::drawing::{Deed, Edit, List};
use editor::playtest::follow::Told;
use editor::ui::action::{Arrangement, FileMessage, Pane, Room, SetupMessage, WindowMessage};
use editor::ui::command::{Command, Menu};
use editor::ui::draw::Act;
use editor::ui::panes::guard;
use editor::ui::sheet::board_view::BoardView;
use interpreter::ir::Drawn;

use egui::{Modifiers, vec2};
use kurbo::Point;

fn begin(size: [f32; 2], begin: Begin) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ..begin };
    let builder = Harness::builder().with_size(size).with_context_setup(editor::ui::theme::apply);
    let app = App::begin(library(), begin);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
    match window.state().shell.room {
        Room::Play => settle(&mut window),
        Room::Draw => (0..3).for_each(|_| window.step()),
    }
    window
}

/// An empty sheet on the table that nobody saves.
fn sheet() -> Harness<'static, App> {
    let path = PathBuf::from("nowhere/tracks/skoot/mine.ron");
    begin([1280.0, 800.0], Begin { draw_new: Some(("skoot".into(), path)), ..Begin::default() })
}

fn document(window: &Harness<'static, App>) -> Document {
    window.state().table.draw.as_ref().expect("a track lies on the table").desk.document().clone()
}

fn deed(window: &mut Harness<'static, App>, deed: Deed) {
    window.state_mut().apply(Action::Board(Act::Do(deed)));
    let refused = &window.state().table.draw.as_ref().expect("a track").desk.refused;
    assert_eq!(*refused, None);
}

/// Six spaces in a crooked row, uneven, linked; all but the last are selected.
fn row(window: &mut Harness<'static, App>) {
    let places = [(20.0, 30.0), (34.0, 41.0), (70.0, 38.0), (90.0, 60.0), (97.0, 90.0), (60.0, 120.0)];
    let ids: Vec<Arc<str>> = ["b5", "b2", "b9", "b1", "b7", "b3"].map(Arc::from).to_vec();
    let item = |(id, (x, y)): (&Arc<str>, (f64, f64))| Item { id: id.clone(), at: Some(Point::new(x, y)), ..Item::default() };
    let items = ids.iter().zip(places).map(item).collect();
    deed(window, Deed::Edit(Edit::Add { list: List::Spaces, items, before: None }));
    let draw = window.state().table.draw.as_ref().expect("a track");
    let kind = draw.desk.checker.schema.links_drawn(Drawn::Along).next().expect("one leads on").name.clone();
    deed(window, Deed::Edit(Edit::Connect { kind, spaces: ids }));
    select(window, 5);
}

fn select(window: &mut Harness<'static, App>, count: usize) {
    select_range(window, 0..count);
}

fn select_range(window: &mut Harness<'static, App>, range: std::ops::Range<usize>) {
    let keys = document(window).spaces()[range].iter().map(|space| space.key).collect();
    deed(window, Deed::Select(keys, Mode::Replace));
}

/// Does what a command asks for, as a menu would; what is pasted comes from the system.
fn run(window: &mut Harness<'static, App>, command: Command) {
    if command == Command::Paste {
        window.state_mut().shell.has_copied = true;
    }
    assert_eq!(command.refused(window.state()), None, "{command:?}");
    if command == Command::Paste {
        let copied = window.state().table.draw.as_ref().and_then(|draw| draw.desk.copied()).expect("something is selected");
        window.event(egui::Event::Paste(copied));
    } else {
        let action = command.action(window.state());
        window.state_mut().apply(action);
    }
    window.step();
}

#[test]
fn at_the_table_it_is_said_why_a_key_does_nothing() {
    let mut window = sheet();
    row(&mut window);
    deed(&mut window, Deed::SelectNone);
    window.event(egui::Event::Copy);
    (0..3).for_each(|_| window.step());
    // Once, where one looks.
    assert_eq!((window.query_all_by_label("Select something first").count(), &window.state().shell.notice), (1, &None));
    window.state_mut().apply(Action::Board(Act::Do(Deed::Split)));
    (0..3).for_each(|_| window.step());
    let why = window.state().table.draw.as_ref().and_then(|draw| draw.desk.refused.clone()).expect("nothing is selected");
    assert_eq!((window.query_all_by_label_contains(&why[1..]).count(), &window.state().shell.notice), (1, &None), "{why}");
}

#[test]
fn where_a_space_points_is_set_by_hand_or_as_it_is_drawn() {
    let mut window = sheet();
    row(&mut window);
    select(&mut window, 1);
    (0..3).for_each(|_| window.step());
    let turn = |window: &Harness<'static, App>| document(window).spaces()[0].fields.number("turn");
    window.get_by_role_and_label(Role::SpinButton, "Direction");
    assert_eq!((turn(&window), window.query_by_label("Auto").is_some()), (None, false));
    run(&mut window, Command::TurnRight);
    (0..3).for_each(|_| window.step());
    // From the first space to the second: 14 mm to the right, 11 down.
    assert_eq!(turn(&window), Some(128.0));
    window.get_by_label("set by hand");
    window.get_by_role_and_label(Role::Button, "Auto").scroll_to_me();
    (0..3).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Auto").click();
    (0..3).for_each(|_| window.step());
    assert_eq!(turn(&window), None);
}

#[test]
fn no_words_of_the_sheet_of_keys_lie_on_others() {
    for (room, size, scale) in [
        (Action::Draw, [1280.0, 800.0], 100),
        (Action::Play, [1280.0, 800.0], 100),
        (Action::Draw, [1280.0, 800.0], 150),
        (Action::Draw, [1024.0, 700.0], 150),
        (Action::Play, [1024.0, 700.0], 200),
    ] {
        let mut window = begin(size, Begin::default());
        window.state_mut().apply(room.clone());
        window.state_mut().apply(WindowMessage::Scale(scale));
        run(&mut window, Command::Keys);
        (0..4).for_each(|_| window.step());
        // Panes are called so on their tabs, too, behind the dialog.
        let own = Command::all().filter(|command| !matches!(command, Command::Show(_))).map(|command| command.entry().title);
        let own = own.chain([
            "Zoom to the pointer",
            "To the space that a link leads to, and back",
            "Alt+drag",
            "Middle drag, Space+drag",
        ]);
        // What stands behind the dialog, too, is left out.
        let once = |text: &str| {
            let mut found = window.query_all_by_role_and_label(Role::Label, text);
            found.next().filter(|_| found.next().is_none()).map(|label| (text.to_owned(), label.rect()))
        };
        let shown: Vec<(String, egui::Rect)> = own.filter_map(once).collect();
        assert!(shown.len() > 8, "{room:?} {size:?} {scale}: {shown:?}");
        let right = size[0] * 100.0 / f32::from(scale);
        for (n, (text, rect)) in shown.iter().enumerate() {
            assert!(rect.right() < right, "{room:?} {size:?} {scale}: {text} {rect:?}");
            let on = shown[..n].iter().find(|(_, other)| other.shrink(1.0).intersects(rect.shrink(1.0)));
            assert_eq!(on, None, "{room:?} {size:?} {scale}: {text} {rect:?}");
        }
    }
}

#[test]
fn whatever_changes_the_board_is_one_step_that_can_be_taken_back() {
    let mut window = sheet();
    let mut changing = 0;
    for command in Command::of(Room::Draw) {
        if command == Command::Print && cfg!(not(feature = "print")) {
            continue;
        }
        // What leaves the room, is about the history itself, or needs a space that says something, is looked at elsewhere.
        if matches!(
            command,
            Command::StartPage
                | Command::GoPlay
                | Command::ShowRules
                | Command::Arrange(_)
                | Command::PlayDrawn
                | Command::Undo
                | Command::Redo
                | Command::Quit
                | Command::Save
                | Command::SaveStamp
                | Command::Straighten
                | Command::FlipLink
                | Command::Above
                | Command::OnLine(_)
                | Command::Rise(_)
                | Command::DeleteGuide
                | Command::GuidePosition
                | Command::KeepPanel
        ) {
            continue;
        }
        window.state_mut().apply(WindowMessage::Close);
        deed(&mut window, Deed::GoTo(0));
        row(&mut window);
        if matches!(command, Command::Split | Command::Join | Command::InsertSpace | Command::Rename) {
            select_range(&mut window, 3..4);
        }
        // A course that leads on behind what is selected isn't closed.
        if command == Command::CloseLoop {
            select_range(&mut window, 0..6);
        }
        if command == Command::Join {
            run(&mut window, Command::Split);
            select_range(&mut window, 2..4);
        }
        if let Command::ToLayer(layer) = command {
            let other = if layer == Layer::Notes { Layer::Ground } else { Layer::Notes };
            deed(&mut window, Deed::Edit(pen::label((50.0, 50.0).into(), "Forest", 5.0, other)));
            let label = document(&window).decor()[0].key;
            deed(&mut window, Deed::Select(vec![label], Mode::Replace));
        }
        if command == Command::DeleteGuides {
            deed(&mut window, Deed::Edit(Guides::default().changed(true, None, Some(40.0))));
        }
        // What takes something back needs it first.
        let first = match command {
            Command::Hold(Hold::Ungroup) => Some(Hold::Group),
            Command::Hold(Hold::Unlock | Hold::UnlockAll) => Some(Hold::Lock),
            Command::Hold(Hold::ShowAll) => Some(Hold::Hide),
            _ => None,
        };
        if let Some(first) = first {
            run(&mut window, Command::Hold(first));
        }
        if command == Command::Hold(Hold::Unlock) {
            select_range(&mut window, 0..4);
        }
        let before = document(&window);
        run(&mut window, command);
        let after = document(&window);
        assert_eq!(before != after, command.entry().changes, "{command:?}");
        if !command.entry().changes {
            continue;
        }
        changing += 1;
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.step();
        assert_eq!(document(&window), before, "{command:?} is taken back");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Y);
        window.step();
        assert_eq!(document(&window), after, "{command:?} is done again");
        let named = window.state().table.draw.as_ref().and_then(|draw| draw.desk.drawing.undoes().map(str::to_owned));
        assert!(named.is_some_and(|name| !name.is_empty()), "{command:?} has a name");
    }
    assert!(changing >= 18, "{changing}");
}

#[test]
fn keys_and_titles_are_unique_and_every_command_is_explained() {
    for room in [Room::Play, Room::Draw] {
        let (mut keys, mut titles) = (vec![], BTreeSet::new());
        // The keys that zoom the board mean the text where the pointer isn't over it.
        let is_of_text = |command| [Command::Larger, Command::Smaller, Command::UsualSize].contains(&command);
        for command in Command::of(room) {
            let entry = command.entry();
            for key in entry.keys.into_iter().flatten() {
                let key = (key, is_of_text(command));
                assert!(!keys.contains(&key), "{key:?} of {command:?} in {room:?}");
                keys.push(key);
            }
            assert!(titles.insert((entry.menu.title(), entry.title)), "{command:?}");
            assert!(!entry.help.is_empty() && !entry.help.ends_with('.'), "{command:?}");
        }
        assert!(keys.len() > 12);
    }
}

#[test]
fn what_is_selected_is_arranged_by_keys() {
    let mut window = sheet();
    row(&mut window);
    let places = |window: &Harness<'static, App>| -> Vec<Point> {
        document(window).spaces().iter().take(5).filter_map(|space| space.at).collect()
    };
    let press = |window: &mut Harness<'static, App>, modifiers, key| {
        window.key_press_modifiers(modifiers, key);
        window.step();
        let now = places(window);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.step();
        now
    };
    let before = places(&window);
    let left = press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::A);
    assert!(left.iter().all(|at| at.x == 20.0), "{left:?}");
    let lowest = press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::S);
    assert!(lowest.iter().all(|at| at.y == 90.0), "{lowest:?}");
    let mirrored = press(&mut window, Modifiers::SHIFT, Key::H);
    assert_eq!((mirrored[0].x, mirrored[0].y), (97.0, 30.0));
    assert_eq!(press(&mut window, Modifiers::NONE, Key::R), press(&mut window, Modifiers::NONE, Key::CloseBracket));
    assert_ne!(press(&mut window, Modifiers::SHIFT, Key::E), before, "spaced evenly");
    assert_eq!(places(&window), before);
}

#[test]
fn a_command_is_found_by_some_of_its_letters() {
    let mut window = sheet();
    let shown = |window: &Harness<'static, App>| window.query_by_role_and_label(Role::TextInput, "Find a command").is_some();
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.step();
    window.step();
    assert!(shown(&window));
    // While one writes, letters are letters.
    window.event(egui::Event::Text("cour".into()));
    window.key_press(Key::C);
    window.step();
    let tool = |window: &Harness<'static, App>| window.state().table.draw.as_ref().expect("a track").desk.hand.tool;
    assert_eq!(format!("{:?}", tool(&window)), "Select");
    window.key_press(Key::Enter);
    window.step();
    window.step();
    assert_eq!(format!("{:?}", tool(&window)), "Course");
    assert!(!shown(&window));
    // By its own letter, too.
    window.key_press(Key::V);
    window.step();
    assert_eq!(format!("{:?}", tool(&window)), "Select");
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.step();
    window.step();
    window.event(egui::Event::Text("zzz".into()));
    window.step();
    window.get_by_label("No command is called so.");
    window.key_press(Key::Escape);
    window.step();
    assert!(!shown(&window));
    for key in [Key::F1, Key::Questionmark] {
        window.key_press(key);
        window.step();
        window.step();
        window.get_by_label("Delete and close the gap");
        (0..4).for_each(|_| window.step());
        window.get_by_role_and_label(Role::Button, "Close").click();
        (0..4).for_each(|_| window.step());
        assert!(window.query_by_label("Delete and close the gap").is_none());
    }
}

#[test]
fn a_dialog_closes_the_menu_that_was_open_and_takes_its_lists_along() {
    let mut window = sheet();
    let is_open = |window: &Harness<'static, App>| egui::Popup::is_any_open(&window.ctx);
    window.get_by_role_and_label(Role::Button, "File").click();
    (0..2).for_each(|_| window.step());
    assert!(is_open(&window));
    window.key_press(Key::F1);
    (0..3).for_each(|_| window.step());
    window.get_by_label("Delete and close the gap");
    assert!(!is_open(&window) && window.query_by_role_and_label(Role::Button, "New track…").is_none());
    window.key_press(Key::Escape);
    (0..3).for_each(|_| window.step());
    assert!(window.state().shell.dialog.is_none());
    // Return on the button that the keyboard is on, with a list open.
    window.key_press_modifiers(Modifiers::COMMAND, Key::N);
    (0..5).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Cancel").focus();
    window.step();
    window.get_by_role_and_label(Role::ComboBox, "For").click_accesskit();
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Cancel").focus();
    window.step();
    assert!(is_open(&window));
    window.key_press(Key::Enter);
    window.step();
    assert!(window.state().shell.dialog.is_none());
    window.step();
    assert!(!is_open(&window));
}

#[test]
fn the_clipboard_is_that_of_the_system() {
    let mut window = sheet();
    row(&mut window);
    window.event(egui::Event::Copy);
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("it is copied");
    assert!(copied.contains("b5") && copied.contains("ruleset"), "{copied}");
    window.event(egui::Event::Paste(copied));
    window.step();
    assert_eq!(document(&window).spaces().len(), 11);
    window.event(egui::Event::Cut);
    window.step();
    assert_eq!(document(&window).spaces().len(), 6);
    window.event(egui::Event::Paste("something else".into()));
    window.run_steps(4);
    assert_eq!(document(&window).spaces().len(), 6);
    // Once, on the sheet.
    assert_eq!(window.query_all_by_label("There is no part of a track to paste").count(), 1);
}

#[test]
fn a_label_on_a_space_is_cut_and_pasted_with_it() {
    let mut window = sheet();
    row(&mut window);
    let space = document(&window).spaces()[4].clone();
    deed(&mut window, Deed::Edit(pen::label(space.at.expect("it lies there"), "Here", 3.0, Layer::Spaces)));
    select_range(&mut window, 4..5);
    window.event(egui::Event::Cut);
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!((document(&window).spaces().len(), document(&window).decor().len()), (5, 0));
    window.event(egui::Event::Paste(copied.expect("it is copied")));
    window.step();
    assert_eq!((document(&window).spaces().len(), document(&window).decor().len()), (6, 1));
}

#[test]
fn keys_mean_the_text_while_one_writes() {
    let mut window = window(library());
    click(&mut window, Role::Button, "Hard");
    let taken = race(&window).path().sum().choices;
    window.get_by_role_and_label(Role::SpinButton, "Seed").click();
    window.step();
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.key_press(Key::Num1);
    window.step();
    assert_eq!(race(&window).path().sum().choices, taken);
}

#[test]
fn one_draws_plays_and_draws_on() {
    let mut window = begin([1280.0, 800.0], Begin { ruleset: Some("skoot".into()), ..Begin::default() });
    window.key_press(Key::F6);
    window.step();
    assert_eq!(window.state().shell.room, Room::Draw);
    let drawn = document(&window);
    assert!(drawn.spaces().len() > 40);
    select(&mut window, 1);
    deed(&mut window, Deed::Nudge(kurbo::Vec2::new(3.0, 0.0)));
    window.key_press(Key::F5);
    settle(&mut window);
    assert_eq!(window.state().shell.room, Room::Play);
    let first = document(&window).spaces()[0].at.expect("it has a place");
    assert_eq!(race(&window).board.spaces[0].tile.at.x, first.x as f32);
    window.key_press(Key::F6);
    window.step();
    assert!(!window.state().table.draw.as_ref().expect("a track").desk.drawing.is_saved());
    window.key_press(Key::F6);
    settle(&mut window);
    assert_eq!(window.state().shell.room, Room::Play);
}

/// However the room is arranged, and with its drawer open, whatever the widths of its panes are dragged to.
#[test]
fn the_board_comes_first_in_every_layout() {
    for game in ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        let mut window = begin([900.0, 600.0], Begin { ruleset: Some(game.into()), ..Begin::default() });
        for size in [[900.0, 600.0], [1280.0, 800.0], [1920.0, 1080.0]] {
            window.set_size(size.into());
            let mut in_play = egui::Rect::NOTHING;
            for (arrangement, key) in [
                (Arrangement::Rules, Key::F7),
                (Arrangement::Figures, Key::F4),
                (Arrangement::Play, Key::F5),
                (Arrangement::Present, Key::F11),
            ] {
                window.key_press(key);
                window.run_steps(6);
                assert_eq!(window.state().shell.layouts.arrangement(), arrangement, "{game} at {size:?}");
                let board = window.get_by_role_and_label(Role::Canvas, "Board").rect();
                let is_large = board.width() >= 0.5 * size[0] && board.height() >= 0.6 * size[1];
                assert!(is_large, "{game} at {size:?}, {arrangement:?}: {board:?} {:?}", places(&window));
                let shown: Vec<Pane> = places(&window).into_iter().map(|(pane, _)| pane).collect();
                assert!(shown.contains(&Pane::Race), "{game} at {size:?}, {arrangement:?}: {shown:?}");
                if arrangement == Arrangement::Play {
                    in_play = board;
                }
                if arrangement == Arrangement::Present {
                    assert!(shown.iter().all(|pane| [Pane::Board, Pane::Race, Pane::Cards].contains(pane)), "{shown:?}");
                    assert!(window.query_by_label("File").is_none() && window.query_by_label("The race so far").is_none());
                    assert!(board.width() >= in_play.width() && board.height() > 1.1 * in_play.height(), "{game} at {size:?}");
                    assert_presented(&mut window, game);
                }
                // Nothing that is told moves it.
                window.state_mut().sitting.told = Told::anew("with another seed");
                window.run_steps(3);
                assert_eq!(window.get_by_role_and_label(Role::Canvas, "Board").rect(), board, "{game} at {size:?}");
                window.state_mut().sitting.told = None;
            }
            // The same key leads back, and so does Escape. The drawer floats where the board would get too small.
            window.key_press(if size[0] == 900.0 { Key::F11 } else { Key::Escape });
            window.run_steps(3);
            assert_eq!(window.state().shell.layouts.arrangement(), Arrangement::Play);
            run(&mut window, Command::StartPage);
            window.run_steps(4);
            window.get_by_label_contains("The race beside this page");
            let board = window.get_by_role_and_label(Role::Canvas, "Board").rect();
            assert!(board.width() >= 0.5 * size[0] && board.height() >= 0.6 * size[1], "{game} at {size:?}: {board:?}");
            window.get_by_role_and_label(Role::Button, "Close the drawer").click();
            window.run_steps(3);
            assert!(window.query_by_label_contains("The race beside this page").is_none());
        }
    }
}

/// Beside a board that is presented lie in sight the question, how all stand, and the way back. A pane that is asked for lies over it. Whatever
/// the wheel does, the board is no smaller than whole.
fn assert_presented(window: &mut Harness<'static, App>, game: &str) {
    let all = window.ctx.content_rect();
    let is_seen = |window: &Harness<'static, App>, label: &str| {
        window.query_all_by_label_contains(label).any(|node| all.contains_rect(node.rect()))
    };
    let question = race(window).question().expect("somebody is asked");
    let name = race(window).program.names[question.player].to_string();
    let told = question.options[0].told.clone();
    let rounds = if game == "hell-on-eight-wheels" { "Turn 0, jam 1" } else { "Turn 0, round 0" };
    for label in ["Leave Present", rounds, &*format!("{name} decides"), &*told] {
        let there: Vec<egui::Rect> = window.query_all_by_label_contains(label).map(|node| node.rect()).collect();
        assert!(is_seen(window, label), "{game} at {all:?}: {label} {there:?}");
    }
    let titles: &[&str] = match game {
        "skoot" => &["Loop", "Round"],
        "biathlon-blast" => &["Lap", "Wind"],
        "ski-the-mountain" => &["Points", "Rounds left"],
        _ => &["Points", "Jam 1"],
    };
    titles.iter().for_each(|title| assert!(is_seen(window, title), "{game} at {all:?}: {title}"));
    assert!(window.query_by_label("Fit").is_none(), "the view hasn't been moved");
    window.state_mut().apply(Action::Zoom(0.01));
    window.run_steps(3);
    window.get_by_label("Fit").click();
    let BoardView::At(camera) = window.state().view else { panic!("{game}: it was zoomed") };
    let board = &race(window).board;
    let place = window.get_by_role_and_label(Role::Canvas, "Board").rect();
    assert_eq!(camera, BoardView::Sheet.camera(board, place), "{game}");
    window.run_steps(3);
    assert_eq!(window.state().view, BoardView::Course);
    run(window, Command::Show(Pane::Why));
    window.run_steps(3);
    assert!(is_seen(window, "Click a value in Players"), "{game} at {all:?}");
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!is_seen(window, "Click a value in Players") && window.state().shell.presents(), "{game} at {all:?}");
}

/// The places of the panes on show.
fn places(window: &Harness<'static, App>) -> Vec<(Pane, egui::Rect)> {
    let app = window.state();
    let tree = app.shell.layouts.shown(app.shell.room).expect("panes are shown");
    let of = |pane: &Pane| tree.tiles.find_pane(pane).and_then(|tile| Some((*pane, tree.tiles.rect(tile)?)));
    Pane::of(app.shell.room).iter().filter_map(of).collect()
}

#[test]
fn panes_share_the_window_whatever_its_size() {
    for size in [[800.0, 560.0], [1280.0, 800.0], [1920.0, 1080.0], [300.0, 200.0]] {
        for (room, ruleset) in [(Room::Play, "skoot"), (Room::Play, "biathlon-blast"), (Room::Draw, "skoot")] {
            let window = begin(size, Begin { room, ruleset: Some(ruleset.into()), ..Begin::default() });
            let places = places(&window);
            let all = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(size[0], size[1])).expand(0.5);
            for (n, (pane, rect)) in places.iter().enumerate() {
                assert!(all.contains_rect(*rect) || size[0] < 400.0, "{pane:?} {rect:?} at {size:?}");
                for (other, beside) in &places[n + 1..] {
                    assert!(!rect.shrink(1.0).intersects(beside.shrink(1.0)), "{pane:?} and {other:?} at {size:?}");
                }
            }
            let board = places.iter().find(|(pane, _)| *pane == Pane::middle(room)).expect("the board is on show").1;
            assert!(board.width() >= 0.3 * size[0], "{board:?} at {size:?}");
        }
    }
}

#[test]
fn tabs_change_and_the_layout_comes_back() {
    let mut window = window(library());
    let shown = |window: &Harness<'static, App>, pane| places(window).iter().any(|(its, _)| *its == pane);
    assert!(shown(&window, Pane::Log) && !shown(&window, Pane::Problems) && !shown(&window, Pane::Cards));
    click(&mut window, Role::Button, "Problems");
    assert!(!shown(&window, Pane::Log) && shown(&window, Pane::Problems));
    window.get_by_label("No problems.");
    run(&mut window, Command::ResetLayout);
    settle(&mut window);
    assert!(shown(&window, Pane::Log));
    // Sizes beside the board stay.
    let width = |window: &Harness<'static, App>| {
        places(window).iter().find(|(pane, _)| *pane == Pane::Race).expect("it is there").1.width()
    };
    let before = width(&window);
    window.set_size(vec2(1600.0, 900.0));
    settle(&mut window);
    assert!((width(&window) - before).abs() < 2.0, "{before}");
}

#[test]
fn size_and_theme_are_chosen() {
    let mut window = window(library());
    run(&mut window, Command::Larger);
    window.step();
    assert_eq!((window.state().shell.scale, window.ctx.zoom_factor()), (110, 1.1));
    window.get_by_label("Text 110 %");
    // The keys change the size of what the pointer is over: the text, or the board.
    let view = |window: &Harness<'static, App>| window.state().view;
    let before = view(&window);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Plus);
    window.run_steps(3);
    assert_eq!((window.state().shell.scale, view(&window) == before), (125, true));
    click(&mut window, Role::Button, "View");
    for line in ["Enlarge text: to 150 %", "Shrink text: to 110 %", "Reset text size: now 125 %"] {
        window.get_by_label(line);
    }
    window.key_press(Key::Escape);
    window.run_steps(3);
    let board = window.get_by_role_and_label(Role::Canvas, "Board").rect();
    window.event(egui::Event::PointerMoved(board.center()));
    window.run_steps(3);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Plus);
    window.run_steps(3);
    assert_eq!((window.state().shell.scale, view(&window) == before), (125, false));
    window.event(egui::Event::PointerGone);
    (0..12).for_each(|_| {
        let larger = Command::Larger.refused(window.state()).is_none();
        if larger {
            run(&mut window, Command::Larger);
        }
    });
    assert_eq!(window.state().shell.scale, 200);
    run(&mut window, Command::UsualSize);
    run(&mut window, Command::Theme(egui::ThemePreference::Dark));
    window.step();
    assert!(window.ctx.global_style().visuals.dark_mode);
    run(&mut window, Command::Theme(egui::ThemePreference::Light));
    window.step();
    assert!(!window.ctx.global_style().visuals.dark_mode);
}

#[test]
fn a_fault_in_a_pane_stays_there() {
    let mut harness = Harness::builder().with_context_setup(editor::ui::theme::apply).build_ui_state(
        |ui: &mut egui::Ui, state: &mut (bool, Option<String>, usize)| {
            let (panics, failed, shown) = state;
            let done = guard::guarded(ui, "Inspector", failed, |ui| {
                ui.label("first");
                assert!(!*panics, "a promise broke");
                ui.label("all is well");
            });
            *shown += usize::from(done.is_some());
            ui.label("the rest");
        },
        (true, None, 0),
    );
    harness.step();
    harness.step();
    harness.get_by_label("“Inspector” has failed");
    harness.get_by_label("a promise broke");
    harness.get_by_label("the rest");
    harness.state_mut().0 = false;
    harness.step();
    assert_eq!(harness.state().2, 0, "it is not shown by itself again");
    harness.get_by_role_and_label(Role::Button, "Try again").click();
    harness.step();
    harness.step();
    harness.get_by_label("all is well");
}

#[test]
fn that_a_board_cannot_be_played_is_said_as_long_as_it_is_so() {
    let mut window = begin([1280.0, 800.0], Begin { room: Room::Draw, ..Begin::default() });
    let spaces = document(&window).spaces().to_vec();
    let remove = |key| Deed::Edit(Edit::Remove { keys: vec![key], bridging: false });
    deed(&mut window, remove(spaces[spaces.len() - 1].key));
    window.key_press(Key::F5);
    (0..4).for_each(|_| window.step());
    let said = |window: &Harness<'static, App>| window.state().shell.notice.as_ref().map(|notice| notice.text.clone());
    let first = said(&window).expect("it is said");
    assert!(first.contains("can't be played yet"), "{first}");
    // It says what is so now.
    deed(&mut window, remove(spaces[0].key));
    until(&mut window, |window| said(window).is_some_and(|now| now != first));
    deed(&mut window, Deed::Undo);
    until(&mut window, |window| said(window).as_ref() == Some(&first));
    // It stays on the table with its board, whatever is raced on.
    window.state_mut().apply(Action::Play);
    window.state_mut().apply(SetupMessage::Track("flat".into()));
    built(&mut window);
    assert_eq!((said(&window), &*race(&window).track_name), (None, "flat"));
    window.key_press(Key::F6);
    window.step();
    window.key_press(Key::F5);
    (0..4).for_each(|_| window.step());
    assert_eq!((window.state().shell.room, said(&window)), (Room::Draw, Some(first)));
    deed(&mut window, Deed::Undo);
    until(&mut window, |window| said(window).is_none());
}

#[test]
fn a_board_with_errors_is_not_played_and_says_so() {
    let mut window = begin([1280.0, 800.0], Begin { room: Room::Draw, ..Begin::default() });
    let name = race(&window).track_name.clone();
    let finish = document(&window).spaces().last().expect("a space").key;
    deed(&mut window, Deed::Edit(Edit::Remove { keys: vec![finish], bridging: false }));
    window.key_press(Key::F5);
    (0..4).for_each(|_| window.step());
    assert_eq!(window.state().shell.room, Room::Draw);
    // In the bar, and where one looks.
    assert_eq!(window.query_all_by_label_contains("This board can't be played yet: it has").count(), 2);
    assert_eq!(window.query_all_by_label_contains(". The first is \"").count(), 2);
    until(&mut window, |window| window.query_by_label_contains("Problems: ").is_some());
    // The race that went on before goes on, and it is told that what is drawn can't be played, even if that was known before one went there.
    built(&mut window);
    window.state_mut().apply(Action::Play);
    settle(&mut window);
    assert_eq!(race(&window).track_name, name);
    window.get_by_label_contains("The last good race goes on");
    window.state_mut().apply(Action::Draw);
    deed(&mut window, Deed::Undo);
    window.key_press(Key::F5);
    settle(&mut window);
    assert_eq!((window.state().shell.room, window.state().is_broken), (Room::Play, false));
}

#[test]
fn commands_are_found_by_their_help_and_in_either_spelling() {
    let window = sheet();
    for query in ["colour", "color", "colour-blind", "color blind"] {
        let found = editor::ui::command::palette::found(window.state(), query);
        let eyes = found.iter().filter(|command| matches!(command, Command::See(_))).count();
        assert!(eyes >= 3, "{query}: {found:?}");
    }
    let greys = editor::ui::command::palette::found(window.state(), "gray");
    assert!(matches!(greys.first(), Some(Command::See(_))), "{greys:?}");
}

#[test]
fn a_new_track_is_for_the_game_that_is_drawn() {
    let path = PathBuf::from("nowhere/tracks/ski-the-mountain/mine.ron");
    let window = begin([1280.0, 800.0], Begin { draw_new: Some(("ski-the-mountain".into(), path)), ..Begin::default() });
    let mut window = window;
    window.key_press_modifiers(Modifiers::COMMAND, Key::N);
    (0..3).for_each(|_| window.step());
    let field = window.get_by_role_and_label(Role::TextInput, "File").value().unwrap_or_default();
    assert!(field.contains("ski-the-mountain"), "{field}");
}

#[test]
fn a_board_that_somebody_opened_stays_on_the_table() {
    let lies = |window: &Harness<'static, App>| window.state().table.draw.as_ref().expect("a board").desk.on_disk.track_name();
    let go = |window: &mut Harness<'static, App>, actions: &[Action]| {
        for action in actions {
            window.state_mut().apply(action.clone());
            settle(window);
        }
    };
    let mut window = window(library());
    assert_ne!(&*race(&window).track_name, "flat");
    // The one that is raced on is there as long as nobody lays another.
    go(&mut window, &[Action::Draw]);
    assert_eq!(*lies(&window), *race(&window).track_name);
    go(&mut window, &[Action::Play, Action::Setup(SetupMessage::Track("rolling".into())), Action::Draw]);
    assert_eq!(&*lies(&window), "rolling");
    go(&mut window, &[Action::File(FileMessage::DrawFile(library().tracks.join("skoot/flat.ron"))), Action::Play, Action::Draw]);
    assert_eq!(&*lies(&window), "flat");
}

/// A key that stands in no list does nothing.
#[test]
fn another_race_is_begun_by_no_key() {
    let mut window = super::playtest::raced("skoot", &[], 0);
    window.get_by_role_and_label(Role::Button, "Another race");
    let seed = window.state().sitting.seed;
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().sitting.seed, seed);
    click(&mut window, Role::Button, "Another race");
    assert_ne!(window.state().sitting.seed, seed);
}

#[test]
fn a_board_that_cannot_be_played_yet_brings_its_next_step_into_view() {
    let path = PathBuf::from("nowhere/tracks/skoot/mine.ron");
    let mut window = begin([900.0, 600.0], Begin { draw_new: Some(("skoot".into(), path)), ..Begin::default() });
    window.state_mut().shell.layouts.want(Pane::Steps);
    until(&mut window, |window| window.query_by_label("Step 1").is_some());
    window.run_steps(6);
    let pane = {
        let tree = window.state().shell.layouts.shown(Room::Draw).expect("it is shown");
        let tile = tree.tiles.find_pane(&Pane::Steps).expect("it is there");
        tree.tiles.rect(tile).expect("it is in front")
    };
    let is_seen = |window: &Harness<'static, App>| pane.contains(window.get_by_label("Step 1").rect().center());
    window.event(egui::Event::PointerMoved(pane.center()));
    window.step();
    let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
    let (delta, source) = (egui::vec2(0.0, -2_000.0), egui::MouseWheelSource::Wheel);
    window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
    window.run_steps(30);
    assert!(!is_seen(&window), "it is scrolled away");
    window.key_press(Key::F5);
    window.run_steps(30);
    assert!(window.state().shell.room == Room::Draw && window.state().shell.notice.is_some(), "it can't be played");
    assert!(is_seen(&window), "the step to do next is at {:?}, not in {pane:?}", window.get_by_label("Step 1").rect());
}

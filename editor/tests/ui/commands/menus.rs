//! Menus and what stands in them, by pointer and by keys; the start page, and what the window is called.

use super::*;

use editor::drawing::hand::Tool;
use egui_kittest::kittest::NodeT;

#[test]
fn the_window_is_called_after_what_is_in_it() {
    let mut window = sheet();
    let title = |window: &Harness<'static, App>| window.state().title();
    let fresh = title(&window);
    assert!(fresh.ends_with(" – Coursesetter") && fresh.contains(".ron – "), "{fresh}");
    row(&mut window);
    let drawn = title(&window);
    assert!(drawn.starts_with("• "), "not saved: {drawn}");
    window.key_press(Key::F6);
    window.step();
    let played = title(&window);
    assert!(played.starts_with("• Gratwald – SKOOT"), "{played}");
}

#[test]
fn the_start_page_leads_on() {
    let mut window = window(library());
    window.key_press(Key::F10);
    window.run_steps(4);
    window.get_by_role_and_label(Role::Button, "Start page").click();
    window.run_steps(4);
    let at = |label: &str| window.get_by_role_and_label(Role::Button, label).rect().left();
    assert!(["Open track…", "New ruleset…", "Show keys", "Biathlon Blast"].into_iter().all(|label| at(label) < 40.0));
    window.get_by_role_and_label(Role::Button, "Biathlon Blast").click();
    settle(&mut window);
    assert_eq!(window.state().sitting.wanted.ruleset, "biathlon-blast");
    window.get_by_role_and_label(Role::Button, "SKOOT");
    window.get_by_role_and_label(Role::Button, "New ruleset…").click();
    window.run_steps(3);
    assert!(window.state().shell.dialog.is_some());
}

#[test]
fn the_start_page_is_reached_from_the_drawing_table() {
    let mut window = sheet();
    run(&mut window, Command::StartPage);
    window.run_steps(4);
    window.get_by_role_and_label(Role::Button, "New ruleset…");
    assert_eq!(window.state().shell.room, Room::Play);
}

#[test]
fn nothing_is_pasted_before_something_is_copied() {
    let mut window = sheet();
    row(&mut window);
    assert!(Command::Paste.refused(window.state()).is_some());
    run(&mut window, Command::Copy);
    assert!(Command::Paste.refused(window.state()).is_none());
}

#[test]
fn the_right_button_on_a_tab_shows_a_pane() {
    let mut window = window(library());
    window.get_by_role_and_label(Role::Button, "Log").click_secondary();
    window.run_steps(4);
    // The tab itself is called so, too.
    window.get_all_by_role_and_label(Role::Button, "Statistics").last().expect("the menu is open").click();
    window.run_steps(4);
    assert!(window.state().shell.layouts.is_in_front(Room::Play, Pane::Statistics));
}

#[test]
fn the_right_button_works_on_the_log_the_slider_and_the_board() {
    let mut window = window(library());
    let asked = |window: &mut Harness<'static, App>, role: Role, label: &str, item: &str| {
        let is_it = |said: Option<String>| said.is_some_and(|said| said.contains(label));
        window.get_by(|node| node.role() == role && (is_it(node.label()) || is_it(node.value()))).click_secondary();
        window.run_steps(4);
        window.get_all_by_role_and_label(Role::Button, item).last().expect("the menu has it").click();
        window.run_steps(4);
    };
    asked(&mut window, Role::Label, "will ski first", "Look at this moment");
    assert!(race(&window).looks_back);
    asked(&mut window, Role::Slider, "The race so far", "Go to the present");
    assert!(!race(&window).looks_back);
    asked(&mut window, Role::Canvas, "Board", "Edit state");
    assert!(race(&window).is_edited());
}

#[test]
fn in_a_small_window_the_race_goes_on_beside_the_start_page() {
    let mut window = begin([900.0, 600.0], Begin { ruleset: Some("skoot".into()), ..Begin::default() });
    run(&mut window, Command::StartPage);
    window.run_steps(4);
    window.get_by_role_and_label(Role::Button, "New ruleset…");
    click(&mut window, Role::Button, "Hard");
    assert!(!race(&window).game().choices.is_empty());
}

#[test]
fn menus_are_reached_by_keys() {
    for play in [false, true] {
        let mut window = sheet();
        if play {
            window.key_press(Key::F6);
            window.run_steps(4);
        }
        let is_open = |window: &Harness<'static, App>, item: &str| window.query_by_role_and_label(Role::Button, item).is_some();
        let press = |window: &mut Harness<'static, App>, modifiers, key| {
            window.key_press_modifiers(modifiers, key);
            window.run_steps(4);
        };
        assert!(!is_open(&window, "New ruleset…"));
        press(&mut window, Modifiers::NONE, Key::F10);
        assert!(is_open(&window, "New ruleset…"), "F10 opens the first");
        press(&mut window, Modifiers::NONE, Key::ArrowLeft);
        assert!(is_open(&window, "Show keys") && !is_open(&window, "New ruleset…"), "round to the last");
        press(&mut window, Modifiers::NONE, Key::ArrowRight);
        assert!(is_open(&window, "New ruleset…"));
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert!(!is_open(&window, "New ruleset…"));
        // By its letter, then down to a line.
        press(&mut window, Modifiers::ALT, Key::V);
        assert!(is_open(&window, "Reset layout"));
        press(&mut window, Modifiers::ALT, Key::H);
        assert!(is_open(&window, "Show keys") && !is_open(&window, "Reset layout"));
        (0..5).for_each(|_| press(&mut window, Modifiers::NONE, Key::ArrowDown));
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(window.query_by_role_and_label(Role::Button, "Close").is_some(), "the sheet of keys");
        window.key_press(Key::Escape);
        window.run_steps(3);
        press(&mut window, Modifiers::NONE, Key::Tab);
        let focused = window.ctx.memory(|memory| memory.focused());
        assert!(focused.is_some_and(|id| window.ctx.read_response(id).is_some()), "Tab goes on, though the item is gone");
        // Where the pointer rests on another title, until it moves there.
        let file = window.get_by_role_and_label(Role::Button, "File").rect().center();
        window.event(egui::Event::PointerMoved(file));
        window.run_steps(20);
        press(&mut window, Modifiers::ALT, Key::V);
        window.run_steps(4);
        assert!(is_open(&window, "Reset layout") && !is_open(&window, "New ruleset…"));
        window.event(egui::Event::PointerMoved(file + egui::vec2(3.0, 1.0)));
        window.run_steps(4);
        assert!(is_open(&window, "New ruleset…") && !is_open(&window, "Reset layout"));
    }
}

#[test]
fn arrows_lead_from_an_item_of_a_menu_to_the_menus_beside_it() {
    let mut window = sheet();
    row(&mut window);
    let press = |window: &mut Harness<'static, App>, key| {
        window.key_press(key);
        window.run_steps(4);
    };
    let is_open =
        |window: &Harness<'static, App>, item: &str| window.query_all_by_role_and_label(Role::Button, item).next().is_some();
    // No button says it elsewhere.
    let titles =
        Command::of(Room::Draw).filter(|command| command.entry().menu == Menu::Edit).map(|command| command.entry().title);
    let second = titles.into_iter().find(|title| !is_open(&window, title)).expect("there is one");
    press(&mut window, Key::F10);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowRight);
    assert!(is_open(&window, second) && !is_open(&window, "New ruleset…"), "from an item, too");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowLeft);
    assert!(is_open(&window, "New ruleset…"));
    // And on from there.
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowRight);
    assert!(is_open(&window, second));
    press(&mut window, Key::Escape);
    // A part of a menu opens, and closes again; from an item of it, the next menu opens.
    window.key_press_modifiers(Modifiers::ALT, Menu::Arrange.letter());
    window.run_steps(4);
    let commands = || Command::of(Room::Draw).filter(|command| command.entry().menu == Menu::Arrange);
    let (first, inner) = commands().find_map(|command| Some((command.entry().part?, command.entry().title))).expect("a part");
    let focused = |window: &Harness<'static, App>, title: &str| {
        window.get_all_by_role_and_label(Role::Button, title).any(|item| item.is_focused())
    };
    for _ in 0..40 {
        if !focused(&window, first) {
            press(&mut window, Key::ArrowDown);
        }
    }
    press(&mut window, Key::ArrowRight);
    assert!(is_open(&window, inner) && is_open(&window, first) && !focused(&window, first));
    press(&mut window, Key::ArrowLeft);
    assert!(focused(&window, first) && !is_open(&window, inner));
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowRight);
    assert!(!is_open(&window, first) && !is_open(&window, inner), "the next menu");
}

/// The buttons for a command, or for the part of a menu that it is in.
fn entries<'w>(window: &'w Harness<'static, App>, command: Command, part: Option<&str>) -> Vec<egui_kittest::Node<'w>> {
    let title = part.unwrap_or(command.entry().title);
    // Its effect may stand behind it.
    let effect = command.what(window.state()).filter(|_| part.is_none());
    let told = effect.map(|effect| format!("{title}: {effect}"));
    let is_its = |label: String| label == title || told.as_ref().is_some_and(|told| label == *told);
    let all = window.query_all_by_role(Role::Button);
    all.filter(|node| node.accesskit_node().label().is_some_and(is_its)).collect()
}

#[test]
fn every_menu_fits_a_low_window() {
    for room in [Room::Play, Room::Draw] {
        let mut window = begin([900.0, 600.0], Begin { room, ..Begin::default() });
        for menu in Menu::ALL.into_iter().filter(|menu| menu.is_in(room)) {
            window.key_press_modifiers(Modifiers::ALT, menu.letter());
            window.run_steps(4);
            for command in Command::of(room).filter(|command| command.entry().menu == menu) {
                let shown = entries(&window, command, command.entry().part).pop().expect("the menu has it").rect();
                assert!(shown.bottom() < 600.0, "{command:?} in {room:?}: {shown:?}");
            }
        }
    }
}

#[test]
fn no_letter_opens_two_menus_or_does_something_else() {
    for room in [Room::Play, Room::Draw] {
        let letters: Vec<Key> = Menu::ALL.into_iter().filter(|menu| menu.is_in(room)).map(|menu| menu.letter()).collect();
        for (n, letter) in letters.iter().enumerate() {
            assert!(!letters[..n].contains(letter), "{letter:?}");
            let of = |command: &Command| {
                command.entry().keys.into_iter().flatten().any(|k| k.modifiers == Modifiers::ALT && k.logical_key == *letter)
            };
            assert_eq!(Command::of(room).find(of), None, "{letter:?}");
        }
    }
}

/// Opens the menu of the right button on a thing, and returns the buttons in it that say this.
fn asked(window: &mut Harness<'static, App>, role: Role, label: &str, items: &[&str]) {
    window.get_all_by_role_and_label(role, label).next().expect("it is there").click_secondary();
    window.run_steps(4);
    for item in items {
        assert!(window.query_all_by_label(item).next().is_some(), "{item} on {label}");
    }
    window.key_press(Key::Escape);
    window.run_steps(3);
}

#[test]
fn the_right_button_works_on_tools_steps_seats_and_files() {
    let mut window = sheet();
    row(&mut window);
    asked(&mut window, Role::Button, "Course tool", &["Use Course"]);
    window.state_mut().shell.layouts.want(Pane::History);
    window.run_steps(4);
    asked(&mut window, Role::Button, "As opened", &["Undo back to here", "Copy all steps"]);
    window.key_press(Key::F6);
    window.run_steps(4);
    let name = race(&window).program.names[0].to_string();
    asked(&mut window, Role::Label, &name, &[&format!("{name} is played by"), "Greedy bot"]);
    window.state_mut().apply(TextMessage::ShowRules);
    window.run_steps(4);
    asked(&mut window, Role::Button, "skoot.rules", &["Open", "Copy path"]);
}

#[test]
fn the_right_button_works_on_a_whole_layer_and_wherever_a_pane_has_nothing() {
    let mut window = sheet();
    row(&mut window);
    window.state_mut().shell.layouts.want(Pane::Layers);
    window.run_steps(4);
    let locked = |window: &Harness<'static, App>| document(window).layers().get(Layer::Spaces).is_locked;
    for label in ["Hide Spaces", "Lock Spaces"] {
        asked(&mut window, Role::Button, label, &["Select all in it", "Lock"]);
    }
    assert!(!locked(&window), "the right button alone does nothing");
    for (pane, item) in [
        (Pane::Layers, "Select all"),
        (Pane::Steps, "Undo"),
        (Pane::Faults, "Play this board"),
        (Pane::Inspector, "Fit selection"),
        (Pane::Tools, "Show rulers"),
        (Pane::History, "Undo"),
        (Pane::Looks, "Look of the board"),
        (Pane::Setup, "New race"),
        (Pane::Race, "Back one decision"),
        (Pane::Start, "New track…"),
        (Pane::Rulebook, "Show rules"),
        (Pane::Log, "Back one decision"),
        (Pane::Problems, "Reload files"),
        (Pane::Why, "Back one decision"),
        (Pane::Statistics, "Reset layout"),
        (Pane::Rules, "Undo"),
    ] {
        let (room, other) =
            if Pane::of(Room::Draw).contains(&pane) { (Room::Draw, Action::Draw) } else { (Room::Play, Action::Play) };
        if window.state().shell.room != room {
            window.state_mut().apply(other);
        }
        window.state_mut().shell.layouts.want(pane);
        window.run_steps(4);
        let tree = window.state().shell.layouts.shown(room).expect("it is shown");
        let tile = tree.tiles.find_pane(&pane).expect("it is there");
        let rect = tree.tiles.rect(tile).expect("it is in front");
        assert_eq!(at_right(&mut window, rect.right_bottom() - egui::vec2(16.0, 6.0), &["Reset layout"]), [true], "{pane:?}");
        assert!(window.query_all_by_label_contains(item).next().is_some(), "{item} in {pane:?}");
        window.key_press(Key::Escape);
        window.run_steps(3);
    }
}

#[test]
fn a_guide_gets_its_position_as_a_number() {
    let mut window = sheet();
    let guides = |window: &Harness<'static, App>| Guides::of(document(window).header());
    deed(&mut window, Deed::Edit(Guides::default().changed(true, None, Some(60.0))));
    assert_eq!(offered(&mut window, 60.0, 150.0, &["Position…", "Delete guide"]), [true, true]);
    window.get_by_role_and_label(Role::Button, "Position…").click();
    window.run_steps(5);
    let field = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::TextInput, "Position in mm").value();
    assert_eq!(field(&window).as_deref(), Some("60.0"));
    for (typed, at) in [("far", 60.0), ("1e9", 60.0), ("72,5 mm", 72.5)] {
        // What can't be taken is corrected in the field.
        window.get_by_role_and_label(Role::TextInput, "Position in mm").focus();
        window.run_steps(2);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.step();
        window.event(egui::Event::Text(typed.to_owned()));
        window.run_steps(2);
        window.key_press(Key::Enter);
        window.run_steps(3);
        assert_eq!(guides(&window).x, [at], "{typed}");
    }
    assert!(window.state().shell.dialog.is_none());
    run(&mut window, Command::Undo);
    assert_eq!(guides(&window).x, [60.0]);
}

/// A place of the sheet on the screen, in a view that stays.
fn on_screen(window: &mut Harness<'static, App>, x: f32, y: f32) -> egui::Pos2 {
    let draw = window.state().table.draw.as_ref().expect("a track");
    let (camera, view) = (draw.seen(), draw.view().expect("it is shown"));
    window.state_mut().apply(Action::Board(Act::Look(Some(camera))));
    window.run_steps(2);
    camera.to_screen(view, egui::pos2(x, y))
}

/// Presses the right button on a place of the sheet, and returns which of these items its menu has.
fn offered(window: &mut Harness<'static, App>, x: f32, y: f32, items: &[&str]) -> Vec<bool> {
    let at = on_screen(window, x, y);
    at_right(window, at, items)
}

/// The same for a place of the window.
fn at_right(window: &mut Harness<'static, App>, at: egui::Pos2, items: &[&str]) -> Vec<bool> {
    window.event(egui::Event::PointerMoved(at));
    window.run_steps(2);
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.run_steps(2);
    }
    window.run_steps(3);
    items.iter().map(|item| window.query_by_role_and_label(Role::Button, item).is_some()).collect()
}

#[test]
fn the_right_button_on_the_sheet_offers_what_can_be_done_there() {
    let mut window = sheet();
    row(&mut window);
    deed(&mut window, Deed::SelectNone);
    let items = ["Rename", "Reverse link", "Snap to grid", "Unlock", "Add node here"];
    let close = |window: &mut Harness<'static, App>| {
        window.key_press(Key::Escape);
        window.run_steps(3);
    };
    assert_eq!(offered(&mut window, 70.0, 38.0, &items), [true, false, false, false, false], "a space");
    close(&mut window);
    assert_eq!(offered(&mut window, 200.0, 200.0, &items), [false, false, true, false, false], "the ground");
    close(&mut window);
    // Half-way between two spaces.
    assert_eq!(offered(&mut window, 52.0, 39.5, &items), [true, true, false, false, true], "a link");
    let spaces = document(&window).spaces().len();
    window.get_by_role_and_label(Role::Button, "Insert space").click();
    window.run_steps(3);
    assert_eq!(document(&window).spaces().len(), spaces + 1);
    run(&mut window, Command::Undo);
    select_range(&mut window, 2..3);
    run(&mut window, Command::Hold(Hold::Lock));
    assert_eq!(offered(&mut window, 70.0, 38.0, &items), [false, false, false, true, false], "what is locked");
    window.get_by_role_and_label(Role::Button, "Unlock").click();
    window.run_steps(3);
    // The line of the course in hand.
    select_range(&mut window, 0..1);
    run(&mut window, Command::Take(Tool::Reshape));
    let node = ["Toggle corner", "Delete node", "Split course here", "Add node here"];
    assert_eq!(offered(&mut window, 70.0, 38.0, &node), [true, true, true, false], "a node");
    window.get_by_role_and_label(Role::Button, "Toggle corner").click();
    window.run_steps(3);
    let done = window.state().table.draw.as_ref().and_then(|draw| draw.desk.drawing.undoes().map(str::to_owned));
    assert_eq!(done.as_deref(), Some("turn a node into a corner"));
}

#[test]
fn a_refusal_is_said_at_the_pointer_for_some_seconds() {
    let mut window = sheet();
    row(&mut window);
    deed(&mut window, Deed::SelectNone);
    let at = on_screen(&mut window, 150.0, 150.0);
    window.event(egui::Event::PointerMoved(at));
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::D);
    window.run_steps(3);
    let said = |window: &Harness<'static, App>| -> Vec<egui::Rect> {
        window.query_all_by_label("Select something first").map(|node| node.rect()).collect()
    };
    let shown = said(&window);
    assert!(shown.len() == 1 && shown[0].distance_to_pos(at) < 60.0, "only there: {shown:?} at {at:?}");
    window.input_mut().time = Some(window.ctx.input(|i| i.time) + 10.0);
    window.run_steps(3);
    assert!(said(&window).is_empty());
}

#[test]
fn backspace_deletes_what_is_selected() {
    let mut window = sheet();
    row(&mut window);
    select(&mut window, 2);
    window.key_press(Key::Backspace);
    window.run_steps(3);
    assert_eq!(document(&window).spaces().len(), 4);
}

#[test]
fn a_menu_of_the_right_button_stays_within_a_low_window() {
    let mut window = sheet();
    row(&mut window);
    window.set_size(egui::vec2(900.0, 420.0));
    window.run_steps(4);
    offered(&mut window, 70.0, 38.0, &[]);
    let popup = window.ctx.memory(|memory| memory.layer_ids().collect::<Vec<_>>());
    let menus: Vec<egui::Rect> = popup
        .into_iter()
        .filter(|layer| layer.order == egui::Order::Foreground)
        .filter_map(|layer| window.ctx.memory(|memory| memory.area_rect(layer.id)))
        .collect();
    assert!(!menus.is_empty() && menus.iter().all(|menu| menu.top() >= 0.0 && menu.bottom() <= 420.0), "{menus:?}");
}

#[test]
fn every_command_is_in_a_menu_of_its_room() {
    let all = |window: &Harness<'static, App>, command: Command| entries(window, command, None).len();
    for room in [Room::Play, Room::Draw] {
        let mut window = begin([1280.0, 800.0], Begin { room, ..Begin::default() });
        assert_eq!(window.state().shell.room, room);
        for menu in Menu::ALL {
            let commands: Vec<Command> = Command::of(room).filter(|command| command.entry().menu == menu).collect();
            if commands.is_empty() {
                assert!(window.query_by_role_and_label(Role::Button, menu.title()).is_none());
                continue;
            }
            let before: Vec<usize> = commands.iter().map(|command| all(&window, *command)).collect();
            // A tool may be called like a menu; the menus come first.
            window.get_all_by_role_and_label(Role::Button, menu.title()).next().expect("the menu is there").click();
            window.run_steps(2);
            let mut part = None;
            for (command, before) in commands.iter().zip(before) {
                let entry = command.entry();
                // Parts of a menu open beside it.
                if let Some(title) = entry.part.filter(|title| part.replace(*title) != Some(*title)) {
                    window.get_all_by_role_and_label(Role::Button, title).last().expect("it is in the menu").click_accesskit();
                    window.run_steps(3);
                }
                assert_eq!(all(&window, *command), before + 1, "{command:?} in {room:?}");
            }
            window.key_press(Key::Escape);
            window.run_steps(2);
        }
    }
}

#[test]
fn menus_are_as_wide_as_they_need_and_show_all_and_the_palette_stays() {
    let mut window = sheet();
    window.get_by_role_and_label(Role::Button, "View").click();
    (0..3).for_each(|_| window.step());
    let (first, last) = ("Fit board", "Reset layout");
    let rects = [first, last].map(|title| window.get_by_role_and_label(Role::Button, title).rect());
    assert!(rects[0].width() < 400.0 && rects[1].bottom() < 800.0, "{rects:?}");
    window.key_press(Key::Escape);
    let top = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::Button, "Terrain: climb").rect().top();
    (0..3).for_each(|_| window.step());
    let before = top(&window);
    for tool in editor::drawing::hand::Tool::ALL {
        deed(&mut window, Deed::Take(tool));
        (0..4).for_each(|_| window.step());
        assert_eq!(top(&window), before, "{tool:?}");
    }
}

#[test]
fn what_is_on_has_a_tick_in_its_menu() {
    let mut window = sheet();
    let mut ticks = || {
        window.get_by_role_and_label(Role::Button, "View").click();
        (0..3).for_each(|_| window.step());
        let line = window.get_by_role_and_label(Role::Button, "Show rulers");
        let (rect, selected) = (line.rect(), window.ctx.global_style().visuals.selection.bg_fill);
        let (mut ticks, mut bars) = (0, 0);
        for clipped in &window.output().shapes {
            match &clipped.shape {
                egui::Shape::Path(path) => ticks += usize::from(path.points.len() == 3 && rect.contains(path.points[1])),
                egui::Shape::Rect(bar) => bars += usize::from(bar.fill == selected && rect.contains(bar.rect.center())),
                _ => {}
            }
        }
        window.get_by_role_and_label(Role::Button, "Show rulers").click();
        (0..3).for_each(|_| window.step());
        (ticks, bars)
    };
    assert_eq!((ticks(), ticks()), ((0, 0), (1, 0)));
}

//! The order in which Tab leads through the window.

use super::*;

use editor::ui::action::{Pane, Room, WindowMessage};
use egui::{Modifiers, Rect, vec2};
use egui_kittest::kittest::NodeT;

const SIZE: [f32; 2] = [1280.0, 800.0];

fn begin(begin: Begin) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ..begin };
    let builder = Harness::builder().with_size(SIZE).with_context_setup(editor::ui::theme::apply);
    let app = App::begin(library(), begin);
    builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app)
}

/// Presses Tab and returns the widget with the focus: its words and its place.
fn tab(window: &mut Harness<'static, App>, modifiers: Modifiers) -> (String, Rect) {
    window.key_press_modifiers(modifiers, Key::Tab);
    window.run_steps(4);
    let focused = window.root().children_recursive().find(|node| node.accesskit_node().is_focused());
    let focused = focused.expect("something has the focus");
    let node = focused.accesskit_node();
    (node.label().or(node.value()).unwrap_or_default(), focused.rect())
}

/// Presses Tab until it comes round.
fn round(window: &mut Harness<'static, App>, modifiers: Modifiers) -> Vec<(String, Rect)> {
    let mut stops = vec![tab(window, modifiers)];
    for _ in 0..300 {
        let next = tab(window, modifiers);
        if next.0 == stops[0].0 && next.1 == stops[0].1 {
            return stops;
        }
        stops.push(next);
    }
    panic!("Tab never comes round");
}

/// The pane that each stop lies in.
fn lie_in(window: &Harness<'static, App>, stops: &[(String, Rect)]) -> Vec<Option<Pane>> {
    let state = window.state();
    let (room, tree) = (state.shell.room, state.shell.layouts.shown(state.shell.room).expect("a layout"));
    let places = Pane::of(room).iter().filter_map(|pane| Some((*pane, tree.tiles.rect(tree.tiles.find_pane(pane)?)?)));
    let places: Vec<_> = places.collect();
    let pane = |(_, at): &(String, Rect)| places.iter().find(|(_, rect)| rect.contains(at.center())).map(|(pane, _)| *pane);
    stops.iter().map(pane).collect()
}

/// The panes that the stops lie in, in turn.
fn panes(window: &Harness<'static, App>, stops: &[(String, Rect)]) -> Vec<Pane> {
    let mut panes: Vec<Pane> = lie_in(window, stops).into_iter().flatten().collect();
    panes.dedup();
    panes
}

fn assert_seen(stops: &[(String, Rect)]) {
    let window = Rect::from_min_size(Default::default(), vec2(SIZE[0], SIZE[1]));
    for (name, rect) in stops {
        assert!(!name.is_empty(), "something without a name at {rect:?}");
        assert!(window.contains(rect.center()), "{name} is out of view: {rect:?}");
    }
}

#[test]
fn tab_leads_through_the_drawing_room_in_reading_order() {
    let path = PathBuf::from("nowhere/tracks/skoot/mine.ron");
    let mut window = begin(Begin { draw_new: Some(("skoot".into(), path)), ..Begin::default() });
    until(&mut window, |window| window.query_by_label_contains("Exactly one tile is the start").is_some());
    let stops = round(&mut window, Modifiers::NONE);
    assert_seen(&stops);
    assert_eq!(panes(&window, &stops), [Pane::Tools, Pane::Sheet, Pane::Inspector, Pane::Steps]);
    let back = round(&mut window, Modifiers::SHIFT);
    assert_eq!(back.len(), stops.len());
    assert!(
        window.state().table.draw.as_ref().is_some_and(|draw| draw.desk.drawing.is_saved()),
        "nothing was changed on the way"
    );
    let [palette, settings] = ["Terrain: climb", "Snap to grid"].map(|name| stops.iter().position(|stop| stop.0 == name));
    assert!(palette.is_some() && palette < settings, "the settings stand at the foot");
}

#[test]
fn tab_leads_through_the_room_for_playing_in_reading_order() {
    let mut window = begin(Begin { ruleset: Some("ski-the-mountain".into()), ..Begin::default() });
    settle(&mut window);
    assert_eq!(window.state().shell.room, Room::Play);
    let stops = round(&mut window, Modifiers::NONE);
    assert_seen(&stops);
    assert_eq!(panes(&window, &stops), [Pane::Board, Pane::Cards, Pane::Race, Pane::Log]);
    // The log comes last, and is scrolled on the way: the round begins at the first stop.
    tab(&mut window, Modifiers::NONE);
    let back = round(&mut window, Modifiers::SHIFT);
    // Backwards it leads through older lines of the log, too, which come into view.
    let beside_log = |stops: &[(String, Rect)]| {
        let panes = lie_in(&window, stops);
        let mut names: Vec<_> =
            stops.iter().zip(panes).filter(|(_, pane)| *pane != Some(Pane::Log)).map(|(stop, _)| stop.0.clone()).collect();
        names.sort();
        names
    };
    assert!(beside_log(&stops).len() > 60);
    assert_eq!(beside_log(&back), beside_log(&stops));
    assert!(back.len() >= stops.len());
}

#[test]
fn escape_and_tab_lead_out_of_the_text() {
    let mut window = window(library());
    window.state_mut().apply(TextMessage::ShowText("skoot/skoot.rules".into(), 0..0));
    settle(&mut window);
    let text = |window: &Harness<'static, App>| window.state().sitting.live.texts().files["skoot.rules"].clone();
    let (before, editor) = (text(&window), window.ctx.memory(|memory| memory.focused()));
    window.key_press(Key::Escape);
    window.step();
    let (name, _) = tab(&mut window, Modifiers::NONE);
    assert_ne!(name, "File", "it goes on from the text");
    assert!(editor.is_some() && window.ctx.memory(|memory| memory.focused()) != editor);
    assert_eq!(text(&window), before);
    tab(&mut window, Modifiers::SHIFT);
    assert_eq!(window.ctx.memory(|memory| memory.focused()), editor);
    window.key_press(Key::Tab);
    built(&mut window);
    assert_ne!(text(&window), before, "in the text it indents");
}

/// What has the focus.
fn focused(window: &Harness<'static, App>) -> Option<String> {
    let all = window.root().children_recursive();
    all.filter(|node| node.accesskit_node().is_focused())
        .find_map(|node| node.accesskit_node().label().or(node.accesskit_node().value()))
}

/// Each pane says its name, and the last one leads to the first.
#[test]
fn ctrl_tab_leads_from_pane_to_pane_and_commands_lead_into_theirs() {
    let mut window = window(library());
    let go = |window: &mut Harness<'static, App>, modifiers: Modifiers| {
        window.key_press_modifiers(modifiers, Key::Tab);
        window.run_steps(3);
        focused(window).expect("something has the focus")
    };
    window.state_mut().apply(Action::Window(WindowMessage::CloseDrawer));
    settle(&mut window);
    let there: Vec<String> = (0..4).map(|_| go(&mut window, Modifiers::COMMAND)).collect();
    assert_eq!(there, ["Board", "Turn pane", "Log pane", "Board"]);
    assert_eq!(go(&mut window, Modifiers::COMMAND | Modifiers::SHIFT), "Log pane");
    // The arrows still step through the race, and Tab leads into the pane.
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    window.key_press(Key::ArrowLeft);
    window.run_steps(3);
    assert!(race(&window).looks_back && focused(&window).as_deref() == Some("Log pane"));
    let (_, at) = tab(&mut window, Modifiers::NONE);
    assert_eq!(lie_in(&window, &[(String::new(), at)]), [Some(Pane::Log)]);
    for (pane, name) in [(Pane::Why, "Why? pane"), (Pane::Setup, "Setup pane"), (Pane::Problems, "Problems pane")] {
        window.state_mut().apply(WindowMessage::Show(pane));
        window.run_steps(3);
        assert_eq!(focused(&window).as_deref(), Some(name));
    }
}

#[test]
fn with_the_keyboard_on_the_board_arrows_lead_to_spaces_that_enter_takes_and_w_asks_about() {
    let (_folder, mut window) = small::small();
    let press = |window: &mut Harness<'static, App>, key: Key| {
        window.key_press(key);
        window.run_steps(3);
        focused(window).unwrap_or_default()
    };
    for _ in 0..2 {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    window.state_mut().apply(WindowMessage::Show(Pane::Board));
    window.run_steps(3);
    assert_eq!(focused(&window).as_deref(), Some("Board"));
    let first = press(&mut window, Key::ArrowRight);
    let piece = window.state().sitting.race.as_ref().and_then(|race| race.program.names.first().cloned()).expect("a player");
    assert!(first.contains(&*piece), "{first} has the piece of {piece}");
    press(&mut window, Key::W);
    settle(&mut window);
    assert!(race(&window).why().is_some(), "it is asked why");
    window.state_mut().apply(WindowMessage::Show(Pane::Board));
    window.run_steps(3);
    press(&mut window, Key::ArrowRight);
    // Links on offer are passed, too.
    let next = (0..6).map(|_| press(&mut window, Key::ArrowRight)).find(|next| next.starts_with("Tile ") && *next != first);
    let next = next.expect("a space on offer is reached");
    // Of a space with two lanes, Enter lists both; of one with a single option it takes that.
    let name = next.split(',').next().unwrap_or_default();
    let listed =
        |window: &Harness<'static, App>| window.query_all_by_role_and_label(Role::Button, &format!("{name} (lane 2)")).count();
    let before = listed(&window);
    press(&mut window, Key::Enter);
    assert_eq!(listed(&window), before + 1, "{name}");
}

//! The panes around the drawing table, on boards of every game: what is clicked and typed is looked for in the document.

use super::*;

use std::sync::Arc;

use editor::drawing::disk::OnDisk;
use editor::drawing::hand::{Pointer, PointerIs, Tool};
use editor::drawing::problems::watch::Watch;
use editor::drawing::tools::select::Mode;
use editor::drawing::{Checker, Deed, Desk, Edit, Item, Key as Thing, begin};
use editor::ui::draw::{self, Act, Draw};
use interpreter::ruleset::{Ruleset, Texts};
use kurbo::Point;

mod inspect;
mod own;
mod problems;

type Panes = Harness<'static, Draw>;

/// A shipped track on the drawing table.
fn table(game: &str, track: &str) -> Draw {
    let library = library();
    let ruleset = Ruleset::read(&library.read(game));
    let path = library.tracks.join(game).join(format!("{track}.ron"));
    let (on_disk, document) = OnDisk::open(&path).expect("it can be read");
    Draw::new(Desk::new(document, on_disk, Arc::new(Checker::new(&ruleset, &[]))))
}

/// All panes, without a board between them.
fn panes(draw: Draw) -> Panes {
    let builder = Harness::builder().with_size([1_400.0, 1_300.0]).with_context_setup(editor::ui::theme::apply);
    let all = |ui: &mut egui::Ui, draw: &mut Draw| {
        let mut acts: Vec<Act> = vec![];
        egui::Panel::left("tools").exact_size(280.0).show(ui, |ui| {
            acts.extend(draw::tools_ui(ui, draw));
        });
        egui::Panel::right("inspector").exact_size(420.0).show(ui, |ui| acts.extend(draw::inspector_ui(ui, draw)));
        egui::Panel::bottom("history").exact_size(400.0).show(ui, |ui| acts.extend(draw::history_ui(ui, draw)));
        egui::CentralPanel::default().show(ui, |ui| acts.extend(draw::problems_ui(ui, draw)));
        acts.into_iter().for_each(|act| draw.apply(act));
    };
    let mut window = builder.build_ui_state(all, draw);
    calm(&mut window);
    window
}

/// Draws frames until the newest board has been looked at for problems.
fn calm(window: &mut Panes) {
    window.run_steps(2);
    until(window, |window| window.state().watch.found().is_some_and(|(_, is_newest)| is_newest));
    // What fades has faded.
    window.run_steps(2);
}

fn press(window: &mut Panes, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).click();
    calm(window);
}

/// Types into a field and leaves it by Enter.
fn type_into(window: &mut Panes, role: Role, label: &str, text: &str) {
    window.get_by_role_and_label(role, label).focus();
    window.step();
    window.step();
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.step();
    window.event(egui::Event::Text(text.to_owned()));
    window.step();
    window.key_press(Key::Enter);
    calm(window);
}

fn item(window: &Panes, id: &str) -> Item {
    (**window.state().desk.document().space(id).unwrap_or_else(|| panic!("no space {id}"))).clone()
}

/// The value of a field of a space, as written.
fn says(window: &Panes, id: &str, field: &str) -> Option<String> {
    item(window, id).fields.get(field).map(|value| value.to_string())
}

fn select(window: &mut Panes, ids: &[&str]) {
    let keys: Vec<Thing> = ids.iter().map(|id| item(window, id).key).collect();
    window.state_mut().apply(Act::Do(Deed::Select(keys, Mode::Replace)));
    calm(window);
}

fn steps(window: &Panes) -> usize {
    window.state().desk.drawing.steps().1
}

#[test]
fn every_tool_is_taken_by_its_button_and_says_how_it_works() {
    let mut window = panes(table("skoot", "test-loop"));
    for (title, tool, setting) in [
        ("Course", Tool::Course, Some("Spacing")),
        ("Grid", Tool::Grid, Some("Segments")),
        ("Space", Tool::Space, None),
        ("Paint", Tool::Paint, Some("Radius")),
        ("Link", Tool::Link, None),
        ("Path", Tool::Path, None),
        ("Label", Tool::Label, Some("Text height")),
        ("Erase", Tool::Erase, None),
        ("Measure", Tool::Measure, Some("Steps")),
        ("Picture", Tool::Picture, None),
        ("Select", Tool::Select, None),
    ] {
        press(&mut window, Role::Button, &format!("{title} tool"));
        assert_eq!(window.state().desk.hand.tool, tool);
        if let Some(setting) = setting {
            window.get_by_role_and_label(Role::SpinButton, setting);
        }
    }
    press(&mut window, Role::Button, "Course tool");
    assert!(window.query_by_role_and_label(Role::SpinButton, "Lane width").is_none());
    type_into(&mut window, Role::SpinButton, "Lanes", "3");
    type_into(&mut window, Role::SpinButton, "Lane width", "9.5");
    type_into(&mut window, Role::SpinButton, "Spacing", "7");
    press(&mut window, Role::CheckBox, "Closed loop");
    let settings = &window.state().desk.hand.settings;
    assert_eq!((settings.lanes, settings.lane_width, settings.every, settings.is_closed), (3, 9.5, 7.0, true));
    // Lengths may be typed in other units. What can't be read is said while it is typed, and changes nothing.
    type_into(&mut window, Role::SpinButton, "Spacing", "1.2 cm");
    assert_eq!(window.state().desk.hand.settings.every, 12.0);
    window.get_by_role_and_label(Role::SpinButton, "Spacing").focus();
    window.run_steps(2);
    for (text, is_said) in [("3", false), ("ft", true)] {
        window.event(egui::Event::Text(text.to_owned()));
        window.run_steps(2);
        assert_eq!(window.query_by_label("Type a length, such as 40, 4 cm or 1.5 in").is_some(), is_said, "{text}");
        assert_eq!(window.state().desk.hand.settings.every, 12.0);
    }
    window.key_press(Key::Enter);
    calm(&mut window);
    assert_eq!(window.state().desk.hand.settings.every, 12.0);
    type_into(&mut window, Role::SpinButton, "Lanes", "9999");
    assert_eq!(window.state().desk.hand.settings.lanes, 64, "no more than there may be");
}

#[test]
fn the_palette_gives_each_games_words_and_a_click_takes_them() {
    for (game, track, brush, field, value) in [
        ("skoot", "test-loop", "Terrain: climb", "terrain", "climb"),
        ("biathlon-blast", "bad-wolfsheim-kurz", "Coach: red", "coach", "red"),
        ("ski-the-mountain", "test-slopes", "Colour: black", "colour", "black"),
        ("hell-on-eight-wheels", "oval", "Arrow: yellow", "arrow", "yellow"),
    ] {
        let mut window = panes(table(game, track));
        press(&mut window, Role::Button, brush);
        let hand = &window.state().desk.hand;
        assert_eq!((hand.tool, &hand.settings.brush), (Tool::Paint, &Some((field.into(), Some(value.into())))), "{game}");
        for link in window.state().desk.palette.links.clone() {
            let title = link.kind.replace('_', " ");
            let title = title[..1].to_uppercase() + &title[1..];
            press(&mut window, Role::Button, &title);
            let hand = &window.state().desk.hand;
            assert_eq!((hand.tool, &hand.settings.link), (Tool::Link, &Some(link.kind.clone())));
        }
    }
}

#[test]
fn the_right_button_on_a_pen_selects_all_of_its_kind() {
    let mut window = panes(table("skoot", "test-loop"));
    window.get_by_role_and_label(Role::Button, "Ahead").click_secondary();
    window.run_steps(3);
    press(&mut window, Role::Button, "Select links of this kind");
    let desk = &window.state().desk;
    let all: Vec<_> = desk.document().links().iter().filter(|link| *link.kind == *"ahead").map(|link| link.key).collect();
    assert_eq!(desk.selected.iter().copied().collect::<Vec<_>>(), all);
}

#[test]
fn lines_say_what_is_chosen_for_them_and_long_palettes_can_be_searched() {
    let mut window = panes(table("ski-the-mountain", "test-slopes"));
    press(&mut window, Role::Button, "Run");
    type_into(&mut window, Role::SpinButton, "Run: Points", "12");
    press(&mut window, Role::Button, "Lift");
    press(&mut window, Role::ComboBox, "Lift: Type");
    let first = window.state().desk.palette.links[1].fields[0].brushes[1].clone();
    press(&mut window, Role::Button, &first.title);
    let settings = &window.state().desk.hand.settings;
    assert_eq!(settings.path_fields.get("points").map(|v| &**v), Some("12"));
    assert_eq!(settings.link_fields.get("type"), Some(&first.value));

    let mut window = panes(table("biathlon-blast", "bad-wolfsheim-kurz"));
    window.get_by_role_and_label(Role::Button, "Area: range");
    window.get_by_role_and_label(Role::TextInput, "Find in the palette").focus();
    window.step();
    window.event(egui::Event::Text("uph".to_owned()));
    calm(&mut window);
    window.get_by_role_and_label(Role::Button, "Terrain: uphill");
    assert!(window.query_by_role_and_label(Role::Button, "Area: range").is_none());
}

#[test]
fn the_history_goes_wherever_it_is_clicked() {
    let mut window = panes(table("skoot", "test-loop"));
    for (n, terrain) in ["climb", "downhill", "plain"].into_iter().enumerate() {
        let key = item(&window, "a02").key;
        let edit = Edit::Set { keys: vec![key], name: "terrain".into(), value: Some(terrain.into()) };
        window.state_mut().apply(Act::Do(Deed::Edit(edit)));
        assert_eq!(steps(&window), n + 1);
    }
    calm(&mut window);
    window.get_by_label("saved");
    press(&mut window, Role::Button, "Terrain climb on tile 1");
    assert_eq!((steps(&window), says(&window, "a02", "terrain").as_deref()), (1, Some("climb")));
    press(&mut window, Role::Button, "As opened");
    assert_eq!((steps(&window), says(&window, "a02", "terrain")), (0, None));
    press(&mut window, Role::Button, "Terrain downhill on tile 1");
    assert_eq!((steps(&window), says(&window, "a02", "terrain").as_deref()), (2, Some("downhill")));
    window.get_by_label("saved");
    // What is too long for a row is cut there, not by the pane.
    let name = "Long ".repeat(100);
    let edit = Edit::Track { name: "name".into(), value: Some(format!("{:?}", name.trim()).into()) };
    window.state_mut().apply(Act::Do(Deed::Edit(edit)));
    calm(&mut window);
    let row = window.get_by_role_and_label(Role::Button, &format!("Rename the track to “{}”", name.trim())).rect();
    assert!(row.right() <= 1_400.0, "{row:?}");
    // Of a new sheet nothing is saved, and nothing is on it.
    let mut new = table("skoot", "test-loop");
    let checker = new.desk.checker.clone();
    let document = begin::track(&checker, "Mine", kurbo::Size::new(300.0, 200.0));
    new.desk = Desk::new(document, OnDisk::new(Path::new("nowhere/mine.ron")), checker);
    let window = panes(new);
    window.get_by_role_and_label(Role::Button, "As opened");
    assert!(window.query_by_label("saved").is_none() && window.query_by_label("Contents").is_none());
}

//! What the inspector shows and changes, of one thing and of many.

use super::*;

#[test]
fn many_spaces_show_what_differs_and_are_changed_in_one_step() {
    let mut window = panes(table("skoot", "test-loop"));
    select(&mut window, &["a02", "a05", "a06"]);
    let terrains: Vec<_> = ["a02", "a05", "a06"].map(|id| says(&window, id, "terrain")).to_vec();
    assert!(terrains.iter().any(|t| *t != terrains[0]), "{terrains:?}");
    window.get_by_label("3 spaces");
    let before = steps(&window);
    let combo = window.get_by_role_and_label(Role::ComboBox, "Terrain");
    assert_eq!(combo.value().as_deref(), Some("mixed"));
    press(&mut window, Role::ComboBox, "Terrain");
    press(&mut window, Role::Button, "downhill");
    assert_eq!(steps(&window), before + 1);
    for id in ["a02", "a05", "a06"] {
        assert_eq!(says(&window, id, "terrain").as_deref(), Some("downhill"));
    }
    window.state_mut().apply(Act::Do(Deed::Undo));
    calm(&mut window);
    assert_eq!(["a02", "a05", "a06"].map(|id| says(&window, id, "terrain")).to_vec(), terrains);
}

#[test]
fn enter_chooses_from_a_list_and_closes_it() {
    let mut window = panes(table("skoot", "test-loop"));
    select(&mut window, &["a02"]);
    press(&mut window, Role::ComboBox, "Terrain");
    window.get_by_role_and_label(Role::Button, "downhill").focus();
    (0..2).for_each(|_| window.step());
    window.key_press(Key::Enter);
    calm(&mut window);
    assert_eq!(says(&window, "a02", "terrain").as_deref(), Some("downhill"));
    assert!(window.query_by_role_and_label(Role::Button, "downhill").is_none(), "it is closed");
    assert!(window.get_by_role_and_label(Role::ComboBox, "Terrain").is_focused());
}

#[test]
fn boxes_and_numbers_that_differ_are_set_for_all() {
    let mut window = panes(table("biathlon-blast", "bad-wolfsheim-kurz"));
    select(&mut window, &["a00", "a01", "k02"]);
    press(&mut window, Role::CheckBox, "Start line");
    for id in ["a00", "a01", "k02"] {
        assert_eq!(says(&window, id, "start_line").as_deref(), Some("true"), "a click on what differs means yes");
    }
    let before = steps(&window);
    let hint = window.get_by_role_and_label(Role::TextInput, "Lanes");
    hint.focus();
    type_into(&mut window, Role::TextInput, "Lanes", "7");
    window.get_by_label_contains("a whole number from 0 to 2");
    assert_eq!(steps(&window), before, "what isn't taken stays where it was typed");
    type_into(&mut window, Role::TextInput, "Lanes", "2");
    assert_eq!(steps(&window), before + 1);
    assert_eq!(["a00", "a01", "k02"].map(|id| says(&window, id, "lanes")), [(); 3].map(|()| Some("2".to_owned())));
}

#[test]
fn all_spaces_with_a_value_get_the_size_of_some_of_them() {
    let mut window = panes(table("ski-the-mountain", "three-towns"));
    let tiles = |window: &Panes| window.state().desk.document().header().tiles();
    select(&mut window, &["Saun", "Puilent"]);
    type_into(&mut window, Role::SpinButton, "Size", "48");
    press(&mut window, Role::Button, "Size of all …");
    press(&mut window, Role::Button, "Town: 3 spaces");
    assert_eq!(tiles(&window), [("Spot.town".into(), 48.0)]);
    assert_eq!(says(&window, "Saun", "size"), None, "it is as wide as all towns now");
    type_into(&mut window, Role::SpinButton, "Spaces: town", "50");
    assert_eq!(tiles(&window), [("Spot.town".into(), 50.0)]);
    select(&mut window, &["Dahu"]);
    assert!(window.query_by_label("Spaces: town").is_none());
    window.state_mut().apply(Act::Do(Deed::SelectNone));
    calm(&mut window);
    window.get_by_role_and_label(Role::SpinButton, "Spaces: town");
    press(&mut window, Role::Button, "Reset");
    assert!(tiles(&window).is_empty());
}

#[test]
fn an_id_is_typed_once_and_everything_follows() {
    let mut window = panes(table("skoot", "test-loop"));
    select(&mut window, &["a04"]);
    let before = steps(&window);
    type_into(&mut window, Role::TextInput, "Id", "a05");
    window.get_by_label_contains("There is already a space a05");
    assert_eq!(steps(&window), before);
    type_into(&mut window, Role::TextInput, "Id", "bridge");
    assert_eq!(steps(&window), before + 1);
    let links = window.state().desk.document().links();
    assert!(links.iter().any(|link| link.spaces.iter().any(|id| &**id == "bridge")));
    type_into(&mut window, Role::TextInput, "Name", "The Bridge");
    assert_eq!(says(&window, "bridge", "name").as_deref(), Some("\"The Bridge\""));
    window.get_by_label("The Bridge");
    type_into(&mut window, Role::TextInput, "Name", " ");
    assert_eq!(says(&window, "bridge", "name"), None);
}

#[test]
fn what_is_typed_goes_to_what_it_was_typed_for() {
    let mut window = panes(table("skoot", "test-loop"));
    select(&mut window, &["a04"]);
    window.get_by_role_and_label(Role::TextInput, "Name").focus();
    window.step();
    window.event(egui::Event::Text("Half".to_owned()));
    window.step();
    assert_eq!(steps(&window), 0, "nothing is done while it is typed");
    // A click on a link of it selects another space.
    window.get_by_role_and_label(Role::Link, "tile 4").click();
    calm(&mut window);
    assert_eq!(says(&window, "a04", "name").as_deref(), Some("\"Half\""));
    assert_eq!(says(&window, "a05", "name"), None);
    assert_eq!(window.state().desk.selected.iter().copied().collect::<Vec<_>>(), [item(&window, "a05").key]);
    // Esc takes back what was typed.
    window.get_by_role_and_label(Role::TextInput, "Name").focus();
    window.step();
    window.event(egui::Event::Text("No".to_owned()));
    window.step();
    window.key_press(Key::Escape);
    calm(&mut window);
    assert_eq!((steps(&window), says(&window, "a05", "name")), (1, None));
}

#[test]
fn places_are_typed_and_dragged_in_one_step_each() {
    let mut window = panes(table("skoot", "test-loop"));
    select(&mut window, &["a04"]);
    type_into(&mut window, Role::SpinButton, "x", "33.25");
    assert_eq!((steps(&window), item(&window, "a04").at.map(|at| at.x)), (1, Some(33.25)));
    let at = window.get_by_role_and_label(Role::SpinButton, "y").rect().center();
    let y = item(&window, "a04").at.expect("it has a place").y;
    window.drag_at(at);
    window.step();
    for n in 1..=10 {
        window.hover_at(at + egui::vec2(n as f32 * 6.0, 0.0));
        window.step();
    }
    window.drop_at(at + egui::vec2(60.0, 0.0));
    calm(&mut window);
    assert!(item(&window, "a04").at.expect("it has a place").y > y + 3.0);
    assert_eq!(steps(&window), 2, "a drag is one step");
    window.state_mut().apply(Act::Do(Deed::Undo));
    assert_eq!(item(&window, "a04").at, Some(Point::new(33.25, y)));
    select(&mut window, &["a04", "a05"]);
    let far = |window: &Panes| item(window, "a05").at.expect("a place") - item(window, "a04").at.expect("a place");
    let before = far(&window);
    type_into(&mut window, Role::SpinButton, "Middle x", "100");
    assert!((far(&window) - before).hypot() < 0.02, "they move together");
}

#[test]
fn what_the_rules_work_out_is_shown_and_can_be_overridden() {
    let mut window = panes(table("biathlon-blast", "bad-wolfsheim-kurz"));
    select(&mut window, &["a01"]);
    window.get_by_label("computed by the rules: east");
    press(&mut window, Role::Button, "Override");
    assert_eq!(says(&window, "a01", "facing").as_deref(), Some("east"));
    press(&mut window, Role::Button, "Auto");
    assert_eq!(says(&window, "a01", "facing"), None);
    window.get_by_label("computed by the rules: east");
}

#[test]
fn links_are_turned_removed_and_added() {
    let mut window = panes(table("skoot", "test-loop"));
    let leads = |window: &Panes, from: &str, to: &str| {
        let links = window.state().desk.document().links();
        links.iter().any(|link| link.steps().any(|(f, t)| **f == *from && **t == *to))
    };
    select(&mut window, &["a04"]);
    assert!(leads(&window, "a04", "a05"));
    press(&mut window, Role::Button, "Delete: ahead from tile 3 to tile 4");
    assert!(!leads(&window, "a04", "a05"));
    type_into(&mut window, Role::TextInput, "New link to", "nowhere");
    window.get_by_label_contains("No space has the id");
    type_into(&mut window, Role::TextInput, "New link to", "a05");
    assert!(leads(&window, "a04", "a05"));
    press(&mut window, Role::Button, "Reverse: ahead from tile 3 to tile 4");
    assert!(leads(&window, "a04", "a05") && leads(&window, "a05", "a06"), "the next one would go");
    assert!(window.state().desk.refused.as_ref().is_some_and(|why| why.contains("tile 4 leads to tile 5 already")));
    press(&mut window, Role::Button, "Delete: ahead from tile 3 to tile 4");
    // By a click on the board instead of its id.
    press(&mut window, Role::Button, "Pick on the board");
    window.get_by_label("Click a space on the board.");
    let at = item(&window, "a06").at.expect("it has a place");
    let pointer = Pointer { is: PointerIs::Pressed, at, slack: 1.0, shift: false, ctrl: false, alt: false };
    window.state_mut().apply(Act::Do(Deed::Pointer(pointer)));
    calm(&mut window);
    assert!(leads(&window, "a04", "a06"));
    assert!(window.query_by_label("Click a space on the board.").is_none());
    assert_eq!(window.state().desk.selected.iter().copied().collect::<Vec<_>>(), [item(&window, "a04").key]);
}

#[test]
fn the_order_of_progress_is_moved() {
    let mut window = panes(table("skoot", "test-loop"));
    let order = |window: &Panes| -> Vec<String> {
        window.state().desk.document().spaces().iter().map(|space| space.id.to_string()).collect()
    };
    let before = order(&window);
    let at = before.iter().position(|id| id == "a04").expect("it is there");
    select(&mut window, &["a04"]);
    press(&mut window, Role::Button, "Earlier");
    assert_eq!(order(&window)[at - 1], "a04");
    press(&mut window, Role::Button, "Later");
    assert_eq!(order(&window), before);
    type_into(&mut window, Role::SpinButton, "Number", "1");
    assert_eq!(order(&window)[0], "a04");
    type_into(&mut window, Role::SpinButton, "Number", &before.len().to_string());
    assert_eq!(order(&window).last().map(String::as_str), Some("a04"));
    select(&mut window, &["a05", "a06"]);
    let at = order(&window).iter().position(|id| id == "a05").expect("it is there");
    press(&mut window, Role::Button, "Earlier");
    assert_eq!(order(&window)[at - 1..=at], ["a05", "a06"]);
}

#[test]
fn the_track_has_its_name_its_sheet_and_what_the_rules_ask_of_it() {
    let mut window = panes(table("biathlon-blast", "bad-wolfsheim-kurz"));
    type_into(&mut window, Role::TextInput, "Author", "Somebody Else");
    press(&mut window, Role::ComboBox, "Paper");
    press(&mut window, Role::Button, "A3 landscape");
    let header = window.state().desk.document().header();
    assert_eq!((header.text("author").as_str(), header.sheet()), ("Somebody Else", kurbo::Size::new(420.0, 297.0)));
    type_into(&mut window, Role::SpinButton, "Width", "500");
    assert_eq!(window.state().desk.document().header().sheet().width, 500.0);
    press(&mut window, Role::ComboBox, "Targets");
    press(&mut window, Role::Button, "south");
    let fields = window.state().desk.document().header().fields();
    assert_eq!(fields.get("targets").map(|v| &**v), Some("south"));
    assert_eq!(steps(&window), 4);
}

#[test]
fn lines_and_labels_are_inspected_too() {
    let mut window = panes(table("ski-the-mountain", "three-towns"));
    let path = window.state().desk.document().paths()[0].clone();
    window.state_mut().apply(Act::Do(Deed::Select(vec![path.key], Mode::Replace)));
    calm(&mut window);
    type_into(&mut window, Role::SpinButton, "Points", "33");
    press(&mut window, Role::Button, "Reverse");
    let (.., now) = window.state().desk.document().find(path.key).expect("it is there");
    assert_eq!(now.fields.get("points").map(|v| &**v), Some("33"));
    assert!(now.spaces.iter().eq(path.spaces.iter().rev()));
    let link = window.state().desk.document().links().iter().find(|link| *link.kind == *"Lift").expect("a lift").clone();
    window.state_mut().apply(Act::Do(Deed::Select(vec![link.key], Mode::Replace)));
    calm(&mut window);
    press(&mut window, Role::ComboBox, "Kind");
    let bus = window.get_all_by_role_and_label(Role::Button, "Bus").last().expect("it is listed").rect().center();
    window.drag_at(bus);
    window.drop_at(bus);
    calm(&mut window);
    assert_eq!(&*window.state().desk.document().item(link.key).expect("it is there").kind, "Bus");
    let label = window.state().desk.document().decor()[0].clone();
    window.state_mut().apply(Act::Do(Deed::Select(vec![label.key], Mode::Replace)));
    calm(&mut window);
    type_into(&mut window, Role::TextInput, "Text", "Elsewhere");
    type_into(&mut window, Role::SpinButton, "Text height", "9");
    let now = window.state().desk.document().item(label.key).expect("it is there").clone();
    assert_eq!((now.title().as_str(), now.fields.number("size")), ("Elsewhere", Some(9.0)));
}

#[test]
fn spaces_are_added_to_a_line_and_taken_out_again() {
    let mut window = panes(table("ski-the-mountain", "test-slopes"));
    let path = window.state().desk.document().paths()[0].clone();
    let outside = window.state().desk.document().spaces().iter().find(|space| !path.spaces.contains(&space.id));
    let outside = outside.expect("not all are on it").clone();
    select(&mut window, &[&*outside.id]);
    press(&mut window, Role::ComboBox, "Add to a path");
    press(&mut window, Role::Button, &format!("Run {}", path.title()));
    assert_eq!(window.state().desk.document().paths()[0].spaces.last(), Some(&outside.id));
    select(&mut window, &[&*outside.id, &*path.spaces[0]]);
    window.get_by_label(&format!("2 of {} selected", path.spaces.len() + 1));
    press(&mut window, Role::ComboBox, "Add to a path");
    press(&mut window, Role::Button, "New Run");
    assert_eq!(window.state().desk.document().paths().last().map(|path| path.spaces.len()), Some(2));
}

/// The usual size of a space is worked out, to more digits than are shown.
#[test]
fn a_number_that_is_only_gone_through_stays_as_exact_as_it_was() {
    let mut window = panes(table("skoot", "hilly"));
    window.get_by_role_and_label(Role::SpinButton, "Tile size").focus();
    window.run_steps(3);
    window.key_press(Key::Tab);
    window.run_steps(3);
    assert!(window.state().desk.drawing.is_saved());
}

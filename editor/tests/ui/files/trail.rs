//! A new track from GPX. The trail is invented.

use editor::drawing::trail::Plan;
use editor::ui::dialog::trail::NewTrail;

use super::*;

/// A trail over a hill of about 5 km, up for one half and down for the other.
fn trail_file(folder: &Path) -> PathBuf {
    let point = |n: usize| {
        let share = n as f64 / 199.0;
        let (latitude, longitude) = (47.0 + 0.006 * (share * 7.0).sin(), 10.0 + 0.06 * share);
        let height = 400.0 + 250.0 * (1.0 - (2.0 * share - 1.0).abs());
        format!("<trkpt lat=\"{latitude}\" lon=\"{longitude}\"><ele>{height}</ele></trkpt>")
    };
    let points: String = (0..200).map(point).collect();
    let path = folder.join("hill.gpx");
    let text =
        format!("<gpx version=\"1.1\" creator=\"us\"><trk><name>Over the hill</name><trkseg>{points}</trkseg></trk></gpx>");
    std::fs::write(&path, text).expect("it is written");
    path
}

fn ask(window: &mut Harness<'static, App>) {
    let action = Command::NewTrail.action(window.state());
    window.state_mut().apply(action);
    steps(window);
}

fn form<'a>(window: &'a Harness<'static, App>) -> &'a NewTrail {
    match &window.state().shell.dialog {
        Some(Dialog::NewTrail(form)) => form,
        other => panic!("{other:?}"),
    }
}

fn plan(window: &mut Harness<'static, App>, plan: &Plan) {
    if let Some(Dialog::NewTrail(form)) = &mut window.state_mut().shell.dialog {
        form.plan = Some(plan.clone());
    }
    window.step();
}

/// How many tiles climb and how many go down, as the profile says.
fn profile(window: &Harness<'static, App>) -> String {
    window.get_by_label_contains("Profile:").accesskit_node().label().expect("it says so")
}

fn chosen(folder: &Path, window: &mut Harness<'static, App>) {
    let gpx = trail_file(folder);
    fill(window, "GPX file", &gpx.display().to_string());
    until(window, |window| form(window).plan.is_some());
    steps(window);
}

#[test]
fn a_trail_is_chosen_shaped_and_drawn() {
    let (folder, library) = copy();
    let tracks = library.tracks.join("skoot");
    let mut window = window(library);
    ask(&mut window);
    assert!(!can_press(&window, "Create"));
    window.get_by_label_contains("Choose a GPX file.");
    chosen(folder.path(), &mut window);
    let field = |window: &Harness<'static, App>, label| window.get_by_role_and_label(Role::TextInput, label).value();
    assert_eq!(field(&window, "Name").as_deref(), Some("Over the hill"));
    assert_eq!(field(&window, "File"), Some(tracks.join("over-the-hill.ron").display().to_string()));
    // The values that the looks draw as climbs and downhills are proposed.
    assert_eq!(window.get_by_role_and_label(Role::ComboBox, "Climb is").value().as_deref(), Some("terrain: climb"));
    assert_eq!(window.get_by_role_and_label(Role::ComboBox, "Downhill is").value().as_deref(), Some("terrain: downhill"));
    let before = profile(&window);
    // A steeper threshold leaves fewer climbs, at once.
    let slider = window.get_by_role_and_label(Role::Slider, "Climb from");
    slider.focus();
    steps(&mut window);
    (0..90).for_each(|_| window.key_press(Key::ArrowRight));
    steps(&mut window);
    let after = profile(&window);
    assert!(after.starts_with("Profile: 0 tiles climb") && after != before, "{before} {after}");
    (0..90).for_each(|_| window.key_press(Key::ArrowLeft));
    steps(&mut window);
    assert!(!profile(&window).starts_with("Profile: 0 tiles climb"));
    // What is laid beside the form follows it, and so does why nothing can be.
    let (whole, shaped) = (form(&window).plan.clone().expect("it is proposed"), profile(&window));
    plan(&mut window, &Plan { count: whole.count + 9, from: whole.to, ..whole.clone() });
    until(&mut window, |window| window.query_by_label_contains("move its end past its beginning").is_some());
    assert!(!can_press(&window, "Create"));
    for more in [7, 8, 9, 0] {
        plan(&mut window, &Plan { count: whole.count + more, ..whole.clone() });
        window.step();
    }
    let tiles = format!("{} tiles, ", whole.count);
    until(&mut window, |window| window.query_by_label_contains(&tiles).is_some());
    steps(&mut window);
    assert_eq!(profile(&window), shaped);
    press(&mut window, "Create");
    assert_eq!((window.state().shell.room, window.state().shell.dialog.is_some()), (Room::Draw, false));
    let drawn = document(&window);
    assert_eq!((drawn.header().text("name"), drawn.courses().len()), ("Over the hill".to_owned(), 1));
    let climbs = drawn.spaces().iter().filter(|space| space.fields.get("terrain").is_some_and(|value| **value == *"climb"));
    assert!(climbs.count() > 3 && drawn.spaces().len() > 20);
    let path = tracks.join("over-the-hill.ron");
    assert!(window.state().is_unsaved() && !path.exists(), "there is no file before it is saved");
    key(&mut window, Modifiers::COMMAND, Key::S);
    let again = editor::drawing::read::read(&on_disk(&path)).expect("a track");
    assert_eq!(editor::drawing::write::text(&again), editor::drawing::write::text(&drawn), "it is read as it was drawn");
}

#[test]
fn any_game_and_any_file_can_be_chosen() {
    let (folder, library) = copy();
    let games: Vec<String> = library.names().iter().map(|name| library.title(name)).collect();
    let mut window = window(library);
    ask(&mut window);
    for (name, text, why) in [
        ("none.gpx", None, "can't be read"),
        ("note.txt", Some("Dear designer"), "not a GPX file"),
        ("empty.gpx", Some("<gpx version=\"1.1\"></gpx>"), "neither a track nor a route"),
    ] {
        let path = folder.path().join(name);
        text.into_iter().for_each(|text| std::fs::write(&path, text).expect("it is written"));
        fill(&mut window, "GPX file", &path.display().to_string());
        until(&mut window, |window| window.query_by_label_contains(why).is_some());
        assert!(!can_press(&window, "Create"), "{name}");
    }
    chosen(folder.path(), &mut window);
    for title in games {
        window.get_by_role_and_label(Role::ComboBox, "For").click();
        steps(&mut window);
        press_last(&mut window, &title);
        until(&mut window, |window| form(window).plan.is_some());
        steps(&mut window);
        assert!(can_press(&window, "Create"), "{title}");
        profile(&window);
    }
    // What needs room lies in the middle of a small window, too.
    window.set_size(egui::vec2(640.0, 400.0));
    steps(&mut window);
    press(&mut window, "Create");
    assert_eq!(window.state().shell.room, Room::Draw);
}

#[test]
fn the_form_fits_a_small_window() {
    let (folder, library) = copy();
    let mut window = window(library);
    for size in [[900.0, 600.0], [1280.0, 800.0], [640.0, 400.0]] {
        window.set_size(egui::Vec2::from(size));
        steps(&mut window);
        ask(&mut window);
        chosen(folder.path(), &mut window);
        let place = dialog_place(&window).expect("it is open");
        assert!(egui::Rect::from_min_size(egui::Pos2::ZERO, size.into()).contains_rect(place), "{size:?}: {place:?}");
        for label in ["Remove this row", "Climb is"] {
            let out = window.query_all_by_label(label).map(|node| node.rect()).find(|rect| rect.right() > place.right());
            assert_eq!(out, None, "{size:?}: {label}");
        }
        key(&mut window, Modifiers::NONE, Key::Escape);
        assert_eq!(dialog_place(&window), None);
    }
}

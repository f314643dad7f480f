//! The palette, and what is painted with it.

use egui_kittest::kittest::NodeT;

use super::*;

#[test]
fn the_palette_stays_where_it_is_whatever_tool_is_in_hand_and_links_need_no_scrolling() {
    for game in ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        let mut artist = Artist::new(game);
        let palette = artist.draw().desk.palette.clone();
        let pens: Vec<String> = palette.links.iter().chain(&palette.paths).map(|pen| titled(&pen.kind)).collect();
        let brush = |(field, title): (&str, &str)| format!("{}: {title}", titled(field));
        let brushes = palette.brushes.iter().flat_map(|group| group.brushes.iter().map(|b| (&*group.field.name, &*b.title)));
        let all: Vec<String> = pens.iter().cloned().chain(brushes.map(brush)).collect();
        let places = |artist: &Artist| -> Vec<egui::Rect> {
            let place = |label: &String| {
                let buttons = artist.window.get_all_by_role_and_label(Role::Button, label);
                let rects = buttons.into_iter().map(|button| button.rect());
                rects.filter(|rect| rect.min.x < 236.0).collect::<Vec<_>>()[0]
            };
            all.iter().map(place).collect()
        };
        let before = places(&artist);
        for rect in &before[..pens.len()] {
            assert!(rect.max.y < 400.0, "{game}: {rect:?}");
        }
        for tool in Tool::ALL {
            artist.act(Act::Do(Deed::Take(tool)));
            artist.window.run_steps(4);
            for ((now, then), label) in places(&artist).iter().zip(&before).zip(&all) {
                assert!(now.min.distance(then.min) < 0.5, "{game}, {tool:?}: {label} from {then:?} to {now:?}");
            }
        }
        // Scrolled to its end, too.
        artist.act(Act::Do(Deed::Take(Tool::Course)));
        artist.window.run_steps(4);
        artist.moved(pos2(120.0, 300.0));
        let delta = vec2(0.0, -5_000.0);
        let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
        let source = egui::MouseWheelSource::Unknown;
        artist.window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
        artist.window.run_steps(40);
        let scrolled = places(&artist);
        artist.act(Act::Do(Deed::Take(Tool::Link)));
        artist.window.run_steps(4);
        for ((now, then), label) in places(&artist).iter().zip(&scrolled).zip(&all) {
            assert!(now.min.distance(then.min) < 0.5, "{game}: {label} from {then:?} to {now:?}");
        }
    }
}

#[test]
fn what_the_last_spaces_said_is_put_down_by_the_next_choice() {
    let mut artist = Artist::new("ski-the-mountain");
    artist.take(Tool::Space);
    artist.bears("colour", "green");
    artist.click((100.0, 100.0));
    artist.bears("kind", "lift");
    artist.held(Modifiers::ALT, |a| a.click((200.0, 100.0)));
    assert_eq!(artist.with_value("kind", "lift"), ["a02"]);
    assert_eq!(artist.with_value("colour", "green"), ["a01"], "{}", artist.text());
}

/// The area, in points, of what is painted in the colour of the selection.
fn chosen_area(artist: &Artist) -> f32 {
    fn area(shape: &egui::Shape) -> f32 {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().map(area).sum(),
            egui::Shape::Mesh(mesh) => {
                let corner = |n: u32| &mesh.vertices[n as usize];
                let triangles = mesh.indices.chunks(3).map(|t| [corner(t[0]), corner(t[1]), corner(t[2])]);
                let chosen = triangles.filter(|t| t.iter().all(|v| v.color == egui::Color32::from_rgb(0x1a, 0x6f, 0xe0)));
                let sides = chosen.map(|[a, b, c]| (b.pos - a.pos, c.pos - a.pos));
                sides.map(|(u, v)| (u.x * v.y - u.y * v.x).abs() / 2.0).sum()
            }
            _ => 0.0,
        }
    }
    artist.window.output().shapes.iter().map(|clipped| area(&clipped.shape)).sum()
}

#[test]
fn frames_do_not_hide_what_is_painted() {
    let mut artist = Artist::new("hell-on-eight-wheels");
    artist.take(Tool::Grid);
    artist.set(|settings| (settings.lanes, settings.segments) = (4, 32));
    artist.click((60.0, 140.0));
    artist.double_click((360.0, 140.0));
    assert_eq!((artist.document().spaces().len(), artist.draw().desk.selected.len()), (128, 128));
    assert_eq!(artist.draw().desk.drawing.undoes(), Some("draw a grid of 128 spaces"));
    artist.act(Act::Look(Some(Camera { middle: pos2(200.0, 140.0), scale: 2.0 * SCALE })));
    artist.rest();
    let each = |artist: &Artist| chosen_area(artist) / artist.draw().desk.selected.len() as f32;
    let many = each(&artist);
    let key = artist.document().spaces()[60].key;
    artist.act(Act::Do(Deed::Select(vec![key], Mode::Replace)));
    artist.rest();
    let one = each(&artist);
    assert!(one > 100.0 && many < one / 5.0, "{one} for one, {many} each for many");
    artist.act(Act::Do(Deed::Take(Tool::Paint)));
    artist.rest();
    assert!(each(&artist) < one / 5.0, "{} with the brush in hand", each(&artist));
}

#[test]
fn the_palette_of_another_track_begins_at_its_top() {
    let first_pen = |artist: &Artist| {
        let label = titled(&artist.draw().desk.palette.links[0].kind);
        let buttons = artist.window.get_all_by_role_and_label(Role::Button, &label);
        buttons.into_iter().map(|button| button.rect()).find(|rect| rect.min.x < 236.0).expect("it is in the palette").min
    };
    let lower = |artist: &mut Artist| {
        artist.window.set_size(vec2(1280.0, 420.0));
        artist.rest();
    };
    let mut fresh = Artist::new("biathlon-blast");
    lower(&mut fresh);
    let mut artist = Artist::new("ski-the-mountain");
    lower(&mut artist);
    let top = first_pen(&artist);
    artist.moved(pos2(120.0, 230.0));
    let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
    let (delta, source) = (vec2(0.0, -5_000.0), egui::MouseWheelSource::Unknown);
    artist.window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
    artist.rest();
    assert!(first_pen(&artist).y < top.y - 20.0, "it is scrolled");
    let (path, title) = (artist.draw().desk.on_disk.path().with_file_name("other.ron"), "Other".to_owned());
    let start = editor::ui::action::Start::Blank(kurbo::Size::new(420.0, 297.0));
    artist.window.state_mut().apply(FileMessage::BeginTrack { ruleset: "biathlon-blast".into(), path, title, start });
    artist.rest();
    assert!(first_pen(&artist).distance(first_pen(&fresh)) < 0.5, "{:?}, not {:?}", first_pen(&artist), first_pen(&fresh));
}

fn until(artist: &mut Artist, words: &str) {
    for _ in 0..400 {
        if artist.window.query_by_label_contains(words).is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        artist.window.step();
    }
    panic!("{words:?} doesn't come");
}

/// Clicks a button among the steps, until this tool is in hand.
fn in_steps(artist: &mut Artist, label: &str, tool: Tool) {
    // A check that ends meanwhile lays the steps out anew.
    for _ in 0..40 {
        let buttons: Vec<_> = artist.window.get_all_by_role_and_label(Role::Button, label).collect();
        // Above it, the inspector may have a button of that name behind its edge.
        let button = buttons.iter().rfind(|button| button.rect().left() > 990.0 && button.rect().top() > 500.0);
        button.unwrap_or_else(|| panic!("no {label} among the steps")).click_accesskit();
        drop(buttons);
        artist.window.run_steps(3);
        if artist.draw().desk.hand.tool == tool {
            return;
        }
    }
    panic!("{label} among the steps does nothing");
}

/// What new spaces of a tool say of their area.
fn new_area(artist: &Artist, tool: Tool) -> Option<String> {
    artist.draw().desk.hand.settings.new.get(&tool)?.get("area").map(|value| value.to_string())
}

#[test]
fn a_brush_of_the_steps_leaves_the_tool_in_hand_that_draws_with_it() {
    let mut artist = Artist::new("skoot");
    until(&mut artist, "To draw: 12");
    artist.take(Tool::Space);
    in_steps(&mut artist, "start", Tool::Space);
    assert_eq!(new_area(&artist, Tool::Space).as_deref(), Some("start"));
    artist.click((100.0, 100.0));
    assert_eq!(artist.with_value("area", "start"), ["a01"]);
    // Many are drawn at once; what only one says is painted.
    artist.take(Tool::Course);
    in_steps(&mut artist, "home straight", Tool::Course);
    assert_eq!(new_area(&artist, Tool::Course).as_deref(), Some("home_straight"));
    in_steps(&mut artist, "finish", Tool::Paint);
}

#[test]
fn a_step_that_asks_for_a_closed_loop_gives_a_tool_that_draws_one() {
    let mut artist = Artist::new("hell-on-eight-wheels");
    let is_offered = |window: &Harness<'_, App>| {
        window.query_all_by_role_and_label(Role::Button, "Grid").any(|button| button.rect().top() > 500.0)
    };
    super::super::until(&mut artist.window, is_offered);
    assert!(!artist.draw().desk.hand.settings.is_closed);
    in_steps(&mut artist, "Grid", Tool::Grid);
    assert!(artist.draw().desk.hand.settings.is_closed);
}

#[test]
fn a_template_that_does_several_steps_is_offered_at_the_first_until_one_is_done() {
    const RANGE: &str = "Shooting range with its penalty loop";
    let mut artist = Artist::new("skoot");
    until(&mut artist, "To draw: 12");
    // They are tried once the steps are told.
    let offered = |artist: &Artist| artist.window.query_all_by_role_and_label(Role::Button, RANGE).count();
    super::super::until(&mut artist.window, |window| window.query_all_by_role_and_label(Role::Button, RANGE).next().is_some());
    assert_eq!(offered(&artist), 1);
    in_steps(&mut artist, RANGE, Tool::Template);
    artist.click((200.0, 150.0));
    until(&mut artist, "To draw: 5");
    assert_eq!(offered(&artist), 0);
    in_steps(&mut artist, "Finish section", Tool::Template);
    artist.click((200.0, 220.0));
    until(&mut artist, "To draw: 3");
}

#[test]
fn the_steps_begin_at_the_top_and_keep_the_next_one_in_view() {
    let mut artist = Artist::new("skoot");
    until(&mut artist, "To draw: 12");
    let top = |artist: &Artist, step: &str| artist.window.get_by_label(step).rect().top();
    let (first, last) = (top(&artist, "Step 1"), top(&artist, "Step 12"));
    artist.moved(pos2(1_100.0, 700.0));
    let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
    let (delta, source) = (vec2(0.0, -5_000.0), egui::MouseWheelSource::Unknown);
    artist.window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
    artist.rest();
    assert!(top(&artist, "Step 12") < last - 50.0, "it is scrolled");
    let (path, title) = (artist.draw().desk.on_disk.path().with_file_name("other.ron"), "Other".to_owned());
    let start = editor::ui::action::Start::Blank(kurbo::Size::new(420.0, 297.0));
    artist.window.state_mut().apply(FileMessage::BeginTrack { ruleset: "skoot".into(), path, title, start });
    artist.rest();
    until(&mut artist, "To draw: 12");
    artist.rest();
    assert!((top(&artist, "Step 1") - first).abs() < 0.5, "{} instead of {first}", top(&artist, "Step 1"));
    // The way to what comes next needs no wheel.
    artist.act(Act::Do(Deed::Settings(Box::default())));
    artist.take(Tool::Course);
    [(60.0, 60.0), (300.0, 60.0)].into_iter().for_each(|at| artist.click(at));
    artist.key(Key::Enter);
    for (n, area) in ["start", "exit", "Recovery area", "Shooting area", "finish"].into_iter().enumerate() {
        in_steps(&mut artist, area, Tool::Paint);
        let at = artist.space(&format!("a{:02}", 3 * n + 1));
        artist.click(at);
        until(&mut artist, &format!("Step {}, done", n + 2));
        artist.rest();
    }
    let next = artist.window.get_by_label("Step 7").rect();
    assert!(next.top() > first - 1.0 && next.bottom() < 790.0, "{next:?}");
}

#[test]
fn all_tabs_have_room_beside_what_they_count() {
    let mut artist = Artist::new("skoot");
    artist.window.set_size(vec2(900.0, 600.0));
    artist.command(Command::ResetLayout);
    until(&mut artist, "To draw: 12");
    artist.rest();
    let tabs = ["Inspector", "Looks", "History", "Problems", "To draw: 12", "Layers"];
    for tab in tabs {
        let rect = artist.window.get_all_by_label(tab).next().expect("it is there").rect();
        assert!(rect.right() <= 900.0 && rect.width() > 30.0, "{tab}: {rect:?}");
    }
    assert!(artist.window.query_by_label("All tabs").is_none());
}

#[test]
fn an_empty_sheet_says_what_to_draw_first_and_gives_it_in_hand() {
    let mut artist = Artist::new("skoot");
    until(&mut artist, "To draw: 12");
    artist.window.get_by_label_contains("Spaces: click along their way");
    assert!(artist.window.query_by_label("Error").is_none());
    assert!(artist.window.query_by_label("Problems").is_some(), "nothing is wrong yet");
    assert!(artist.window.query_by_label_contains(", done").is_none());
    artist.window.key_press(Key::F5);
    artist.window.run_steps(4);
    assert!(
        artist.window.query_all_by_label_contains("12 steps are left, listed under To draw").count() > 0,
        "all that are listed"
    );
    in_steps(&mut artist, "Course", Tool::Course);
    for at in [(120.0, 60.0), (200.0, 60.0), (220.0, 160.0), (120.0, 160.0), (120.0, 60.0)] {
        artist.click(at);
    }
    until(&mut artist, "Step 1, done");
    artist.window.get_by_label("Spaces");
    assert!(artist.window.query_by_label_contains("click along").is_none(), "what is done asks for nothing");
    artist.window.get_by_label("Exactly one tile is the start");
    in_steps(&mut artist, "Around", Tool::Link);
    assert_eq!(artist.draw().desk.hand.settings.link.as_deref(), Some("around"));
    in_steps(&mut artist, "start", Tool::Paint);
    let at = artist.space("a03");
    artist.click(at);
    assert_eq!(artist.with_value("area", "start"), ["a03"]);
    // What is done is ticked and stays in the list; what is not done yet is no problem of any tile.
    until(&mut artist, "Step 2, done");
    artist.window.get_by_label("Exactly one tile is the start");
    assert!(artist.draw().marks().is_empty(), "{:#?}", artist.draw().watch.problems());
    artist.window.key_press(Key::F5);
    artist.window.run_steps(4);
    assert_eq!(artist.window.query_all_by_label_contains("steps are left, listed under To draw").count(), 2);
    artist.act(Act::Do(Deed::Undo));
    until(&mut artist, "To draw: 11");
    assert!(artist.window.query_by_label("Step 2, done").is_none());
}

#[test]
fn the_right_button_paints_with_a_brush_or_selects_what_has_its_value() {
    let text = library().read("skoot").tracks["test-loop"].clone().expect("it can be read");
    let mut artist = Artist::with("skoot", Some(read::read(&text).expect("a track")));
    let asks = |artist: &mut Artist, what: &str| {
        // The stamps and templates above it may leave it no room.
        artist.window.get_by_role_and_label(Role::Button, "Terrain: climb").scroll_to_me();
        artist.rest();
        artist.window.get_by_role_and_label(Role::Button, "Terrain: climb").click_secondary();
        artist.rest();
        artist.window.get_by_role_and_label(Role::Button, what).click();
        artist.rest();
    };
    asks(&mut artist, "Select spaces that have it");
    let selected = artist.draw().desk.selected.len();
    assert!(selected > 0 && selected == artist.with_value("terrain", "climb").len());
    asks(&mut artist, "Draw spaces with it");
    let hand = &artist.draw().desk.hand;
    let new = hand.settings.new.get(&Tool::Space).and_then(|new| new.get("terrain")).map(|value| value.to_string());
    assert_eq!((hand.tool, new.as_deref()), (Tool::Space, Some("climb")));
}

#[test]
fn layers_are_locked_hidden_and_selected_beside_the_problems() {
    let mut artist = Artist::new("skoot");
    artist.window.get_by_role_and_label(Role::Button, "Layers").click();
    (0..3).for_each(|_| artist.window.step());
    let header = |artist: &Artist| artist.draw().desk.document().header().get("layers").map(|value| value.to_string());
    for (button, said) in [("Lock Backdrop", Some("(backdrop: (locked: true))")), ("Unlock Backdrop", None)] {
        artist.window.get_by_role_and_label(Role::Button, button).click();
        (0..3).for_each(|_| artist.window.step());
        assert_eq!(header(&artist).as_deref(), said);
    }
    artist.window.get_by_role_and_label(Role::Button, "Hide Notes").click();
    (0..3).for_each(|_| artist.window.step());
    assert_eq!(artist.draw().desk.drawing.undoes().map(|what| what.to_string()).as_deref(), Some("hide the layer notes"));
}

#[test]
fn a_closed_loop_is_not_ticked_while_a_branch_is_drawn() {
    let mut artist = Artist::new("ski-the-mountain");
    artist.take(Tool::Course);
    for at in [(60.0, 60.0), (160.0, 60.0)] {
        artist.click(at);
    }
    artist.key(Key::Enter);
    let is_on = |artist: &Artist| {
        let tick = artist.window.get_by_role_and_label(Role::CheckBox, "Closed loop").accesskit_node();
        (tick.toggled() == Some(egui::accesskit::Toggled::True), tick.is_disabled())
    };
    artist.tick("Closed loop");
    assert_eq!(is_on(&artist), (true, false));
    let (spaces, at) = (artist.document().spaces().len(), artist.space("a03"));
    artist.click(at);
    artist.window.run_steps(2);
    assert_eq!(is_on(&artist), (false, true), "it goes on from a space");
    artist.key(Key::Escape);
    artist.window.run_steps(2);
    assert_eq!(is_on(&artist), (true, false), "the next line may come round");
    artist.rest();
    [at, (100.0, 120.0), (60.0, 140.0)].into_iter().for_each(|at| artist.click(at));
    artist.key(Key::Enter);
    artist.window.run_steps(2);
    let courses = artist.document().courses();
    assert!(artist.document().spaces().len() > spaces && courses.iter().all(|course| !course.fields.is_true("closed")));
}

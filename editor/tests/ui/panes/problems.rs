//! Problems beside the board.

use super::*;

use std::sync::Mutex;

/// SKOOT's test loop with the way to the finish cut.
fn cut() -> Panes {
    let mut window = panes(table("skoot", "test-loop"));
    window.get_by_label_contains("No problems");
    let document = window.state().desk.document();
    let finish = document.links().iter().find(|link| link.spaces.last().is_some_and(|id| **id == *"fin")).expect("it is there");
    let (from, to) = (finish.spaces[1].clone(), finish.spaces[2].clone());
    window.state_mut().apply(Act::Do(Deed::Edit(Edit::Disconnect { kind: "ahead".into(), from, to })));
    calm(&mut window);
    window
}

#[test]
fn a_problem_is_gone_to_and_mended() {
    let mut window = cut();
    assert!(window.state().marks().iter().any(|(_, is_error)| *is_error));
    press(&mut window, Role::Button, "Finish section 2: leads nowhere: draw an ahead link from here to the next tile");
    let f2 = item(&window, "f2");
    assert_eq!(window.state().desk.selected.iter().copied().collect::<Vec<_>>(), [f2.key]);
    let (camera, at) = (window.state().camera.expect("one looks there"), f2.at.expect("it has a place"));
    assert!((f64::from(camera.middle.x) - at.x).abs() < 0.01 && (f64::from(camera.middle.y) - at.y).abs() < 0.01);
    press(&mut window, Role::Button, "Link it to Finish section 3 by ahead");
    window.get_by_label_contains("No problems");
    assert!(window.state().marks().is_empty());
    window.state_mut().apply(Act::Do(Deed::Undo));
    calm(&mut window);
    window.get_by_role_and_label(Role::Button, "Finish section 2: leads nowhere: draw an ahead link from here to the next tile");
}

#[test]
fn what_may_be_there_once_is_marked_wherever_it_is() {
    let mut window = panes(table("biathlon-blast", "bad-wolfsheim-kurz"));
    let keys = ["a00", "a03"].map(|id| item(&window, id).key);
    let (name, value) = ("start_line".into(), Some("true".into()));
    window.state_mut().apply(Act::Do(Deed::Edit(Edit::Set { keys: vec![keys[1]], name, value })));
    calm(&mut window);
    let marks = window.state().marks();
    assert!(keys.iter().all(|key| marks.get(key) == Some(&true)) && marks.len() == 2, "{marks:?}");
}

#[test]
fn what_is_said_of_several_spaces_is_set_for_all_of_them() {
    let mut draw = table("ski-the-mountain", "three-towns");
    let spots = draw.desk.document().spaces().iter().filter(|space| space.fields.get("colour").is_some());
    let keys: Vec<_> = spots.take(2).map(|space| space.key).collect();
    let set = |value: Option<&str>| {
        Act::Do(Deed::Edit(Edit::Set { keys: keys.clone(), name: "colour".into(), value: value.map(Into::into) }))
    };
    draw.apply(set(None));
    let mut window = panes(draw);
    assert_eq!(window.query_all_by_label("Select all 2 of these").count(), 2);
    window.get_all_by_label("Select all 2 of these").next().expect("there are two").click();
    calm(&mut window);
    assert!(window.state().desk.selected.iter().eq(&keys));
    window.state_mut().apply(set(Some("red")));
    calm(&mut window);
    assert!(window.query_by_label_contains("of these").is_none());
}

#[test]
fn all_that_overlap_are_selected_at_once() {
    let mut draw = table("skoot", "flat");
    let keys: Vec<_> = draw.desk.document().spaces().iter().map(|space| space.key).collect();
    let size = Edit::Set { keys, name: "size".into(), value: Some("40.0".into()) };
    draw.apply(Act::Do(Deed::Edit(size)));
    let mut window = panes(draw);
    window.get_all_by_label_contains("Select all ").next().expect("there are several").click();
    calm(&mut window);
    assert!(window.state().desk.selected.len() > 10, "{:?}", window.state().desk.selected);
}

#[test]
fn the_right_button_offers_what_can_be_done_with_a_problem() {
    const SAID: &str = "Finish section 2: leads nowhere: draw an ahead link from here to the next tile";
    let mut window = cut();
    let asked = |window: &mut Panes| {
        window.get_by_role_and_label(Role::Button, SAID).click_secondary();
        window.run_steps(3);
        window.get_by_role_and_label(Role::Button, "Copy text");
    };
    asked(&mut window);
    press(&mut window, Role::Button, "Show on the board");
    assert!(window.state().camera.is_some() && window.state().desk.selected.contains(&item(&window, "f2").key));
    asked(&mut window);
    window
        .get_all_by_role_and_label(Role::Button, "Link it to Finish section 3 by ahead")
        .last()
        .expect("it is in the menu")
        .click();
    calm(&mut window);
    window.get_by_label_contains("No problems");
}

#[test]
fn what_would_answer_is_chosen_beside_the_problem() {
    let mut draw = table("biathlon-blast", "test-course");
    let last = draw.desk.document().space("fin").expect("it is there").key;
    draw.apply(Act::Do(Deed::Edit(Edit::Set { keys: vec![last], name: "facing".into(), value: None })));
    let mut window = panes(draw);
    assert!(window.query_by_label_contains("Link it to").is_none(), "from the finish nothing leads on");
    // What can be worked out stays on the board meanwhile.
    let spaces = window.state().desk.document().spaces().len();
    let found = window.state().watch.found().expect("it was checked").0.checked.facings("facing");
    assert_eq!(found.expect("they are worked out").len(), spaces - 1);
    press(&mut window, Role::Button, "Set its facing");
    press(&mut window, Role::Button, "north");
    assert_eq!(says(&window, "fin", "facing").as_deref(), Some("north"));
    window.get_by_label_contains("No problems");
}

#[test]
fn a_problem_is_ignored_with_a_reason_and_noticed_again() {
    let mut window = cut();
    let open = window.query_all_by_role_and_label(Role::Button, "Ignore …").count();
    let before = steps(&window);
    window.get_all_by_role_and_label(Role::Button, "Ignore …").next().expect("it can be ignored").click();
    calm(&mut window);
    let message = window.state().watch.found().expect("it was checked").0.checked.problems[0].message.clone();
    type_into(&mut window, Role::TextInput, "Reason", "the bridge comes later");
    assert_eq!(steps(&window), before + 1);
    let ignored = window.state().desk.document().header().ignored();
    assert_eq!(ignored.iter().map(|one| one.why.as_str()).collect::<Vec<_>>(), ["the bridge comes later"]);
    assert_eq!(ignored[0].says, message);
    assert_eq!(window.query_all_by_role_and_label(Role::Button, "Ignore …").count(), open - 1);
    // An error that is left keeps the board from being played, and that is told.
    assert!(window.query_by_label_contains("No problems").is_none());
    window.get_by_label_contains("can't be played yet: 1 error among the ignored problems");
    press(&mut window, Role::DisclosureTriangle, "1 ignored, including 1 error");
    window.run_steps(30);
    window.get_by_label_contains("the bridge comes later");
    press(&mut window, Role::Button, "Stop ignoring");
    assert!(window.state().desk.document().header().ignored().is_empty());
    assert_eq!(window.query_all_by_role_and_label(Role::Button, "Ignore …").count(), open);
}

#[test]
fn a_check_that_breaks_off_does_not_take_the_window_with_it() {
    let mut draw = table("skoot", "test-loop");
    draw.watch = Watch::with(Arc::new(|checker, waiting, document, name| {
        assert!(document.spaces().iter().all(|space| &*space.id != "trap"), "a mistake of ours");
        checker.check_for(waiting, document, name)
    }));
    let mut window = panes(draw);
    let key = item(&window, "a02").key;
    window.state_mut().apply(Act::Do(Deed::Edit(Edit::Rename { key, id: "trap".into() })));
    calm(&mut window);
    window.get_by_label_contains("The check itself failed");
    window.get_by_label_contains("a mistake of ours");
    window.state_mut().apply(Act::Do(Deed::Undo));
    calm(&mut window);
    assert!(window.query_by_label_contains("The check itself failed").is_none());
    window.get_by_label_contains("No problems");
}

#[test]
fn the_newest_board_wins() {
    let mut draw = table("skoot", "test-loop");
    let seen = Arc::new(Mutex::new(vec![]));
    let sees = seen.clone();
    let (go, held) = std::sync::mpsc::channel::<()>();
    let held = Mutex::new(held);
    draw.watch = Watch::with(Arc::new(move |checker, waiting, document, name| {
        // The first one takes as long as all are drawn.
        let _ = held.lock().expect("nobody panics").recv();
        sees.lock().expect("nobody panics").push(document.header().text("author"));
        checker.check_for(waiting, document, name)
    }));
    let ctx = egui::Context::default();
    for author in 0..20 {
        let value = Some(format!("{:?}", author.to_string()).into());
        draw.apply(Act::Do(Deed::Edit(Edit::Track { name: "author".into(), value })));
        draw.look_for_problems(&ctx);
    }
    drop(go);
    while !draw.watch.found().is_some_and(|(_, is_newest)| is_newest) {
        draw.look_for_problems(&ctx);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let seen = seen.lock().expect("nobody panics");
    assert_eq!(seen.last().map(String::as_str), Some("19"));
    assert!(seen.len() <= 2, "those in between are left out: {seen:?}");
}

#[test]
fn a_field_is_still_asked_for_after_a_wrong_value() {
    let mut draw = table("biathlon-blast", "test-course");
    let last = draw.desk.document().space("fin").expect("it is there").key;
    draw.apply(Act::Do(Deed::Edit(Edit::Set { keys: vec![last], name: "facing".into(), value: Some("nowhere".into()) })));
    let mut window = panes(draw);
    press(&mut window, Role::Button, "Set its facing");
    press(&mut window, Role::Button, "north");
    window.get_by_label_contains("No problems");
}

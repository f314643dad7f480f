//! The help beside the work, and the tour of a room.

use super::*;

use editor::manual::{self, Book};
use editor::ui::action::WindowMessage;
use editor::ui::help::Page;

fn says(window: &Harness<'static, App>, part: &str) -> bool {
    window.query_all_by_label_contains(part).next().is_some()
}

#[test]
fn the_help_leads_from_section_to_section_and_finds_words() {
    let mut window = window(library());
    window.state_mut().apply(WindowMessage::Help(Book::Guide));
    window.run_steps(3);
    assert!(says(&window, "Track files") && says(&window, "Keys and commands"));
    let section = |window: &Harness<'static, App>| match window.state().shell.help.page() {
        Some(Page::Section(n)) => manual::sections()[n].title.clone(),
        page => format!("{page:?}"),
    };
    window.get_by_role_and_label(Role::Button, "The rules language").click();
    window.run_steps(3);
    assert_eq!(section(&window), "The rules language");
    window.get_by_role_and_label(Role::TextInput, "Search the help").click();
    window.run_steps(2);
    let choices = race(&window).game().choices.len();
    window.event(egui::Event::Text("not yet".into()));
    window.run_steps(3);
    // What is typed here is no answer in the race, and no key of the window.
    assert_eq!(race(&window).game().choices.len(), choices);
    window.get_all_by_label("The rules language › Not yet").next().expect("it is found").click();
    window.run_steps(3);
    assert_eq!(section(&window), "Not yet");
    click(&mut window, Role::Button, "Back");
    assert_eq!(section(&window), "The rules language");
    // Below the sections of the open book, its line is out of view.
    window.get_by_role_and_label(Role::Button, "Keys and commands").click_accesskit();
    window.run_steps(3);
    assert_eq!(window.state().shell.help.page(), Some(Page::Commands));
    assert!(says(&window, "These are the commands of this room"));
    window.state_mut().apply(WindowMessage::Help(Book::Guide));
    window.state_mut().apply(WindowMessage::Help(Book::Guide));
    window.run_steps(2);
    assert!(window.state().shell.help.page().is_none() && !says(&window, "Track files"));
}

/// Each room shows its tour once, and again when somebody asks for it.
#[test]
fn a_tour_is_shown_once_in_each_room() {
    let mut window = window(library());
    window.run_steps(2);
    assert!(!says(&window, "Skip tour"), "nothing of it is in the way");
    window.state_mut().shell.gives_tours = true;
    window.run_steps(3);
    assert!(says(&window, "1 of 6"));
    let button = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::Button, "Next").rect();
    let first = button(&window);
    for _ in 0..5 {
        assert_eq!(button(&window), first, "whatever a step says");
        click(&mut window, Role::Button, "Next");
    }
    assert!(says(&window, "6 of 6"));
    click(&mut window, Role::Button, "Done");
    window.state_mut().apply(Action::Draw);
    settle(&mut window);
    assert!(says(&window, "1 of 5"));
    click(&mut window, Role::Button, "Skip tour");
    window.state_mut().apply(Action::Play);
    settle(&mut window);
    assert!(!says(&window, "Skip tour"));
    assert_eq!(window.state().kept().toured.len(), 2);
    window.state_mut().apply(WindowMessage::Tour);
    window.run_steps(3);
    assert!(says(&window, "1 of 6"));
    // In a small window it is seen whole. Return leads on, and Escape ends it.
    for size in [[900.0, 600.0], [500.0, 300.0]] {
        window.set_size(size.into());
        window.run_steps(3);
        let card = [button(&window), window.get_by_label("The race").rect()];
        assert!(card.iter().all(|part| window.ctx.content_rect().contains_rect(*part)), "{size:?}: {card:?}");
    }
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert!(says(&window, "2 of 6"));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(!says(&window, "Skip tour"));
    // At the drawing table, too, whose tools take Escape otherwise.
    window.state_mut().apply(Action::Draw);
    settle(&mut window);
    window.state_mut().apply(WindowMessage::Tour);
    window.run_steps(3);
    assert!(says(&window, "1 of 5"));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(!says(&window, "Skip tour"));
}

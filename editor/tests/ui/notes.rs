//! Notes at moments of a race, how long decisions took, and what becomes of both in files.

use super::*;

use editor::playtest::saved;
use editor::playtest::timeline::{Stride, Way};
use editor::ui::action::Ask;
use editor::ui::command::Command;
use egui_kittest::kittest::NodeT;
use interpreter::playtest::{By, Event, Sign};

/// What the notes above the strip are called, from left to right.
fn on_strip(window: &Harness<'static, App>) -> Vec<String> {
    let is_note = |label: &str| label.contains("'s turn: ");
    let buttons = window.get_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    buttons.filter(|label| is_note(label) && !label.starts_with("Change") && !label.starts_with("Delete")).collect()
}

/// Writes a note with the keyboard alone.
fn write(window: &mut Harness<'static, App>, text: &str) {
    window.key_press(Key::N);
    (0..4).for_each(|_| window.step());
    window.get_by_role_and_label(Role::TextInput, "What struck you? “:)” and “?” alone will do").type_text(text);
    window.step();
    window.key_press(Key::Enter);
    settle(window);
}

#[test]
fn a_note_stands_at_its_moment_and_can_be_changed_deleted_and_saved() {
    let mut window = window(library());
    click(&mut window, Role::Button, "Hard");
    let (choices, shown) = (race(&window).path().sum().choices, race(&window).scene.moment);
    write(&mut window, "Too steep");
    assert_eq!(race(&window).scene.moment, shown, "nothing moves");
    assert_eq!(race(&window).undoes(), Some("Wrote a note"));
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::Step(Stride::Turn, Way::Back)));
    window.step();
    write(&mut window, ":)");
    let notes: Vec<_> = race(&window).notes().iter().map(|noted| (noted.note.sign.clone(), noted.note.text.as_str())).collect();
    assert_eq!(notes, [(Sign::Word, "Too steep"), (Sign::Smile, "")]);
    assert!(race(&window).looks_back, "what is looked at stays on show");
    let [first, second] = &on_strip(&window)[..] else { panic!("two notes: {:?}", on_strip(&window)) };
    assert!(
        first.starts_with("Player 1, turn ") && first.ends_with(": Too steep") && second.ends_with(": a smile"),
        "{first} {second}"
    );
    // A click leads to its moment, where it can be changed.
    click(&mut window, Role::Button, first);
    assert_eq!((race(&window).scene.moment, race(&window).looks_back), (shown, true));
    click(&mut window, Role::Button, &format!("Change note: {first}"));
    (0..4).for_each(|_| window.step());
    click(&mut window, Role::RadioButton, "Question");
    click(&mut window, Role::Button, "Change");
    assert_eq!(race(&window).notes()[0].note.sign, Sign::Question);
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((race(&window).notes()[0].note.sign.clone(), race(&window).scene.moment), (Sign::Word, shown));
    click(&mut window, Role::Button, &format!("Delete note: {first}"));
    assert_eq!(on_strip(&window).len(), 1);
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    // How long people took is known, and how long bots did is nobody's business.
    let legs = race(&window).path().legs().to_vec();
    let times = legs.iter().filter_map(|leg| match &*leg.event {
        Event::Choice { by, millis, .. } => Some((*by, *millis)),
        _ => None,
    });
    let times: Vec<(By, u32)> = times.collect();
    assert!(times.len() >= choices && times.iter().all(|(by, millis)| (*by == By::Person) == (*millis > 0)), "{times:?}");
    let text = window.state().sitting.writing().expect("a race lies there")();
    let again = saved::read("race.ron", &text, &library()).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(again.race.notes(), race(&window).notes());
}

#[test]
fn what_the_ruleset_asks_is_answered_and_stands_in_the_report() {
    let (_folder, mut window) = small::small();
    assert!(Command::Feedback.refused(window.state()).is_some(), "it asks nothing");
    let name = "small/game.ron".to_owned();
    let asks = include_str!("small/game.ron").replace("seats:", "feedback: [\"Too long?\", \"Too short?\"],\n    seats:");
    window.state_mut().apply(TextMessage::Write(name, asks.into()));
    built(&mut window);
    settle(&mut window);
    window.state_mut().apply(Action::Ask(Ask::Feedback));
    (0..4).for_each(|_| window.step());
    window.get_by_role_and_label(Role::TextInput, "Too long?").type_text("By far");
    window.step();
    window.key_press(Key::Enter);
    settle(&mut window);
    let answers: Vec<_> = race(&window).answers().map(|note| (note.answers(), note.text.as_str())).collect();
    assert_eq!(answers, [(Some("Too long?"), "By far")]);
    assert!(race(&window).notes().is_empty() && race(&window).undoes() == Some("Answered questions"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.html");
    window.state_mut().apply(FileMessage::ReportTo(path.clone()));
    settle(&mut window);
    let page = std::fs::read_to_string(&path).expect("it was written");
    assert!(page.contains("<h3>Too long?</h3>") && page.contains("By far."), "{page:.400}");
}

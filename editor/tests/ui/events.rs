//! Which frame gets what was done with mouse and keys.

use editor::ui::app::events::{EventQueue, belongs};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, pos2};

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn key(key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}

/// A text field beside a button. Returns what was typed, and how often the button was clicked.
fn used(events: Vec<Event>) -> (String, usize) {
    let (mut typed, mut clicks) = (String::new(), 0);
    let (ctx, mut queue) = (egui::Context::default(), EventQueue::default());
    let mut came = vec![vec![], vec![], events];
    for n in 0..20 {
        let events = if came.is_empty() { vec![] } else { came.remove(0) };
        let screen_rect = Some(egui::Rect::from_min_size(Pos2::ZERO, egui::vec2(400.0, 100.0)));
        let mut input = RawInput { screen_rect, events, time: Some(f64::from(n)), ..RawInput::default() };
        queue.share(&mut input);
        let mut output = ctx.run_ui(input, |ui| {
            ui.put(egui::Rect::from_min_size(pos2(0.0, 0.0), egui::vec2(200.0, 30.0)), egui::TextEdit::singleline(&mut typed));
            let button = egui::Rect::from_min_size(pos2(220.0, 0.0), egui::vec2(80.0, 30.0));
            clicks += usize::from(ui.put(button, egui::Button::new("B")).clicked());
        });
        output.textures_delta.clear();
    }
    assert!(!queue.is_behind());
    (typed, clicks)
}

#[test]
fn whatever_a_long_frame_brings_at_once_goes_where_it_was_meant_for() {
    let (field, aside) = (pos2(50.0, 15.0), pos2(250.0, 15.0));
    let click = |at: Pos2| [Event::PointerMoved(at), button(at, true), button(at, false)];
    // Typed right after the click into the field, whose end comes with a click on the button.
    let events = click(field).into_iter().chain([Event::Text("12".to_owned())]).chain(click(aside));
    assert_eq!(used(events.collect()), ("12".to_owned(), 1));
    // After the click the pointer went elsewhere.
    let events = click(aside).into_iter().chain([Event::PointerMoved(field)]);
    assert_eq!(used(events.collect()), (String::new(), 1));
}

#[test]
fn keys_come_before_the_click_that_followed_them_and_moves_are_not_held_up() {
    let at = pos2(1.0, 1.0);
    let moves: Vec<Event> = (0..50).map(|x| Event::PointerMoved(pos2(x as f32, 0.0))).collect();
    assert_eq!(belongs(moves.iter()), 50);
    assert_eq!(belongs([key(Key::C), button(at, true), button(at, false)].iter()), 1);
    assert_eq!(belongs([key(Key::Tab), Event::Text("7".to_owned())].iter()), 1);
    let typed = ["4", "2"].map(|text| Event::Text(text.to_owned()));
    assert_eq!(belongs(typed.iter()), 2);
}

#[test]
fn clicks_that_were_quick_stay_quick() {
    let at = pos2(1.0, 1.0);
    let mut queue = EventQueue::default();
    let events = [true, false, true, false].map(|pressed| button(at, pressed)).to_vec();
    let mut times = vec![];
    for n in 0..4 {
        let events = if n == 0 { events.clone() } else { vec![] };
        let mut input = RawInput { events, time: Some(f64::from(n)), ..RawInput::default() };
        queue.share(&mut input);
        assert_eq!(input.events.len(), 1);
        times.push(input.time);
    }
    assert_eq!(times, [Some(0.0); 4]);
}

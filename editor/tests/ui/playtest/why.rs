//! What made something what it is: asked, found out, and kept from those who may not know.

use super::*;

use interpreter::ir::Owner;

/// Draws frames until it has been found out why something is as it is.
fn find_out(window: &mut Harness<'static, App>) {
    window.step();
    until(window, |window| race(window).why().is_some_and(|asked| asked.writes.is_some()));
    // The pane gets its room.
    (0..4).for_each(|_| window.step());
}

#[test]
fn why_something_is_so_is_told_of_everything_that_can_be_seen() {
    for game in GAMES {
        let mut window = raced(game, &[0], 30);
        // The whole score sheet is in view.
        window.set_size([1600.0, 2400.0].into());
        window.state_mut().apply(WindowMessage::ResetLayout);
        settle(&mut window);
        let names: Vec<String> =
            window.query_all_by_label_contains("Why: ").filter_map(|node| node.accesskit_node().label()).collect();
        assert!(names.len() > 4, "{game}: {names:?}");
        let mut found = 0;
        for name in names.iter().step_by((names.len() / 8).max(1)) {
            // More values are in view as long as nothing is explained.
            window.state_mut().apply(WindowMessage::Show(Pane::Log));
            (0..4).for_each(|_| window.step());
            window.get_all_by_label(name).next().expect("it is there").scroll_to_me();
            (0..20).for_each(|_| window.step());
            window.get_all_by_label(name).next().expect("it is there").click_secondary();
            (0..2).for_each(|_| window.step());
            let entries = |words: &'static str| window.query_all_by_label_contains(words);
            let entry = entries("Why is ").chain(entries("Why does ")).next();
            entry.unwrap_or_else(|| panic!("{game}: no menu for {name}")).click();
            find_out(&mut window);
            let writes = race(&window).why().and_then(|asked| asked.writes.clone()).expect("found");
            found += writes.len();
            // The list leads to the moment.
            if let Some(write) = writes.last() {
                let words = format!("Show turn {}: {} → {}", write.turn, write.old, write.new);
                let row = window.get_all_by_role_and_label(Role::Button, &words).last().expect("a row").rect();
                // All of it is clicked, not only its words.
                assert!(row.width() > 300.0, "{game}: {row:?}");
                click_at(&mut window, egui::pos2(row.left() + 2.0, row.center().y));
                (0..2).for_each(|_| window.step());
                let at = looking_at(race(&window)).map_or(race(&window).path().sum().choices, |stop| stop.choices);
                // On show is what was right behind the write: it may have come with the answer to the question before.
                assert!(at == write.choices || at + 1 == write.choices, "{game}: {name}: {at}, not {}", write.choices);
                assert!(race(&window).has_come_to(write), "{game}: {name}");
                act(&mut window, Act::Now);
            }
        }
        assert!(found > 0, "{game}: {names:?}");
    }
}

#[test]
fn what_one_person_asks_of_an_own_card_is_hidden_from_the_next() {
    let mut window = raced("hell-on-eight-wheels", &[0, 1], 6);
    for _ in 0..40 {
        if race(&window).viewer().is_some() {
            break;
        }
        window.state_mut().apply(RaceMessage::TakeSeat);
        settle(&mut window);
    }
    let asker = race(&window).viewer().expect("somebody sits there");
    let machine = race(&window).game().machine.clone();
    let program = race(&window).program.clone();
    let all = program.cards.iter().enumerate();
    let mut all = all.flat_map(|(kind, cards)| (0..usize::from(cards.count)).map(move |card| (kind, cards, card)));
    let is_own = |(_, cards, card): &(usize, &interpreter::program::Cards, usize)| {
        machine.knows(&program, cards, *card, Some(asker)) && !machine.knows(&program, cards, *card, Some(1 - asker))
    };
    let (kind, _, card) = all.find(is_own).expect("a card in the own hand");
    let thing = Thing { what: What::Card(KindId(kind as u16), card), name: "The card".into() };
    act(&mut window, Act::Why(thing));
    find_out(&mut window);
    assert!(window.query_all_by_label("The card").count() > 0);
    let mut others = 0;
    for _ in 0..60 {
        match race(&window).waiting(Pace::Instant) {
            Waiting::Handover => window.state_mut().apply(RaceMessage::TakeSeat),
            Waiting::Person => window.state_mut().apply(RaceMessage::Choose(0)),
            _ => break,
        }
        settle(&mut window);
        let hidden =
            !view::is_open(&program, &race(&window).game().machine, What::Card(KindId(kind as u16), card), Some(1 - asker));
        if race(&window).viewer() != Some(asker) && hidden {
            assert!(race(&window).hides_why() && race(&window).writes().is_none());
            assert_eq!(window.query_all_by_label("The card").count(), 0);
            others += 1;
        }
    }
    assert!(others > 0, "nobody else sat there");
}

#[test]
fn pieces_and_cards_are_asked_about_where_they_are() {
    let mut window = raced("ski-the-mountain", &[0], 4);
    let (kind, piece) = (0, 0);
    let space = standing(race(&window))[kind][piece].expect("it stands on the board");
    let name = format!("{},", race(&window).board.spaces[space].title());
    let is_it = |said: Option<String>| said.is_some_and(|said| said.starts_with(&name));
    let at = window.get_by(|node| is_it(node.label()) || is_it(node.value())).rect().center();
    window.event(egui::Event::PointerMoved(at));
    window.step();
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.step();
    }
    window.step();
    window.get_all_by_label_contains(" stand there?").next().expect("the menu tells of the piece").click();
    find_out(&mut window);
    assert!(race(&window).why().is_some_and(|asked| matches!(asked.thing.what, What::Piece(..))));
    window.get_all_by_label_contains("Card ").next().expect("a card").click_secondary();
    (0..2).for_each(|_| window.step());
    window.get_by_label_contains(" lie there?").click();
    find_out(&mut window);
    let asked = race(&window).why().expect("it was asked");
    assert!(matches!(asked.thing.what, What::Card(..)));
    assert!(asked.writes.as_ref().is_some_and(|writes| !writes.is_empty()));
}

fn click_at(window: &mut Harness<'static, App>, pos: egui::Pos2) {
    let modifiers = Modifiers::NONE;
    window.event(egui::Event::PointerMoved(pos));
    window.step();
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers });
        window.step();
    }
}

/// In SKOOT, choices decide much.
#[test]
fn what_decided_a_write_is_shown_and_leads_to_its_line() {
    let mut window = raced("skoot", &[0], 20);
    let program = race(&window).program.clone();
    let fields = program.ir.fields.iter().enumerate().filter(|(_, field)| field.owner == Owner::Player);
    let found = fields.flat_map(|(n, _)| (0..program.players).map(move |owner| (n, owner))).find_map(|(n, owner)| {
        act(&mut window, Act::Why(Thing { what: What::Field(FieldId(n as u16), owner), name: "It".into() }));
        find_out(&mut window);
        let write = race(&window).why()?.writes.as_ref()?.last()?;
        write.conditions.first().filter(|condition| condition.what.is_none()).cloned()
    });
    let condition = found.expect("something was decided");
    assert!(window.query_all_by_label("decided by").count() > 0);
    window.get_all_by_label(&condition.text).next().expect("it is shown").click();
    (0..3).for_each(|_| window.step());
    let place = race(&window).place(condition.span, &[]).expect("it stands somewhere");
    assert_eq!(window.state().rules.selected(), place.span);
}

/// A comment is not played, so the race goes on under the text before it.
#[test]
fn lines_and_causes_lead_to_where_they_stand_by_now() {
    let mut window = raced("skoot", &[0], 20);
    let program = race(&window).program.clone();
    let fields = program.ir.fields.iter().enumerate().filter(|(_, field)| field.owner == Owner::Player);
    let found = fields.flat_map(|(n, _)| (0..program.players).map(move |owner| (n, owner))).find_map(|(n, owner)| {
        act(&mut window, Act::Why(Thing { what: What::Field(FieldId(n as u16), owner), name: "It".into() }));
        find_out(&mut window);
        race(&window).why()?.writes.as_ref()?.iter().rev().find(|write| !write.causes.is_empty()).cloned()
    });
    let write = found.expect("something was made of something");
    let place = race(&window).place(write.span, &write.rules).expect("it stands somewhere");
    let file = place.file.rsplit('/').next().expect("it has a name").to_owned();
    let rule = |line: usize| format!("Rule in {file}:{line}");
    let lines = |window: &Harness<'static, App>, line: usize| window.query_all_by_label(&rule(line)).count();
    let before = lines(&window, place.line);
    assert!(before > 0);
    let text = format!("// One line more.\n{}", place.text);
    window.state_mut().apply(TextMessage::Write(place.file.to_string(), text.into()));
    settle(&mut window);
    (0..3).for_each(|_| window.step());
    assert_eq!(lines(&window, place.line + 1), before);
    let cause = write.causes.last().expect("it is told");
    window.get_all_by_label(&cause.text).next().expect("it is shown").click();
    (0..3).for_each(|_| window.step());
}

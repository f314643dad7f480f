//! The state, changed by hand.

use super::*;

use editor::ui::command::Command;

#[test]
fn a_piece_is_dragged_to_another_space_and_the_race_goes_on_from_there() {
    for game in GAMES {
        let mut window = raced(game, &[0], 6);
        let on_board = |window: &Harness<'static, App>| {
            let places = standing(race(window)).clone();
            let all =
                places.iter().enumerate().flat_map(|(kind, list)| list.iter().enumerate().map(move |(n, at)| (kind, n, *at)));
            all.filter_map(|(kind, n, at)| Some((kind, n, at?))).collect::<Vec<_>>()
        };
        let all = on_board(&window);
        // One that stands alone, so that it is the one that is taken.
        let alone = all.iter().find(|(.., at)| all.iter().filter(|(.., other)| other == at).count() == 1);
        let (kind, piece, from) = *alone.unwrap_or(&all[0]);
        let taken: Vec<usize> = all.iter().map(|(.., at)| *at).collect();
        let to = (0..race(&window).board.spaces.len()).rev().find(|space| !taken.contains(space)).expect("a free space");
        let hash = race(&window).game().hash();
        let at = |window: &Harness<'static, App>, space: usize| {
            let name = format!("{},", race(window).board.spaces[space].title());
            let is_it = |said: Option<String>| said.is_some_and(|said| format!("{said},").starts_with(&name));
            window
                .query_all_by_label_contains(name.trim_end_matches(','))
                .find(|n| is_it(n.accesskit_node().label()))
                .map(|n| n.rect().center())
        };
        let (Some(begin), Some(end)) = (at(&window, from), at(&window, to)) else { continue };
        let drag = |window: &mut Harness<'static, App>| {
            let button = |pos, pressed| {
                let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
                egui::Event::PointerButton { pos, button, pressed, modifiers }
            };
            window.event(egui::Event::PointerMoved(begin));
            window.step();
            window.event(button(begin, true));
            window.step();
            for n in 1..=4 {
                window.event(egui::Event::PointerMoved(begin + (end - begin) * (n as f32 / 4.0)));
                window.step();
            }
            window.event(button(end, false));
            (0..3).for_each(|_| window.step());
        };
        // Only while one edits.
        drag(&mut window);
        assert_eq!(race(&window).game().hash(), hash, "{game}");
        window.state_mut().apply(Action::Playtest(Act::EditState(true)));
        window.step();
        drag(&mut window);
        if alone.is_some() {
            assert_eq!(standing(race(&window))[kind][piece], Some(to), "{game}");
        }
        assert_eq!(race(&window).game().edits().len(), 1, "{game}");
        let edited = race(&window).game().hash();
        assert_ne!(edited, hash, "{game}");
        window.key_press_modifiers(Modifiers::SHIFT, Key::F5);
        settle(&mut window);
        // It is one step.
        while race(&window).game().edits().len() == 1 {
            window.state_mut().apply(Action::Undo);
        }
        assert_eq!(race(&window).game().hash(), hash, "{game}");
    }
}

#[test]
fn values_are_set_by_hand_within_their_ranges_and_saved_with_the_game() {
    let folder = tempfile::tempdir().expect("a folder for saved games");
    let mut window = raced("skoot", &[0], 6);
    let lap = race(&window).program.ir.fields.iter().position(|f| *f.name == *"lap").expect("a field of SKOOT");
    let lap = What::Field(FieldId(lap as u16), 1);
    window.state_mut().apply(RaceMessage::SetByHand(Thing { what: lap, name: "Lap of Player 2".into() }));
    (0..2).for_each(|_| window.step());
    match &mut window.state_mut().shell.dialog {
        Some(Dialog::Edit(EditForm::Value { values, chosen, text, .. })) => {
            // Where all values are known one is chosen, else it is written.
            *chosen = values.iter().position(|value| value == "3").unwrap_or(0);
            *text = "77777".to_owned();
            if values.is_empty() {
                (0..2).for_each(|_| window.step());
                window.get_by_role_and_label(Role::Button, "Set").click();
                window.step();
                assert!(window.state().shell.dialog.is_some(), "it is out of range");
                let Some(Dialog::Edit(EditForm::Value { text, .. })) = &mut window.state_mut().shell.dialog else { panic!() };
                *text = "3".to_owned();
            }
        }
        other => panic!("{other:?}"),
    }
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Set").click();
    (0..2).for_each(|_| window.step());
    assert_eq!(race(&window).game().edits().len(), 1, "{:?}", window.state().shell.notice);
    // What is out of range is refused in words.
    let edit = Edit::of(&race(&window).program, lap, "77777").expect("a field");
    window.state_mut().apply(Action::Playtest(Act::Edit(edit)));
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.is_bad));
    // The next dice.
    window.state_mut().apply(Action::Ask(Ask::Chance));
    (0..2).for_each(|_| window.step());
    match &mut window.state_mut().shell.dialog {
        Some(Dialog::Edit(EditForm::Chance { text, .. })) => "1, 1".clone_into(text),
        other => panic!("{other:?}"),
    }
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Set").click();
    (0..2).for_each(|_| window.step());
    assert_eq!(race(&window).game().edits().len(), 2);
    settle(&mut window);
    let (hash, edits) = (race(&window).game().hash(), race(&window).game().edits());
    let path = folder.path().join("edited.ron");
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    window.state_mut().apply(FileMessage::OpenGame(path));
    settle(&mut window);
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| !notice.is_bad), "{:?}", window.state().shell.notice);
    assert_eq!((race(&window).game().hash(), race(&window).game().edits()), (hash, edits));
}

#[test]
fn a_number_of_many_is_written() {
    let mut window = raced("skoot", &[0], 6);
    let field = race(&window).program.ir.fields.iter().position(|f| *f.name == *"penalties").expect("a field of SKOOT");
    let what = What::Field(FieldId(field as u16), 0);
    window.state_mut().apply(RaceMessage::SetByHand(Thing { what, name: "Penalties of Player 1".into() }));
    (0..2).for_each(|_| window.step());
    window.get_by_label("0 to 99");
    let Some(Dialog::Edit(EditForm::Value { values, text, .. })) = &mut window.state_mut().shell.dialog else { panic!() };
    assert!(values.is_empty());
    *text = "2".to_owned();
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Set").click();
    (0..2).for_each(|_| window.step());
    assert!(window.state().shell.dialog.is_none());
    let race = race(&window);
    let (base, _) = race.program.layout.fields[field];
    assert_eq!(race.game().machine.memory[usize::from(base)], 2);
}

#[test]
fn a_card_is_put_elsewhere_from_where_it_lies() {
    let mut window = raced("ski-the-mountain", &[0], 12);
    let program = race(&window).program.clone();
    let (kind, cards) = program.cards.iter().enumerate().find(|(_, cards)| cards.count > 0).expect("it has cards");
    let held = (1..cards.heaps.len()).find_map(|heap| Some((heap, race(&window).table_state.cards_in(cards, heap).next()?)));
    let (heap, card) = held.expect("some lie elsewhere than in the first pile");
    let what = What::Card(KindId(kind as u16), card);
    window.state_mut().apply(RaceMessage::SetByHand(Thing { what, name: "a card".into() }));
    (0..2).for_each(|_| window.step());
    match &window.state().shell.dialog {
        Some(Dialog::Edit(EditForm::Card { chosen, .. })) => assert_eq!(*chosen, heap),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_race_that_is_over_is_changed_at_an_earlier_moment() {
    let mut window = raced("skoot", &[], 1);
    assert!(race(&window).waiting(Pace::Instant) == Waiting::Nobody, "bots have played it to its end");
    assert!(Command::EditState.refused(window.state()).is_some_and(|why| why.contains("look back")));
    assert_eq!(Command::Chance.refused(window.state()), Command::EditState.refused(window.state()));
    // Nothing can be changed after the last answer, wherever one looks.
    let answers = race(&window).path().sum().choices;
    let stops: Vec<usize> = race(&window).timeline().stops.iter().map(|stop| stop.choices).collect();
    assert!(stops.contains(&answers) && stops.iter().any(|choices| *choices < answers));
    for (stop, choices) in stops.into_iter().enumerate() {
        act(&mut window, Act::LookAt(stop));
        assert_eq!(Command::EditState.refused(window.state()).is_some(), choices == answers, "stop {stop}");
    }
    act(&mut window, Act::LookAt(4));
    assert!(Command::EditState.refused(window.state()).is_none() && Command::Chance.refused(window.state()).is_none());
    window.key_press(Key::E);
    (0..3).for_each(|_| window.step());
    act(&mut window, Act::Now);
    // What was begun can be ended.
    assert!(Command::EditState.refused(window.state()).is_none());
}

#[test]
fn editing_says_what_can_be_done_and_how_it_ends() {
    let mut window = raced("skoot", &[0], 6);
    let (hash, log) = (race(&window).game().hash(), race(&window).game().log.len());
    let lap = race(&window).program.ir.fields.iter().position(|f| *f.name == *"lap").expect("a field of SKOOT");
    let set = |window: &mut Harness<'static, App>, value: &str| {
        let edit = Edit::of(&race(window).program, What::Field(FieldId(lap as u16), 1), value).expect("a field");
        window.state_mut().apply(Action::Playtest(Act::Edit(edit)));
        window.step();
    };
    assert!(window.query_by_label("You are editing the state.").is_none());
    window.key_press(Key::E);
    (0..3).for_each(|_| window.step());
    window.get_by_label("You are editing the state.");
    set(&mut window, "2");
    set(&mut window, "3");
    assert_eq!((race(&window).game().edits().len(), race(&window).steps_edited()), (2, 2));
    window.get_by_role_and_label(Role::Button, "Revert").click();
    (0..3).for_each(|_| window.step());
    assert_eq!((race(&window).game().hash(), race(&window).game().log.len()), (hash, log), "all of it is taken back");
    assert!(!race(&window).is_edited() && window.query_by_label("You are editing the state.").is_none());

    window.key_press(Key::E);
    (0..3).for_each(|_| window.step());
    set(&mut window, "2");
    window.get_by_role_and_label(Role::Button, "Done").click();
    settle(&mut window);
    assert!(!race(&window).is_edited() && race(&window).game().edits().len() == 1, "what was changed stays");
    assert!(!race(&window).is_paused());
    // The key does the same.
    window.key_press(Key::E);
    (0..3).for_each(|_| window.step());
    assert!(race(&window).is_edited());
    window.key_press_modifiers(Modifiers::SHIFT, Key::F5);
    settle(&mut window);
    assert!(!race(&window).is_edited());
}

#[test]
fn from_the_past_one_edits_and_what_came_after_is_kept() {
    let mut window = raced("ski-the-mountain", &[0], 12);
    let (hash, choices) = (race(&window).game().hash(), race(&window).game().choices.clone());
    act(&mut window, Act::LookAt(4));
    let space = race(&window).program.spaces[7].to_string();
    let edit = Edit::of(&race(&window).program, What::Piece(PieceId(0), 1), &space).expect("a piece");
    act(&mut window, Act::Edit(edit));
    assert!(race(&window).path().sum().choices < choices.len());
    assert_eq!(race(&window).branches().len(), 1);
    assert_eq!(standing(race(&window))[0][1], Some(7));
    // It is one step.
    window.state_mut().apply(Action::Undo);
    assert_eq!((race(&window).game().hash(), &race(&window).game().choices), (hash, &choices));
    assert!(race(&window).branches().is_empty());
}

fn lap_of(window: &Harness<'static, App>, player: usize) -> What {
    let lap = race(window).program.ir.fields.iter().position(|f| *f.name == *"lap").expect("a field of SKOOT");
    What::Field(FieldId(lap as u16), player)
}

#[test]
fn what_is_to_be_set_by_hand_is_not_set_under_other_rules() {
    let mut window = raced("skoot", &[0], 6);
    let thing = Thing { what: lap_of(&window, 1), name: "Lap of Player 2".into() };
    window.state_mut().apply(RaceMessage::SetByHand(thing));
    (0..2).for_each(|_| window.step());
    assert!(matches!(window.state().shell.dialog, Some(Dialog::Edit(_))) && window.state().shell.notice.is_none());
    // The rules change behind the dialog: what has this number may be something else by now.
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    built(&mut window);
    assert!(window.state().shell.dialog.is_none());
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.is_bad), "it is told");
}

#[test]
fn what_is_undone_while_one_edits_is_no_part_of_it() {
    let mut window = raced("skoot", &[0], 12);
    window.key_press(Key::E);
    (0..3).for_each(|_| window.step());
    for _ in 0..2 {
        assert!(race(&window).can_undo());
        window.state_mut().apply(Action::Undo);
        window.step();
    }
    let hash = race(&window).game().hash();
    let edit = Edit::of(&race(&window).program, lap_of(&window, 1), "3").expect("a field");
    act(&mut window, Act::Edit(edit));
    assert_eq!((race(&window).game().edits().len(), race(&window).steps_edited()), (1, 1));
    window.get_by_role_and_label(Role::Button, "Revert").click();
    (0..3).for_each(|_| window.step());
    assert_eq!((race(&window).game().edits().len(), race(&window).game().hash()), (0, hash));
}

#[test]
fn what_comes_again_while_one_edits_is_no_part_of_it() {
    let mut window = raced("skoot", &[0], 12);
    let (hash, steps) = (race(&window).game().hash(), race(&window).deeds());
    window.key_press(Key::E);
    (0..3).for_each(|_| window.step());
    for action in [Action::Undo, Action::Undo, Action::Redo, Action::Redo] {
        window.state_mut().apply(action);
        window.step();
    }
    assert_eq!((race(&window).game().hash(), race(&window).deeds(), race(&window).steps_edited()), (hash, steps, 0));
    let edit = Edit::of(&race(&window).program, lap_of(&window, 1), "3").expect("a field");
    act(&mut window, Act::Edit(edit));
    // What is done by hand may be taken back and come again, too, and is a part of it.
    for action in [Action::Undo, Action::Redo] {
        window.state_mut().apply(action);
        window.step();
    }
    assert_eq!(race(&window).steps_edited(), 1);
    window.get_by_role_and_label(Role::Button, "Revert").click();
    (0..3).for_each(|_| window.step());
    assert_eq!((race(&window).game().hash(), race(&window).deeds()), (hash, steps));
}

#[test]
fn what_is_said_of_editing_goes_with_it() {
    for leaves in [Action::Playtest(Act::EndEditing), SetupMessage::Ruleset("biathlon-blast".into()).into()] {
        let mut window = raced("skoot", &[0], 6);
        act(&mut window, Act::EditState(true));
        window.state_mut().apply(RaceMessage::Choose(0));
        window.step();
        window.get_by_label_contains("The state is being edited");
        window.state_mut().apply(leaves);
        settle(&mut window);
        assert!(window.query_by_label_contains("The state is being edited").is_none());
    }
}

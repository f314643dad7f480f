//! Whatever somebody does, one moment is on show in the room to play in; and what is drawn of it follows from that moment alone.

use super::*;

use editor::drawing::Deed;
use editor::playtest::timeline::{Stride, Way};
use editor::playtest::{Act, Way as Ways};
use editor::ui::action::{Arrangement, Ask, Room, TextMessage, WindowMessage};
use editor::ui::command::Command;
use editor::ui::sheet::board_view::BoardView;
use egui_kittest::kittest::NodeT;
use interpreter::edit::Edit;
use spoil::Numbers;

/// Whether a command neither ends the sitting nor leaves the folder.
fn is_within(command: Command) -> bool {
    !matches!(command, Command::Quit | Command::BuiltIn)
}

/// One of the things that people do at the drawing table.
fn draw_something(window: &mut Harness<'static, App>, numbers: &mut Numbers) -> String {
    let mut at = || egui::pos2(260.0 + numbers.below(600) as f32, 100.0 + numbers.below(400) as f32);
    let (from, to) = (at(), at());
    window.drag_at(from);
    window.step();
    if numbers.below(2) == 0 {
        window.hover_at(to);
        window.step();
        window.drop_at(to);
    } else {
        window.drop_at(from);
    }
    format!("the mouse from {from} to {to}")
}

/// One of the things that people do.
fn do_something(window: &mut Harness<'static, App>, numbers: &mut Numbers) -> String {
    let room = window.state().shell.room;
    let commands: Vec<Command> =
        Command::of(room).filter(|command| is_within(*command) && command.refused(window.state()).is_none()).collect();
    if room == Room::Draw {
        if numbers.below(2) == 0 {
            return draw_something(window, numbers);
        }
        let action = commands[numbers.below(commands.len())].action(window.state());
        let told = format!("{action:?}");
        window.state_mut().apply(action);
        return told;
    }
    let race = window.state().sitting.race.as_ref().expect("a race");
    let action: Action = match numbers.below(12) {
        0..4 => match race.question().map(|question| question.options.len()) {
            Some(count) => RaceMessage::Choose(numbers.below(count)).into(),
            None => RaceMessage::Skip.into(),
        },
        4 => Action::Playtest(Act::LookAt(numbers.below(race.timeline().stops.len()))),
        5 => Action::Playtest(look_at_line(race, numbers.below(race.path().sum().lines))),
        6 => {
            let spaces = &race.program.spaces;
            let (number, space) = (1 + numbers.below(2), spaces[numbers.below(spaces.len())].to_string());
            Action::Playtest(Act::Edit(Edit::Piece { kind: "Racer".into(), number, space }))
        }
        7 => match numbers.below(4) {
            0 => SetupMessage::Seed(numbers.below(3) as u64).into(),
            1 => SetupMessage::Set("breeze".into(), Some(if numbers.below(2) == 0 { "true" } else { "false" }.into())).into(),
            2 => match window.state().sitting.shelf.away().nth(numbers.below(3)) {
                Some((number, _)) => RaceMessage::TakeUpPlaytest(number).into(),
                None => RaceMessage::Restart.into(),
            },
            _ => match race.branches().first() {
                Some(branch) => Action::Playtest(Act::TakeUp(branch.number)),
                None => RaceMessage::Restart.into(),
            },
        },
        8 => {
            // Anything that can be clicked, in any pane.
            let is_button = |node: &egui_kittest::Node<'_>| {
                matches!(node.accesskit_node().role(), Role::Button | Role::CheckBox | Role::Slider)
            };
            let names: Vec<(Role, String)> = window
                .root()
                .children_recursive()
                .filter(is_button)
                .filter_map(|node| Some((node.accesskit_node().role(), node.accesskit_node().label()?)))
                .filter(|(_, label)| {
                    label.starts_with("Tile ")
                        || label.starts_with("Bear ")
                        || label.starts_with("Line ")
                        || label.starts_with("Show turn")
                        || label.contains("lane")
                })
                .collect();
            if let Some((role, label)) = names.get(numbers.below(names.len().max(1))) {
                window.get_all_by_role_and_label(*role, label).next().expect("it is there").click_accesskit();
            }
            return format!("a click on one of {}", names.len());
        }
        9 => {
            let keys = [Key::Space, Key::P, Key::E, Key::ArrowLeft, Key::ArrowRight, Key::End, Key::Escape, Key::Num1, Key::Num2];
            let key = keys[numbers.below(keys.len())];
            window.key_press(key);
            return format!("{key:?}");
        }
        _ => commands[numbers.below(commands.len())].action(window.state()),
    };
    let told = format!("{action:?}");
    window.state_mut().apply(action);
    told
}

/// Board, pieces, what is to come and whose turn it is are those of the moment on show.
fn assert_one_moment(window: &Harness<'static, App>, after: &str) {
    let race = race(window);
    let scene = race.scene_at(race.scene.moment).expect("what is on show is there");
    assert_eq!(race.table_state.state(&race.program), &scene.state[..], "{after}");
    assert_eq!((race.scene.sum.lines, &race.scene.pending), (scene.sum.lines, &scene.pending), "{after}");
    let pieces = race
        .program
        .layout
        .pieces
        .iter()
        .flat_map(|(base, count)| scene.state[usize::from(*base)..][..*count].iter().map(|word| usize::try_from(*word).ok()));
    assert_eq!(standing(race).concat(), pieces.collect::<Vec<_>>(), "{after}");
    assert_eq!((race.scene.turn, race.scene.round), (scene.turn, scene.round), "{after}");
    let turn = format!("turn {}", scene.turn);
    let is_told = window.state().shell.layouts.arrangement() != Arrangement::Present;
    assert!(!is_told || window.query_all_by_label_contains(&turn).next().is_some(), "{after}: {turn} stands below the board");
}

/// What everything says, but for what could be taken back, which no file tells.
fn picture(window: &Harness<'static, App>) -> Vec<String> {
    let node = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        let label = node.label().unwrap_or_default();
        let is_of_past = matches!(&*label, "Undo" | "Redo") || label.starts_with("Branches");
        (!is_of_past).then(|| format!("{:?} {label} {:?} {:?} {}", node.role(), node.value(), node.toggled(), node.is_disabled()))
    };
    window.root().children_recursive().filter_map(node).collect()
}

/// All that is not of the race is as in a window that has just been opened.
fn tidied(window: &mut Harness<'static, App>) {
    let look = [WindowMessage::Close, WindowMessage::ResetLayout, WindowMessage::FoldCards(false), WindowMessage::Scale(100)];
    let theme = WindowMessage::Theme(egui::ThemePreference::System);
    look.into_iter()
        .chain([theme, WindowMessage::Arrange(Arrangement::Play)])
        .for_each(|message| window.state_mut().apply(message));
    let race = [RaceMessage::Pace(Pace::Instant), RaceMessage::HideTold, RaceMessage::PlayOn(false)];
    race.into_iter().for_each(|message| window.state_mut().apply(message));
    [Action::Play, Action::Look(BoardView::Course), Action::Follow(true)]
        .into_iter()
        .for_each(|action| window.state_mut().apply(action));
    window.state_mut().apply(Action::Playtest(Act::Play(false)));
    window.state_mut().apply(Action::Playtest(Act::EditState(false)));
    window.event(egui::Event::PointerGone);
    settle(window);
    window.state_mut().shell.notice = None;
    // The manual and a tour stay open whatever is played.
    drop(std::mem::take(&mut window.state_mut().shell.help));
    window.state_mut().shell.tour = None;
    settle(window);
}

#[test]
fn after_all_that_people_do_the_window_shows_what_a_new_one_shows_of_the_moment() {
    let (folder, mut window) = small::small();
    let path = folder.path().join("game.ron");
    let mut numbers = Numbers(5);
    let mut done = vec![];
    for n in 1..=1_000 {
        done.push(do_something(&mut window, &mut numbers));
        window.step();
        if window.state().shell.dialog.is_some() {
            window.step();
            window.state_mut().apply(WindowMessage::Close);
        }
        let last = &done[done.len().saturating_sub(6)..];
        if window.state().is_building() {
            built(&mut window);
        }
        if window.state().shell.room == Room::Play && race(&window).glide.is_none() {
            assert_one_moment(&window, &format!("{n}: {last:?}"));
        }
        if n % 250 == 0 {
            assert_as_new(&mut window, &folder, &path, &format!("{n}: {last:?}"));
        }
    }
}

/// What was broken by typing and drawing is as it was: until then the switches may stand for what can't be played.
fn mended(window: &mut Harness<'static, App>) {
    let number = |build: Option<&std::sync::Arc<editor::workspace::Build>>| build.map(|build| build.number);
    if number(window.state().sitting.live.good()) == number(window.state().sitting.live.newest()) {
        return;
    }
    window.state_mut().apply(TextMessage::Write("small/small.rules".into(), include_str!("small/small.rules").into()));
    window.state_mut().apply(Action::Draw);
    while window.state().table.draw.as_ref().is_some_and(|draw| draw.desk.drawing.undoes().is_some()) {
        window.state_mut().apply(Action::Board(editor::ui::draw::Act::Do(Deed::Undo)));
    }
    window.state_mut().apply(Action::Save);
    window.state_mut().apply(Action::Play);
    built(window);
    assert_eq!(number(window.state().sitting.live.good()), number(window.state().sitting.live.newest()));
}

/// A new window in which the game is opened that was saved, at the same moment, says the same.
fn assert_as_new(window: &mut Harness<'static, App>, folder: &tempfile::TempDir, path: &Path, after: &str) {
    tidied(window);
    mended(window);
    // The new one reads the files, so what was typed and drawn is in them.
    // A track that was both is as it was drawn.
    let typed: Vec<String> =
        window.state().sitting.live.typed().map(|(name, _)| name.clone()).filter(|name| name.starts_with("tracks/")).collect();
    let saved =
        typed.into_iter().map(|name| TextMessage::TakeText(name).into()).chain([Action::Save, TextMessage::SaveTexts.into()]);
    saved.for_each(|action| window.state_mut().apply(action));
    window.state_mut().apply(WindowMessage::Close);
    built(window);
    // Bots answer in a window that has just opened a game, so here they answer first, too.
    settle(window);
    // What is held back here, a new window applies as it opens the game.
    if !window.state().played_without().is_empty() {
        let takes = window.state().sitting.takes;
        window.state_mut().apply(RaceMessage::TakeOver(takes));
        settle(window);
    }
    let moment = race(window).scene.moment;
    [Act::Now, Act::Play(true)].into_iter().for_each(|act| window.state_mut().apply(Action::Playtest(act)));
    settle(window);
    let is_past = moment != race(window).newest();
    let look_back = |window: &mut Harness<'static, App>| {
        is_past.then(|| window.state_mut().apply(Action::Playtest(Act::LookAtMoment(moment))));
        tidied(window);
    };
    look_back(window);
    let _ = std::fs::remove_file(path);
    window.state_mut().apply(FileMessage::SaveGame(path.to_owned()));
    settle(window);
    window.state_mut().shell.notice = None;
    // The manual and a tour stay open whatever is played.
    drop(std::mem::take(&mut window.state_mut().shell.help));
    window.state_mut().shell.tour = None;
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    let mut fresh = window_of(library, "small");
    fresh.state_mut().sitting.with_odds = window.state().sitting.with_odds;
    fresh.state_mut().shell.shows_rules = window.state().shell.shows_rules;
    fresh.state_mut().apply(FileMessage::OpenGame(path.to_owned()));
    // What was on show is on show again.
    settle(&mut fresh);
    is_past.then(|| tidied(&mut fresh));
    fresh.state_mut().shell.notice = None;
    fresh.step();
    settle(window);
    let (now, new) = (picture(window), picture(&fresh));
    let only = |these: &[String], those: &[String]| these.iter().filter(|one| !those.contains(one)).cloned().collect::<Vec<_>>();
    assert_eq!((only(&now, &new), only(&new, &now)), (vec![], vec![]), "{after}");
}

/// A window on a game in a folder.
fn window_of(library: Library, ruleset: &str) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(ruleset.into()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
    settle(&mut window);
    window
}

#[test]
fn escape_closes_an_open_menu_and_does_nothing_else() {
    let (_folder, mut window) = small::small();
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::LookAt(0)));
    settle(&mut window);
    let is_open = |window: &Harness<'static, App>| egui::Popup::is_any_open(&window.ctx);
    for menu in ["File", "Race", "Playtest", "View"] {
        window.get_by_role_and_label(Role::Button, menu).click();
        (0..3).for_each(|_| window.step());
        assert!(is_open(&window), "{menu}");
        window.key_press(Key::Escape);
        (0..3).for_each(|_| window.step());
        assert!(!is_open(&window), "{menu}");
        assert!(race(&window).looks_back, "the present has not been shown: {menu}");
    }
    // Without one it shows the present.
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(!race(&window).looks_back);
    // In a dialog a list is closed, and the dialog stays. It has one where there is another branch.
    for act in [Act::LookAt(0), Act::PlayFromHere] {
        window.state_mut().apply(Action::Playtest(act));
        settle(&mut window);
    }
    window.state_mut().apply(Action::Ask(Ask::Compare));
    (0..3).for_each(|_| window.step());
    window.get_by_role_and_label(Role::ComboBox, "First").click();
    (0..3).for_each(|_| window.step());
    assert!(is_open(&window));
    window.key_press(Key::Escape);
    (0..3).for_each(|_| window.step());
    assert!(!is_open(&window) && window.state().shell.dialog.is_some());
    window.key_press(Key::Escape);
    (0..3).for_each(|_| window.step());
    assert!(window.state().shell.dialog.is_none());
}

/// No key that leads through the past or out of it answers for anybody, and a race that was paused stays so.
#[test]
fn whoever_looks_back_answers_nothing_and_a_pause_stays() {
    let (_folder, mut window) = small::small();
    // First a person is asked, then bots are paused.
    for seats in [[Seat::Human, Seat::Random], [Seat::Random; 2]] {
        let is_asked = seats[0] == Seat::Human;
        if is_asked {
            window.state_mut().apply(RaceMessage::Choose(0));
            settle(&mut window);
        } else {
            window.state_mut().apply(RaceMessage::Restart);
            window.state_mut().apply(Action::Playtest(Act::Play(false)));
            window.state_mut().sitting.seats = seats.to_vec();
            settle(&mut window);
            while race(&window).path().sum().choices == 0 {
                window.state_mut().apply(Action::Playtest(Act::Step(Stride::Decision, Way::On)));
                settle(&mut window);
            }
        }
        let (made, waits) = (race(&window).path().sum().choices, race(&window).waiting(Pace::Instant));
        assert_eq!((made, waits), (1, if is_asked { Waiting::Person } else { Waiting::Paused }));
        for key in [Key::Escape, Key::Space, Key::Enter, Key::Num1, Key::Num2, Key::End] {
            // What had the focus in the present has it no longer.
            if is_asked {
                window.get_by_role_and_label(Role::Button, "ice").focus();
                window.step();
            }
            window.state_mut().apply(Action::Playtest(Act::LookAt(0)));
            window.run_steps(2);
            assert!(race(&window).looks_back);
            (0..2).for_each(|_| window.key_press(key));
            window.run_steps(4);
            let leads_out = matches!(key, Key::Escape | Key::End);
            assert_eq!((race(&window).path().sum().choices, race(&window).looks_back), (made, !leads_out), "{key:?}");
            if !leads_out {
                // Nor does a click on the board where nothing is.
                let board = window.get_by_label("Board").rect();
                small::click_at(&mut window, board.left_top() + egui::vec2(3.0, 3.0));
                assert!(race(&window).looks_back, "{key:?}");
            }
            window.state_mut().apply(Action::Playtest(Act::Now));
            settle(&mut window);
            assert_eq!((race(&window).path().sum().choices, race(&window).waiting(Pace::Instant)), (made, waits), "{key:?}");
        }
    }
}

#[test]
fn branches_are_named_saved_and_compared() {
    let (folder, mut window) = small::small();
    let choose = |window: &mut Harness<'static, App>, option: usize| {
        window.state_mut().apply(RaceMessage::Choose(option));
        settle(window);
    };
    choose(&mut window, 0);
    choose(&mut window, 0);
    window.state_mut().apply(Action::Playtest(Act::Step(Stride::Decision, Way::Back)));
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::PlayFromHere));
    settle(&mut window);
    choose(&mut window, 1);
    let branches = race(&window).branches().to_vec();
    assert_eq!(branches.len(), 1, "what came after is a branch");
    let parts = branches[0].parts.expect("it parts on the way");
    // It is named in the dialog, and may be taken back.
    window.get_by_label_contains("Branches (1)").click();
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Name and compare…").click();
    (0..3).for_each(|_| window.step());
    assert!(window.query_all_by_label_contains(": ski").count() > 0, "that differs");
    window.get_by_role_and_label(Role::TextInput, &format!("Name of {}", branches[0].told)).focus();
    window.step();
    window.event(egui::Event::Text("On ice".into()));
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Close").click();
    settle(&mut window);
    let title = format!("On ice: {}", branches[0].told);
    assert_eq!(race(&window).branches()[0].title(), title);
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!(race(&window).branches()[0].name, None);
    window.state_mut().apply(Action::Redo);
    settle(&mut window);
    // A name that is typed before another button is clicked is given, too.
    window.state_mut().apply(Action::Ask(Ask::Compare));
    (0..3).for_each(|_| window.step());
    window.get_by_role_and_label(Role::TextInput, &format!("Name of {}", branches[0].told)).focus();
    window.step();
    window.event(egui::Event::Text("!".into()));
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Show where it parts").click();
    settle(&mut window);
    assert_eq!(race(&window).scene.moment, parts);
    assert_eq!(race(&window).branches()[0].name.as_deref(), Some("On ice!"));
    let title = format!("On ice!: {}", branches[0].told);
    // What differs stands side by side.
    let tips = [Ways::Branch(race(&window).played_branch().0), Ways::Branch(branches[0].number)];
    let tips = tips.map(|way| window.state().sitting.tip(way).expect("it stands somewhere"));
    let rows = interpreter::playtest::compare::differences([&tips[0].scene, &tips[1].scene], None);
    assert!(rows.iter().any(|row| row.name.ends_with("ski")), "{rows:?}");
    assert!(interpreter::playtest::compare::differences([&tips[0].scene, &tips[0].scene], None).is_empty());
    // All of it is saved, and opened again.
    let path = folder.path().join("game.ron");
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    let hash = race(&window).game().hash();
    let mut fresh = window_of(window.state().catalogue.library.clone(), "small");
    fresh.state_mut().apply(FileMessage::OpenGame(path));
    settle(&mut fresh);
    assert_eq!((race(&fresh).branches()[0].title(), race(&fresh).game().hash()), (title, hash));
    let number = race(&fresh).branches()[0].number;
    fresh.state_mut().apply(Action::Playtest(Act::TakeUp(number)));
    settle(&mut fresh);
    assert_eq!(race(&fresh).branches().len(), 1, "what is left stays as a branch");
}

/// What nobody has seen yet is the rest of one run.
#[test]
fn branches_are_compared_as_far_as_they_were_shown() {
    let mut window = playtest::raced("skoot", &[0], 8);
    window.state_mut().apply(RaceMessage::Pace(Pace::Step));
    window.state_mut().apply(RaceMessage::Choose(0));
    window.run_steps(6);
    let (shown, newest) = (race(&window).scene.moment, race(&window).newest());
    assert!(shown < newest, "turns are yet to be shown");
    let tip = |window: &Harness<'static, App>, number| {
        window.state().sitting.tip(Ways::Branch(number)).expect("it stands somewhere").scene.moment
    };
    assert_eq!(tip(&window, race(&window).played_branch().0), shown);
    // It is left as a branch, and nobody has seen more of it.
    window.state_mut().apply(RaceMessage::Restart);
    window.run_steps(6);
    let left = race(&window).branches()[0].number;
    assert_eq!(tip(&window, left), shown);
    window.state_mut().apply(Action::Ask(Ask::Compare));
    window.run_steps(3);
    window.get_by_label_contains("compared as far as it was shown");
    window.state_mut().apply(WindowMessage::Close);
    window.state_mut().apply(Action::Playtest(Act::TakeUp(left)));
    window.run_steps(6);
    assert_eq!(tip(&window, race(&window).played_branch().0), newest, "now it is shown to its end");
}

/// One answer may lead on through many turns in which nobody is asked anything.
#[test]
fn who_plays_on_from_the_middle_of_a_run_goes_on_from_there() {
    let mut window = playtest::raced("skoot", &[0], 8);
    window.state_mut().apply(RaceMessage::Pace(Pace::Step));
    window.run_steps(6);
    let timeline = race(&window).timeline();
    let moments: Vec<_> = timeline.stops.iter().map(|stop| stop.moment).collect();
    let amid = (0..moments.len() - 1).find(|n| moments[*n].node == moments[n + 1].node && timeline.stops[*n].turn > 0);
    let amid = amid.expect("a run with several stops");
    window.state_mut().apply(Action::Playtest(Act::LookAt(amid)));
    window.run_steps(6);
    window.state_mut().apply(Action::Playtest(Act::PlayFromHere));
    window.run_steps(6);
    // The turn is shown to its end; the next one waits.
    let turn = timeline.stops[amid].turn;
    assert_eq!((race(&window).scene.moment.node, race(&window).scene.turn), (moments[amid].node, turn));
    assert!(!race(&window).looks_back && race(&window).branches().len() == 1);
    window.state_mut().apply(RaceMessage::NextTurn);
    window.run_steps(6);
    assert_eq!(race(&window).scene.turn, turn + 1);
}

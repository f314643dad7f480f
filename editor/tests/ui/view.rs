//! What part of the board is seen in a race.

use super::*;
use editor::board::art::Panel;
use editor::ui::action::WindowMessage;
use editor::ui::command::Command;
use editor::ui::sheet::board_view::BoardView;
use editor::ui::sheet::camera::Camera;
use egui::Rect;

const OVERVIEW: &str = "Overview of the board";

fn run(window: &mut Harness<'static, App>, command: Command) {
    let action = command.action(window.state());
    window.state_mut().apply(action);
    window.run_steps(3);
}

fn board(window: &Harness<'static, App>) -> Rect {
    window.get_by_role_and_label(Role::Canvas, "Board").rect()
}

fn camera(window: &Harness<'static, App>) -> Camera {
    window.state().view.camera(&race(window).board, board(window))
}

/// Where the piece of the first player stands on the screen.
fn piece(window: &Harness<'static, App>) -> egui::Pos2 {
    let space = race(window).pieces().find_map(|(kind, piece, at)| at.filter(|_| race(window).owner(kind, piece) == 0));
    let tile = race(window).board.spaces[space.expect("it stands somewhere")].tile;
    camera(window).to_screen(board(window), tile.at)
}

#[test]
fn the_course_is_seen_as_large_as_fits_and_the_sheet_when_asked_for() {
    let mut window = window(library());
    let course = camera(&window);
    window.key_press_modifiers(egui::Modifiers::SHIFT, Key::Home);
    window.run_steps(2);
    let sheet = race(&window).board.sheet;
    assert_eq!(window.state().view, BoardView::Sheet);
    assert!(
        camera(&window).scale < course.scale
            && board(&window).contains(camera(&window).to_screen(board(&window), sheet.to_pos2()))
    );
    window.key_press(Key::Home);
    window.run_steps(2);
    assert_eq!(camera(&window), course);
    // It stays whole in a window of another size.
    window.set_size([1000.0, 620.0].into());
    window.run_steps(3);
    assert_eq!(
        (window.state().view, camera(&window)),
        (BoardView::Course, Camera::fit(race(&window).board.bounds, board(&window)))
    );
}

#[test]
fn a_view_of_a_part_follows_the_pieces_unless_it_is_told_not_to() {
    for follows in [true, false] {
        let mut window = window(library());
        (0..8).for_each(|_| run(&mut window, Command::ZoomIn));
        if !follows {
            click(&mut window, Role::Button, "Follow");
        }
        assert_eq!(Command::Follow.is_on(window.state()), Some(follows));
        let before = camera(&window);
        for _ in 0..2 {
            window.state_mut().apply(RaceMessage::Choose(0));
            settle(&mut window);
        }
        assert!(race(&window).question().is_some());
        window.run_steps(3);
        assert_eq!((camera(&window) != before, camera(&window).scale), (follows, before.scale));
        assert_eq!(follows, board(&window).shrink(20.0).contains(piece(&window)), "{:?}", piece(&window));
        // What somebody looks at stays until the next piece moves.
        let elsewhere = camera(&window).pan(egui::vec2(900.0, 0.0));
        window.state_mut().apply(Action::Look(BoardView::At(elsewhere)));
        window.run_steps(4);
        assert_eq!(window.state().view, BoardView::At(elsewhere));
    }
}

#[test]
fn a_part_of_the_board_has_an_overview_in_which_a_click_leads_elsewhere() {
    let mut window = window(library());
    assert!(window.query_by_label(OVERVIEW).is_none());
    (0..6).for_each(|_| run(&mut window, Command::ZoomIn));
    let place = window.get_by_label(OVERVIEW).rect();
    assert!(board(&window).contains_rect(place) && place.area() < 0.1 * board(&window).area());
    let choices = race(&window).path().sum().choices;
    for (at, is_left) in [(place.left_top() + egui::vec2(9.0, 9.0), true), (place.right_bottom() - egui::vec2(9.0, 9.0), false)] {
        window.event(egui::Event::PointerMoved(at));
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
            window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        window.run_steps(3);
        let middle = race(&window).board.bounds.center();
        assert_eq!((camera(&window).middle.x < middle.x, camera(&window).middle.y < middle.y), (is_left, is_left));
    }
    assert_eq!(race(&window).path().sum().choices, choices, "nothing below it was clicked");
    run(&mut window, Command::FitAll);
    assert!(window.query_by_label(OVERVIEW).is_none());
}

#[test]
fn the_buttons_for_the_view_lie_within_the_board_beside_its_spaces() {
    for game in ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(game.into()), ..Begin::default() };
        let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
        let mut window =
            builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library(), begin));
        settle(&mut window);
        let (board, camera) = (board(&window), camera(&window));
        let buttons = ["−", "+", "Fit", "Sheet", "Follow"].map(|label| {
            let mut of_view =
                window.query_all_by_role_and_label(Role::Button, label).filter(|button| board.contains_rect(button.rect()));
            of_view.next_back().expect("it lies on the board").rect()
        });
        let all = buttons.into_iter().reduce(Rect::union).expect("there are some");
        assert!(all.height() < 30.0, "{game}: {buttons:?}");
        let spaces = race(&window).board.spaces.iter();
        let covered = spaces.filter(|space| all.contains(camera.to_screen(board, space.tile.at))).count();
        assert_eq!(covered, 0, "{game}");
    }
}

#[test]
fn the_last_throw_covers_neither_spaces_nor_the_title() {
    let mut window = playtest::raced("skoot", &[0], 8);
    window.state_mut().apply(WindowMessage::CloseDrawer);
    settle(&mut window);
    let art = editor::board::art::draw(race(&window).board.art.as_ref().expect("the board has art"));
    let panels = art.frames.iter().filter(|(panel, _)| matches!(panel, Panel::Title | Panel::Legend));
    let tile = |tile: &editor::board::shapes::Tile| Rect::from_center_size(tile.at, egui::Vec2::splat(tile.half));
    let spaces = race(&window).board.spaces.iter().map(|space| tile(&space.tile));
    let frames: Vec<Rect> = panels.map(|(_, frame)| *frame).chain(spaces).collect();
    let covered = |window: &Harness<'static, App>| {
        let throw = window.query_all_by_label_contains("Last throw").next().expect("dice were thrown").rect();
        let (board, camera) = (board(window), camera(window));
        let seen = |frame: &Rect| Rect::from_two_pos(camera.to_screen(board, frame.min), camera.to_screen(board, frame.max));
        frames.iter().filter(|frame| seen(frame).shrink(1.0).intersects(throw)).count()
    };
    // The art is drawn beside the window.
    for _ in 0..500 {
        if covered(&window) == 0 {
            return;
        }
        wait(&mut window);
    }
    panic!("{} are covered", covered(&window));
}

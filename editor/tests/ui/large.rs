//! Small windows and large text: at every size the question, its answers and all tables can be read, by scrolling if need be.

use super::*;

use std::cell::RefCell;
use std::rc::Rc;

use editor::ui::action::{Room, WindowMessage};
use editor::ui::app::kept::Kept;
use editor::ui::command::Command;
use egui::{Rect, Vec2, vec2};
use egui_kittest::kittest::NodeT;

const GAMES: [&str; 4] = ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"];
/// The panes that are tabs of the question's in a low window.
const BEHIND: [Pane; 3] = [Pane::Log, Pane::Problems, Pane::Why];

fn begin(game: &str) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(game.into()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let app = App::begin(library(), begin);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
    settle(&mut window);
    window
}

/// Gives the window the room that it has at a text size, in per cent.
fn resize(window: &mut Harness<'static, App>, size: Vec2, text: f32) {
    window.set_size(size * 100.0 / text);
    window.run_steps(6);
}

fn place(window: &Harness<'static, App>, pane: Pane) -> Option<Rect> {
    let tiles = &window.state().shell.layouts.shown(Room::Play).expect("panes are shown").tiles;
    tiles.rect(tiles.find_pane(&pane)?)
}

/// Brings a widget into sight and returns where it is then.
fn scrolled_to(window: &mut Harness<'static, App>, label: &str, pane: Rect) -> Rect {
    let is_here = |node: &egui_kittest::Node<'_>| pane.x_range().contains(node.rect().left());
    window.get_all_by_label(label).find(is_here).unwrap_or_else(|| panic!("{label} in {pane}")).scroll_to_me();
    window.run_steps(30);
    let rects: Vec<Rect> = window.get_all_by_label(label).map(|node| node.rect()).collect();
    let is_in_sight =
        |rect: &&Rect| pane.x_range().expand(2.0).contains(rect.left()) && pane.x_range().expand(2.0).contains(rect.right());
    *rects.iter().find(is_in_sight).unwrap_or_else(|| panic!("{label} at {rects:?} in {pane}"))
}

#[test]
fn in_a_low_window_the_question_has_its_column_for_itself() {
    for game in GAMES {
        let mut window = begin(game);
        for (size, text, is_low) in [
            (vec2(900.0, 600.0), 100.0, false),
            (vec2(900.0, 600.0), 150.0, true),
            (vec2(900.0, 600.0), 200.0, true),
            (vec2(1280.0, 800.0), 100.0, false),
            (vec2(1280.0, 800.0), 150.0, true),
            (vec2(1280.0, 800.0), 200.0, true),
        ] {
            resize(&mut window, size, text);
            let told = format!("{game} at {size}, text {text} %");
            let [race, board] = [Pane::Race, Pane::Board].map(|pane| place(&window, pane).expect("it is on show"));
            assert_eq!(BEHIND.map(|pane| place(&window, pane).is_some()), [!is_low, false, false], "{told}");
            assert!(board.width() >= 0.49 * size.x * 100.0 / text, "{told}: {board}");
            let bar = ["Undo", "New race", "Restart race", "Setup", "Auto-play"];
            let rows = bar.map(|label| window.get_all_by_label(label).next().expect("it is in the bar").rect());
            assert!(rows.iter().all(|rect| (rect.center().y - rows[0].center().y).abs() < 4.0), "{told}: {rows:?}");
            assert!(window.ctx.content_rect().contains_rect(rows[4]), "{told}: {rows:?}");
            assert_eq!(window.query_by_label("Pace").is_some(), size.x * 100.0 / text >= 760.0, "{told}");
            let question = super::race(&window).question().expect("somebody is asked").clone();
            for option in question.options.iter().take(3) {
                let is_here = window.query_all_by_label(&option.told).any(|node| race.contains(node.rect().left_center()));
                if is_here {
                    scrolled_to(&mut window, &option.told, race);
                }
            }
            if is_low {
                window.state_mut().apply(WindowMessage::Show(Pane::Log));
                window.run_steps(3);
                assert_eq!(
                    (place(&window, Pane::Log).map(|log| log.size()), place(&window, Pane::Race)),
                    (Some(race.size()), None)
                );
                window.state_mut().apply(WindowMessage::Show(Pane::Race));
                window.run_steps(3);
            }
        }
    }
}

#[test]
fn the_tables_of_a_result_scroll_sideways() {
    for game in ["skoot", "biathlon-blast"] {
        let mut window = begin(game);
        window.state_mut().apply(RaceMessage::PlayOn(true));
        settle(&mut window);
        assert_eq!(super::race(&window).game().status, Status::Over);
        for text in [100.0, 150.0, 200.0] {
            resize(&mut window, vec2(900.0, 600.0), text);
            let pane = place(&window, Pane::Race).expect("it is on show");
            let head = window.get_by_label("Place").rect();
            let is_title = |node: &egui_kittest::Node<'_>| {
                (node.rect().bottom() - head.bottom()).abs() < 20.0 && node.rect().left() > head.left()
            };
            let titles = window.query_all_by_role(Role::Label).filter(|node| is_title(node));
            let titles: Vec<String> =
                titles.filter_map(|node| node.accesskit_node().label().or(node.accesskit_node().value())).collect();
            assert!(titles.len() >= 2, "{titles:?}");
            for title in titles {
                scrolled_to(&mut window, &title, pane);
            }
        }
    }
}

#[test]
fn over_a_wide_table_the_wheel_scrolls_the_page() {
    let page = |ui: &mut egui::Ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            editor::ui::widget::wide_table_ui(ui, "wide", egui::Grid::new("wide"), |ui| {
                (0..40).for_each(|n| drop(ui.label(format!("column {n}"))));
            });
            (0..100).for_each(|n| drop(ui.label(format!("line {n}"))));
        });
    };
    let builder = Harness::builder().with_size([400.0, 300.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui(page);
    window.run_steps(4);
    let place = |window: &Harness<'_>| window.get_by_label("column 1").rect().min;
    let before = place(&window);
    let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, egui::Modifiers::NONE);
    let (delta, source) = (vec2(0.0, -10.0), egui::MouseWheelSource::Wheel);
    window.event(egui::Event::PointerMoved(before + vec2(4.0, 8.0)));
    window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
    window.run_steps(30);
    assert!(place(&window).x == before.x && place(&window).y < before.y - 5.0, "{before} {}", place(&window));
}
#[test]
fn what_floats_over_the_board_stays_in_its_corner() {
    let mut window = begin("skoot");
    let fit = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::Button, "Follow").rect();
    for text in [100.0, 125.0] {
        resize(&mut window, vec2(1280.0, 800.0), text);
        // What they lie beside is drawn beside the window.
        (0..100).for_each(|_| wait(&mut window));
        let before = fit(&window);
        for _ in 0..5 {
            let zoomed = Command::ZoomIn.action(window.state());
            window.state_mut().apply(zoomed);
            window.run_steps(3);
            assert_eq!(fit(&window), before);
        }
        let whole = Command::FitAll.action(window.state());
        window.state_mut().apply(whole);
        window.run_steps(3);
    }
}

#[test]
fn the_list_of_keys_scrolls_by_keys() {
    let mut window = begin("skoot");
    resize(&mut window, vec2(900.0, 600.0), 150.0);
    window.key_press(Key::F1);
    window.run_steps(4);
    let top = |window: &Harness<'static, App>| window.get_by_label("New track…").rect().top();
    let first = top(&window);
    window.key_press(Key::ArrowDown);
    window.run_steps(30);
    let second = top(&window);
    assert!(second < first - 20.0, "{first} {second}");
    window.key_press(Key::PageDown);
    window.run_steps(30);
    assert!(top(&window) < second - 100.0);
    window.key_press(Key::PageUp);
    window.key_press(Key::ArrowUp);
    window.run_steps(30);
    assert_eq!(top(&window), first);
}

#[test]
fn a_window_opens_as_large_as_it_was_whatever_the_size_of_its_text() {
    for (text, asked) in [(100, None), (150, Some(vec2(900.0, 600.0))), (75, Some(vec2(900.0, 600.0)))] {
        let kept = Kept { scale: Some(text), ..Kept::default() };
        let begin = Begin { pace: Pace::Instant, seed: Some(7), ..Begin::default() };
        let app = App::resumed(library(), false, kept, begin);
        assert_eq!(app.shell.notice, None, "nobody has asked for {text} % now");
        // At first its points are as large as those of 100 %.
        let builder = Harness::builder().with_size([900.0, 600.0]).with_context_setup(editor::ui::theme::apply);
        let told: Rc<RefCell<Vec<Vec2>>> = Rc::default();
        let sizes = told.clone();
        let shown = move |ui: &mut egui::Ui, app: &mut App| {
            app.window_ui(ui);
            let size =
                |it: &egui::ViewportCommand| if let egui::ViewportCommand::InnerSize(size) = it { Some(*size) } else { None };
            sizes
                .borrow_mut()
                .extend(ui.ctx().viewport(|viewport| viewport.commands.iter().filter_map(size).collect::<Vec<_>>()));
        };
        let mut window = builder.build_ui_state(shown, app);
        window.run_steps(4);
        assert_eq!(*told.borrow(), asked.into_iter().collect::<Vec<_>>(), "{text} %");
        assert_eq!(window.ctx.zoom_factor(), f32::from(text) / 100.0);
        // Whoever changes the size of the text later keeps the window.
        window.state_mut().apply(WindowMessage::Scale(125));
        window.run_steps(4);
        assert_eq!(told.borrow().len(), asked.iter().len(), "{text} %");
    }
}

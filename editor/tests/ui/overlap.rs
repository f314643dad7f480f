//! In no room and at no size do words of the window lie on others.

use super::*;

use editor::ui::action::{Pane, Room};
use editor::ui::command::Command;
use editor::ui::statistics::Act;
use egui::{Rect, Shape};

/// The size of the letters in the rulers.
const IN_RULERS: f32 = 9.0;

/// Everything written in view: its words, its place, and the size of its letters.
fn written(window: &Harness<'static, App>) -> Vec<(String, Rect, f32)> {
    let mut written = vec![];
    let mut open: Vec<(&Shape, Rect)> =
        window.output().shapes.iter().map(|clipped| (&clipped.shape, clipped.clip_rect)).collect();
    while let Some((shape, clip)) = open.pop() {
        match shape {
            Shape::Vec(shapes) => open.extend(shapes.iter().map(|shape| (shape, clip))),
            Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                let size = text.galley.job.sections.first().map_or(0.0, |section| section.format.font_id.size);
                // Words that begin within a line have a frame that covers more than they do, so their letters count.
                let rows = text.galley.rows.iter().filter_map(|row| {
                    let letters = row.glyphs.iter().map(|glyph| glyph.logical_rect()).reduce(Rect::union)?;
                    Some(letters.translate(row.pos.to_vec2() + text.pos.to_vec2()))
                });
                let rects = if text.angle == 0.0 { rows.collect() } else { vec![text.visual_bounding_rect()] };
                written.extend(rects.into_iter().map(|rect| (text.galley.text().to_owned(), rect.intersect(clip), size)));
            }
            _ => {}
        }
    }
    written.retain(|(_, rect, _)| rect.is_positive());
    written
}

#[test]
fn no_figures_lie_on_others() {
    for size in [[900.0, 600.0], [1280.0, 800.0], [700.0, 500.0]] {
        let begin =
            Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), statistics: true, ..Begin::default() };
        let builder = Harness::builder().with_size(size).with_context_setup(editor::ui::theme::apply);
        let mut app = App::begin(library(), begin);
        app.apply(Action::Statistics(Act::Games(200)));
        let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
        let done = |window: &Harness<'static, App>| {
            let statistics = &window.state().statistics;
            statistics.newest.as_ref().is_some_and(|newest| newest.is_done && statistics.is_current(newest))
        };
        settle(&mut window);
        until(&mut window, done);
        window.state_mut().shell.layouts.want(Pane::Statistics);
        for laps in [None, Some("2")] {
            if let Some(laps) = laps {
                window.state_mut().apply(SetupMessage::Set("laps".into(), Some(laps.into())));
                built(&mut window);
                until(&mut window, done);
            }
            settle(&mut window);
            let layouts = &window.state().shell.layouts;
            let tiles = &layouts.shown(Room::Play).expect("it is shown").tiles;
            let pane = tiles.rect(tiles.find_pane(&Pane::Statistics).expect("it is there")).expect("it is in front");
            for scrolled in 0..4 {
                let written: Vec<_> = written(&window).into_iter().filter(|(_, rect, _)| pane.contains(rect.center())).collect();
                assert!(written.len() > 4, "{size:?} {scrolled}: {written:?}");
                for (n, (words, rect, _)) in written.iter().enumerate() {
                    let on = written[..n].iter().find(|(_, other, _)| other.shrink(1.0).intersects(rect.shrink(1.0)));
                    assert!(on.is_none(), "{size:?}, {laps:?}: {words} at {rect:?} lies on {on:?}");
                }
                let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, egui::Modifiers::NONE);
                let (delta, source) = (egui::vec2(0.0, -120.0), egui::MouseWheelSource::Wheel);
                window.event(egui::Event::PointerMoved(pane.center()));
                window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
                window.run_steps(2);
                window.event(egui::Event::PointerGone);
                window.run_steps(24);
            }
        }
    }
}

#[test]
fn no_words_of_the_window_lie_on_others() {
    for size in [[900.0, 600.0], [1280.0, 800.0], [1920.0, 1080.0]] {
        let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), ..Begin::default() };
        let builder = Harness::builder().with_size(size).with_context_setup(editor::ui::theme::apply);
        let app = App::begin(library(), begin);
        let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
        settle(&mut window);
        for draws in [false, true] {
            if draws {
                window.state_mut().apply(Action::Draw);
                window.run_steps(4);
                let rulers = Command::ShowRulers.action(window.state());
                window.state_mut().apply(rulers);
                window.run_steps(4);
            }
            let board = window.get_by_role_and_label(Role::Canvas, "Board").rect();
            // On the board lies what the track says. The table adds its rulers, and how to go on.
            let is_own = |(words, rect, size): &(String, Rect, f32)| {
                !board.contains(rect.center()) || draws && (*size == IN_RULERS || words.starts_with("Click to select"))
            };
            let written: Vec<_> = written(&window).into_iter().filter(is_own).collect();
            assert!(written.len() > 20);
            assert_eq!(written.iter().any(|(words, ..)| words.starts_with("Click to select")), draws);
            for (n, (words, rect, _)) in written.iter().enumerate() {
                let on = written[..n].iter().find(|(_, other, _)| other.shrink(1.0).intersects(rect.shrink(1.0)));
                assert!(on.is_none(), "{size:?}: {words} at {rect:?} lies on {on:?}");
            }
        }
    }
}

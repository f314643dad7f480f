//! What is to be seen on the drawing table, as the shapes that are painted.

use editor::board::pos;
use editor::drawing::Deed;
use editor::drawing::hand::{Settings, Tool};
use editor::drawing::tools::select::Mode;
use editor::ui::action::Room;
use editor::ui::draw::{Act, Draw, Vision};
use editor::ui::sheet::camera::Camera;
use egui::{Color32, Pos2, Rect, Shape};

use super::*;

/// A board of a game on the table.
fn table(game: &str) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(game.into()), room: Room::Draw, ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library(), begin));
    // Until the panels have their sizes, and the problems have been looked for.
    window.step();
    until(&mut window, |window| draw(window).watch.found().is_some_and(|(_, is_newest)| is_newest));
    window.run_steps(2);
    window
}

fn draw<'a>(window: &'a Harness<'static, App>) -> &'a Draw {
    window.state().table.draw.as_ref().expect("a board lies on the table")
}

fn act(window: &mut Harness<'static, App>, act: Act) {
    window.state_mut().apply(Action::Board(act));
    window.step();
    window.step();
}

fn shapes(window: &Harness<'static, App>) -> Vec<Shape> {
    fn add(shape: &Shape, all: &mut Vec<Shape>) {
        match shape {
            Shape::Vec(list) => list.iter().for_each(|shape| add(shape, all)),
            one => all.push(one.clone()),
        }
    }
    let mut all = vec![];
    window.output().shapes.iter().for_each(|clipped| add(&clipped.shape, &mut all));
    all
}

fn is_grey(colour: Color32) -> bool {
    colour.r().abs_diff(colour.g()) <= 1 && colour.g().abs_diff(colour.b()) <= 1
}

#[test]
fn the_palette_is_shown_to_the_same_eyes_as_the_board() {
    let mut window = table("skoot");
    let pane = Rect::from_min_max(Pos2::new(0.0, 300.0), Pos2::new(230.0, 800.0));
    let colours = |window: &Harness<'static, App>| -> Vec<Color32> {
        let inside = |shape: &Shape| pane.contains_rect(shape.visual_bounding_rect());
        let of = |shape: Shape| match shape {
            Shape::Path(path) => vec![path.fill],
            Shape::Mesh(mesh) => mesh.vertices.iter().map(|vertex| vertex.color).collect(),
            _ => vec![],
        };
        shapes(window).into_iter().filter(inside).flat_map(of).filter(|colour| colour.a() > 0).collect()
    };
    assert!(colours(&window).iter().filter(|colour| !is_grey(**colour)).count() > 5, "samples have colours");
    act(&mut window, Act::See(Vision::Grey));
    let seen = colours(&window);
    let coloured: Vec<_> = seen.iter().filter(|colour| !is_grey(**colour)).collect();
    assert!(seen.len() > 50 && coloured.is_empty(), "{} of {} have colours: {:?}", coloured.len(), seen.len(), coloured.first());
}

#[test]
fn what_is_selected_keeps_its_colours() {
    let mut window = table("skoot");
    let space = draw(&window).desk.document().spaces()[5].clone();
    let at = pos(space.at.expect("it lies somewhere"));
    let camera = Camera { middle: at, scale: 3.0 };
    act(&mut window, Act::Look(Some(camera)));
    act(&mut window, Act::Do(Deed::Select(vec![space.key], Mode::Replace)));
    let at = camera.to_screen(draw(&window).view().expect("it was drawn"), at);
    let veils = shapes(&window).into_iter().filter(|shape| match shape {
        Shape::Path(path) => path.fill.a() > 0 && path.fill.a() < 255 && path.visual_bounding_rect().contains(at),
        _ => false,
    });
    assert_eq!(veils.count(), 0, "something lies over it");
    let is_corner = |square: &[egui::epaint::Vertex]| {
        let around = egui::Rect::from_points(&[square[0].pos, square[1].pos, square[2].pos, square[3].pos]);
        let is_white = square.iter().all(|vertex| vertex.color == Color32::WHITE);
        is_white && (around.size() - egui::vec2(4.5, 4.5)).length() < 0.01 && around.center().distance(at) < 40.0
    };
    let of = |shape: Shape| match shape {
        Shape::Mesh(mesh) => mesh.vertices.chunks_exact(4).filter(|square| is_corner(square)).count(),
        _ => 0,
    };
    let corners: usize = shapes(&window).into_iter().map(of).sum();
    assert_eq!(corners, 4, "its corners are marked");
}

#[test]
fn spaces_face_where_the_rules_make_them_face() {
    let window = table("biathlon-blast");
    let draw = draw(&window);
    let (found, _) = draw.watch.found().expect("it was looked at");
    let facings = found.checked.facings("facing").expect("it can be played");
    assert_eq!(facings.len(), draw.desk.document().spaces().len());
    assert_eq!(draw.canvas.facing(), facings.len());
}

#[test]
fn links_that_are_not_drawn_are_seen_by_who_draws_them() {
    let mut window = table("hell-on-eight-wheels");
    let before = shapes(&window).len();
    let settings = draw(&window).desk.hand.settings.clone();
    act(&mut window, Act::Do(Deed::Settings(Box::new(Settings { link: Some("ahead".into()), ..settings }))));
    act(&mut window, Act::Do(Deed::Take(Tool::Link)));
    let links = draw(&window).desk.document().links().iter().filter(|link| *link.kind == *"ahead").count();
    assert!(links > 5 && shapes(&window).len() > before + 200, "{links} chains, {} shapes after {before}", shapes(&window).len());
    act(&mut window, Act::Do(Deed::Take(Tool::Select)));
    assert!(shapes(&window).len() < before + 50);
}

//! Dice as they lie on a table: with dots, with numbers, or with what the manifest puts on their faces. While they are thrown, they tumble.

use std::f32::consts::TAU;

use egui::accesskit::Role;
use egui::{Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, Vec2, WidgetInfo, vec2};
use interpreter::game::Rolled;

use super::look;
use super::sheet::OnSheet;
use super::sheet::camera::Camera;
use super::theme::{self, Theme};
use super::words::titled;
use crate::board::shapes::Tile;
use crate::pieces::dice::Die;
use crate::playtest::Race;

/// The gap between two dice, as a share of their size.
const GAP: f32 = 0.3;
/// Beside smaller dice there is no room for names.
const SMALL: f32 = 16.0;
/// How often a die shows another face while it falls, and how often it turns.
const FACES: f32 = 7.0;
const TURNS: f32 = 1.25;

/// Returns how wide so many dice of this size are.
pub fn width(count: usize, size: f32) -> f32 {
    count as f32 * size * (1.0 + GAP)
}

/// What a screen reader says of thrown dice: `Ski die: 5, 2`.
pub fn told(race: &Race, rolled: &Rolled) -> String {
    let faces: Vec<String> = rolled.faces.iter().map(ToString::to_string).collect();
    format!("{}: {}", name(race, rolled), faces.join(", "))
}

/// Whether dice of several kinds were thrown, so that it must be said which is which.
pub fn differ(rolled: &[&Rolled]) -> bool {
    rolled.windows(2).any(|pair| pair[0].dice != pair[1].dice)
}

/// What dice are called: `Ski die`.
pub fn name(race: &Race, rolled: &Rolled) -> String {
    let dice = race.program.ir.dice.get(rolled.dice.index());
    let title = dice.and_then(|dice| race.ruleset.manifest.look(&dice.name).title.as_deref());
    title.map(str::to_owned).or(dice.map(|dice| titled(&dice.name))).unwrap_or_default()
}

/// Shows dice that lie, in a line of text. Dice of several kinds have their names before them.
pub fn dice_ui(ui: &mut egui::Ui, race: &Race, rolled: &[&Rolled], size: f32) {
    let has_names = differ(rolled) && size > SMALL;
    for rolled in rolled {
        if has_names {
            ui.weak(egui::RichText::new(name(race, rolled)).small());
        }
        let (rect, response) = ui.allocate_exact_size(vec2(width(rolled.faces.len(), size), size), Sense::hover());
        paint(ui.painter(), Theme::of(ui), race, rolled, (rect, size), 1.0);
        let told = told(race, rolled);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
        response.on_hover_text(told);
    }
}

/// Paints dice into a frame, side by side, as far as they have fallen: `fallen` is 1 where they lie.
pub fn paint(painter: &Painter, theme: Theme, race: &Race, rolled: &Rolled, (rect, size): (Rect, f32), fallen: f32) {
    let all = race.program.dice.get(rolled.dice.index()).map_or(&[][..], |die| race.program.faces(die));
    for (n, face) in rolled.faces.iter().enumerate() {
        let at = Rect::from_min_size(rect.min + vec2(width(n, size), 0.0), Vec2::splat(size)).center();
        let step = (fallen * FACES) as usize;
        // On the way it shows the faces it has, one after the other.
        let shown = if fallen >= 1.0 || all.is_empty() { *face } else { all[(n * 3 + step * 5) % all.len()] };
        let left = 1.0 - fallen;
        let hop = (left * TAU * 0.75).sin().abs() * left * size * 0.5;
        let turn = left * left * TURNS * TAU * if n % 2 == 0 { 1.0 } else { -1.0 };
        die(painter, theme, race, rolled, shown, (at - vec2(0.0, hop), size, turn));
    }
}

fn die(painter: &Painter, theme: Theme, race: &Race, rolled: &Rolled, face: i32, (at, size, turn): (Pos2, f32, f32)) {
    let Some(die) = Die::of(&race.program, &race.ruleset.manifest, rolled.dice.index()) else { return };
    let fill = look::colour(die.colours(face)[0]);
    let half = size / 2.0;
    let towards = Vec2::angled(turn - TAU / 4.0);
    let body = Tile { at, half: half * 0.94, long: 1.0, towards, round: false, corner: Some(half * 0.3) };
    let edge = Stroke::new((size * 0.05).max(1.0), theme::between(fill, Color32::BLACK, 0.55));
    let outline = body.outline(1.0);
    let shadow = outline.iter().map(|corner| *corner + vec2(0.0, size * 0.06)).collect();
    painter.add(Shape::convex_polygon(shadow, Color32::from_black_alpha(50), Stroke::NONE));
    painter.add(Shape::convex_polygon(outline, fill, edge));
    let view = Rect::from_center_size(at, Vec2::splat(size));
    die.print(&mut OnSheet { painter, view, seen: view, camera: Camera { middle: at, scale: 1.0 }, theme }, face, &body);
}

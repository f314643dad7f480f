//! The tools' icons.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2};

use crate::drawing::hand::Tool;

/// Draws a tool's icon.
pub fn paint(painter: &Painter, rect: Rect, tool: Tool, colour: Color32) {
    // Coordinates run from 0 to 1, from the top left corner.
    let at = |x: f32, y: f32| pos2(rect.left() + rect.width() * x, rect.top() + rect.height() * y);
    let thin = Stroke::new(1.5, colour);
    let filled = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    };
    let dot = |x: f32, y: f32| {
        painter.circle_filled(at(x, y), rect.width() * 0.11, colour);
    };
    let field = |x: f32, y: f32, side: f32| {
        painter.rect_stroke(Rect::from_min_max(at(x, y), at(x + side, y + side)), 1.5, thin, StrokeKind::Middle);
    };
    match tool {
        Tool::Select => {
            filled(vec![at(0.22, 0.02), at(0.82, 0.62), at(0.22, 0.78)]);
            painter.line_segment([at(0.44, 0.55), at(0.62, 0.96)], Stroke::new(2.4, colour));
        }
        Tool::Reshape => {
            let way = [at(0.0, 0.95), at(0.1, 0.6), at(0.25, 0.38), at(0.5, 0.3), at(0.75, 0.38), at(0.9, 0.6), at(1.0, 0.95)];
            painter.line(way.to_vec(), thin);
            painter.line_segment([at(0.12, 0.08), at(0.88, 0.08)], Stroke::new(1.0, colour));
            field(0.38, 0.18, 0.24);
            [0.12, 0.88].into_iter().for_each(|x| dot(x, 0.08));
        }
        Tool::Course => {
            let way = [at(0.04, 0.9), at(0.2, 0.45), at(0.5, 0.5), at(0.78, 0.52), at(0.96, 0.1)];
            painter.line(way.to_vec(), thin);
            [(0.04, 0.9), (0.2, 0.45), (0.5, 0.5), (0.78, 0.52), (0.96, 0.1)].into_iter().for_each(|(x, y)| dot(x, y));
        }
        Tool::Grid => {
            painter.rect_stroke(rect, 2.0, thin, StrokeKind::Middle);
            for n in [1.0 / 3.0, 2.0 / 3.0] {
                painter.line_segment([at(n, 0.0), at(n, 1.0)], thin);
                painter.line_segment([at(0.0, n), at(1.0, n)], thin);
            }
        }
        Tool::Space => {
            field(0.12, 0.12, 0.76);
            painter.line_segment([at(0.5, 0.32), at(0.5, 0.68)], thin);
            painter.line_segment([at(0.32, 0.5), at(0.68, 0.5)], thin);
        }
        Tool::Paint => {
            painter.line_segment([at(0.98, 0.02), at(0.5, 0.5)], Stroke::new(3.2, colour));
            filled(vec![at(0.36, 0.46), at(0.56, 0.66), at(0.36, 0.88), at(0.04, 0.98), at(0.16, 0.64)]);
        }
        Tool::Link => {
            field(0.0, 0.36, 0.28);
            field(0.72, 0.36, 0.28);
            painter.line_segment([at(0.3, 0.5), at(0.58, 0.5)], thin);
            filled(vec![at(0.52, 0.34), at(0.7, 0.5), at(0.52, 0.66)]);
        }
        Tool::Path => {
            let spots = [(0.14, 0.86), (0.3, 0.3), (0.86, 0.14)];
            painter.line(spots.map(|(x, y)| at(x, y)).to_vec(), thin);
            for (x, y) in spots {
                painter.circle_filled(at(x, y), rect.width() * 0.17, colour);
            }
        }
        Tool::Label => {
            painter.text(rect.center(), Align2::CENTER_CENTER, "T", FontId::proportional(rect.height() * 1.05), colour);
        }
        Tool::Area => {
            let rim = [(0.3, 0.04), (0.72, 0.1), (0.98, 0.42), (0.82, 0.86), (0.4, 0.98), (0.06, 0.74), (0.02, 0.34)];
            let rim = rim.map(|(x, y)| at(x, y)).to_vec();
            painter.add(Shape::convex_polygon(rim, colour.gamma_multiply(0.35), thin));
        }
        Tool::Stroke => {
            let way = [at(0.02, 0.8), at(0.16, 0.4), at(0.34, 0.28), at(0.5, 0.46), at(0.64, 0.7), at(0.82, 0.66), at(0.98, 0.2)];
            painter.line(way.to_vec(), Stroke::new(2.6, colour));
        }
        Tool::Erase => {
            painter.add(Shape::closed_line(vec![at(0.02, 0.62), at(0.56, 0.08), at(0.92, 0.42), at(0.4, 0.96)], thin));
            filled(vec![at(0.02, 0.62), at(0.26, 0.38), at(0.63, 0.72), at(0.4, 0.96)]);
            painter.line_segment([at(0.4, 0.98), at(1.0, 0.98)], thin);
        }
        Tool::Measure => {
            painter.line_segment([at(0.0, 0.62), at(1.0, 0.62)], thin);
            for (n, high) in [(0.02, 0.4), (0.26, 0.2), (0.5, 0.4), (0.74, 0.2), (0.98, 0.4)] {
                painter.line_segment([at(n, 0.62 - high), at(n, 0.62)], thin);
            }
        }
        Tool::Template => {}
        Tool::Picture => {
            painter.rect_stroke(Rect::from_min_max(at(0.0, 0.08), at(1.0, 0.92)), 2.0, thin, StrokeKind::Middle);
            filled(vec![at(0.08, 0.86), at(0.38, 0.4), at(0.62, 0.86)]);
            filled(vec![at(0.5, 0.86), at(0.72, 0.55), at(0.94, 0.86)]);
            dot(0.74, 0.3);
        }
    }
}

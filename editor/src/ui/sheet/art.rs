//! Art on the screen. It is drawn and cut into triangles beside the window, once for each board; a frame only moves their corners.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Rect, Shape, Vec2, vec2};
use kurbo::{BezPath, PathEl, Shape as _};
use lyon_tessellation::path::Path;
use lyon_tessellation::{BuffersBuilder, FillOptions, FillTessellator, FillVertex, VertexBuffers, math};

use super::OnSheet;

use crate::beside::Beside;
use crate::board::art::mark::{Ink, Line};
use crate::board::art::{self, Art, ArtPart, Mark, Panel, PulledPanel, Subject};
use crate::board::pos;
use crate::board::print::Press;
use crate::looks::{Picture, Rgb};
use crate::ui::look;

/// How often to look whether art is ready.
const LOOK: Duration = Duration::from_millis(30);
/// How far drawn lines may be from the true ones, and how near two points may be, in millimetres.
const FLAT: f64 = 0.03;
const SAME: f32 = 0.005;
/// The width of the soft rim of each shape, in points.
const RIM: f32 = 0.7;
/// How far a corner may stick out, in halves of the line's width.
const MITRE: f32 = 2.0;

/// The art of the board on show.
#[derive(Default)]
pub struct Easel {
    subject: Option<Arc<Subject>>,
    pulled: Option<PulledPanel>,
    work: Beside<Drawn>,
    drawn: Drawn,
    /// For each part of art.
    parts: [Part; ArtPart::ALL.len()],
}

/// What was drawn of a board.
#[derive(Default)]
struct Drawn {
    painted: [Painted; ArtPart::ALL.len()],
    frames: Vec<(Panel, Rect)>,
    left_out: Vec<String>,
    without_room: Vec<Panel>,
    pulled: Option<PulledPanel>,
}

impl Drawn {
    fn of(art: &Art, pulled: Option<PulledPanel>) -> Drawn {
        Drawn {
            pulled,
            without_room: art.without_room.clone(),
            painted: ArtPart::ALL.map(|part| Painted::of(art.part(part))),
            frames: art.frames.clone(),
            left_out: art.left_out.clone(),
        }
    }
}

#[derive(Default)]
struct Part {
    mesh: Arc<Mesh>,
    /// What the mesh was made for.
    place: Option<(f32, Pos2, Vec<Color32>)>,
}

impl Easel {
    /// Takes up the art of a board, to be shown part by part, with a panel that is pulled where it will lie. Until new art is ready, the last
    /// one stays.
    pub fn follow(&mut self, sheet: &OnSheet<'_>, subject: Option<&Arc<Subject>>, pulled: Option<PulledPanel>) {
        let Some(subject) = subject else {
            *self = Easel::default();
            return;
        };
        let is_same = self.subject.as_ref().is_some_and(|last| Arc::ptr_eq(last, subject) || last == subject);
        if !is_same || self.pulled != pulled {
            let wanted = subject.clone();
            self.work.ask(move || Drawn::of(&art::draw_pulled(&wanted, pulled), pulled));
        }
        self.pulled = pulled;
        self.subject = Some(subject.clone());
        if let Some(drawn) = self.work.take() {
            // If it can't be drawn, the board is shown without it.
            self.drawn = drawn.unwrap_or_default();
            self.parts.iter_mut().for_each(|part| part.place = None);
        }
        if self.is_at_it() {
            sheet.painter.ctx().request_repaint_after(LOOK);
        }
    }

    /// Shows a part of art. `sees` says how colours look.
    pub fn show(&mut self, part: ArtPart, sheet: &OnSheet<'_>, sees: impl Fn(Color32) -> Color32) {
        let Some(subject) = &self.subject else { return };
        let (painted, part) = (&self.drawn.painted[part as usize], &mut self.parts[part as usize]);
        let inks = sheet.theme.inks();
        let tinted = |(colour, opacity): &(Rgb, f32)| sees(look::colour(inks.printed(*colour))).gamma_multiply(*opacity);
        let colours: Vec<Color32> = painted.inks.iter().map(tinted).collect();
        let place = (sheet.camera.scale, sheet.at(Pos2::ZERO), colours);
        if part.place.as_ref() != Some(&place) {
            painted.place(Arc::make_mut(&mut part.mesh), &place);
            part.place = Some(place);
        }
        if !part.mesh.is_empty() {
            let paper = Rect::from_two_pos(sheet.at(Pos2::ZERO), sheet.at(subject.sheet.to_pos2()));
            let clip = sheet.painter.clip_rect().intersect(paper);
            sheet.painter.with_clip_rect(clip).add(Shape::Mesh(part.mesh.clone()));
        }
        for (picture, at, half) in &painted.pictures {
            OnSheet::picture(&mut { *sheet }, picture, *at, *half);
        }
    }

    /// What found a place of its own at this one.
    pub fn panel_at(&self, at: Pos2) -> Option<Panel> {
        self.drawn.frames.iter().find(|(_, frame)| frame.contains(at)).map(|(part, _)| *part)
    }

    /// Where a panel lies.
    pub fn frame(&self, panel: Panel) -> Option<Rect> {
        self.drawn.frames.iter().find(|(part, _)| *part == panel).map(|(_, frame)| *frame)
    }

    /// Where everything with letters lies that found a place of its own: the title, the legend, the profile and signs.
    pub fn frames(&self) -> impl Iterator<Item = (Panel, Rect)> {
        self.drawn.frames.iter().copied()
    }

    /// Where a panel comes to lie that is pulled there; `None` if there is no room for it on the sheet.
    pub fn landing(&self, pulled: PulledPanel) -> Option<Rect> {
        if self.drawn.pulled == Some(pulled) {
            return self.frame(pulled.0);
        }
        let art = art::draw_pulled(self.subject.as_ref()?, Some(pulled));
        art.frames.iter().find(|(panel, _)| *panel == pulled.0).map(|(_, frame)| *frame)
    }

    /// The panel that was pulled when the art on show was drawn, where to, and where it lies there.
    pub fn landed(&self) -> Option<(PulledPanel, Option<Rect>)> {
        self.drawn.pulled.map(|pulled| (pulled, self.frame(pulled.0)))
    }

    /// The panels that found no place.
    pub fn without_room(&self) -> &[Panel] {
        &self.drawn.without_room
    }

    /// What found no place on the board on show, in words.
    pub fn left_out(&self) -> &[String] {
        &self.drawn.left_out
    }

    /// Whether other art than that on show is being drawn.
    pub fn is_at_it(&self) -> bool {
        self.work.is_at_it()
    }
}

/// Triangles whose corners lie in millimetres on the sheet, and a little beside it in points on the screen.
#[derive(Default)]
pub(super) struct Painted {
    corners: Vec<Corner>,
    triangles: Vec<u32>,
    /// The colours, with their opacities.
    inks: Vec<(Rgb, f32)>,
    /// Icons of the designer's own, above everything else: their places and half their sides.
    pictures: Vec<(Picture, Pos2, f32)>,
}

struct Corner {
    at: Pos2,
    aside: Vec2,
    /// Which ink it has; none if it can be seen through.
    ink: Option<u16>,
}

impl Painted {
    /// The colours, with their opacities.
    pub fn inks(&self) -> impl Iterator<Item = (Rgb, f32)> {
        self.inks.iter().copied()
    }

    /// Icons of the designer's own: their places and half their sides.
    pub fn pictures(&self) -> impl Iterator<Item = (&Picture, Pos2, f32)> {
        self.pictures.iter().map(|(picture, at, half)| (picture, *at, *half))
    }

    pub fn of(marks: &[Mark]) -> Painted {
        let mut painter = Painter { painted: Painted::default(), inks: BTreeMap::new(), fill: FillTessellator::new() };
        marks.iter().for_each(|mark| painter.mark(mark));
        painter.painted
    }

    /// Puts the corners where they lie on the screen.
    pub fn place(&self, mesh: &mut Mesh, (scale, zero, colours): &(f32, Pos2, Vec<Color32>)) {
        mesh.indices.clone_from(&self.triangles);
        mesh.vertices.clear();
        mesh.vertices.extend(self.corners.iter().map(|corner| Vertex {
            pos: *zero + corner.at.to_vec2() * *scale + corner.aside,
            uv: WHITE_UV,
            color: corner.ink.map_or(Color32::TRANSPARENT, |ink| colours[usize::from(ink)]),
        }));
    }
}

struct Painter {
    painted: Painted,
    /// The number of each ink, by its colour and its opacity in 255ths.
    inks: BTreeMap<(Rgb, u8), u16>,
    fill: FillTessellator,
}

impl Painter {
    fn mark(&mut self, mark: &Mark) {
        if let Some(picture) = &mark.picture {
            let frame = mark.path.bounding_box();
            return self.painted.pictures.push((picture.clone(), pos(frame.center()), frame.width() as f32 / 2.0));
        }
        let outlines = flat(&mark.path);
        if let Some(fill) = mark.fill {
            self.fill(&outlines, fill);
            if mark.line.is_none() && fill.opacity >= 1.0 {
                let ink = self.ink(fill);
                outlines.iter().for_each(|(points, _)| self.band(points, true, 0.0, ink));
            }
        }
        let Some(line) = &mark.line else { return };
        let dashed = |line: &Line| {
            let lengths: Vec<f64> = line.dash.iter().map(|length| f64::from(*length).max(0.05)).collect();
            kurbo::dash(mark.path.iter(), 0.0, &lengths).collect::<BezPath>()
        };
        let outlines = if line.dash.is_empty() { outlines } else { flat(&dashed(line)) };
        let ink = self.ink(line.ink);
        for (points, is_closed) in outlines {
            self.band(&points, is_closed, line.width / 2.0, ink);
            if line.is_round && !is_closed && points.len() > 1 {
                let last = points.len() - 1;
                self.cap(points[0], points[0] - points[1], line.width / 2.0, ink, line.ink.opacity);
                self.cap(points[last], points[last] - points[last - 1], line.width / 2.0, ink, line.ink.opacity);
            }
        }
    }

    fn ink(&mut self, ink: Ink) -> u16 {
        let key = (ink.colour, (ink.opacity.clamp(0.0, 1.0) * 255.0) as u8);
        let inks = &mut self.painted.inks;
        *self.inks.entry(key).or_insert_with(|| {
            inks.push((ink.colour, ink.opacity));
            (inks.len() - 1).min(usize::from(u16::MAX)) as u16
        })
    }

    fn corner(&mut self, at: Pos2, aside: Vec2, ink: Option<u16>) -> u32 {
        self.painted.corners.push(Corner { at, aside, ink });
        (self.painted.corners.len() - 1) as u32
    }

    fn fill(&mut self, outlines: &[(Vec<Pos2>, bool)], ink: Ink) {
        let mut path = Path::builder();
        let place = |at: Pos2| math::point(at.x, at.y);
        for (points, _) in outlines.iter().filter(|(points, _)| points.len() > 2) {
            path.begin(place(points[0]));
            points[1..].iter().for_each(|at| {
                path.line_to(place(*at));
            });
            path.end(true);
        }
        let mut buffers: VertexBuffers<Pos2, u32> = VertexBuffers::new();
        let options = FillOptions::even_odd().with_tolerance(FLAT as f32);
        let mut to = BuffersBuilder::new(&mut buffers, |corner: FillVertex<'_>| Pos2::from(corner.position().to_array()));
        // What can't be cut into triangles is left out.
        if self.fill.tessellate_path(&path.build(), &options, &mut to).is_ok() {
            let (ink, first) = (self.ink(ink), self.painted.corners.len() as u32);
            self.painted.corners.extend(buffers.vertices.into_iter().map(|at| Corner { at, aside: Vec2::ZERO, ink: Some(ink) }));
            self.painted.triangles.extend(buffers.indices.into_iter().map(|n| first + n));
        }
    }

    /// Paints a band along points with a soft rim at both sides.
    fn band(&mut self, points: &[Pos2], is_closed: bool, half: f32, ink: u16) {
        if points.len() < 2 {
            return;
        }
        let count = points.len();
        let across = |n: usize| {
            let is_end = |end: usize| n == end && !is_closed;
            let before = (points[n] - points[(n + count - 1) % count]).normalized();
            let after = (points[(n + 1) % count] - points[n]).normalized();
            let right = |way: Vec2| vec2(-way.y, way.x);
            match () {
                () if is_end(0) => right(after),
                () if is_end(count - 1) => right(before),
                () => {
                    let middle = right(before) + right(after);
                    let long = middle.length().max(1e-3);
                    middle / long * (2.0 / long).min(MITRE)
                }
            }
        };
        let first = self.painted.corners.len() as u32;
        for (n, at) in points.iter().enumerate() {
            let across = across(n);
            let rim = across * RIM / 2.0;
            // The edge of a filled shape gets softer, but no wider: else small letters would run together.
            let inside = if half > 0.0 { rim } else { Vec2::ZERO };
            let rails = [(-half, -rim, None), (-half, inside, Some(ink)), (half, -inside, Some(ink)), (half, rim, None)];
            for (out, aside, ink) in rails {
                self.corner(*at + across * out, aside, ink);
            }
        }
        let pieces = if is_closed { count } else { count - 1 };
        for n in 0..pieces {
            let (a, b) = (first + 4 * n as u32, first + 4 * ((n + 1) % count) as u32);
            for rail in 0..3 {
                let (a, b) = (a + rail, b + rail);
                self.painted.triangles.extend([a, b, a + 1, a + 1, b, b + 1]);
            }
        }
    }

    /// Paints the round end of a line.
    fn cap(&mut self, at: Pos2, way: Vec2, half: f32, ink: u16, opacity: f32) {
        const STEPS: usize = 12;
        let (way, half) = (way.normalized(), half.max(0.0));
        let right = vec2(-way.y, way.x);
        let arc = |n: usize| {
            let (sin, cos) = (std::f32::consts::PI * n as f32 / STEPS as f32).sin_cos();
            right * cos + way * sin
        };
        let middle = self.corner(at, Vec2::ZERO, Some(ink));
        let rim = if opacity < 1.0 { 0.0 } else { RIM / 2.0 };
        for n in 0..=STEPS {
            let out = arc(n);
            self.corner(at + out * half, out * -rim, Some(ink));
            self.corner(at + out * half, out * rim, None);
        }
        for n in 0..STEPS as u32 {
            let a = middle + 1 + 2 * n;
            self.painted.triangles.extend([middle, a, a + 2, a, a + 1, a + 2, a + 2, a + 1, a + 3]);
        }
    }
}

/// The outlines of a path as points, none of which lie on the next, and whether each is closed.
fn flat(path: &BezPath) -> Vec<(Vec<Pos2>, bool)> {
    let mut outlines: Vec<(Vec<Pos2>, bool)> = vec![];
    kurbo::flatten(path, FLAT, |part| match part {
        PathEl::MoveTo(at) => outlines.push((vec![pos(at)], false)),
        PathEl::ClosePath => outlines.iter_mut().last().into_iter().for_each(|(_, is_closed)| *is_closed = true),
        PathEl::LineTo(at) => {
            let Some((points, _)) = outlines.last_mut() else { return };
            if points.last().is_none_or(|last| last.distance(pos(at)) > SAME) {
                points.push(pos(at));
            }
        }
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    for (points, is_closed) in &mut outlines {
        if *is_closed && points.len() > 1 && points[0].distance(points[points.len() - 1]) <= SAME {
            points.pop();
        }
    }
    outlines
}

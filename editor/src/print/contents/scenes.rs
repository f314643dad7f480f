//! Examples as pictures: the part of the board that matters, before and after what a test of the rules does.

use emath::{Pos2, Rect, Vec2, vec2};
use interpreter::data::manifest::Manifest;
use interpreter::rulebook::{Example, Rulebook};
use interpreter::testing::Scene;
use interpreter::vm::Machine;
use kurbo::{Affine, Shape};
use serde_json::{Value, json};

use crate::board::Board;
use crate::board::art::mark::{Mark, Marks};
use crate::board::art::{self, ArtPart};
use crate::board::print::{self, Inks, Pen, Press, Says, Words};
use crate::drawing::svg;
use crate::looks::{Picture, Rgb};
use crate::paper::Colours;
use crate::pieces;

/// The least width and height of a picture, in halves of a space; and how much of the board is shown around what moves.
const LEAST: Vec2 = vec2(12.0, 6.0);
const AROUND: f32 = 2.6;

/// The pictures of the examples of a rulebook, in the order in which they stand in it: `null` where nothing moves on the board.
pub fn scenes(book: &Rulebook, manifest: &Manifest, colours: Colours) -> Value {
    let paragraphs = book.sections.iter().flat_map(|section| &section.paragraphs);
    let examples = paragraphs.filter_map(|paragraph| paragraph.example.as_ref());
    examples.map(|example| drawn(example, manifest, colours).unwrap_or_default()).collect()
}

fn drawn(example: &Example, manifest: &Manifest, colours: Colours) -> Option<Value> {
    let scene = example.scene.as_ref()?;
    // Readers would look for it on the board that they have.
    let elsewhere = example.is_elsewhere.then_some(&*scene.track.name);
    let program = &scene.program;
    let board = Board::new(program, &scene.track, manifest);
    let states = [&scene.before, &scene.after].map(|state| {
        let mut machine = Machine::new(program);
        machine.set_state(state);
        machine
    });
    let frame = frame(&board, scene, &states)?;
    let [before, after] = states.map(|state| {
        let mut marks = vec![];
        let mut press = Within { marks: Marks(&mut marks), frame };
        print(&mut press, &board);
        pieces::print(&mut press, &board, program, &state, manifest);
        let shift = Affine::translate((-f64::from(frame.min.x), -f64::from(frame.min.y)));
        marks.iter_mut().for_each(|mark| mark.path.apply_affine(shift));
        colours.of(&svg::of_marks(frame.size(), &marks, false))
    });
    Some(json!({ "width": frame.width(), "height": frame.height(), "before": before, "after": after, "elsewhere": elsewhere }))
}

/// The part of the board in which pieces have moved; `None` if none has.
fn frame(board: &Board, scene: &Scene, states: &[Machine; 2]) -> Option<Rect> {
    let program = &scene.program;
    let places = |state: &Machine| -> Vec<Option<usize>> {
        program.piece_kinds().flat_map(|kind| state.read(program).pieces(kind).collect::<Vec<_>>()).collect()
    };
    let [before, after] = states.each_ref().map(places);
    let moved = before.iter().zip(&after).filter(|(from, to)| from != to).flat_map(|(from, to)| [*from, *to]);
    let tiles: Vec<_> = moved.flatten().filter_map(|space| board.spaces.get(space)).map(|space| space.tile).collect();
    let half = tiles.iter().map(|tile| tile.half).fold(0.0, f32::max);
    let spots: Vec<Pos2> = tiles.iter().map(|tile| tile.at).collect();
    if spots.is_empty() || half <= 0.0 {
        return None;
    }
    let all = Rect::from_points(&spots).expand(AROUND * half);
    Some(Rect::from_center_size(all.center(), all.size().max(LEAST * half)))
}

/// Prints what lies in a frame, without the ground.
fn print(press: &mut Within<'_>, board: &Board) {
    let art = board.art.as_ref().map(|subject| art::draw(subject)).unwrap_or_default();
    let near = |mark: &&Mark| {
        let bounds = mark.path.bounding_box();
        let frame = press.frame;
        bounds.x1 >= f64::from(frame.min.x)
            && bounds.x0 <= f64::from(frame.max.x)
            && bounds.y1 >= f64::from(frame.min.y)
            && bounds.y0 <= f64::from(frame.max.y)
    };
    let things: Vec<Mark> = art.part(ArtPart::Things).iter().filter(near).cloned().collect();
    press.marks.0.extend(things);
    print::spaces_and_links(press, board, Inks::PRINT, Says::Number);
}

/// Draws what can be seen in a frame.
struct Within<'m> {
    marks: Marks<'m>,
    frame: Rect,
}

impl Press for Within<'_> {
    fn polygon(&mut self, corners: &[Pos2], fill: Option<Rgb>, edge: Option<Pen>) {
        self.marks.polygon(corners, fill, edge);
    }

    fn line(&mut self, way: &[Pos2], pen: Pen, dash: &[f32]) {
        self.marks.line(way, pen, dash);
    }

    fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, edge: Option<Pen>) {
        self.marks.disc(at, radius, fill, edge);
    }

    fn picture(&mut self, picture: &Picture, at: Pos2, half: f32) {
        self.marks.picture(picture, at, half);
    }

    fn shade(&mut self, corners: &[Pos2], opacity: f32) {
        self.marks.shade(corners, opacity);
    }

    fn words(&mut self, words: Words<'_>) {
        if self.frame.contains(words.at) {
            self.marks.words(words);
        }
    }

    fn sees(&self, frame: Rect) -> bool {
        self.frame.intersects(frame)
    }
}

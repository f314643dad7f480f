//! Pieces to cut out and dice to fold: what stands on the board and on the sheets, drawn as in the window.

use std::f64::consts::PI;

use emath::{Vec2, pos2, vec2};
use interpreter::game::{Game, Status};
use interpreter::ir::{Owner, PieceId};
use interpreter::program::Program;
use interpreter::show;
use kurbo::{Affine, Point, Rect, Shape};
use serde_json::{Value, json};

use super::parts::{self, Small};
use crate::board::art::mark::{Mark, Marks};
use crate::board::print::{Pen, Press, between};
use crate::board::shapes::{self, Tile};
use crate::drawing::svg;
use crate::looks::Rgb;
use crate::paper::Colours;
use crate::pieces::dice::Die;
use crate::pieces::seats::{self, SeatColours};
use crate::pieces::{PieceLook, looks, print_seat, written};
use crate::print::preflight::PAWN;
use crate::print::{self, Order};
use crate::words::{capital, titled};

/// The side of a picture of a piece or of a face, in millimetres: templates draw it as large as they want.
const SIDE: f32 = 24.0;
/// How far the corners of the lines around a piece stand out, as a share of that.
const LINE: f64 = 0.052;
/// The width of pieces in millimetres: without a board, and at most on one.
const USUAL: f64 = 15.0;
const LARGEST: f64 = 30.0;
/// The race that is played for what only play shows has so many choices at most.
const MOST_CHOICES: usize = 400;
const SEED: u64 = 1;

/// What is known of a game once it has been played.
pub struct Played<'a> {
    game: &'a print::Game<'a>,
    race: Game,
    looks: Vec<PieceLook>,
    seats: SeatColours,
}

/// A piece to print.
pub struct Token {
    pub kind: usize,
    /// What its kind is called.
    pub title: String,
    /// What it is called itself, and whose it is.
    pub name: String,
    pub owner: String,
    /// The number that its shape has, and its colour.
    seat: usize,
    colour: Rgb,
    text: String,
}

/// Dice that look alike.
pub struct Dice {
    /// What they are called.
    pub names: Vec<String>,
    /// The most that are thrown at once.
    pub count: usize,
    pub faces: Vec<i32>,
    /// The first of them.
    number: usize,
}

impl<'a> Played<'a> {
    /// Plays a race with random answers, the same one each time.
    pub fn of(game: &'a print::Game<'a>) -> Played<'a> {
        let (program, manifest) = (game.program, game.manifest);
        let mut race = Game::start(program.clone(), SEED);
        for n in 0..MOST_CHOICES {
            let Status::Asking(question) = &race.status else { break };
            let option = (n * 7 + n / 3) % question.options.len().max(1);
            if race.choose(option).is_err() {
                break;
            }
        }
        Played { game, race, looks: looks(program, manifest), seats: SeatColours::new(program, manifest) }
    }
}

impl Played<'_> {
    fn program(&self) -> &Program {
        self.game.program
    }

    /// The pieces of all players, by kind.
    pub fn tokens(&self) -> Vec<Token> {
        self.program().piece_kinds().flat_map(|kind| self.tokens_of(kind)).collect()
    }

    fn tokens_of(&self, kind: PieceId) -> Vec<Token> {
        let (program, owner) = (self.program(), Owner::Piece(kind));
        let title = capital(&show::plain(&program.ir.pieces[kind.index()].name));
        let (state, each) = (&self.race.machine, program.of_each(owner));
        // Where players choose their colours, there is a piece for each colour.
        let cases = self.seats.cases(program).filter(|_| program.holder(owner, 0).is_some());
        if let Some(cases) = cases {
            let token = |n: usize| {
                let (seat, (case, colour)) = (n / each, &cases[n / each]);
                let called = self.game.manifest.look(case).title.as_ref().map(ToString::to_string);
                Token {
                    kind: kind.index(),
                    title: title.clone(),
                    name: String::new(),
                    owner: called.unwrap_or_else(|| titled(case.rsplit('.').next().unwrap_or_default())),
                    seat,
                    colour: colour.unwrap_or_else(|| seats::colour(seat)),
                    text: (if each == 1 { seat } else { n % each } + 1).to_string(),
                }
            };
            return (0..cases.len() * each).map(token).collect();
        }
        let token = |piece: usize| {
            let seat = program.holder(owner, piece);
            let look = &self.looks[kind.index()];
            let is_called = look.label.is_some_and(|label| program.ir.fields[label.index()].owner != Owner::Player);
            Token {
                kind: kind.index(),
                title: title.clone(),
                name: if is_called { look.own_name(program, state, kind.index(), piece) } else { String::new() },
                owner: seat.and_then(|seat| program.names.get(seat)).map_or(String::new(), ToString::to_string),
                seat: seat.unwrap_or(0),
                colour: self.seats.of(state.read(program), seat.unwrap_or(0)),
                text: written(program, kind.index(), piece),
            }
        };
        (0..program.pieces(kind)).map(token).collect()
    }

    /// The dice, each kind that looks otherwise.
    pub fn dice(&self) -> Vec<Dice> {
        let mut all: Vec<(Dice, Vec<String>)> = vec![];
        let rolled = || self.race.log.iter().filter_map(|line| line.rolled.as_ref());
        for number in 0..self.program().ir.dice.len() {
            let Some(die) = Die::of(self.program(), self.game.manifest, number) else { continue };
            let of = &self.program().ir.dice[number];
            let name = self.game.manifest.look(&of.name).title.as_ref().map_or_else(|| titled(&of.name), ToString::to_string);
            let thrown = rolled().filter(|rolled| rolled.dice.index() == number).map(|rolled| rolled.faces.len()).max();
            let count = thrown.unwrap_or(1).max(1);
            let looks: Vec<String> = die.faces().iter().map(|face| face_of(die, *face)).collect();
            match all.iter_mut().find(|(_, known)| *known == looks) {
                // Rules that others have replaced may know dice that nobody throws.
                Some(_) if thrown.is_none() => {}
                Some((dice, _)) => {
                    dice.names.push(name);
                    dice.count = dice.count.max(count);
                }
                None => all.push((Dice { names: vec![name], count, faces: die.faces().to_vec(), number }, looks)),
            }
        }
        all.into_iter().map(|(dice, _)| dice).collect()
    }

    /// The picture of each face.
    pub fn faces(&self, dice: &Dice, colours: Colours) -> Vec<String> {
        let die = Die::of(self.program(), self.game.manifest, dice.number);
        let faces = die.iter().flat_map(|die| dice.faces.iter().map(|face| face_of(*die, *face)));
        faces.map(|face| colours.of(&face)).collect()
    }

    /// The pieces where they stand as a race begins, on a sheet as large as the board.
    pub fn start(&self, colours: Colours) -> Value {
        let (program, board) = (self.program(), &self.game.board);
        let begun = Game::start(self.game.program.clone(), SEED);
        let mut marks = vec![];
        crate::pieces::print(&mut Marks(&mut marks), board, program, &begun.machine, self.game.manifest);
        if marks.is_empty() { Value::Null } else { colours.of(&svg::of_marks(board.sheet, &marks, false)).into() }
    }

    /// What `pieces.typ` is handed.
    pub fn data(&self, order: &Order) -> Value {
        let colours = order.colours;
        let token = |token: &Token| {
            let [front, back] = [false, true].map(|is_turned| colours.of(&token.picture(is_turned)));
            json!({ "title": token.title, "name": token.name, "owner": token.owner, "front": front, "back": back })
        };
        let dice =
            |dice: &Dice| json!({ "title": dice.names.join(", "), "count": dice.count, "faces": self.faces(dice, colours) });
        let small = |of: &Small| json!({ "count": of.count, "title": of.name, "text": of.text, "says": of.says, "each": of.is_of_players });
        json!({
            "disc": disc(self.game, order),
            "small": parts::small(self.game).iter().map(small).collect::<Value>(),
            "pieces": self.tokens().iter().map(token).collect::<Value>(),
            "dice": self.dice().iter().map(dice).collect::<Value>(),
        })
    }
}

/// How wide a piece is that the smallest space holds, as the board is printed; at least as wide as one can cut it out and take it.
fn disc(game: &print::Game<'_>, order: &Order) -> f64 {
    room(game, order).map_or(USUAL, |room| (room * f64::from(shapes::fan(0, 1).1)).clamp(PAWN, LARGEST))
}

/// The width of the smallest space as the board is printed; `None` without a board.
pub fn room(game: &print::Game<'_>, order: &Order) -> Option<f64> {
    let halves = game.board.spaces.iter().map(|space| space.tile.half).filter(|half| *half > 0.0);
    let least = halves.fold(f32::INFINITY, f32::min);
    least.is_finite().then(|| 2.0 * f64::from(least) * order.scale)
}

impl Token {
    /// Its picture, a square; for the far side of a standee turned about.
    pub fn picture(&self, is_turned: bool) -> String {
        let mut marks = vec![];
        let middle = pos2(SIDE / 2.0, SIDE / 2.0);
        print_seat(&mut Marks(&mut marks), middle, SIDE * 0.42, self.seat, self.colour, &self.text);
        fit(&mut marks);
        if is_turned {
            let half = f64::from(SIDE) / 2.0;
            marks.iter_mut().for_each(|mark| mark.path.apply_affine(Affine::rotate_about(PI, Point::new(half, half))));
        }
        svg::of_marks(Vec2::splat(SIDE), &marks, false)
    }
}

/// Makes a piece smaller whose corners lie outside of its picture, and puts it in the middle.
fn fit(marks: &mut [Mark]) {
    let (side, middle) = (f64::from(SIDE), Point::new(f64::from(SIDE) / 2.0, f64::from(SIDE) / 2.0));
    let Some(frame) = marks.iter().map(|mark| mark.path.bounding_box()).reduce(|all, one| all.union(one)) else { return };
    let frame = frame.inflate(side * LINE, side * LINE);
    if !Rect::new(0.0, 0.0, side, side).contains_rect(frame) {
        let smaller = (side / frame.width().max(frame.height())).min(1.0);
        let place = Affine::translate(middle - frame.center()).then_scale_about(smaller, middle);
        marks.iter_mut().for_each(|mark| mark.path.apply_affine(place));
    }
}

/// The picture of a face, which fills a square.
fn face_of(die: Die<'_>, face: i32) -> String {
    let [fill, _] = die.colours(face);
    let middle = pos2(SIDE / 2.0, SIDE / 2.0);
    let body = Tile { at: middle, half: SIDE / 2.0, long: 1.0, towards: vec2(0.0, -1.0), round: false, corner: None };
    let mut marks: Vec<Mark> = vec![];
    let corners = [(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)].map(|(x, y)| pos2(x, y));
    let mut press = Marks(&mut marks);
    press.polygon(&corners, Some(fill), Some(Pen { width: 0.7, colour: between(fill, [0; 3], 0.55) }));
    die.print(&mut press, face, &Tile { half: SIDE * 0.45, ..body });
    svg::of_marks(Vec2::splat(SIDE), &marks, false)
}

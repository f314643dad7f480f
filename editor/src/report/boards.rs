//! Boards in a report. Each is drawn once; where it is shown again, with its pieces, it is used again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use emath::{Pos2, Rect, pos2};
use interpreter::playtest::Scene;
use interpreter::vm::Machine;

use crate::board::art;
use crate::drawing::svg;
use crate::looks::hex;
use crate::pieces::{self, seats};
use crate::playtest::{Race, Stage};
use crate::words::escaped;

/// The boards that were drawn so far.
pub struct Boards {
    /// The folder of the game's tracks, where their pictures lie.
    tracks: PathBuf,
    drawn: Vec<String>,
    /// Which of them a stage has.
    of: Vec<(Arc<Stage>, usize)>,
    /// How many pictures have pieces.
    pictures: usize,
}

impl Boards {
    pub fn new(tracks: &Path) -> Boards {
        Boards { tracks: tracks.to_owned(), drawn: vec![], of: vec![], pictures: 0 }
    }

    /// The sheet of a stage, as it is printed.
    pub fn sheet(&mut self, stage: &Arc<Stage>) -> String {
        let board = self.board(stage);
        let sheet = Rect::from_min_size(Pos2::ZERO, stage.board.sheet);
        figure(sheet, &format!("The track {}", stage.track.name), &board)
    }

    /// The course of a scene, with its pieces.
    pub fn scene(&mut self, stage: &Arc<Stage>, scene: &Scene, says: &str) -> String {
        let mut machine = Machine::new(&scene.program);
        scene.put_into(&mut machine);
        self.pictures += 1;
        let (board, manifest) = (&stage.board, &stage.ruleset.manifest);
        let pieces = svg::printed(&format!("p{}-", self.pictures), |press| {
            pieces::print(press, board, &scene.program, &machine, manifest);
        });
        // Pieces stand beside the course, too.
        let most = board.spaces.iter().map(|space| space.tile.half).fold(0.0, f32::max);
        let course = art::course(board).map_or(board.bounds, |course| course.expand(most * 2.5));
        figure(course, says, &(self.board(stage) + &pieces))
    }

    /// The board of a stage: drawn where it comes first, and used again from then on.
    fn board(&mut self, stage: &Arc<Stage>) -> String {
        if let Some((_, n)) = self.of.iter().find(|(known, _)| Arc::ptr_eq(known, stage)) {
            return format!("<use href=\"#board{n}\"/>\n");
        }
        let draw = |prefixes: [&str; 2]| svg::on_sheet(&stage.board, &self.tracks, svg::Options::default(), prefixes);
        // Other rules may be played on the same board.
        let drawn = draw(["a", "b"]);
        let known = self.drawn.iter().position(|known| *known == drawn);
        let n = known.unwrap_or(self.drawn.len());
        self.of.push((stage.clone(), n));
        if known.is_some() {
            return self.board(stage);
        }
        let own = draw([&format!("board{n}a"), &format!("board{n}b")]);
        self.drawn.push(drawn);
        format!("<g id=\"board{n}\">\n{own}</g>\n")
    }
}

/// A picture of a part of the sheet.
fn figure(Rect { min, max }: Rect, says: &str, drawn: &str) -> String {
    let (x, y, width, height) = (min.x, min.y, max.x - min.x, max.y - min.y);
    format!(
        "<figure class=\"note\"><svg viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" stroke-linecap=\"butt\" stroke-linejoin=\"round\" \
         role=\"img\" aria-label=\"{}\">\n{drawn}</svg></figure>",
        escaped(says)
    )
}

/// A player's name with their piece before it.
pub fn named(race: &Race, player: usize) -> String {
    let (stage, state) = (race.present_stage(), &race.table_state);
    let colours = seats::SeatColours::new(&stage.program, &stage.ruleset.manifest);
    let colour = colours.of(state.read(&stage.program), player);
    let letter = seats::letter(&stage.program, player);
    let piece = svg::printed(&format!("s{player}-"), |press| {
        pieces::print_seat(press, pos2(0.0, 0.0), 1.0, player, colour, &letter);
    });
    let name = escaped(&super::name(race, player));
    format!(
        "<span class=\"named\"><svg class=\"sign\" viewBox=\"-1.4 -1.4 2.8 2.8\" aria-hidden=\"true\">{piece}</svg> {name}</span>"
    )
}

/// The colours of all players where the race stands, as they are written in pictures.
pub fn colours(race: &Race) -> Vec<String> {
    let stage: &Arc<Stage> = race.present_stage();
    let colours = seats::SeatColours::new(&stage.program, &stage.ruleset.manifest);
    (0..stage.program.players).map(|player| hex(colours.of(race.table_state.read(&stage.program), player))).collect()
}

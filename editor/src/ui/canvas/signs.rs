//! Signs on the board for things that fields name: a cross over a closed space, a player's disc beside a task that is done.

use egui::{Color32, Pos2, Stroke, vec2};

use super::OnSheet;
use crate::playtest::Race;
use crate::ui::race::signs::{Place, Shape};
use crate::ui::theme;

/// Returns the words for a space's signs: the name of the field, and the player or value.
pub fn told(race: &Race, space: usize) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = vec![];
    for sign in &race.looks().signs {
        for (player, member) in sign.marked(race) {
            let is_here = match sign.place(race, member) {
                Some(Place::Spaces(spaces)) => spaces.contains(&space),
                Some(Place::Link(from, to)) => from == space || to == space,
                None => false,
            };
            let said = match player {
                Some(player) => race.program.names[player].clone(),
                None => sign.name_of(race, member),
            };
            match all.iter_mut().find(|(name, _)| *name == sign.name && is_here) {
                Some((_, others)) => others.push_str(&format!(", {said}")),
                None if is_here => all.push((sign.name.clone(), said.to_string())),
                None => {}
            }
        }
    }
    all
}

impl OnSheet<'_> {
    /// Draws all signs of the state on show.
    pub fn signs(&self, race: &Race) {
        for sign in &race.looks().signs {
            for (player, member) in sign.marked(race) {
                let Some(place) = sign.place(race, member) else { continue };
                let half = race.board.spaces.first().map_or(4.0, |space| space.tile.half);
                match (sign.shape, place) {
                    (Shape::Cross, Place::Link(from, to)) => {
                        let (from, to) = (race.board.spaces[from].tile.at, race.board.spaces[to].tile.at);
                        self.cross(from + (to - from) / 2.0, half, sign.colour);
                    }
                    (Shape::Cross, Place::Spaces(spaces)) => {
                        spaces.iter().for_each(|s| self.cross(race.board.spaces[*s].tile.at, half, sign.colour));
                    }
                    (Shape::Disc, place) => {
                        let first = match place {
                            Place::Spaces(spaces) => spaces.first().copied(),
                            Place::Link(from, _) => Some(from),
                        };
                        if let Some(tile) = first.map(|space| &race.board.spaces[space].tile) {
                            self.disc(race, tile.at, tile.half, player.unwrap_or(0));
                        }
                    }
                }
            }
        }
    }

    fn cross(&self, at: Pos2, half: f32, colour: Option<Color32>) {
        let (at, reach) = (self.at(at), half * 0.8 * self.camera.scale);
        let colour = colour.unwrap_or(self.theme.error);
        for way in [vec2(1.0, 1.0), vec2(1.0, -1.0)] {
            let line = [at - way * reach, at + way * reach];
            self.painter.line_segment(line, Stroke::new((reach * 0.5).max(3.0), theme::on(colour)));
            self.painter.line_segment(line, Stroke::new((reach * 0.3).max(1.5), colour));
        }
    }

    /// Draws a player's small disc beside a tile. Each player's disc has its own place.
    fn disc(&self, race: &Race, at: Pos2, half: f32, player: usize) {
        let rows = race.program.players.min(4);
        let (row, column) = (player % rows, player / rows);
        let aside = vec2(-1.25 - 0.62 * column as f32, 0.62 * (row as f32 - (rows - 1) as f32 / 2.0)) * half;
        let radius = half * 0.29 * self.camera.scale;
        if radius > 1.0 {
            theme::seat_piece(self.painter, self.at(at + aside), radius, player, race.colour(player), &race.letter(player));
        }
    }
}

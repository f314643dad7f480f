//! What a choice leads to, on the board: the way of a piece, and the chance of each space.

use egui::{Align2, Color32, FontId, Stroke, Vec2, vec2};

use super::{OnSheet, badge};
use crate::board::Space;
use crate::board::fonts::Font;
use crate::board::shapes::Tile;
use crate::playtest::Race;
use crate::ui::theme;

impl OnSheet<'_> {
    /// Shows what an option leads to: where pieces go and come to stand, and how likely it is that one comes to stand elsewhere.
    pub(super) fn outlook(&self, race: &Race, option: usize) {
        for moved in race.tried(option).map_or(&[][..], |tried| &tried.moved) {
            self.ahead(race, race.owner(moved.kind.index(), moved.piece), &moved.way);
        }
        for outcome in race.chances(option).map_or(&[][..], |chances| &chances.outcomes) {
            if let Some(space) = outcome.space.and_then(|space| race.board.spaces.get(space)) {
                self.chip(race, &space.tile, &format!("{:.0} %", outcome.share * 100.0), true);
            }
        }
    }

    /// Shows a way that answers to several questions lead, for the piece that is asked about.
    pub(super) fn way_ahead(&self, race: &Race, way: &[usize]) {
        let Some(question) = race.asked() else { return };
        let asked = race.asked_about(question);
        let from = race.pieces().find(|(kind, n, _)| Some((*kind, *n)) == asked).and_then(|(.., at)| at);
        let way: Vec<Option<usize>> = from.into_iter().chain(way.iter().copied()).map(Some).collect();
        self.ahead(race, question.player, &way);
    }

    /// Shows a way with a piece of this seat at its end.
    fn ahead(&self, race: &Race, owner: usize, way: &[Option<usize>]) {
        let spaces: Vec<&Space> = way.iter().flatten().filter_map(|space| race.board.spaces.get(*space)).collect();
        for pair in spaces.windows(2) {
            // Between tiles, so that their signs stay free.
            let at = self.at(pair[0].tile.at + (pair[1].tile.at - pair[0].tile.at) / 2.0);
            self.painter.circle(at, 4.0, self.theme.offer, Stroke::new(1.5, Color32::WHITE));
        }
        if let Some(space) = way.last().copied().flatten().and_then(|space| race.board.spaces.get(space)) {
            let (at, radius) = (self.at(space.tile.at), 0.62 * space.tile.half * self.camera.scale);
            let colour = race.colour(owner).gamma_multiply(0.55);
            theme::seat_piece(self.painter, at, radius, owner, colour, &race.letter(owner));
            self.painter.circle_stroke(at, radius * 1.3, Stroke::new(2.0, self.theme.offer));
        }
    }

    /// Writes something on a ground of its own beside a tile, where it hides neither a name nor another tile.
    pub(super) fn chip(&self, race: &Race, tile: &Tile, text: &str, is_strong: bool) {
        if !self.view.contains(self.at(tile.at)) {
            return;
        }
        let (fill, ink) = if is_strong { (self.theme.offer, Color32::WHITE) } else { (self.theme.paper, self.theme.offer) };
        let font = FontId::new(if is_strong { 13.0 } else { 11.0 }, theme::family(Font::Strong));
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, ink);
        let size = galley.size() + vec2(12.0, 4.0);
        // Beyond the number of an option, which is at the corner.
        let away = tile.half * self.camera.scale * 0.91 + badge(tile, self.camera.scale) + 2.0;
        let sides = [
            (Align2::CENTER_BOTTOM, vec2(0.0, -away)),
            (Align2::CENTER_TOP, vec2(0.0, away)),
            (Align2::LEFT_CENTER, vec2(away, 0.0)),
            (Align2::RIGHT_CENTER, vec2(-away, 0.0)),
        ];
        let places = sides.map(|(align, away)| align.anchor_size(self.at(tile.at) + away, size));
        let is_free = |place: &&egui::Rect| {
            let [min, max] = [place.min, place.max].map(|corner| self.camera.to_sheet(self.view, corner));
            let on_sheet = egui::Rect::from_two_pos(min, max);
            let hides = |other: &Tile| {
                other.at != tile.at && egui::Rect::from_center_size(other.at, Vec2::splat(other.half * 2.0)).intersects(on_sheet)
            };
            let is_named = race.board.labels.iter().any(|label| crate::board::art::frame(label).intersects(on_sheet));
            self.view.contains_rect(**place) && !is_named && !race.board.spaces.iter().any(|space| hides(&space.tile))
        };
        let in_view = places.iter().find(|place| self.view.contains_rect(**place));
        let place = *places.iter().find(is_free).or(in_view).unwrap_or(&places[0]);
        self.painter.rect(place, place.height() / 2.0, fill, Stroke::new(1.5, self.theme.offer), egui::StrokeKind::Inside);
        self.painter.galley(place.min + vec2(6.0, 2.0), galley, ink);
    }
}

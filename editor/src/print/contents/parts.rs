//! What a game consists of, counted: what one needs besides paper, and what the printed pages hold.

use std::collections::BTreeSet;

use interpreter::data::manifest::Use;
use interpreter::data::manifest::look::{Most, Named};
use interpreter::data::manifest::score::{Cells, ScorePart, Shows};
use interpreter::face;
use interpreter::ir::{KindId, Owner, PieceId, Type};
use serde_json::{Value, json};

use super::pieces::{Dice, Played, Token};
use crate::drawing::picture::Drawn;
use crate::drawing::svg;
use crate::faces;
use crate::paper::Colours;
use crate::print::Game;
use crate::scoresheet;
use crate::words::titled;

/// The most pictures of one part.
const MOST_PICTURES: usize = 8;

/// Both lists: `needed` and `printed`. Each part has its count, its name, a few words, and pictures.
pub fn parts(game: &Game<'_>, played: &Played<'_>, colours: Colours) -> Value {
    let of = Parts { game, colours };
    let small = small(game).into_iter().map(|small| part(small.count, &small.name, &small.text, vec![])).collect();
    let needed = [of.pieces(played), of.dice(played), small, of.pencils()].concat();
    let printed = [of.boards(), of.cards(), of.sheets()].concat();
    json!({ "needed": needed, "printed": printed })
}

/// Small things that lie on sheets or beside pieces.
pub struct Small {
    pub count: usize,
    pub name: String,
    /// What it is for, in words.
    pub text: String,
    /// What stands on it.
    pub says: String,
    /// Whether each player has one.
    pub is_of_players: bool,
}

/// The markers and counters of a game.
pub fn small(game: &Game<'_>) -> Vec<Small> {
    // Their colours don't matter: they have no pictures of their own.
    let of = Parts { game, colours: Colours::Full };
    of.markers().into_iter().chain(of.counters()).collect()
}

struct Parts<'a> {
    game: &'a Game<'a>,
    colours: Colours,
}

fn part(count: usize, name: &str, text: &str, pictures: Vec<String>) -> Value {
    json!({ "count": count, "name": name, "text": text, "pictures": pictures })
}

impl Parts<'_> {
    fn pieces(&self, played: &Played<'_>) -> Vec<Value> {
        let tokens = played.tokens();
        let program = self.game.program;
        let of_kind = |kind: usize| -> Option<Value> {
            let own: Vec<&Token> = tokens.iter().filter(|token| token.kind == kind).collect();
            let first = own.first()?;
            let owner = Owner::Piece(PieceId(kind as u16));
            let each = program.of_each(owner);
            let mut owners: Vec<&str> = own.iter().map(|token| &*token.owner).collect();
            owners.dedup();
            let whose = owners.join(", ");
            let text =
                if program.holder(owner, 0).is_none() { String::new() } else { format!("{each} for each player: {whose}") };
            let shown = own.iter().step_by(each.max(1)).take(MOST_PICTURES);
            let pictures = shown.map(|token| self.colours.of(&token.picture(false))).collect();
            Some(part(own.len(), &first.title, &text, pictures))
        };
        (0..program.ir.pieces.len()).filter_map(of_kind).collect()
    }

    fn dice(&self, played: &Played<'_>) -> Vec<Value> {
        let dice = |dice: &Dice| {
            let faces = &dice.faces;
            let is_row = faces.len() > 2 && faces.iter().zip(faces[0]..).all(|(face, n)| *face == n);
            let said = match (faces.first(), faces.last()) {
                (Some(first), Some(last)) if is_row => format!("faces {first} to {last}"),
                _ => format!("faces {}", faces.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")),
            };
            let pictures = played.faces(dice, self.colours).into_iter().take(MOST_PICTURES).collect();
            let name = format!("Dice with {} sides", faces.len());
            let for_all = if dice.names.len() > 1 { "the same ones for " } else { "" };
            part(dice.count, &name, &format!("{said}: {for_all}{}", dice.names.join(", ")), pictures)
        };
        played.dice().iter().map(dice).collect()
    }

    /// The tokens that stand on meters.
    fn markers(&self) -> Vec<Small> {
        let program = self.game.program;
        let marker = |part: &ScorePart| {
            let Shows::Meter(meter) = &part.shows else { return None };
            let (owner, field) = meter.field.0.split_once('.')?;
            let is_shared = owner == "state";
            let owner = if is_shared { Owner::State } else { Owner::Player };
            program.field_called(owner, field)?;
            let look = self.game.manifest.look(&meter.field.0);
            let title = part.title.as_ref().or(look.title.as_ref()).map_or_else(|| titled(field), ToString::to_string);
            let count = if is_shared { 1 } else { program.players };
            Some(Small {
                count,
                name: if count == 1 { "Marker" } else { "Markers" }.to_owned(),
                text: format!("{}for {title}", if is_shared { "" } else { "1 for each player, " }),
                says: title,
                is_of_players: !is_shared,
            })
        };
        let there = |part: &&ScorePart| scoresheet::is_there(program, self.game.manifest, part);
        self.game.manifest.score_sheet.iter().filter(there).filter_map(marker).collect()
    }

    /// What lies beside pieces: so many of it as their fields may count.
    fn counters(&self) -> Vec<Small> {
        let (program, manifest) = (self.game.program, self.game.manifest);
        let of_kind = |kind: PieceId| {
            let name = &program.ir.pieces[kind.index()].name;
            let fields = manifest.look(name).fields(Use::Badge).unwrap_or_default().iter();
            let counter = move |(field, _): &Named| {
                let id = program.field_called(Owner::Piece(kind), field)?;
                let Type::Int(Some(bounds)) = program.ir.fields[id.index()].ty.present() else { return None };
                // The sheet has as many boxes as there is need for.
                let boxes = self.boxes(&format!("{name}.{field}")).or_else(|| program.fold().word(&bounds.1));
                let most = usize::try_from(boxes?).ok().filter(|most| *most > 0)?;
                let look = manifest.of_field(name, field);
                let title = look.title.as_ref().map_or_else(|| titled(field), ToString::to_string);
                let pieces = program.pieces(kind);
                Some(Small {
                    count: most * pieces,
                    name: format!("{title} counters"),
                    text: format!("up to {most} beside each of {pieces} pieces"),
                    says: title,
                    is_of_players: false,
                })
            };
            fields.filter_map(counter).collect::<Vec<_>>()
        };
        program.piece_kinds().flat_map(of_kind).collect()
    }

    /// How many boxes a table of the sheet has for a field.
    fn boxes(&self, field: &str) -> Option<i32> {
        let tables = self.game.manifest.score_sheet.iter().filter_map(|part| match &part.shows {
            Shows::Table(table) => Some(&table.columns),
            _ => None,
        });
        let column = tables.flatten().find(|column| *column.field.0 == *field)?;
        match &column.cells {
            Cells::Boxes(Most::Number(most)) => Some(*most),
            Cells::Boxes(Most::Param((name, _))) => {
                let program = self.game.program;
                let param = program.ir.params.iter().position(|param| param.name == *name)?;
                program.params.get(param)?.first().copied()
            }
            Cells::Value | Cells::Circles => None,
        }
    }

    fn pencils(&self) -> Vec<Value> {
        let is_written = |part: &&ScorePart| !matches!(part.shows, Shows::Meter(_) | Shows::Strip(_));
        let there = |part: &&ScorePart| scoresheet::is_there(self.game.program, self.game.manifest, part);
        let needs = self.game.manifest.score_sheet.iter().filter(there).any(|part| is_written(&part));
        needs.then(|| part(self.game.program.players, "Pencils", "for the score sheets", vec![])).into_iter().collect()
    }

    fn boards(&self) -> Vec<Value> {
        let board = |board: &Drawn| {
            let (width, height) = (board.sheet.width.round(), board.sheet.height.round());
            part(1, &format!("Board {}", board.title), &format!("{width} by {height} mm"), vec![])
        };
        self.game.boards.iter().map(board).collect()
    }

    fn cards(&self) -> Vec<Value> {
        let (program, manifest) = (self.game.program, self.game.manifest);
        let of_kind = |n: usize| {
            let (kind, count) = (KindId(n as u16), program.rows[n].names.len());
            let size = faces::size(program, manifest, kind);
            let drawn = |face: faces::Face| self.colours.of(&svg::of_marks(face.size, &face.marks, false));
            let front = (count > 0).then(|| drawn(faces::front(program, manifest, kind, 0)));
            let backs: BTreeSet<_> = (0..count).map(|card| face::back(program, kind, card)).collect();
            let backs = backs.iter().map(|says| drawn(faces::back(program, manifest, kind, says.as_deref())));
            let pictures = front.into_iter().chain(backs).take(MOST_PICTURES).collect();
            let text = format!("cards of {} by {} mm", size.x.round(), size.y.round());
            part(count, &faces::title_of_kind(program, manifest, kind), &text, pictures)
        };
        (0..program.ir.kinds.len()).filter(|n| program.ir.kinds[*n].is_card).map(of_kind).collect()
    }

    fn sheets(&self) -> Vec<Value> {
        let (program, manifest) = (self.game.program, self.game.manifest);
        let blank = |player| !scoresheet::blank(program, manifest, player).parts.is_empty();
        let of_players = blank(Some(0)).then(|| part(program.players, "Score sheets", "1 for each player", vec![]));
        let for_all = blank(None).then(|| part(1, "Sheet for all players", "", vec![]));
        of_players.into_iter().chain(for_all).collect()
    }
}

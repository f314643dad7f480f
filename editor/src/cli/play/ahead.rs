//! The course in front of somebody in words: a terminal draws no board.

use interpreter::data::manifest::look::Marks;
use interpreter::data::manifest::{Manifest, Use};
use interpreter::face::Said;
use interpreter::game::Game;
use interpreter::ir::{Drawn, FieldId, LinkArity, LinkId, Owner, PieceId, Type};
use interpreter::program::Program;
use interpreter::view::Seen;
use interpreter::vm::Machine;

use super::around::Around;
use super::pieces;

/// So many spaces ahead are told.
const MOST_SPACES: usize = 12;

/// A course: the link it is drawn along, and what the manifest shows of its spaces.
#[derive(Default)]
pub struct Course {
    /// The link that the course is drawn along, then the other ways that lead on to one space; not those to the lanes beside it.
    links: Vec<usize>,
    /// The field of the state that says whom a turn is about, and of which kind of piece.
    marked: Option<(FieldId, PieceId)>,
    /// What the manifest wants to be seen beside a board.
    manifest: Manifest,
    /// Fields of a space that are shown on the board: what fills it, what parts it, its badge.
    fields: Vec<FieldId>,
    /// Boards that are no course: where links lead.
    around: Around,
}

impl Course {
    /// The course of a board, if it has one: boards without a link that is `drawn along` have none.
    pub fn of(program: &Program, manifest: &Manifest) -> Course {
        let onward = |(_, link): &(usize, &interpreter::ir::Link)| link.arity != LinkArity::Many && !link.both_ways;
        let (along, others): (Vec<_>, Vec<_>) =
            program.ir.links.iter().enumerate().filter(onward).partition(|(_, link)| link.drawn == Some(Drawn::Along));
        let others = others.into_iter().filter(|(_, link)| link.drawn.is_none());
        let shown = [Use::Fill, Use::SplitBy, Use::Badge, Use::Points, Use::Board];
        let shown = shown.into_iter().filter_map(|of| manifest.look("space").fields(of)).flatten();
        let names: Vec<&str> = shown.map(|(name, _)| &**name).collect();
        let fields = program.fields_of(Owner::Space).filter(|(_, field)| names.contains(&&*field.name));
        Course {
            manifest: manifest.clone(),
            marked: marked(program, manifest),
            links: if along.is_empty() { vec![] } else { along.iter().copied().chain(others).map(|(n, _)| n).collect() },
            fields: fields.map(|(id, _)| id).collect(),
            around: Around::of(program, manifest),
        }
    }

    /// Whether a field is to be told whenever somebody is asked.
    pub fn lists(&self, seen: &Seen) -> bool {
        !seen.is_fixed && self.manifest.lists(&seen.of, &seen.name)
    }

    /// Whether a field is to be told when somebody looks at all that there is: those that are listed, and those that the board shows.
    pub fn tells(&self, seen: &Seen) -> bool {
        self.lists(seen) || self.manifest.look(&format!("{}.{}", seen.of, seen.name.replace(' ', "_"))).marks.is_some()
    }

    /// Whether the manifest names it for that.
    pub fn names(&self, seen: &Seen) -> bool {
        self.manifest.names(&seen.of, &seen.name)
    }

    /// Whether it is no course: links lead here and there.
    pub fn is_open(&self) -> bool {
        self.links.is_empty()
    }

    /// The paths of the board, on one that is no course.
    pub fn paths(&self) -> Vec<String> {
        self.around.all_paths()
    }

    /// Where links lead from a space, on a board that is no course.
    pub fn onward(&self, program: &Program, space: usize) -> String {
        self.around.from(program, space, |space| self.facts(program, space))
    }

    /// Whether this field of spaces gives them their colour.
    fn fills(&self, field: &str) -> bool {
        self.manifest.look("space").field(Use::Fill) == Some(field)
    }

    /// Whether the manifest says how this case of an enum looks.
    fn is_drawn(&self, case: &str) -> bool {
        !self.manifest.look(case).of.is_empty()
    }

    /// Whether the manifest wants this pile of the table to be seen.
    pub fn lists_pile(&self, name: &str) -> bool {
        self.manifest.names("state", name)
    }

    /// What lies ahead of a player's pieces, a line for each way: `Ahead: k08 [uphill, lanes 2] · k09, k10 [uphill, lanes 1]`.
    pub fn ahead(&self, game: &Game, player: usize) -> Vec<String> {
        let program = &game.program;
        let Some((along, others)) = self.links.split_first() else {
            return self.around.lines(game, player, |space| self.facts(program, space));
        };
        let mut lines = vec![];
        let state = game.machine.read(program);
        for kind in program.piece_kinds() {
            let own = program.pieces(kind) / program.players.max(1);
            let told = match self.marked {
                None => player * own..(player + 1) * own,
                // Where a turn is about one of them, only her way is told.
                Some((field, of)) if of == kind => state.field(field, 0).index().map_or(0..0, |piece| piece..piece + 1),
                Some(_) => 0..0,
            };
            for piece in told {
                let Some(at) = state.piece(kind, piece) else { continue };
                let whose = if own > 1 { format!("Ahead of {}", pieces::name(program, kind, piece)) } else { "Ahead".to_owned() };
                let main = way(program, *along, at, *along);
                for link in others {
                    let forks = std::iter::once(&at).chain(&main);
                    let fork = forks.copied().find_map(|from| Some((from, next(program, *link, from)?)));
                    let Some((from, first)) = fork else { continue };
                    let mut spaces = vec![first];
                    spaces.extend(way(program, *along, first, *link));
                    spaces.truncate(MOST_SPACES / 2);
                    let name = program.ir.links[*link].name.replace('_', " ");
                    lines.push(format!("By {name} from {}: {}", program.spaces[from], self.told(game, &spaces)));
                }
                if !main.is_empty() {
                    let first = lines.len() - lines.iter().rev().take_while(|line| line.starts_with("By ")).count();
                    lines.insert(first, format!("{whose}: {}", self.told(game, &main)));
                }
            }
        }
        lines
    }

    /// Spaces with what is drawn on them; neighbours with the same on them are told together.
    fn told(&self, game: &Game, spaces: &[usize]) -> String {
        let program = &game.program;
        let mut parts: Vec<(Vec<&str>, String)> = vec![];
        for space in spaces {
            let mut facts = self.facts(program, *space);
            let there = standing(program, &game.machine, *space);
            if !there.is_empty() {
                facts = [facts, there].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
            }
            match parts.last_mut() {
                Some((names, last)) if *last == facts => names.push(&program.spaces[*space]),
                _ => parts.push((vec![&program.spaces[*space]], facts)),
            }
        }
        let part = |(names, facts): &(Vec<&str>, String)| {
            if facts.is_empty() { names.join(", ") } else { format!("{} [{facts}]", names.join(", ")) }
        };
        parts.iter().map(part).collect::<Vec<_>>().join(" · ")
    }

    /// What is drawn on a space, in words: `uphill, lanes 2`.
    pub fn facts(&self, program: &Program, space: usize) -> String {
        let fact = |id: &FieldId| {
            let field = &program.ir.fields[id.index()];
            let said = program.at_first().field(*id, space).said();
            let name = field.name.replace('_', " ");
            match &said {
                _ if said.is_nothing() => None,
                Said::Flag(_) => Some(name),
                Said::Value(word) if word.case.as_ref().is_some_and(|case| case.starts_with("Compass.")) => {
                    Some(arrow(&word.text).to_owned())
                }
                // What a space is filled with needs no name: `uphill`.
                Said::Value(word) if self.fills(&field.name) => Some(word.text.clone()),
                // A case without a look isn't drawn.
                Said::Value(word) if word.case.as_ref().is_some_and(|case| !self.is_drawn(case)) => None,
                said => Some(format!("{name} {}", said.text())),
            }
        };
        self.fields.iter().filter_map(fact).collect::<Vec<_>>().join(", ")
    }
}

/// A point of the compass as it lies on the board.
fn arrow(point: &str) -> &str {
    match point {
        "north" => "↑",
        "east" => "→",
        "south" => "↓",
        "west" => "←",
        other => other,
    }
}

/// Which piece a turn is about: a field of the state that the manifest draws as a ring round it.
fn marked(program: &Program, manifest: &Manifest) -> Option<(FieldId, PieceId)> {
    program.fields_of(Owner::State).find_map(|(id, field)| {
        let Type::Piece(kind) = *field.ty.present() else { return None };
        let is_marked = manifest.look(&format!("state.{}", field.name)).marks == Some(Marks::Piece);
        (!field.secret && is_marked).then_some((id, kind))
    })
}

/// Whose pieces stand on a space, and which of them where each player has several.
fn standing(program: &Program, machine: &Machine, space: usize) -> String {
    let mut there: Vec<String> = vec![];
    for kind in program.piece_kinds() {
        let own = program.of_each(Owner::Piece(kind));
        let at = |piece: &usize| machine.read(program).piece(kind, *piece) == Some(space);
        let name = |piece: usize| match own {
            1 => program.names.get(piece).map(|name| name.to_string()),
            _ => Some(pieces::name(program, kind, piece)),
        };
        there.extend((0..program.pieces(kind)).filter(at).filter_map(name));
    }
    there.dedup();
    there.join(", ")
}

/// Where a link leads from a space.
fn next(program: &Program, link: usize, from: usize) -> Option<usize> {
    program.at_first().links(LinkId(link as u16), from).first().copied()
}

/// The spaces behind one, along a link, or along another where that one ends; not round again.
fn way(program: &Program, along: usize, from: usize, or: usize) -> Vec<usize> {
    let mut spaces = vec![];
    let mut at = from;
    while let Some(to) = next(program, along, at).or_else(|| next(program, or, at)) {
        if spaces.len() == MOST_SPACES || spaces.contains(&to) || to == from {
            break;
        }
        spaces.push(to);
        at = to;
    }
    spaces
}

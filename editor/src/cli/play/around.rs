//! Where the links of a board lead from where somebody stands, in words: a terminal draws no board.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::game::Game;
use interpreter::ir::{LinkArity, LinkId};
use interpreter::program::Program;
use interpreter::show;

use crate::board::{link_rows, own_name, paths};

/// So many spaces of a way are told.
const MOST_SPACES: usize = 8;

/// A board on which several links may lead on from a space, and what its paths are called.
#[derive(Default)]
pub struct Around {
    /// By space: the link's own name or that of its kind, the position of its kind, and where it leads.
    leads: Vec<Vec<(Arc<str>, usize, usize)>>,
    /// By space: its path and, behind the name, what the manifest puts there: `Bear 10`.
    paths: Vec<Option<String>>,
    /// By kind of path: its name, and all that there are.
    all: Vec<(String, Vec<String>)>,
}

/// Spaces one after the other, by one kind of link, until the way forks.
struct Way {
    name: Arc<str>,
    spaces: Vec<usize>,
}

impl Around {
    /// Boards on which each link leads to one space at most have nothing to be told of here.
    pub fn of(program: &Program, manifest: &Manifest) -> Around {
        if program.ir.links.iter().all(|link| link.arity != LinkArity::Many) {
            return Around::default();
        }
        let mut around =
            Around { leads: vec![vec![]; program.spaces.len()], paths: vec![None; program.spaces.len()], all: vec![] };
        for (n, link) in program.ir.links.iter().enumerate().filter(|(_, link)| link.arity == LinkArity::Many) {
            let rows = link_rows(program, n);
            for from in 0..program.spaces.len() {
                for to in program.at_first().links(LinkId(n as u16), from) {
                    let row = rows.as_ref().and_then(|(of, rows)| Some((*of, *rows.get(&(from, to))?)));
                    let own = row.and_then(|(of, row)| own_name(program, of, row, (from, to)).cloned());
                    around.leads[from].push((own.unwrap_or_else(|| show::plain(&link.name).into()), n, to));
                }
            }
        }
        for path in paths::of_program(program, &Default::default(), manifest) {
            let called = format!("{} {}", path.name, path.also).trim_end().to_owned();
            path.spaces.iter().for_each(|space| around.paths[*space] = Some(called.clone()));
            let kind = show::plain(&path.kind);
            match around.all.last_mut().filter(|(of, _)| *of == kind) {
                Some((_, all)) => all.push(called),
                None => around.all.push((kind, vec![called])),
            }
        }
        around
    }

    /// What leads on from where a player's pieces stand, and from where that ends: a line for each.
    pub fn lines(&self, game: &Game, player: usize, facts: impl Fn(usize) -> String) -> Vec<String> {
        if self.leads.is_empty() {
            return vec![];
        }
        let program = &game.program;
        let mut lines = vec![];
        for kind in program.piece_kinds() {
            let own = program.pieces(kind) / program.players.max(1);
            for at in game.machine.read(program).pieces(kind).skip(player * own).take(own).flatten() {
                let ways = self.ways(at);
                lines.push(format!("From {}: {}", program.spaces[at], self.told(program, &ways, &facts)));
                let mut told = vec![at];
                for end in ways.iter().filter_map(|way| way.spaces.last().copied()) {
                    let onward: Vec<Way> =
                        self.ways(end).into_iter().filter(|way| !way.spaces.iter().all(|s| told.contains(s))).collect();
                    if !told.contains(&end) && !onward.is_empty() {
                        lines.push(format!("  then from {}: {}", program.spaces[end], self.told(program, &onward, &facts)));
                    }
                    told.push(end);
                }
            }
        }
        lines
    }

    /// All paths of the board, a line for each kind: `run: Bear 10, Fox 9`.
    pub fn all_paths(&self) -> Vec<String> {
        self.all.iter().map(|(kind, paths)| format!("{kind}: {}", paths.join(", "))).collect()
    }

    /// What leads on from a space; nothing where this isn't told.
    pub fn from(&self, program: &Program, space: usize, facts: impl Fn(usize) -> String) -> String {
        if self.leads.is_empty() { String::new() } else { self.told(program, &self.ways(space), &facts) }
    }

    fn ways(&self, from: usize) -> Vec<Way> {
        let way = |(name, link, to): &(Arc<str>, usize, usize)| {
            let mut spaces = vec![*to];
            while let Some([(_, next, on)]) = spaces.last().map(|at| &self.leads[*at][..]) {
                if next != link || spaces.contains(on) || *on == from || spaces.len() == MOST_SPACES {
                    break;
                }
                spaces.push(*on);
            }
            Way { name: name.clone(), spaces }
        };
        self.leads[from].iter().map(way).collect()
    }

    fn told(&self, program: &Program, ways: &[Way], facts: &impl Fn(usize) -> String) -> String {
        let way = |way: &Way| {
            let mut parts: Vec<(Vec<&str>, String)> = vec![];
            for space in &way.spaces {
                let path = self.paths[*space].clone().unwrap_or_default();
                let says = [facts(*space), path].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
                match parts.last_mut() {
                    Some((names, last)) if *last == says => names.push(&program.spaces[*space]),
                    _ => parts.push((vec![&program.spaces[*space]], says)),
                }
            }
            let part = |(names, says): &(Vec<&str>, String)| {
                // Of a long row of alike spaces the first and the last tell enough.
                let names = match names.as_slice() {
                    [first, _, .., last] => format!("{first} … {last}"),
                    few => few.join(", "),
                };
                if says.is_empty() { names } else { format!("{names} [{says}]") }
            };
            format!("{} to {}", way.name, parts.iter().map(part).collect::<Vec<_>>().join(", "))
        };
        let told: Vec<String> = ways.iter().map(way).collect();
        if told.is_empty() { "nothing leads on".to_owned() } else { told.join(" · ") }
    }
}

//! The shipped rulesets and tracks, read from the repository.

use std::path::Path;
use std::sync::Arc;

use editor::files::Library;
use interpreter::ir::FieldId;
use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup};

use crate::reference_skoot::{Area, Board, Mode, Terrain};

/// The repository's own rulesets and tracks.
pub fn library() -> Library {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the repository");
    Library { rulesets: top.join("rulesets"), tracks: top.join("tracks") }
}

/// A ruleset by its folder's name.
pub fn ruleset(name: &str) -> Ruleset {
    Ruleset::read(&library().read(name))
}

/// A program of a ruleset without problems.
///
/// # Panics
/// With the problems, if there are any errors.
pub fn program(ruleset: &Ruleset, addons: &[&str], track: &str, players: usize, settings: &[&str]) -> Arc<Program> {
    let setup = Setup {
        addons: addons.iter().map(|a| (*a).to_owned()).collect(),
        track: Some(track.to_owned()),
        players: Some(players),
        settings: settings.iter().map(|s| (*s).to_owned()).collect(),
        ..Setup::default()
    };
    let built = ruleset.build(&setup);
    built.program.unwrap_or_else(|| panic!("{:#?} {:#?}", ruleset.problems, built.problems))
}

/// SKOOT's three ways to play, with the add-ons of each.
pub const MODES: [(Mode, &[&str]); 3] =
    [(Mode::Basic, &[]), (Mode::HeartRate, &["heart_rate"]), (Mode::Realistic, &["heart_rate", "realistic_shooting"])];

/// The field of this name.
///
/// # Panics
/// If the rules have none.
pub fn field(program: &Program, name: &str) -> FieldId {
    let at = program.ir.fields.iter().position(|f| *f.name == *name);
    FieldId(at.unwrap_or_else(|| panic!("no field {name}")) as u16)
}

/// The board of a SKOOT program for the hand-written race.
pub fn reference_board(program: &Program) -> Board {
    let column = |name: &str| {
        let id = field(program, name);
        (0..program.spaces.len()).map(|s| program.image[usize::from(program.field_slot(id, s).0)]).collect::<Vec<i32>>()
    };
    let link = |name: &str| {
        let at = program.ir.links.iter().position(|l| *l.name == *name).expect("SKOOT has this link");
        let base = usize::from(program.layout.links[at].0);
        (0..program.spaces.len()).map(|s| u16::try_from(program.image[base + s]).ok()).collect::<Vec<_>>()
    };
    let areas =
        [Area::Course, Area::Start, Area::Exit, Area::Recovery, Area::Shooting, Area::Penalty, Area::HomeStraight, Area::Finish];
    let terrains = [Terrain::Plain, Terrain::Climb, Terrain::Downhill];
    let area: Vec<Area> = column("area").iter().map(|n| areas[*n as usize]).collect();
    let terrain: Vec<Terrain> = column("terrain").iter().map(|n| terrains[*n as usize]).collect();
    Board::new(&area, &terrain, &link("ahead"), &link("around"), &link("homeward"))
}

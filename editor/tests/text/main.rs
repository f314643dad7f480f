//! Rules as texts that somebody edits, without a window.

use std::sync::Arc;

use editor::files::Library;
use editor::text::known::Known;
use editor::workspace::{Build, Workspace};
use interpreter::ruleset::{Setup, Texts};

mod anything;
mod appearance;
mod edits;
mod find;
mod live;
mod manual;
mod names;
mod problems;
mod rows;
mod rulebook;
mod shift;
mod tokens;
mod told;
mod trace;
mod watcher;
mod words;
mod workspace;

/// A small game in two files, with an add-on.
const RULES: &str = r#"game hop "Hop" for 1..4 players
/// How far a frog may leap.
param reach: int in 1..9 = 6
enum Part { path, goal }
space { part: Part = path }
link next one? back before
piece Frog 1 per player as frog at first
const first = the s in space where not (any t in space where t.next == s)
dice die = 1..6
player { wet: int in 0..9 = 0 }
state { rounds: int = reach }
flow { repeat { for p in players { hop(p, roll(die)) } } }
/// Leaps over spaces.
rule hop(p: player, dots: int) {
  var left = min(dots, reach)
  while left > 0 {
    let on = p.frog.at.next else return
    if on.part == goal { p.wet += doubled(left) }
    move p.frog to on
    left -= 1
  }
}
value doubled(n: int) -> int = n * 2
"#;

const TESTS: &str = r#"test "a leap" for 2 players {
  run hop(player(1), 2)
  expect player(1).frog.at == "c" and player(1).wet == 0
}

test "too far" { run hop(player(1), 9)
  expect player(1).frog.at == "a" }
"#;

const FOG: &str = "addon fog \"Fog\" for hop\nparam thick: bool = true\naround rule hop(p, dots) { proceed(p, dots - 1) }\n";

const POND: &str = r#"(ruleset: "hop", name: "Pond",
    spaces: [(id: "a", at: (0.0, 0.0)), (id: "b", at: (10.0, 0.0)), (id: "c", at: (20.0, 0.0)), (id: "d", at: (30.0, 0.0), part: goal)],
    links: [(kind: "next", chain: ["a", "b", "c", "d"])])"#;

fn texts(rules: &str, tests: &str) -> Texts {
    let manifest =
        "Game(id: \"hop\", title: \"Hop\", players: 2, modules: [\"hop.rules\", \"tests.rules\"], addons: [\"fog.rules\"])";
    let files = [("game.ron", manifest), ("hop.rules", rules), ("tests.rules", tests), ("fog.rules", FOG)];
    Texts {
        name: "hop".to_owned(),
        files: files.map(|(name, text)| (name.to_owned(), Ok(text.into()))).into(),
        tracks: [("pond".to_owned(), Ok(POND.into()))].into(),
        ..Texts::default()
    }
}

fn build(texts: Texts) -> Arc<Build> {
    let mut workspace = Workspace::new(texts, Setup::default());
    let job = workspace.job().expect("something is to be built");
    workspace.finish(job.run());
    workspace.newest().expect("it is built").clone()
}

fn small() -> Arc<Build> {
    let build = build(texts(RULES, TESTS));
    assert!(build.is_good(), "{:#?}", build.built.problems);
    build
}

fn known(build: &Arc<Build>, name: &str) -> Known {
    let known = Known::of(build, name);
    assert!(known.source.is_some(), "{name}");
    known
}

/// All shipped rulesets, built.
fn shipped() -> Vec<Arc<Build>> {
    let library = Library::built_in();
    library.names().iter().map(|name| build(library.read(name))).collect()
}

//! What is secret is read in the log by whose secret it is, and by nobody else.

use std::sync::Arc;

use interpreter::game::{Game, Status};
use interpreter::ruleset::{Setup, Texts};

mod common;

const GAME: &str = r#"game g "G" for 2..4 players
piece Car 1 per player as car at the s in space where s.start { secret load: int = 4 }
space { start: bool = false }
player { secret plan: int = 3, shown: int = 0 }
flow { for p in players { turn(p) }; end game }
value next_plan(p: player) -> int = p.plan + 1
value load_of(car: Car, asking: player) -> int = if asking.shown > 0 then 0 else car.load
value all_plans() -> int = sum p in everyone: p.plan
turn rule turn(p: player) {
  p.plan = 7
  choose keep by p "{p.plan}?" { "Keep {p.plan}" { }; "No" { } }
  say "{p} plans {p.plan}, then {next_plan(p)}, all {all_plans()}, loads {p.car.load}"
  for c in Car where c.owner != p { say "{p} asks for {load_of(c, p)}" }
  p.shown = p.plan
  let told = p.plan
  say "{p} shows {p.shown}, tells {told}"
}
"#;

fn texts() -> Texts {
    let mut texts = Texts { name: "g".into(), ..Texts::default() };
    let manifest = r#"(id: "g", title: "G", players: 2, modules: ["g.rules"])"#;
    let track = r#"(ruleset: "g", name: "L", spaces: [(id: "a", at: (1, 1), start: true)])"#;
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("g.rules".into(), Ok(GAME.into()));
    texts.tracks.insert("line".into(), Ok(track.into()));
    texts
}

#[test]
fn a_secret_is_read_by_its_player_alone() {
    let (_, built, problems) = common::build(&texts(), &Setup::default());
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    let mut game = Game::start(Arc::clone(&program), 1);
    while matches!(game.status, Status::Asking(_)) {
        game.choose(0).expect("the first option is on offer");
    }
    let texts = |reader| game.log.iter().map(|line| line.text_for(reader).to_owned()).collect::<Vec<_>>();
    let [own, other, onlooker] = [Some(0), Some(1), None].map(texts);
    let has = |texts: &[String], text: &str| texts.iter().any(|t| t == text);
    assert!(has(&own, "Player 1: Keep 7"), "{own:?}");
    assert!(has(&own, "Player 1 plans 7, then 8, all …, loads 4"), "{own:?}");
    // Who asks about somebody else's secret doesn't get to read it.
    assert!(has(&own, "Player 1 asks for …"), "{own:?}");
    for others in [&other, &onlooker] {
        assert!(has(others, "Player 1: Keep …"), "{others:?}");
        assert!(has(others, "Player 1 plans …, then …, all …, loads …"), "{others:?}");
        // Stored openly, or in a variable, it is shown.
        assert!(has(others, "Player 1 shows 7, tells 7"), "{others:?}");
    }
    assert!(has(&other, "Player 2 plans 7, then 8, all …, loads 4"), "{other:?}");
    // Who reads a whole saved race reads everything.
    assert!(game.log.iter().any(|line| line.text == "Player 1: Keep 7"));
}

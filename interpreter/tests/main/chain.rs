//! Chains of decisions: where a move that is asked for step by step can end.

use interpreter::chain::{self, End};
use interpreter::game::{Game, Status};
use interpreter::ruleset::{Setup, Texts};

/// A walk over a fork that joins again, with a step that needs luck and a hidden card.
const RULES: &str = r#"
game walk "Walk" for 1..2 players
space { toll: int = 0, lucky: bool = false, lost: bool = false }
link on many
const start: space = first s in space  else "no space"
dice coin = 0..1
piece Walker 1 per player as walker at start
card Note { worth: int = 1 } from "notes.ron"
pile notes of Note hidden full
player { paid: int = 0, seen: set of space, pile held of Note private }
state { left: int = 0 }
param keeps_way: bool = false
param steps: int in 1..50 = 4

flow { setup(); turn(player(1)); end game }
rule setup() { shuffle notes; for p in players { draw 1 from notes to p.held } }
turn rule turn(p: player) {
  left = steps
  while left > 0 {
    choose step by p "Where to?" {
      each s in p.walker.at.on "{s}" {
        left -= 1
        move p.walker to s
        p.paid += s.toll
        if keeps_way { p.seen += s }
        if s.lucky { p.paid += roll(coin) }
        if s.lost { ask(p) }
      }
      if left < steps { "Stop" { break } }
      otherwise { break }
    }
  }
  choose bye by p "Well?" { "One" { }; "Two" { } }
}
rule ask(p: player) { choose found by p "Lost?" { "Yes" { }; "No" { } } }
"#;

const TRACK: &str = r#"(ruleset: "walk", name: "Fork",
    spaces: [
        (id: "a", at: (0, 0)), (id: "b", at: (10, 0)), (id: "c", at: (10, 10)), (id: "d", at: (20, 0), toll: 0), (id: "e", at: (30, 0)),
        (id: "f", at: (40, 0), lucky: true), (id: "g", at: (50, 0)), (id: "h", at: (30, 10), lost: true), (id: "i", at: (40, 10)),
    ],
    links: [
        (kind: "on", chain: ["a", "b", "d", "e", "f", "g"]), (kind: "on", chain: ["a", "c", "d", "h", "i"]),
        (kind: "on", chain: ["b", "a"]),
    ],
)"#;

fn game(settings: &[&str]) -> Game {
    game_of(RULES, settings)
}

fn game_of(rules: &str, settings: &[&str]) -> Game {
    let mut texts = Texts { name: "walk".into(), ..Texts::default() };
    let manifest = r#"(id: "walk", title: "Walk", modules: ["walk.rules"])"#;
    for (name, text) in
        [("game.ron", manifest), ("walk.rules", rules), ("notes.ron", "{ \"Old\": (copies: 3), \"New\": (worth: 2) }")]
    {
        texts.files.insert(name.into(), Ok(text.into()));
    }
    texts.tracks.insert("fork".into(), Ok(TRACK.into()));
    let settings = settings.iter().map(|s| (*s).to_owned()).collect();
    let (_, built, problems) = crate::common::build(&texts, &Setup { players: Some(2), settings, ..Setup::default() });
    Game::start(built.program.unwrap_or_else(|| panic!("{problems:?}")), 7)
}

/// Ends as `space: way | way`.
fn shown(game: &Game, ends: &[End]) -> Vec<String> {
    let way = |way: &chain::Way| way.shown();
    let line = |end: &End| {
        let ways: Vec<String> = end.ways.iter().map(way).collect();
        format!("{}: {}", game.program.spaces[end.space], ways.join(" | "))
    };
    ends.iter().map(line).collect()
}

#[test]
fn ends_are_what_further_questions_lead_to() {
    let game = game(&[]);
    let ends = chain::ends(&game.program, &game.machine);
    // Where two ways come to the same, the first stands for both; after a round there is less left to go. Chance and other questions
    // end a chain.
    let expected = ["a: b → a | b → a → b → a", "d: b → d | b → a → b → d", "e: b → d → e", "h: b → d → h", "f: b → d → e → f"];
    assert_eq!(shown(&game, &ends), expected);
}

#[test]
fn different_results_are_different_ways() {
    let game = game(&["keeps_way=true", "steps=2"]);
    let ends = chain::ends(&game.program, &game.machine);
    assert_eq!(shown(&game, &ends), ["a: b → a", "d: b → d | c → d"]);
}

#[test]
fn only_the_shortest_ways_where_the_rules_say_so() {
    let rules = RULES.replace("\"Where to?\"", "\"Where to?\" shortest");
    let game = game_of(&rules, &["keeps_way=true"]);
    let ends = chain::ends(&game.program, &game.machine);
    assert_eq!(
        shown(&game, &ends),
        [
            "a: b → a",
            "d: b → d | c → d",
            "e: b → d → e | c → d → e",
            "h: b → d → h | c → d → h",
            "f: b → d → e → f | c → d → e → f"
        ]
    );
}

#[test]
fn a_way_can_be_followed() {
    let mut game = game(&[]);
    let ends = chain::ends(&game.program, &game.machine);
    let end = ends.iter().find(|end| &*game.program.spaces[end.space] == "e").expect("it can be reached");
    for step in &end.ways[0].steps {
        let option = game.find(step).expect("the step is on offer");
        game.choose(option).expect("it can be taken");
    }
    let Status::Asking(question) = &game.status else { panic!("{:?}", game.status) };
    assert_eq!(question.options.iter().map(|o| &*o.label).collect::<Vec<_>>(), ["f", "Stop"]);
    assert_eq!(shown(&game, &chain::ends(&game.program, &game.machine)), [""; 0], "the last step is on offer itself");
}

#[test]
fn a_question_without_spaces_leads_nowhere_and_long_walks_have_an_end() {
    let mut game = game(&["steps=50"]);
    let ends = chain::ends(&game.program, &game.machine);
    assert!(ends.len() == 5 && ends.iter().all(|end| end.ways.len() <= 9), "{:?}", shown(&game, &ends));
    while matches!(&game.status, Status::Asking(q) if &*q.decision == "step") {
        let Status::Asking(question) = &game.status else { break };
        let last = question.options.len() - 1;
        game.choose(last).expect("it is on offer");
    }
    assert_eq!(chain::ends(&game.program, &game.machine), []);
}

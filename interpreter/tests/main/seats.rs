//! Every number of players that a game may have, up to the most that a machine can seat.

use std::sync::Arc;

use interpreter::diagnostic::has_errors;
use interpreter::game::{Game, Status};
use interpreter::ir::{Counted, FieldId, Goal, KindId, Summary, Wanted};
use interpreter::program::{MOST_PLAYERS, Program, header};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::vm::Stop;
use interpreter::why::{What, writes};

use crate::common::{all_rulesets, play, ruleset, rulesets};
use crate::reload::{TRACK, texts};

/// Everybody draws a card that others don't see, plans in secret, is watched, shoves, and some go out.
const CROWD: &str = r#"
game small "Small" for 1..32 players
link next one? drawn along
card Token { worth: int in 0..9 = 0 } from "tokens.ron"
pile deck of Token hidden full
pile table of Token open
player { pile hand of Token private, secret plan: int in 0..9 = 0, points: int = 0, met: set of player, order: list of player }
piece Runner 2 per player as runners at the s in space where s.next.next.next is some
state { woken: int = 0 }
flow {
  plan_all()
  repeat 2 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
rule plan_all() {
  secretly each p in players { choose plan by p always { "One" { p.plan = 1 }; "Two" { p.plan = 2 } } }
}
whenever p in players where p.points == 1 { woken += 1; p.points += 1 }
turn rule turn(p: player) {
  draw 1 from deck to p.hand
  p.order = players from p
  if let further = p.runners[1].at.next { move p.runners[2] to further }
  p.points = woken % 2 + 1
  choose met by p { each q in others(p) "{q}" { p.met += q }; "Nobody" { p.met = p.met + p } }
  if size(players) > 1 and p not in p.met { p.met += next_player(p) }
}
"#;

const CARDS: &str = r#"{ "Salt": (copies: 64, worth: 2) }"#;

fn crowd(players: usize) -> Arc<Program> {
    let built = Ruleset::read(&texts(CROWD, TRACK, CARDS));
    crate::common::program(&built, &Setup { players: Some(players), ..Setup::default() })
}

#[test]
fn as_many_as_there_are_seats() {
    for players in [1, 2, 30, 31, 32] {
        let program = crowd(players);
        assert_eq!(program.image[header::IN_PLAY].count_ones() as usize, players);
        for seed in 1..4 {
            assert_eq!(play(&program, seed, 1000), Stop::Over, "{players} players");
        }
    }
    assert_eq!(MOST_PLAYERS, 32);
}

#[test]
fn whoever_looks_on_is_told_nothing_that_is_hidden() {
    for players in [2, 31, 32] {
        let program = crowd(players);
        let mut game = Game::start(program.clone(), 1);
        while let Status::Asking(_) = game.status {
            game.choose(0).expect("an option on offer can be taken");
        }
        assert_eq!(game.status, Status::Over);
        let plan = program.ir.fields.iter().position(|f| *f.name == *"plan").expect("it is declared");
        let cards = usize::from(program.cards[0].count);
        for seat in 0..players {
            let plan = What::Field(FieldId(plan as u16), seat);
            assert_eq!((writes(&game, plan, None).len(), writes(&game, plan, Some(seat)).len()), (0, 1), "{players}: {seat}");
        }
        let moves = |reader| -> usize { (0..cards).map(|card| writes(&game, What::Card(KindId(0), card), reader).len()).sum() };
        let known: Vec<usize> = (0..players).map(|seat| moves(Some(seat))).collect();
        assert_eq!((moves(None), known), (0, vec![2; players]), "{players} players");
    }
}

/// In a build for tests an overflow panics.
#[test]
fn each_shipped_game_at_every_number_of_players() {
    for (name, ruleset) in all_rulesets() {
        for addons in ruleset.combinations() {
            let (ir, problems) = ruleset.weave(&addons);
            assert!(!has_errors(&problems), "{name} with {addons:?}: {problems:#?}");
            for players in ir.game.min_players..=ir.game.max_players {
                let setup = Setup {
                    addons: addons.iter().map(ToString::to_string).collect(),
                    players: Some(players as usize),
                    ..Setup::default()
                };
                let stop = play(&crate::common::program(&ruleset, &setup), 7, 2000);
                assert!(matches!(stop, Stop::Over | Stop::Decide), "{name} with {addons:?} for {players}: {stop:?}");
            }
        }
    }
}

/// Whoever begins should win about as often as the others: each game says how often, so that `sim` looks at it.
#[test]
fn each_shipped_game_has_a_goal_about_the_order_of_turns() {
    for name in rulesets() {
        let (ir, _) = ruleset(&name).weave(&[]);
        let is_meant = |goal: &Goal| matches!(goal.wanted, Wanted::Of(Summary::Spread, Counted::WinsByOrder));
        assert!(ir.goals.iter().any(is_meant), "{name}");
    }
}

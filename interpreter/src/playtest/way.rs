//! The way to the head as a game, and a game as a playtest.

use std::sync::Arc;

use super::refs::Deed;
use super::{By, Event, Moment, NodeId, Playtest, Refs, Report, RulesChange, RunPoint};
use crate::game::{Begun, Choice, Game, Status};

impl Playtest {
    /// A game that was played; what people did in it can be taken back.
    pub fn of(game: &Game, is_of_person: impl Fn(&Choice) -> bool) -> Playtest {
        let mut games: Vec<&Game> = std::iter::successors(Some(game), |game| game.before().map(|before| &**before)).collect();
        games.reverse();
        let (mut playtest, mut taken_over) = (Playtest::empty(), None);
        for (n, game) in games.iter().enumerate() {
            let stage = playtest.stage(None, &game.program);
            let event = match taken_over {
                None => Event::Begin { seed: game.seed, previous: game.previous.clone(), instead: None },
                Some(RunPoint { node, .. }) => Event::Rules(RulesChange { from: Moment::end(node), report: Report::default() }),
            };
            let later = games.get(n + 1).map(|later| later.calls_later());
            let held = later.and_then(|later| game.held_before(later));
            let runs = held.map_or(usize::MAX, |held| held.run + 1);
            let mut before = playtest.refs.clone();
            let mut done = playtest.go(taken_over, stage, event, 0).is_ok();
            if taken_over.is_some() {
                playtest.add_deed("The rules were changed", before);
            }
            for (edit, luck, run) in game.done().take(runs).skip(1) {
                before = playtest.refs.clone();
                done &= match (edit, game.choices.get(run.sum.choices.wrapping_sub(1))) {
                    (Some(edit), _) => {
                        let is_done = playtest.edit(edit.clone()).is_ok();
                        playtest.add_deed(edit.told(&game.program), before);
                        is_done
                    }
                    (None, Some(choice)) => playtest.chosen_again(choice, luck, is_of_person(choice), before),
                    (None, None) => false,
                };
            }
            debug_assert!(done, "what was done once can be done again");
            let head = playtest.head();
            let call = playtest.run_of(head).calls().count().checked_sub(1 + later.unwrap_or_default());
            taken_over = Some(RunPoint { node: head, call });
        }
        playtest
    }

    fn chosen_again(&mut self, choice: &Choice, luck: &Arc<[crate::players::BotStream]>, by_person: bool, before: Refs) -> bool {
        let found = match &self.run_of(self.head()).status {
            Status::Asking(question) => question.find(choice),
            _ => None,
        };
        let by = if by_person { By::Person } else { By::Bot };
        let done = found.is_some_and(|option| self.choose(option, by, 0, luck.clone()).is_ok());
        if by_person {
            self.add_deed("", before);
        }
        done
    }

    /// The way to the head, as a game.
    pub fn game(&mut self) -> Game {
        self.game_to(self.head(), None)
    }

    /// Brings a game that led to the head once to where that is now.
    pub fn bring(&mut self, game: &mut Game) {
        if !self.lead(game, self.head()) {
            *game = self.game_to(self.head(), game.before().cloned());
        }
    }

    /// Leads a game to a node under the same rules, with what comes after a node that it has; `false`: it has none.
    fn lead(&mut self, game: &mut Game, to: NodeId) -> bool {
        let mut ahead = vec![];
        let last = loop {
            let at = ahead.last().map_or(Some(to), |last| {
                let is_begun = matches!(*self.nodes[last].event, Event::Begin { .. } | Event::Rules(_));
                self.nodes[last].parent.filter(|_| !is_begun).map(|parent| parent.node)
            });
            let Some(at) = at else { return false };
            match game.run_of(at) {
                Some(run) => break run,
                None => ahead.push(at),
            }
        };
        game.cut(last);
        self.add_all(game, ahead);
        true
    }

    fn add_all(&mut self, game: &mut Game, ahead: Vec<NodeId>) {
        for node in ahead.into_iter().rev() {
            let run = self.run_of(node);
            game.add(node, &self.nodes[&node].event, run);
        }
        game.stand();
    }

    /// The way to a node; of games that are known what they have of it is taken.
    fn game_to(&mut self, to: NodeId, known: Option<Arc<Game>>) -> Game {
        let mut like = known.clone();
        while let Some(game) = like {
            if game.run_of(to).is_some() {
                let mut game = (*game).clone();
                self.lead(&mut game, to);
                return game;
            }
            like = game.before().cloned();
        }
        let is_begun = |node: &NodeId| matches!(*self.nodes[node].event, Event::Begin { .. } | Event::Rules(_));
        let mut ahead: Vec<NodeId> = self.ways_back(to).take_while(|node| !is_begun(node)).collect();
        let first = ahead.last().map_or(Some(to), |last| self.nodes[last].parent.map(|parent| parent.node)).unwrap_or(to);
        ahead.push(first);
        let (event, stage, parent) = (self.nodes[&first].event.clone(), self.nodes[&first].stage, self.nodes[&first].parent);
        let program = self.program(stage);
        let mut game = match (&*event, parent) {
            (Event::Rules(_), Some(parent)) => {
                let before = Arc::new(self.game_to(parent.node, known));
                let (seed, previous) = (before.seed, before.previous.clone());
                let (start, call, sum, _) = self.carried(parent, stage).expect("it was taken over");
                let at = (before.run_of(parent.node).unwrap_or_default(), self.call(parent).map_or(0, |stop| stop.tick));
                Game::way(program, seed, previous, Some(Begun::of(before, start, call, sum, at)))
            }
            (Event::Begin { seed, previous, .. }, _) => Game::way(program, *seed, previous.clone(), None),
            _ => unreachable!("with these a way begins"),
        };
        self.add_all(&mut game, ahead);
        game
    }

    pub(super) fn add_deed(&mut self, name: impl Into<String>, before: Refs) {
        self.deeds += 1;
        self.undo.push(Deed { name: name.into(), refs: before, rules: None, number: self.deeds });
    }
}

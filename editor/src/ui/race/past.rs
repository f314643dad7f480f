//! Moments that were played under other rules: the game of then lies on the table while one of them is on show, and the present waits.

use std::sync::Arc;

use interpreter::game::Game;

use super::{Race, Stage};

/// The present, while a game under earlier rules is on the table.
pub(super) struct Ahead {
    game: Game,
    /// How often other rules have taken the race over since then.
    rules_ago: usize,
}

impl Race {
    /// The game as it stands now, whatever is on show.
    pub fn present(&self) -> &Game {
        self.ahead.as_ref().map_or(&self.game, |ahead| &ahead.game)
    }

    /// The rules that it is played under now, whatever is on show.
    pub fn present_stage(&self) -> &Arc<Stage> {
        self.stage_of(&self.present().program).unwrap_or(&self.stage)
    }

    /// Whether what is on show was played under rules from which others took it over.
    pub fn shows_other_rules(&self) -> bool {
        self.ahead.is_some()
    }

    /// Whether a line of the log was written under the rules on show, which know where its rule stands.
    pub fn is_of_these_rules(&self, line: usize) -> bool {
        self.next_rules().is_none_or(|next| line < next.sum_before().lines)
    }

    /// The rules that the race was played under before others took it over, the first ones first.
    pub fn was_under(&mut self, before: Vec<Stage>) {
        self.stages.extend(before.into_iter().map(Arc::new));
    }

    /// The same, the last ones first.
    pub fn earlier_stages(&self) -> impl Iterator<Item = &Arc<Stage>> {
        let earlier = std::iter::successors(self.present().before(), |game| game.before());
        earlier.filter_map(|game| self.stage_of(&game.program))
    }

    /// The present is on the table.
    pub(super) fn come_back(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            self.game = ahead.game;
            self.lay_stage();
        }
    }

    /// The game under the rules of so many changes ago is on the table.
    pub(super) fn bring(&mut self, rules_ago: usize) {
        if self.ahead.as_ref().map_or(0, |ahead| ahead.rules_ago) == rules_ago {
            return;
        }
        self.come_back();
        let mut earlier = std::iter::successors(self.game.before(), |game| game.before());
        let then = rules_ago.checked_sub(1).and_then(|n| earlier.nth(n)).filter(|game| self.stage_of(&game.program).is_some());
        if let Some(then) = then.cloned() {
            let game = std::mem::replace(&mut self.game, (*then).clone());
            self.ahead = Some(Ahead { game, rules_ago });
            self.lay_stage();
        }
    }

    /// Where all that was played under the rules on show has been shown again, those that took it over are next; whether it was so.
    pub(super) fn goes_over_to_next_rules(&mut self) -> bool {
        let Some((ahead, next)) = self.ahead.as_ref().zip(self.next_rules()) else { return false };
        if self.shown < next.sum_before().lines {
            return false;
        }
        let (state, rules_ago) = (next.state_before().map(<[i32]>::to_vec), ahead.rules_ago - 1);
        self.bring(rules_ago);
        if let Some(state) = state {
            self.table_state.set_state(&state);
            self.places = self.places_of(&state);
        }
        (self.turn_of, self.trail) = (self.table_state.turn_of(), None);
        true
    }

    /// The game under the rules that took over the one on the table.
    pub(super) fn next_rules(&self) -> Option<&Game> {
        let ahead = self.ahead.as_ref()?;
        let later = std::iter::successors(Some(&ahead.game), |game| game.before().map(|before| &**before));
        later.take(ahead.rules_ago).last()
    }

    /// The log as far as it is on the table, and what comes after it.
    pub(super) fn whole_log(&self) -> impl Iterator<Item = &interpreter::game::Line> {
        let own = self.next_rules().map_or(self.game.log.len(), |game| game.sum_before().lines);
        self.game.log.iter().take(own).chain(self.present().log.iter().skip(own))
    }
}

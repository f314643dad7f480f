//! Moments that were played under other rules: the game of then lies on the table while one of them is on show, and the present waits.

use std::sync::Arc;

use interpreter::game::Game;

use super::steps::Play;
use super::{Race, Stage};

/// The present, while a game under earlier rules is on the table.
pub(super) struct Ahead {
    play: Play,
    /// How often other rules have taken the race over since then.
    rules_ago: usize,
}

impl Race {
    /// The game as it stands now, whatever is on show.
    pub fn present(&self) -> &Game {
        self.ahead.as_ref().map_or(&self.game, |ahead| &ahead.play.game)
    }

    /// The rules that it is played under now, whatever is on show.
    pub fn present_stage(&self) -> &Arc<Stage> {
        self.ahead.as_ref().map_or(&self.stage, |ahead| &ahead.play.stage)
    }

    /// Whether what is on show was played under rules from which others took it over.
    pub fn shows_other_rules(&self) -> bool {
        self.ahead.is_some()
    }

    /// Whether a line of the log was written under the rules on show, which know where its rule stands.
    pub fn is_of_these_rules(&self, line: usize) -> bool {
        self.next_rules().is_none_or(|next| line < next.sum_before().lines)
    }

    /// The rules that such a race was played under before others took it over, the first ones first.
    pub fn was_under(&mut self, before: Vec<Stage>) {
        let chain = |before: Option<Arc<Stage>>, stage: Stage| Some(Arc::new(Stage { before, ..stage }));
        let before = before.into_iter().fold(None, chain);
        if let Some(stage) = Arc::get_mut(&mut self.stage) {
            stage.before = before;
        }
    }

    /// What is played now.
    pub(super) fn play_now(&self) -> Play {
        match &self.ahead {
            Some(ahead) => ahead.play.clone(),
            None => self.play_on_show(),
        }
    }

    /// What is on the table: under earlier rules while a moment of then is on show.
    pub(super) fn play_on_show(&self) -> Play {
        Play { stage: self.stage.clone(), game: self.game.clone() }
    }

    /// The present is on the table.
    pub(super) fn come_back(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            self.put(ahead.play);
        }
    }

    /// The game under the rules of so many changes ago is on the table.
    pub(super) fn bring(&mut self, rules_ago: usize) {
        if self.ahead.as_ref().map_or(0, |ahead| ahead.rules_ago) == rules_ago {
            return;
        }
        self.come_back();
        let (mut game, mut stage) = (&self.game, &self.stage);
        for _ in 0..rules_ago {
            let (Some(game_before), Some(stage_before)) = (game.before(), stage.before.as_ref()) else { return };
            (game, stage) = (game_before, stage_before);
        }
        let (game, stage) = (game.clone(), stage.clone());
        if rules_ago > 0 {
            let play = self.put(Play { stage, game });
            self.ahead = Some(Ahead { play, rules_ago });
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
        let later = std::iter::successors(Some(&ahead.play.game), |game| game.before().map(|before| &**before));
        later.take(ahead.rules_ago).last()
    }

    /// The log as far as it is on the table, and what comes after it.
    pub(super) fn whole_log(&self) -> impl Iterator<Item = &interpreter::game::Line> {
        let own = self.next_rules().map_or(self.game.log.len(), |game| game.sum_before().lines);
        self.game.log.iter().take(own).chain(self.present().log.iter().skip(own))
    }
}

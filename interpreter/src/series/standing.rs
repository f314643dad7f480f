//! Points by place, their totals, and the ranking.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::data::manifest::series::{Series, Ties};

/// How places become points, and points a ranking.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoring {
    /// The points of each place, the winner's first. Places beyond the end get the last entry.
    pub points: Arc<[i32]>,
    pub lowest_wins: bool,
    pub ties: Ties,
}

impl Scoring {
    pub fn of(series: &Series) -> Scoring {
        Scoring { points: series.points.as_slice().into(), lowest_wins: series.lowest_wins, ties: series.ties }
    }

    /// The points of a place, from 1.
    pub fn points(&self, place: u32) -> i32 {
        let at = (place.max(1) as usize - 1).min(self.points.len().saturating_sub(1));
        self.points.get(at).copied().unwrap_or(0)
    }
}

/// The result of a race, by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceResult {
    /// Places from 1; players who share a place have the same number.
    pub places: Vec<u32>,
    pub points: Vec<i32>,
}

/// The table after some races.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The results, in playing order.
    pub races: Vec<RaceResult>,
    /// The points of all races together, by seat.
    pub totals: Vec<i64>,
    /// The places in the series, by seat, from 1. Equal places are shared.
    pub places: Vec<u32>,
}

impl Standing {
    /// The table after races with these places, by seat.
    pub fn new(scoring: &Scoring, players: usize, races: &[Vec<Option<u32>>]) -> Standing {
        let result = |places: &Vec<Option<u32>>| {
            let places = counted(places);
            let points = places.iter().map(|place| scoring.points(*place)).collect();
            RaceResult { places, points }
        };
        let races: Vec<RaceResult> = races.iter().map(result).collect();
        let total = |player: usize| races.iter().map(|race| i64::from(race.points[player])).sum();
        let totals: Vec<i64> = (0..players).map(total).collect();
        let before = |a: usize, b: usize| -> Ordering {
            let by_total = if scoring.lowest_wins { totals[a].cmp(&totals[b]) } else { totals[b].cmp(&totals[a]) };
            match scoring.ties {
                Ties::Shared => by_total,
                Ties::LastRace => {
                    let by_race = races.iter().rev().map(|race| race.places[a].cmp(&race.places[b]));
                    by_race.fold(by_total, Ordering::then)
                }
            }
        };
        let place = |p: usize| 1 + (0..players).filter(|other| before(*other, p) == Ordering::Less).count() as u32;
        let places = (0..players).map(place).collect();
        Standing { races, totals, places }
    }

    /// The seats by place; seats that share a place are in table order.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|player| self.places[*player]);
        order
    }

    /// Whether others have the same place.
    pub fn is_shared(&self, player: usize) -> bool {
        self.places.iter().filter(|place| **place == self.places[player]).count() > 1
    }

    /// Whether `ties` decided between equal totals.
    pub fn was_tied(&self) -> bool {
        let players = 0..self.places.len();
        let parted = |a: usize, b: usize| self.totals[a] == self.totals[b] && self.places[a] != self.places[b];
        players.clone().any(|a| players.clone().any(|b| parted(a, b)))
    }

    /// Whether everybody's points equal their places, so that one number says both.
    pub fn points_are_places(&self) -> bool {
        self.races
            .iter()
            .all(|race| race.places.iter().zip(&race.points).all(|(place, points)| i64::from(*place) == i64::from(*points)))
    }
}

/// The places of a race as a series counts them: players without a place share the best place that nobody has.
pub(super) fn counted(places: &[Option<u32>]) -> Vec<u32> {
    let is_taken = |n: u32| {
        let at = places.iter().flatten().filter(|place| **place <= n).max();
        at.is_some_and(|at| (*at..).take(places.iter().filter(|p| **p == Some(*at)).count()).any(|covered| covered == n))
    };
    let free = (1..=places.len() as u32).find(|n| !is_taken(*n)).unwrap_or(places.len() as u32);
    places.iter().map(|place| place.unwrap_or(free)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scoring(points: &[i32], lowest_wins: bool, ties: Ties) -> Scoring {
        Scoring { points: points.into(), lowest_wins, ties }
    }

    fn places(races: &[&[u32]]) -> Vec<Vec<Option<u32>>> {
        races.iter().map(|race| race.iter().map(|place| Some(*place)).collect()).collect()
    }

    /// A table from a rulebook: four races of four players, one point for each place, the fewest points win.
    #[test]
    fn a_tie_goes_to_the_better_place_in_the_last_race() {
        let races = places(&[&[1, 3, 2, 4], &[2, 1, 3, 4], &[4, 3, 2, 1], &[4, 1, 3, 2]]);
        let found = Standing::new(&scoring(&[1, 2, 3, 4, 5, 6], true, Ties::LastRace), 4, &races);
        assert_eq!(found.totals, [11, 8, 10, 11]);
        assert_eq!(found.places, [4, 1, 2, 3]);
        assert_eq!(found.order(), [1, 2, 3, 0]);
        assert!(found.was_tied() && found.points_are_places() && !found.is_shared(3));
        let shared = Standing::new(&scoring(&[1, 2, 3, 4], true, Ties::Shared), 4, &races);
        assert_eq!((shared.places.as_slice(), shared.is_shared(0)), ([3, 1, 2, 3].as_slice(), true));
    }

    #[test]
    fn where_the_last_race_was_shared_the_one_before_decides() {
        let races = places(&[&[2, 3, 1], &[1, 2, 3], &[3, 1, 1]]);
        let found = Standing::new(&scoring(&[9, 5, 1], false, Ties::LastRace), 3, &races);
        assert_eq!(found.totals, [15, 15, 19]);
        assert_eq!(found.places, [3, 2, 1]);
        let races = places(&[&[1, 2], &[2, 1], &[1, 1]]);
        assert_eq!(Standing::new(&scoring(&[3, 1], false, Ties::LastRace), 2, &races).places, [2, 1]);
        let races = places(&[&[1, 1]]);
        assert_eq!(Standing::new(&scoring(&[3, 1], false, Ties::LastRace), 2, &races).places, [1, 1], "equal in all");
    }

    #[test]
    fn who_has_no_place_shares_the_best_that_is_free() {
        assert_eq!(counted(&[None, Some(1), None, Some(4)]), [2, 1, 2, 4]);
        assert_eq!(counted(&[Some(1), Some(1), None, None]), [1, 1, 3, 3]);
        assert_eq!(counted(&[None, None]), [1, 1]);
        assert_eq!(counted(&[Some(2), None, Some(2)]), [2, 1, 2]);
        assert_eq!(counted(&[]), Vec::<u32>::new());
    }

    #[test]
    fn a_table_without_races_is_all_shared() {
        let found = Standing::new(&scoring(&[1, 2], true, Ties::LastRace), 2, &[]);
        assert_eq!((found.totals, found.places), (vec![0, 0], vec![1, 1]));
    }
}

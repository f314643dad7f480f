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
pub fn counted(places: &[Option<u32>]) -> Vec<u32> {
    let is_taken = |n: u32| {
        let at = places.iter().flatten().filter(|place| **place <= n).max();
        at.is_some_and(|at| (*at..).take(places.iter().filter(|p| **p == Some(*at)).count()).any(|covered| covered == n))
    };
    let free = (1..=places.len() as u32).find(|n| !is_taken(*n)).unwrap_or(places.len() as u32);
    places.iter().map(|place| place.unwrap_or(free)).collect()
}

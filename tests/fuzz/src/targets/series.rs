//! Series: races one after the other, saved and played again; files of them that somebody has edited.

use std::sync::{Arc, LazyLock, OnceLock};

use interpreter::game::{Game, Status};
use interpreter::playtest::{About, Playtest};
use interpreter::replay::{OfSeries, Saved};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::series::{Plan, ReplayedSeries, Series, Standing};

use crate::saved::{build, read_saved};
use crate::shipped::{RULESETS, TEXTS};
use crate::spoil::spoil_saved;
use crate::ways::{self, MADE};
use crate::{Result, Unstructured, play, seldom};

/// Answers given at random in a short race, at most.
const MOST: usize = 60;

/// A series of a ruleset before its first race or after it, and whether its races are short.
struct Begun {
    ruleset: &'static Ruleset,
    series: Series,
    is_short: bool,
}

/// A cup of a small game, of which each race is over after a round.
static SMALL: LazyLock<Vec<Begun>> = LazyLock::new(|| {
    let mut small = TEXTS.iter().find(|texts| texts.name == "cards").expect("it is there").clone();
    let cup = r#"addons: [], series: [(name: "Cup", tracks: ["line", "line"], points: [5, 3, 1, 0], wins: highest)]"#;
    let changes = [("cards.rules", ">= 25", ">= 1"), ("game.ron", "players: 3", "players: 2"), ("game.ron", "addons: []", cup)];
    for (file, from, to) in changes {
        let text = small.files[file].clone().expect("it was read");
        assert!(text.contains(from), "{file} has no `{from}`");
        small.files.insert(file.into(), Ok(text.replace(from, to).into()));
    }
    starts(Box::leak(Box::new(Ruleset::read(&small))), &[], true)
});

/// The series of the shipped games.
static SHIPPED: LazyLock<Vec<Begun>> =
    LazyLock::new(|| RULESETS.iter().flat_map(|ruleset| starts(ruleset, &[], false)).collect());

/// The same after a race, which takes long to be played again.
static LATER: LazyLock<Vec<Begun>> = LazyLock::new(|| {
    let later = SHIPPED.iter().map(|begun| {
        let mut series = begun.series.clone();
        let mut game = series.next_race().expect("it has a race");
        play::at_random(&mut game, 0, usize::MAX);
        series.add(game).expect("it is over");
        Begun { series, ..*begun }
    });
    later.collect()
});

/// The cup of a generated game.
fn made(n: usize) -> &'static [Begun] {
    static ALL: [OnceLock<Vec<Begun>>; MADE] = [const { OnceLock::new() }; MADE];
    ALL[n].get_or_init(|| {
        let way = &ways::made(n)[0];
        starts(way.ruleset, &way.setup.settings, true)
    })
}

fn starts(ruleset: &'static Ruleset, settings: &[String], is_short: bool) -> Vec<Begun> {
    let start = |of: &interpreter::data::manifest::series::Series| {
        let setup = Setup { names_spaces: true, settings: settings.to_vec(), ..Setup::default() };
        let plan = Plan::new(ruleset, &of.name, &setup).unwrap_or_else(|why| panic!("{why:?}"));
        Begun { ruleset, series: Series::new(Arc::new(plan), 1), is_short }
    };
    ruleset.manifest.series.iter().map(start).collect()
}

/// Mostly it is generated. Long games are seldom, and races that are over more seldom still.
fn any(bytes: &mut Unstructured<'_>) -> Result<&'static Begun> {
    let from = match bytes.arbitrary::<u8>()? {
        _ if seldom(bytes, 500) => &**LATER,
        _ if seldom(bytes, 32) => &**SHIPPED,
        0x60.. => made(bytes.choose_index(MADE)?),
        _ => &**SMALL,
    };
    bytes.choose(from)
}

/// A file with the races that were played.
fn write(ruleset: &'static Ruleset, series: &Series, races: &[Game], is_whole: bool) -> String {
    let mut playtest: Option<Playtest> = None;
    for (game, race) in races.iter().zip(&series.plan.races) {
        let build = build(ruleset, &race.setup, &race.built, is_whole);
        match &mut playtest {
            None => playtest = Some(Playtest::of(Some(build), game, |_| true)),
            Some(before) => before.add_race(Some(build), game, |_| true),
        }
    }
    let name = series.plan.name.to_string();
    let of = OfSeries { name, race: races.len(), seed: Some(series.seed), addons: vec![], set: vec![] };
    let about = About { seats: vec!["human".into(); series.plan.players], series: Some(of), ..About::default() };
    playtest.expect("a race is played").write(&about)
}

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let Begun { ruleset, series, is_short } = any(bytes)?;
    let mut series = series.clone();
    let is_new = series.over.is_empty();
    if is_new {
        series.seed = bytes.arbitrary::<u16>()?.into();
    }
    let mut races = series.over.clone();
    while let Some(mut game) = series.next_race() {
        play::play_on(&mut game, bytes, 4)?;
        if *is_short && bytes.ratio(3, 4)? {
            play::at_random(&mut game, bytes.arbitrary()?, MOST);
            play::check(&game);
        }
        races.push(game.clone());
        // The table counts a race that isn't over as far as it has come.
        let places: Vec<_> = series.over.iter().chain([&game]).map(Game::places).collect();
        Standing::new(&series.plan.scoring, series.plan.players, &places);
        if game.status != Status::Over {
            assert!(series.add(game).is_err());
            break;
        }
        series.add(game).expect("it is over");
        series.standing();
    }
    let text = write(ruleset, &series, &races, seldom(bytes, 256));
    let replay = |races: &[Saved]| ReplayedSeries::of(series.plan.clone(), series.seed, races);
    if bytes.ratio(1, 2)? {
        let again = replay(&read_saved(&text).unwrap_or_else(|why| panic!("{why:?}\n{text}")));
        assert!(again.equal() || !is_new, "{:?}", again.left_over);
        if is_new {
            assert_eq!(again.races.last().map(|race| race.game.hash()), races.last().map(Game::hash));
            assert_eq!(again.series.over.len(), series.over.len());
        }
    } else if let Ok(read) = read_saved(&spoil_saved(&text, bytes)?) {
        replay(&read).races.iter().for_each(|race| play::check(&race.game));
    }
    Ok(())
}

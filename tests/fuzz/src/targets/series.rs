//! Series: races one after the other, saved and played again; files of them that somebody has edited.

use std::sync::{Arc, LazyLock};

use interpreter::game::{Game, Status};
use interpreter::replay::is_series;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::series::{Plan, SavedRace, SavedSeries, Series, Standing};

use crate::spoil::spoil;
use crate::{Result, Unstructured, play, shipped};

/// A series of a ruleset, and what is saved of it.
type Begun = (Ruleset, Series, SavedSeries);

/// A cup of a small game of which all races are played, as each is over after a round; then the series of the shipped games, of which
/// one is: at their starts, and after a race.
static BEGUN: LazyLock<Vec<Begun>> = LazyLock::new(|| {
    let mut small = shipped::TEXTS.iter().find(|texts| texts.name == "cards").expect("it is there").clone();
    let cup = r#"addons: [], series: [(name: "Cup", tracks: ["line", "line"], points: [5, 3, 1, 0], wins: highest)]"#;
    let changes = [("cards.rules", ">= 25", ">= 1"), ("game.ron", "players: 3", "players: 2"), ("game.ron", "addons: []", cup)];
    for (file, from, to) in changes {
        let text = small.files[file].clone().expect("it was read");
        assert!(text.contains(from), "{file} has no `{from}`");
        small.files.insert(file.into(), Ok(text.replace(from, to).into()));
    }
    let mut begun = starts(&Ruleset::read(&small));
    let shipped: Vec<_> = shipped::RULESETS.iter().flat_map(starts).collect();
    for (ruleset, mut series, mut saved) in shipped.clone() {
        let mut game = series.next_race().expect("it has a race");
        play::at_random(&mut game, 0, usize::MAX);
        saved.races.push(save_race(&ruleset, &series, &game));
        series.add(game).expect("it is over");
        begun.push((ruleset, series, saved));
    }
    begun.splice(1..1, shipped);
    begun
});

fn starts(ruleset: &Ruleset) -> Vec<Begun> {
    let start = |of: &interpreter::data::manifest::series::Series| {
        let plan = Plan::new(ruleset, &of.name, &Setup::default()).unwrap_or_else(|why| panic!("{why:?}"));
        let series = Series::new(Arc::new(plan), 1);
        let saved = SavedSeries::of(ruleset, &Setup::default(), &series, &vec!["human"; series.plan.players]);
        (ruleset.clone(), series, saved)
    };
    ruleset.manifest.series.iter().map(start).collect()
}

fn save_race(ruleset: &Ruleset, series: &Series, game: &interpreter::game::Game) -> SavedRace {
    SavedRace::of(ruleset, &series.plan.races[series.over.len()].built.track_name, game)
}

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let n = bytes.choose_index(BEGUN.len())?;
    let (ruleset, series, saved) = &BEGUN[n];
    let (mut series, mut saved) = (series.clone(), saved.clone());
    let (is_small, is_new) = (n == 0, series.over.is_empty());
    if is_new {
        series.seed = bytes.arbitrary::<u16>()?.into();
        saved.seed = series.seed;
    }
    let mut last = None;
    while let Some(mut game) = series.next_race() {
        play::play_on(&mut game, bytes, 4)?;
        if is_small && bytes.ratio(3, 4)? {
            play::at_random(&mut game, bytes.arbitrary()?, usize::MAX);
            play::check(&game);
        }
        saved.races.push(save_race(ruleset, &series, &game));
        // The table counts a race that isn't over as far as it has come.
        let places: Vec<_> = series.over.iter().chain([&game]).map(Game::places).collect();
        Standing::new(&series.plan.scoring, series.plan.players, &places);
        last = Some(game.hash());
        if game.status != Status::Over {
            assert!(series.add(game).is_err());
            break;
        }
        series.add(game).expect("it is over");
        series.standing();
    }
    let text = saved.write();
    let read = SavedSeries::read(&text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert!(is_series(&text));
    assert_eq!(read, saved);
    let plan = &series.plan;
    // Written or played again as it is, or as somebody has edited it.
    let what = bytes.int_in_range(0..=3)?;
    if what == 0 {
        assert_eq!(read.write(), text);
    } else if what == 1 && is_new {
        let again = read.replay(plan.clone());
        assert!(again.equal(), "{:?}", again.left_over);
        assert_eq!(again.races.last().map(|race| race.game.hash()), last);
        assert_eq!(again.series.over.len(), series.over.len());
    } else if let Ok(read) = SavedSeries::read(&spoil(&text, bytes, 3)?) {
        assert_eq!(SavedSeries::read(&read.write()).as_ref(), Ok(&read));
        if is_new {
            read.replay(plan.clone()).races.iter().for_each(|race| play::check(&race.game));
        }
    }
    Ok(())
}

//! Series: races one after the other, saved and played again; files of them that somebody has edited.

use std::sync::{Arc, LazyLock};

use interpreter::game::{Game, Status};
use interpreter::playtest::{About, Playtest};
use interpreter::replay::{OfSeries, Saved};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::series::{Plan, ReplayedSeries, Series, Standing};

use crate::shipped::read_saved;
use crate::spoil::spoil_saved;
use crate::{Result, Unstructured, play, shipped};

/// A series of a ruleset.
type Begun = (Ruleset, Series);

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
    for (ruleset, mut series) in shipped.clone() {
        let mut game = series.next_race().expect("it has a race");
        play::at_random(&mut game, 0, usize::MAX);
        series.add(game).expect("it is over");
        begun.push((ruleset, series));
    }
    begun.splice(1..1, shipped);
    begun
});

fn starts(ruleset: &Ruleset) -> Vec<Begun> {
    let start = |of: &interpreter::data::manifest::series::Series| {
        let plan = Plan::new(ruleset, &of.name, &Setup { names_spaces: true, ..Setup::default() })
            .unwrap_or_else(|why| panic!("{why:?}"));
        (ruleset.clone(), Series::new(Arc::new(plan), 1))
    };
    ruleset.manifest.series.iter().map(start).collect()
}

/// A file with the races that were played.
fn write(ruleset: &'static Ruleset, series: &Series, races: &[Game], is_whole: bool) -> String {
    let mut playtest: Option<Playtest> = None;
    for (game, race) in races.iter().zip(&series.plan.races) {
        let build = shipped::build(ruleset, &race.setup, is_whole);
        match &mut playtest {
            None => playtest = Some(Playtest::of(Some(build), game, |_| true)),
            Some(before) => before.add_race(Some(build), game, |_| true),
        }
    }
    let name = series.plan.name.to_string();
    let of = OfSeries { name, race: races.len(), seed: Some(series.seed), addons: vec![], set: vec![] };
    let about = About { seats: vec!["human".into(); series.plan.players], series: Some(of) };
    playtest.expect("a race is played").write(&about)
}

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let n = bytes.choose_index(BEGUN.len())?;
    let (ruleset, series) = &BEGUN[n];
    let mut series = series.clone();
    let (is_small, is_new) = (n == 0, series.over.is_empty());
    if is_new {
        series.seed = bytes.arbitrary::<u16>()?.into();
    }
    let mut races = series.over.clone();
    while let Some(mut game) = series.next_race() {
        play::play_on(&mut game, bytes, 4)?;
        if is_small && bytes.ratio(3, 4)? {
            play::at_random(&mut game, bytes.arbitrary()?, usize::MAX);
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
    let text = write(ruleset, &series, &races, bytes.ratio(1, 64)?);
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

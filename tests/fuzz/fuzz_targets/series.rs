//! Series: races one after the other, saved and played again; files of them that somebody has edited.

#![no_main]

use std::sync::{Arc, LazyLock};

use fuzz::spoil::spoil;
use fuzz::{Result, Unstructured, play, shipped};
use interpreter::game::Status;
use interpreter::players::bot_stream;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::series::{Plan, SavedRace, SavedSeries, Series};
use libfuzzer_sys::fuzz_target;

/// The series of the shipped games, and one of a small game, so that many are played.
static PLANS: LazyLock<Vec<(Ruleset, Arc<Plan>)>> = LazyLock::new(|| {
    let mut plans = vec![];
    for texts in &*shipped::TEXTS {
        let mut texts = texts.clone();
        if texts.name == "cards" {
            let manifest = texts.files["game.ron"].clone().expect("it was read");
            let cup =
                r#"addons: [], series: [(name: "Cup", tracks: ["line", "line", "line"], points: [5, 3, 1, 0], wins: highest)],"#;
            texts.files.insert("game.ron".into(), Ok(manifest.replace("addons: [],", cup).into()));
        }
        let ruleset = Ruleset::read(&texts);
        for series in &ruleset.manifest.series {
            let plan = Plan::new(&ruleset, &series.name, &Setup::default()).unwrap_or_else(|why| panic!("{why:?}"));
            // The small one several times: its races are short.
            let often = if texts.name == "cards" { 7 } else { 1 };
            plans.extend(vec![(ruleset.clone(), Arc::new(plan)); often]);
        }
    }
    plans.reverse(); // the small one first: that is what no bytes at all mean
    plans
});

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (ruleset, plan) = bytes.choose(&PLANS)?;
    let mut series = Series::new(plan.clone(), u64::from(bytes.arbitrary::<u16>()?));
    let setup = Setup::default();
    let mut saved = SavedSeries::of(ruleset, &setup, &series, &vec!["human"; plan.players]);
    let mut last = None;
    while let Some(mut game) = series.next_race() {
        let track = plan.races[series.over.len()].built.track_name.to_string();
        play::play_on(&mut game, bytes, 8)?;
        if bytes.ratio(1, 4)?
            && let Some(edit) = play::any_edit(&game, bytes)?
        {
            let _ = game.edit(&edit);
        }
        if bytes.ratio(3, 4)? {
            play::at_random(&mut game, &mut bot_stream(bytes.arbitrary()?, 0), 2_000);
        }
        play::check(&game);
        saved.races.push(SavedRace::of(ruleset, &track, &game));
        series.standing_with(&game);
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
    assert!(SavedSeries::is_one(&text));
    assert_eq!((&read, read.write()), (&saved, text.clone()));
    let again = read.replay(plan.clone());
    assert!(again.equal(), "{:?}", again.left_over);
    assert_eq!(again.races.last().map(|race| race.game.hash()), last);
    assert_eq!(again.series.over.len(), series.over.len());

    let text = spoil(&text, bytes, 3)?;
    if let Ok(read) = SavedSeries::read(&text) {
        assert_eq!(SavedSeries::read(&read.write()).as_ref(), Ok(&read));
        read.replay(plan.clone()).races.iter().for_each(|race| play::check(&race.game));
    }
    Ok(())
}

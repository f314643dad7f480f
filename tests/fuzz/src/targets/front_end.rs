//! Any texts as parts of a ruleset: all stages run, what is wrong is shown, and a short game is played where there is a program.
//!
//! An input is a list of files, each behind a line with its name: `=== skoot/skoot.rules`, `=== tracks/skoot/hilly.ron`. They take the place of
//! the files of that name in the ruleset of that name, or stand beside them; a ruleset that isn't there is the little race of the reference.
//! `=== settings` are parameters, line by line. Bytes without such a line spoil a generated ruleset.

use editor::render::render;
use interpreter::game::Game;
use interpreter::ruleset::{Ruleset, Setup, Texts};

use crate::shipped::{MEADOW, RULESETS, TEXTS};
use crate::spoil::spoil;
use crate::{Result, Unstructured, play, ways};

/// What a file begins with.
const MARK: &str = "=== ";

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let input = String::from_utf8_lossy(bytes.peek_bytes(bytes.len()).unwrap_or_default()).into_owned();
    let (mut texts, mut before): (Option<Texts>, Option<&Ruleset>) = (None, None);
    let mut setup = Setup::default();
    for file in input.split(MARK).skip(1) {
        let (name, text) = file.split_once('\n').unwrap_or((file, ""));
        if name == "settings" {
            setup.settings.extend(text.lines().map(Into::into));
            continue;
        }
        let texts = texts.get_or_insert_with(|| {
            let is_named = |texts: &Texts| name.trim_start_matches("tracks/").split('/').next() == Some(&*texts.name);
            let Some(n) = TEXTS.iter().position(is_named) else { return MEADOW.clone() };
            before = Some(&RULESETS[n]);
            TEXTS[n].clone()
        });
        if let Some(track) = name.strip_prefix("tracks/").and_then(|name| name.split('/').nth(1)) {
            setup.track = Some(track.trim_end_matches(".ron").into());
        }
        texts.set(name, Ok(text.into()));
    }
    if texts.is_none() {
        let way = &ways::any_made(bytes)?[0];
        let mut spoilt = way.texts.clone();
        let mut all: Vec<_> = spoilt.files.values_mut().chain(spoilt.tracks.values_mut()).collect();
        let at = bytes.choose_index(all.len())?;
        *all[at] = Ok(spoil(all[at].as_ref().expect("it was made"), bytes, 3)?.into());
        setup.settings.clone_from(&way.setup.settings);
        (texts, before) = (Some(spoilt), Some(way.ruleset));
    }
    let Some(texts) = texts else { return Ok(()) };
    let ruleset = Ruleset::read_after(&texts, before);
    setup.addons = ruleset.addons.iter().map(|addon| addon.name.to_string()).take(3).collect();
    let built = ruleset.build(&setup);
    render(&ruleset.sources, &ruleset.problems, false);
    render(&ruleset.sources, &built.problems, false);
    if let Some(program) = built.program {
        let mut game = Game::start(program, bytes.len() as u64);
        play::play_on(&mut game, bytes, 20)?;
    }
    Ok(())
}

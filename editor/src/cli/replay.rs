//! `replay`: a saved game, played again and compared.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::game::Status;
use interpreter::replay::{self, Saved};
use interpreter::source::Sources;

use super::play::{log_line, ranking};
use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::files::{self, Library};

/// Plays the file's game; well only if it goes as it was saved.
pub fn run(args: &args::Replay, library: &Library) -> ExitCode {
    match again(args, library) {
        Ok(code) | Err(code) => code,
    }
}

fn again(args: &args::Replay, library: &Library) -> Result<ExitCode, ExitCode> {
    let file = args.file.display();
    let fail = |problem: Diagnostic, code: u8| {
        setup::report(&Sources::default(), &[problem]);
        ExitCode::from(code)
    };
    let text = files::read(&args.file)
        .map_err(|why| fail(Diagnostic::nowhere(Code::Unreadable, format!("{file} can't be read: {why}")), WRONG))?;
    let saved = Saved::read(&text).map_err(|p| {
        let message = format!("{file}: {}", p.message);
        fail(Diagnostic { message, ..p }, FOUND)
    })?;
    let ruleset = setup::ruleset(library, &saved.ruleset)?;
    let ready = setup::built(ruleset, saved.setup())?;
    let changed = saved.changed(&ready.ruleset);
    if !changed.is_empty() {
        let what = changed.join(" and the ");
        out::note(out::styled(out::WARN, format!("note: the {what} have changed since the game was saved; trying all the same")));
    }
    let replayed = replay::replay(ready.program.clone(), &saved);
    let game = &replayed.game;
    if args.log {
        game.log.iter().for_each(|line| out::print(log_line(line, &line.text)));
        out::line("");
    }
    if game.status == Status::Over {
        let seats: Vec<&str> = saved.seats.iter().map(String::as_str).collect();
        out::print(ranking(game, &seats));
    }
    let (title, count) = (&ready.built.ir.game.title, saved.choices.len());
    if replayed.equal() {
        let text = format!("{title}, seed {}: equal to the saved game through all {count} choices.", saved.seed);
        out::line(out::styled(out::GOOD, text));
        return Ok(ExitCode::SUCCESS);
    }
    let mut problems = vec![];
    if let Some(after) = replayed.differs_after {
        let what = match after.checked_sub(1).and_then(|n| saved.choices.get(n)) {
            Some(step) => format!("after choice {after} of {count}, `{}` by player {}", step.decision, step.player),
            None => "from the start, before the first choice".to_owned(),
        };
        let problem = Diagnostic::nowhere(Code::BadReplay, format!("the state is another than in the saved game {what}"));
        problems.push(match changed.is_empty() {
            true => problem.hint("the file was edited, or the game was saved by another version of the program"),
            false => problem.hint("the change of the rules or the track shows here"),
        });
    }
    problems.extend(replayed.stopped_at.iter().map(|(_, problem)| problem.clone()));
    problems.extend(replayed.other_end.clone());
    setup::report(&ready.ruleset.sources, &problems);
    Ok(ExitCode::from(FOUND))
}

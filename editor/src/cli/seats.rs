//! The players in `--seats`.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic, nearest};
use interpreter::players::Seat;
use interpreter::ruleset::seat_name;
use interpreter::source::Sources;

use super::{WRONG, setup};

/// Returns the seats as written; `None` if nothing is written.
///
/// # Errors
/// Returns the exit code, after an unknown kind of player has been reported.
pub fn read(written: &[String]) -> Result<Option<Vec<Seat>>, ExitCode> {
    if written.is_empty() {
        return Ok(None);
    }
    let mut seats = vec![];
    for (n, name) in written.iter().map(|s| s.trim().to_lowercase()).enumerate() {
        let known = Seat::NAMES.map(|(n, _)| n);
        match Seat::named(&name) {
            Some(seat) => seats.push(seat),
            None => {
                let message = if name.is_empty() {
                    format!("nobody sits in seat {} of `{}`", n + 1, written.join(","))
                } else {
                    format!("nobody plays as `{name}`")
                };
                let problem = Diagnostic::nowhere(Code::UnknownName, message);
                let problem = problem
                    .did_you_mean(nearest(&name, known))
                    .or_hint(format!("a seat is one of {}: `--seats human,greedy,random`", known.join(", ")));
                setup::report(&Sources::default(), &[problem]);
                return Err(ExitCode::from(WRONG));
            }
        }
    }
    Ok(Some(seats))
}

/// Returns the names of players as written.
///
/// # Errors
/// Returns the exit code, after two equal names, or more names than seats, have been reported.
pub fn names(written: &[String], seats: Option<usize>) -> Result<Vec<String>, ExitCode> {
    let names: Vec<String> = written.iter().map(|name| seat_name(name)).collect();
    if let Some(seats) = seats.filter(|seats| *seats < names.len()) {
        let problem = Diagnostic::nowhere(Code::WrongPlayers, format!("there are {} names for {seats} seats", names.len()));
        setup::report(&Sources::default(), &[problem.hint("name as many players as `--seats` lists")]);
        return Err(ExitCode::from(WRONG));
    }
    let twice = names.iter().enumerate().find(|(n, name)| !name.is_empty() && names[..*n].contains(name));
    let Some((_, name)) = twice else { return Ok(names) };
    let problem = Diagnostic::nowhere(Code::DuplicateId, format!("two players are called `{name}`"));
    setup::report(&Sources::default(), &[problem.hint("give each of them a name of their own: `--names Anna,Ben`")]);
    Err(ExitCode::from(WRONG))
}

/// Returns a person in the first seat, and greedy players in all others.
pub fn usual(players: usize) -> Vec<Seat> {
    (0..players).map(|n| if n == 0 { Seat::Human } else { Seat::Greedy }).collect()
}

//! The rules language of Coursesetter and the machine that plays it. Texts in, values out: no files, no clock, no environment, no window,
//! and no threads but those of the caller's rayon pool. No word of any game decides anything here.
//!
//! ```
//! use interpreter::game::{Game, Status};
//! use interpreter::ruleset::{Ruleset, Setup, Texts};
//!
//! let rules = r#"
//! game dash "Dash" for 2..4 players
//! link next one? drawn along
//! dice d6 = 1..6
//! player { steps: int = 0 }
//! flow {
//!   repeat 3 times { for p in players { turn(p) } }
//!   end game ranking p in everyone by p.steps desc
//! }
//! turn rule turn(p: player) {
//!   choose pace by p { "Walk" { p.steps += 3 }; "Run" { p.steps += roll(d6) } }
//! }
//! "#;
//! let manifest = r#"(id: "dash", title: "Dash", modules: ["dash.rules"], default_track: "tracks/dash/line.ron")"#;
//! let track = r#"(ruleset: "dash", name: "Line", spaces: [(id: "a", at: (10.0, 10.0)), (id: "b", at: (20.0, 10.0))],
//!     links: [(kind: "next", chain: ["a", "b"])])"#;
//! let texts = Texts {
//!     name: "dash".to_owned(),
//!     files: [("game.ron".to_owned(), Ok(manifest.into())), ("dash.rules".to_owned(), Ok(rules.into()))].into(),
//!     tracks: [("line".to_owned(), Ok(track.into()))].into(),
//!     ..Texts::default()
//! };
//!
//! let built = Ruleset::read(&texts).build(&Setup::default());
//! let program = built.program.expect("nothing is wrong with these rules");
//! let mut game = Game::start(program, 7);
//! while let Status::Asking(question) = &game.status {
//!     let run = question.options.len() - 1;
//!     game.choose(run).expect("it is on offer");
//! }
//! assert_eq!(game.status, Status::Over);
//! assert_eq!(game.choices.len(), 6);
//! ```

// Texts, and what is wrong with them.
pub mod diagnostic;
pub mod source;
// From texts to a program: `syntax` and `data`, `resolve` to `ir`, `compile` to `program`. `ruleset` does all of it in one call.
pub mod compile;
pub mod data;
#[doc(hidden)]
pub mod graph;
pub mod ir;
pub mod program;
pub mod resolve;
pub mod ruleset;
pub mod syntax;
// The machine that runs it.
pub mod reading;
pub mod vm;
// A race for people.
pub mod chain;
pub mod edit;
pub mod face;
pub mod game;
pub mod playtest;
pub mod reload;
pub mod replay;
pub mod series;
pub mod show;
pub mod trial;
pub mod view;
pub mod why;
// Races by the thousand.
pub mod odds;
pub mod players;
pub mod simulate;
pub mod stats;
// For people who write rules.
pub mod mutate;
pub mod names;
pub mod testing;
// For people who read them.
pub mod rulebook;
// Used by all of them.
pub mod fnv;

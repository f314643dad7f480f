//! What may be written on the command line. Nothing else: each command's work is in `cli`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Design race board games: draw tracks, change rules, play and measure.
///
/// Without a command the window opens on a race.
#[derive(Parser, Debug)]
#[command(name = "coursesetter", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub folders: Folders,
}

const EXAMPLES: &str = "Examples:
  coursesetter                                    open the window on a race
  coursesetter play skoot                         play in the terminal against bots
  coursesetter play skoot --with heart-rate --seats human,greedy,greedy,random --seed 7
  coursesetter sim skoot --games 100000 --set laps=2
  coursesetter check                              look through all rulesets and tracks

Exit codes: 0 all is well, 1 problems were found, 2 the arguments are wrong.";

const PLAY: &str = "Examples:
  coursesetter play skoot                                  you against three greedy players
  coursesetter play skoot --with heart-rate --track flat   with an add-on, on another track
  coursesetter play skoot --seats human,human              two people at one keyboard
  coursesetter play skoot --seats random,random --seed 7   bots only: plays to the end
  coursesetter play skoot --set laps=1 --save race.ron     a short race, written to a file
  coursesetter play GAME --series \"World Cup\"             race after race, with a table after each

While playing: a number or the first letters of an option, ? for the state, u to take back, q to leave.

Exit codes: 0 the race is over or was left, 1 the rules have errors or could not go on,
2 the arguments are wrong.";

const SIM: &str = "Examples:
  coursesetter sim skoot                              10 000 races of random players
  coursesetter sim skoot --seats greedy,random        who wins how often
  coursesetter sim skoot --against 'Heart rate'       two variants on the same luck
  coursesetter sim GAME --series \"World Cup\"         whole series: who wins, with how many points

Each figure comes with its 95 % interval. A shared win counts for each winner as its part.

Exit codes: 0 played, 1 the rules could not go on in a race, 2 the arguments are wrong, 130 stopped by Ctrl-C.";

const CHECK: &str = "Examples:
  coursesetter check                                    everything
  coursesetter check rulesets/skoot                     one ruleset with its tracks
  coursesetter check rulesets/skoot/heart-rate.rules    one file
  coursesetter check tracks/skoot/flat.ron              one track

The rules are woven with every set of add-ons that go together and compiled for every track.

Exit codes: 0 no problems, or warnings only; 1 errors; 2 a path that is nothing to check.";

const NEW: &str = "Examples:
  coursesetter new track skoot my-valley                     tracks/skoot/my-valley.ron, an empty sheet
  coursesetter new ruleset my-race                           a small race that can be played at once
  coursesetter new ruleset my-skoot --from skoot             a copy to change
  coursesetter new ruleset my-race --rulesets ~/games/rulesets   somewhere else; its track goes to ~/games/tracks
  coursesetter new addon skoot headwind                      rulesets/skoot/headwind.rules, named in its game.ron

What is written is listed. Nothing that is there is written over.

Exit codes: 0 written, 1 it can't be written, 2 the arguments are wrong.";

const EXPORT: &str = "Examples:
  coursesetter export skoot --track flat --to flat.svg
  coursesetter export skoot --ids > hilly.svg

One unit of the picture is one millimetre of the sheet.

Exit codes: 0 written, 1 the track can't be read or the picture not written, 2 the arguments are wrong.";

const REPLAY: &str = "Examples:
  coursesetter play skoot --save race.ron
  coursesetter replay race.ron
  coursesetter replay race.ron --log
  coursesetter replay race.ron --under my-skoot        the same choices under other rules: where do they part?
  coursesetter play GAME --series \"World Cup\" --save cup.ron
  coursesetter replay cup.ron

Exit codes: 0 the race (or all of the series) went as it was saved, 1 it didn't (it says where they part), or the file is damaged,
2 the file, the ruleset, an add-on or the track doesn't exist.";

const WATCH: &str = "Examples:
  coursesetter watch skoot
  coursesetter watch skoot --with heart-rate --seats greedy,greedy --games 200

Edit and save: problems and tests that fail are told at once, and what the change does to the figures, against the state before it.
Ctrl-C ends it. Exit codes: 130 ended by Ctrl-C, 2 the ruleset doesn't exist.";

const SHOW: &str = "Examples:
  coursesetter show skoot                          all rules and values
  coursesetter show skoot slipstream
  coursesetter show skoot turn --with heart-rate   with the layers of the add-on

Exit codes: 0 shown, 1 the rules have errors, 2 the arguments are wrong.";

const TEST: &str = "Examples:
  coursesetter test                            all rulesets
  coursesetter test skoot --only SK-7          the tests with this in their title
  coursesetter test skoot --mutate             what the tests would not notice: minutes; Ctrl-C ends it with what it knows

Exit codes: 0 all passed, 1 a test failed or none has this title, 2 the arguments are wrong, 130 stopped by Ctrl-C.";

const ODDS: &str = "Example, in one line:
  coursesetter odds skoot --with heart-rate,realistic-shooting
    --given 'move player(1).racer to shooting' --run 'shoot(player(1))' --of 'player(1).penalties'

Exit codes: 0 worked out, 1 the rules have errors or could not go on, 2 the arguments are wrong.";

/// A whole number between two.
fn whole(text: &str, low: u64, high: u64) -> Result<u64, String> {
    let example = low.max(100.min(high));
    let range = if high == u64::MAX { format!("from {low} on") } else { format!("from {low} to {high}") };
    let number = text.parse().ok().filter(|n| (low..=high).contains(n));
    number.ok_or_else(|| format!("expected a whole number {range}, such as {example}"))
}

fn games(text: &str) -> Result<u64, String> {
    whole(text, 1, 1_000_000_000)
}

fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::MAX)
}

fn players(text: &str) -> Result<usize, String> {
    whole(text, 1, 32).map(|n| n as usize)
}

fn threads(text: &str) -> Result<u16, String> {
    whole(text, 1, 256).map(|n| n as u16)
}

/// Where rulesets and tracks are.
#[derive(Args, Debug, Clone, Default)]
pub struct Folders {
    /// Folder with the rulesets, one folder each
    #[arg(long, global = true, value_name = "DIR")]
    pub rulesets: Option<PathBuf>,
    /// Folder with the tracks, one folder for each ruleset
    #[arg(long, global = true, value_name = "DIR")]
    pub tracks: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play a race in the terminal
    Play(Play),
    /// Play many races with bots, and measure
    Sim(Sim),
    /// Look for problems in rulesets, data and tracks, and run the rules' tests
    Check(Check),
    /// Run the tests that stand in the rules
    Test(Test),
    /// Work out the exact distribution of an outcome over every roll
    Odds(Odds),
    /// Play a saved game again and compare
    Replay(Replay),
    /// Show the program that a rule was compiled to
    Show(Show),
    /// Check, test and simulate a ruleset again whenever one of its files is saved
    Watch(Watch),
    /// Begin a track, a ruleset or an add-on of your own
    New(New),
    /// Write a track as a picture (SVG) at true size
    Export(Export),
}

/// Which game, with what.
#[derive(Args, Debug, Clone, Default)]
pub struct Game {
    /// The ruleset: the name of its folder
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// Add-ons to switch on, parted by commas
    #[arg(long = "with", value_name = "ADD-ONS", value_delimiter = ',')]
    pub with: Vec<String>,
    /// The track [default: the ruleset's own]
    #[arg(long, value_name = "TRACK")]
    pub track: Option<String>,
    /// Change a parameter of the rules; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_help = PLAY)]
pub struct Play {
    #[command(flatten)]
    pub game: Game,
    /// Who plays: human, random, quick or greedy for each seat, parted by commas [default: you first, then greedy ones]
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// The seed of all chance; the same seed and choices give the same race [default: any]
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Play a series that the ruleset names: race after race, with points
    #[arg(long, value_name = "NAME", conflicts_with = "track")]
    pub series: Option<String>,
    /// Write the game to a file, to be played again with `replay`
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = SIM)]
pub struct Sim {
    #[command(flatten)]
    pub game: Game,
    /// Play whole series that the ruleset names, instead of single races
    #[arg(long, value_name = "NAME", conflicts_with = "track")]
    pub series: Option<String>,
    /// How many races, or series
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = games, allow_negative_numbers = true)]
    pub games: u64,
    /// Who plays: random, quick or greedy for each seat, parted by commas
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// The seed of the first race
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Compare with a variant on the same luck: a name from the manifest, or settings such as
    /// `with=heart_rate,laps=2,track=flat`
    #[arg(long, value_name = "VARIANT")]
    pub against: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Threads, at most 256 [default: one for each core]; the figures do not depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<u16>,
}

#[derive(Args, Debug)]
#[command(after_help = CHECK)]
pub struct Check {
    /// Rulesets, their folders, rules files, data or tracks [default: all rulesets]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = TEST)]
pub struct Test {
    /// Rulesets [default: all]
    #[arg(id = "names", value_name = "RULESET")]
    pub rulesets: Vec<String>,
    /// Only tests whose title contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Change the rules one small thing at a time, and list the changes that no test notices
    #[arg(long)]
    pub mutate: bool,
}

#[derive(Args, Debug)]
#[command(after_help = ODDS)]
pub struct Odds {
    #[command(flatten)]
    pub game: Game,
    /// How many players
    #[arg(long, value_name = "N", value_parser = players, allow_negative_numbers = true)]
    pub players: Option<usize>,
    /// Lines of a test that make the position: `player(1).heart = 8; move player(1).racer to shooting`
    #[arg(long, value_name = "LINES", default_value = "")]
    pub given: String,
    /// The rule to run: `fire(player(1))`
    #[arg(long, value_name = "CALL")]
    pub run: String,
    /// Answers to decisions: `tactic: "Steady"`
    #[arg(long, value_name = "ANSWERS", default_value = "")]
    pub choosing: String,
    /// The outcome to count, afterwards: `player(1).penalties` [default: what the rule gives back]
    #[arg(long, value_name = "VALUE")]
    pub of: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = REPLAY)]
pub struct Replay {
    /// A game or a series saved by `play --save`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print every line of the race
    #[arg(long)]
    pub log: bool,
    /// Play it under another ruleset: where do they part?
    #[arg(long, value_name = "RULESET")]
    pub under: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = WATCH)]
pub struct Watch {
    #[command(flatten)]
    pub game: Game,
    /// How many races
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = games, allow_negative_numbers = true)]
    pub games: u64,
    /// Who plays: random or greedy for each seat, parted by commas
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// The seed of the first race
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
}

#[derive(Args, Debug)]
#[command(after_help = SHOW)]
pub struct Show {
    #[command(flatten)]
    pub game: Game,
    /// The rule or value [default: a list of all]
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
    /// How many players
    #[arg(long, value_name = "N", value_parser = players, allow_negative_numbers = true)]
    pub players: Option<usize>,
}

#[derive(Args, Debug)]
#[command(after_help = NEW)]
pub struct New {
    #[command(subcommand)]
    pub what: NewWhat,
}

#[derive(Subcommand, Debug)]
pub enum NewWhat {
    /// An empty sheet for a game
    Track {
        #[arg(value_name = "RULESET")]
        ruleset: String,
        /// The name of its file
        #[arg(value_name = "NAME")]
        name: String,
        /// Its name for people [default: made of the other]
        #[arg(long, value_name = "TEXT")]
        title: Option<String>,
    },
    /// A race that runs, or a copy of another ruleset under a new name
    Ruleset {
        /// The name of its folder
        #[arg(value_name = "NAME")]
        name: String,
        /// Its name for people [default: made of the other]
        #[arg(long, value_name = "TEXT")]
        title: Option<String>,
        /// The ruleset to copy, with its tracks
        #[arg(long, value_name = "RULESET")]
        from: Option<String>,
    },
    /// An add-on with one example in it; the manifest then names it
    Addon {
        #[arg(value_name = "RULESET")]
        ruleset: String,
        /// The name of its file
        #[arg(value_name = "NAME")]
        name: String,
        /// Its name for people [default: made of the other]
        #[arg(long, value_name = "TEXT")]
        title: Option<String>,
    },
}

#[derive(Args, Debug)]
#[command(after_help = EXPORT)]
pub struct Export {
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// The track [default: the ruleset's own]
    #[arg(long, value_name = "TRACK")]
    pub track: Option<String>,
    /// Where to [default: it is printed]
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
    /// Write the id into each space
    #[arg(long)]
    pub ids: bool,
    /// Draw the pictures to trace over, too
    #[arg(long)]
    pub pictures: bool,
}

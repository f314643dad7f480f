//! The command line's arguments and help texts. The commands themselves are in `cli`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand};

use crate::board::print;

/// Design race board games: draw tracks, change rules, play and measure.
///
/// Without a command, the window opens with a race.
#[derive(Parser, Debug)]
#[command(name = "coursesetter", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub folders: Folders,
}

// Words in braces are replaced by something from the library. `  # ` separates an example from its explanation. See `cli::examples`.

const EXAMPLES: &str = "Examples:
  coursesetter  # open the window with a race
  coursesetter play {game}  # play in the terminal against bots
  coursesetter play {game} --with {addon} --seats human,greedy,greedy,random --seed 7
  coursesetter sim {game} --games 100000 --set {param}
  coursesetter check  # check all rulesets and tracks

Exit codes: 0 success, 1 problems were found, 2 the arguments are wrong, 130 stopped by Ctrl-C.
`coursesetter COMMAND --help` explains them for a command.";

const PLAY: &str = "Examples:
  coursesetter play {game}  # you against greedy players
  coursesetter play {game} --with {addon} --track {track}  # with an add-on, on another track
  coursesetter play {game} --seats human,human --names Anna,Ben  # two people at one keyboard
  coursesetter play {game} --seats random,random --seed 7  # bots only: plays to the end
  coursesetter play {game} --set {param} --save race.ron  # change a parameter, and save the race to a file
  coursesetter play {series-game} --series \"{series}\"  # several races, with a table after each

While playing, type the number or the first letters of an option, ? to see the state, u to undo, q to quit.

Exit codes: 0 the race is over or you quit, 1 the rules have errors or could not go on, or saving failed during the race,
2 the arguments are wrong, or the file of --save can't be written.";

const SIM: &str = "Examples:
  coursesetter sim {game}  # 10 000 races of random players
  coursesetter sim {game} --seats greedy,random  # who wins how often
  coursesetter sim {game} --against '{variant}'  # two variants on the same luck
  coursesetter sim {series-game} --series \"{series}\"  # whole series: who wins, and with how many points

Each figure comes with its 95 % interval. A shared win is divided among the winners. In the first 100 races, all texts (log lines,
questions, options) are worked out as well, which finds errors in them and changes no figure.

Exit codes: 0 played, 1 the rules have errors or could not go on in a race, 2 the arguments are wrong, 130 stopped by Ctrl-C.";

const CHECK: &str = "Examples:
  coursesetter check  # everything
  coursesetter check rulesets/{game}  # one ruleset with its tracks
  coursesetter check rulesets/{game}/{file}  # one file
  coursesetter check tracks/{game}/{track}.ron  # one track

The rules are combined with every set of add-ons that go together, and compiled for every track. Unfinished tracks are listed
separately: the game doesn't need them, and the rules' tests run all the same. Random races of up to 2 000 decisions are played in
each case, with every number of players (with add-ons, only the fewest and the most). All texts and `prospects` are worked out in
them, and errors in the rules are listed. Of a small game up to 100 races are played in each case, of a large one at least 2; the
summary says how many there were in all. An error that is rarer than that is found by `sim`, which plays as many as you want.

Exit codes: 0 no problems, or only warnings; 1 errors (those in an unfinished track only if you name the track, or if the game
opens on it or has a series with it); 2 a path that can't be checked.";

const NEW: &str = "Examples:
  coursesetter new track {game} my-valley  # tracks/{game}/my-valley.ron, an empty sheet
  coursesetter new track {game} my-hills --gpx hills.gpx --tiles 60  # a course along a trail
  coursesetter new ruleset my-race  # a small race, ready to play
  coursesetter new ruleset my-{game} --from {game}  # a copy for you to change
  coursesetter new ruleset my-race --rulesets ~/games/rulesets  # somewhere else; its track goes to ~/games/tracks
  coursesetter new addon {game} headwind  # rulesets/{game}/headwind.rules, named in its game.ron

The new files are listed. Existing files are never overwritten. If you have no rulesets here yet, begin one first: nothing is added to
those that came with the program.

Exit codes: 0 the files are written, 1 they can't be written, 2 the arguments are wrong.";

const EXPORT: &str = "Examples:
  coursesetter export {game} --track {track} --to {track}.svg
  coursesetter export {game} --to board.png --dpi 300
  coursesetter export {game} --ids > board.svg

Both formats print at true size: one unit of an SVG is one millimetre on the sheet, and a PNG stores its resolution.

An unfinished track is drawn as far as it goes.

Exit codes: 0 the picture is written, 1 the track or the manifest has errors, or writing failed halfway, 2 the arguments are wrong,
or the file of --to can't be written.";

#[cfg(feature = "print")]
const PRINT: &str = "Examples:
  coursesetter print {game} --paper letter
  coursesetter print {game} --with {addon} --what boards,sheets,rules --to for-tonight
  coursesetter print {game} --what rules --booklet  # print on both sides, turned over the short edge, and fold
  coursesetter print {game} --paper a3 --joint butt --colours grey
  coursesetter print {game} --what boards --watch  # again whenever a file is saved
  coursesetter print {game} --what boards --tiles B2,C1 --save-ink  # two sheets of a large board again
  coursesetter print {game} --what cards --duplex fold --changed  # what changed since the last print, for printers with one side
  coursesetter print {game} --for tabletop-simulator --to table  # pictures, and a saved object to copy among its own
  coursesetter print {game} --scale 60 --check  # only look for what won't be readable

Print the files at 100 %, without fitting them to the page; each page has a rule to measure. A file such as rulesets/{game}/print/boards.typ
takes the place of the program's own pages.

What to look at before printing is told below the files: text that doesn't fit, coarse pictures, spaces too small for a pawn, and the like.

Exit codes: 0 the files are written, 1 the rules or the pages have errors, writing failed halfway, or --check found something, 2 the arguments are wrong, or the
folder of --to can't be written, 130 a watch was stopped by Ctrl-C.";

const REPLAY: &str = "Examples:
  coursesetter play {game} --save race.ron
  coursesetter replay race.ron
  coursesetter replay race.ron --log
  coursesetter replay race.ron --as-test >> rulesets/my-{game}/my-{game}.rules
  coursesetter replay race.ron --under my-{game}  # the same choices under other rules
  coursesetter play {series-game} --series \"{series}\" --save cup.ron
  coursesetter replay cup.ron

Exit codes: 0 the race (or the whole series) went as it was saved, 1 it didn't (the output says where it differs), or the file is
damaged, 2 the arguments are wrong, the file can't be read, or the ruleset, an add-on or the track doesn't exist.";

const WATCH: &str = "Examples:
  coursesetter watch {game}
  coursesetter watch {game} --with {addon} --seats greedy,greedy --games 200

Edit and save, and you see at once the problems, the failed tests and the effect on the figures. They are compared with the last
state in which no game failed.

Exit codes: 130 stopped by Ctrl-C, 2 the arguments are wrong.";

const RULEBOOK: &str = "Examples:
  coursesetter rulebook {game}  # as Markdown, in the terminal
  coursesetter rulebook {game} --with {addon} --to rules.html
  coursesetter rulebook {game} --with {addon} --changes  # with what the add-on replaces, struck out

It is made from the texts after `///`, with the headings of the remarks above them, as they are set here, and with the rules' tests as
examples.

Exit codes: 0 the rulebook is written, 1 the rules have errors, or writing failed halfway, 2 the arguments are wrong,
or the file of --to can't be written.";

const REPORT: &str = "Examples:
  coursesetter play {game} --save race.ron
  coursesetter report race.ron --to report.html

A game that was saved in the window has more to tell: notes with the board at their moments, answers to the ruleset's questions, how long
decisions took, rules that were changed on the way, and branches. The report tells what an onlooker may know. Of the same file it is the
same.

Exit codes: 0 the report is written, 1 the file is damaged or can't be played under its rules, or writing failed halfway, 2 the arguments
are wrong, the file can't be read, there is no such ruleset, or the file of --to can't be written.";

const SHOW: &str = "Examples:
  coursesetter show {game}  # all rules and values
  coursesetter show {game} {rule}
  coursesetter show {game} {rule} --with {addon}  # with the add-on's changes to the rule

Exit codes: 0 shown, 1 the rules have errors, 2 the arguments are wrong.";

const TEST: &str = "Examples:
  coursesetter test  # all rulesets
  coursesetter test {game} --only {test}  # only tests with this in their title
  coursesetter test {game} --mutate  # find changes that no test notices; takes minutes, and Ctrl-C shows the results so far

Exit codes: 0 all tests passed, 1 a test failed or could not run, or no title matches, 2 the arguments are wrong, 130 stopped by Ctrl-C.";

const ODDS: &str = "An example, for a rule RULE of your own:
  coursesetter odds {game} --given 'LINE; LINE' --run 'RULE(player(1))' --of 'player(1).FIELD'

Exit codes: 0 success, 1 the rules have errors or could not go on, 2 the arguments are wrong.";

/// Parses a whole number between two bounds.
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

fn dpi(text: &str) -> Result<u16, String> {
    whole(text, u64::from(*print::DPI.start()), u64::from(*print::DPI.end())).map(|n| n as u16)
}

#[cfg(feature = "print")]
fn margin(text: &str) -> Result<f64, String> {
    number(text, 0.0, 40.0)
}

#[cfg(feature = "print")]
fn scale(text: &str) -> Result<f64, String> {
    number(text, 5.0, 1_000.0)
}

#[cfg(feature = "print")]
fn bleed(text: &str) -> Result<f64, String> {
    number(text, 0.0, 10.0)
}

#[cfg(feature = "print")]
fn gap(text: &str) -> Result<f64, String> {
    number(text, 0.0, 20.0)
}

#[cfg(feature = "print")]
fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a number from {least} to {most} is expected"))
}

fn threads(text: &str) -> Result<u16, String> {
    whole(text, 1, 256).map(|n| n as u16)
}

/// The folders of rulesets and tracks.
#[derive(Args, Debug, Clone, Default)]
pub struct Folders {
    /// The folder of rulesets, with a folder for each
    #[arg(long, global = true, value_name = "DIR")]
    pub rulesets: Option<PathBuf>,
    /// The folder of tracks, with a folder for each ruleset
    #[arg(long, global = true, value_name = "DIR")]
    pub tracks: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play a race in the terminal
    Play(Play),
    /// Play many races with bots and measure them
    Sim(Sim),
    /// Look for problems in rulesets, data and tracks, and run the rules' tests
    Check(Check),
    /// Run the tests in the rules
    Test(Test),
    /// Work out the exact distribution of an outcome over every roll
    Odds(Odds),
    /// Replay a saved game and compare
    Replay(Replay),
    /// Write the rules as players read them, as a page of Markdown or HTML
    Rulebook(Rulebook),
    /// Report on a saved game, as a page of HTML
    Report(Report),
    /// Show the program that a rule is compiled to
    Show(Show),
    /// Check, test and simulate a ruleset again whenever one of its files is saved
    Watch(Watch),
    /// Start a track, a ruleset or an add-on of your own
    New(New),
    /// Export a track as a picture (SVG or PNG) at true size
    Export(Export),
    /// Print boards, cards, score sheets, pieces, a box list and the rulebook as PDF, at true size
    #[cfg(feature = "print")]
    Print(Print),
}

/// The game to play, with its settings.
#[derive(Args, Debug, Clone, Default)]
pub struct Game {
    /// The ruleset, by the name of its folder
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// Add-ons to switch on, separated by commas
    #[arg(long = "with", value_name = "ADD-ONS", value_delimiter = ',')]
    pub with: Vec<String>,
    /// The track [default: the ruleset's own]
    #[arg(long, value_name = "TRACK")]
    pub track: Option<String>,
    /// Set a parameter of the rules; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_help = PLAY)]
pub struct Play {
    #[command(flatten)]
    pub game: Game,
    /// Who plays: human, random, quick or greedy for each seat, separated by commas [default: you, then greedy players]
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// What the players are called, separated by commas [default: as the ruleset says]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// The random seed; the same seed and choices give the same race [default: a new one]
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Play a series of the ruleset: several races, with points
    #[arg(long, value_name = "NAME", conflicts_with = "track")]
    pub series: Option<String>,
    /// Save the game to a file, to use with `replay`; replaces an earlier saved game
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Let --save replace any file, not only a saved game
    #[arg(long, requires = "save")]
    pub force: bool,
}

#[derive(Args, Debug)]
#[command(after_help = SIM)]
pub struct Sim {
    #[command(flatten)]
    pub game: Game,
    /// Play a whole series of the ruleset instead of single races
    #[arg(long, value_name = "NAME", conflicts_with = "track")]
    pub series: Option<String>,
    /// The number of races, or series
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = games, allow_negative_numbers = true)]
    pub games: u64,
    /// Who plays: random, quick or greedy for each seat, separated by commas
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// The seed of the first race
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Compare with a variant on the same luck: a name from the manifest, or settings such as
    /// `with=ADD-ON,PARAM=2,track=TRACK`
    #[arg(long, value_name = "VARIANT")]
    pub against: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The number of threads, at most 256 [default: one per core]; the figures do not depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<u16>,
}

#[derive(Args, Debug)]
#[command(after_help = CHECK)]
pub struct Check {
    /// Rulesets, their folders, or files of rules, data or tracks [default: all rulesets]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = TEST)]
pub struct Test {
    /// Rulesets [default: all]
    #[arg(id = "names", value_name = "RULESET")]
    pub rulesets: Vec<String>,
    /// Run only tests whose title contains this text
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
    /// The number of players
    #[arg(long, value_name = "N", value_parser = players, allow_negative_numbers = true)]
    pub players: Option<usize>,
    /// Lines of a test that set up the position: `player(1).FIELD = 8; move player(1).PIECE to SPACE`
    #[arg(long, value_name = "LINES", default_value = "")]
    pub given: String,
    /// The rule to run: `fire(player(1))`
    #[arg(long, value_name = "CALL", value_parser = NonEmptyStringValueParser::new())]
    pub run: String,
    /// Answers to decisions: `tactic: "Steady"`
    #[arg(long, value_name = "ANSWERS", default_value = "")]
    pub choosing: String,
    /// The outcome to count after the rule: `player(1).penalties` [default: the rule's result]
    #[arg(long, value_name = "VALUE", value_parser = NonEmptyStringValueParser::new())]
    pub of: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = REPLAY)]
pub struct Replay {
    /// A game or a series saved by `play --save` or in the window
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print every line of the race
    #[arg(long)]
    pub log: bool,
    /// Print the whole race as a test for the rules, and nothing else
    #[arg(long, conflicts_with = "log")]
    pub as_test: bool,
    /// Replay it under another ruleset of the same game, such as a changed copy, and see where it differs
    #[arg(long, value_name = "RULESET")]
    pub under: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = WATCH)]
pub struct Watch {
    #[command(flatten)]
    pub game: Game,
    /// The number of races
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = games, allow_negative_numbers = true)]
    pub games: u64,
    /// Who plays: random or greedy for each seat, separated by commas
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// The seed of the first race
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
}

#[derive(Args, Debug)]
#[command(after_help = RULEBOOK)]
pub struct Rulebook {
    #[command(flatten)]
    pub game: Game,
    /// The number of players
    #[arg(long, value_name = "N", value_parser = players, allow_negative_numbers = true)]
    pub players: Option<usize>,
    /// The file, ending in .html or .md; replaces an earlier rulebook [default: print Markdown]
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
    /// Write HTML, whatever the file is called
    #[arg(long)]
    pub html: bool,
    /// Show what add-ons replace, struck out
    #[arg(long)]
    pub changes: bool,
    /// Show the numbers of rules that the texts cite
    #[arg(long)]
    pub citations: bool,
    /// Leave out the examples, which are tests of the rules
    #[arg(long)]
    pub plain: bool,
    /// Let --to replace any file, not only a rulebook that was written before
    #[arg(long, requires = "to")]
    pub force: bool,
}

#[cfg(feature = "print")]
#[derive(Args, Debug)]
#[command(after_help = PRINT)]
pub struct Print {
    #[command(flatten)]
    pub game: Game,
    /// The number of players
    #[arg(long, value_name = "N", value_parser = players, allow_negative_numbers = true)]
    pub players: Option<usize>,
    /// What to print, separated by commas [default: everything the game has]
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_enum)]
    pub what: Vec<crate::paper::What>,
    /// The folder for the files; it is made if it is missing, and replaces earlier prints [default: the ruleset's name and `-print`]
    #[arg(long, value_name = "DIR")]
    pub to: Option<PathBuf>,
    /// The size of the paper
    #[arg(long, value_name = "SIZE", value_enum, default_value = "a4")]
    pub paper: crate::paper::Paper,
    /// What the printer leaves white at each edge, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 8.0, value_parser = margin, allow_negative_numbers = true)]
    pub margin: f64,
    /// The size of boards in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0, value_parser = scale, allow_negative_numbers = true)]
    pub scale: f64,
    /// How the sheets of a large board go together
    #[arg(long, value_enum, value_name = "JOINT", default_value = "overlap")]
    pub joint: crate::paper::Joint,
    /// How the printer turns the paper for the backs of cards
    #[arg(long, value_enum, value_name = "EDGE", default_value = "long")]
    pub duplex: crate::paper::Duplex,
    /// The room around each card, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 0.0, value_parser = gap, allow_negative_numbers = true)]
    pub gap: f64,
    /// How far boards and cards go on beyond where they are cut, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 0.0, value_parser = bleed, allow_negative_numbers = true)]
    pub bleed: f64,
    /// The colours
    #[arg(long, value_enum, value_name = "COLOURS", default_value = "full")]
    pub colours: crate::paper::Colours,
    /// Print no ground, and colours pale
    #[arg(long)]
    pub save_ink: bool,
    /// Print only these sheets of a large board, separated by commas: B2,C1
    #[arg(long, value_name = "SHEETS", value_delimiter = ',')]
    pub tiles: Vec<String>,
    /// Print only cards that differ from the last print into the folder
    #[arg(long)]
    pub changed: bool,
    /// Make a booklet of the rulebook: small pages, two on each side of a sheet to fold
    #[arg(long)]
    pub booklet: bool,
    /// Show in the rulebook what add-ons replace, struck out
    #[arg(long)]
    pub changes: bool,
    /// Also write each page as a PNG of so many dots per inch
    #[arg(long, value_name = "DPI", value_parser = dpi, allow_negative_numbers = true)]
    pub png: Option<u16>,
    /// The table that it is for: paper, or a program that takes pictures and a list of parts
    #[arg(long = "for", value_enum, value_name = "TABLE", default_value = "paper", conflicts_with_all = ["check", "png", "changed"])]
    pub table: crate::paper::Table,
    /// Only look for what to change before printing, and write nothing
    #[arg(long, conflicts_with_all = ["png", "watch", "force"])]
    pub check: bool,
    /// Print again whenever a file of the ruleset is saved, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Replace any file, not only what was printed before
    #[arg(long)]
    pub force: bool,
}

#[derive(Args, Debug)]
#[command(after_help = REPORT)]
pub struct Report {
    /// A game saved by `play --save` or in the window
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file, ending in .html; replaces an earlier report [default: print HTML]
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
    /// Let --to replace any file, not only a report that was written before
    #[arg(long, requires = "to")]
    pub force: bool,
}

#[derive(Args, Debug)]
#[command(after_help = SHOW)]
pub struct Show {
    #[command(flatten)]
    pub game: Game,
    /// The rule or value [default: a list of all]
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
    /// The number of players
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
    /// Start a track: an empty sheet for a game, or a course along a trail
    Track(NewTrack),
    /// Start a ruleset: a small race, or a copy of another ruleset under a new name
    Ruleset {
        /// The name of its folder
        #[arg(value_name = "NAME")]
        name: String,
        /// The title for people [default: made from the name]
        #[arg(long, value_name = "TEXT")]
        title: Option<String>,
        /// The ruleset to copy, with its tracks
        #[arg(long, value_name = "RULESET")]
        from: Option<String>,
    },
    /// Start an add-on with one example in it, and name it in the manifest
    Addon(NewPart),
}

/// A new track of an existing game.
#[derive(Args, Debug)]
pub struct NewTrack {
    #[command(flatten)]
    pub part: NewPart,
    /// A GPX file: its first trail becomes a course, with climbs and downhills as steep as the game's looks draw them
    #[arg(long, value_name = "FILE")]
    pub gpx: Option<PathBuf>,
    /// The number of tiles of that course [default: about as far apart as on the game's other tracks]
    #[arg(long, value_name = "N", requires = "gpx")]
    pub tiles: Option<usize>,
}

/// A new part of an existing game.
#[derive(Args, Debug)]
pub struct NewPart {
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// The name of its file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The title for people [default: made from the name]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = EXPORT)]
pub struct Export {
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// The track [default: the ruleset's own]
    #[arg(long, value_name = "TRACK")]
    pub track: Option<String>,
    /// The file, ending in .svg or .png; replaces an earlier picture [default: print an SVG]
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
    /// Write a PNG, whatever the file is called
    #[arg(long, requires = "to")]
    pub png: bool,
    /// Let --to replace any file, not only a picture that was exported before
    #[arg(long, requires = "to")]
    pub force: bool,
    /// Dots per inch of a PNG
    #[arg(long, value_name = "N", default_value_t = print::USUAL_DPI, value_parser = dpi, allow_negative_numbers = true)]
    pub dpi: u16,
    /// Write the id into each space
    #[arg(long)]
    pub ids: bool,
    /// Draw the pictures to trace over, too
    #[arg(long)]
    pub pictures: bool,
}

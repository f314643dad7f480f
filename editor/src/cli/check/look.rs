//! Checks one ruleset: every combination of add-ons on every track, and every variant. A few games are tried in each case.

use std::collections::HashMap;
use std::sync::Arc;

use interpreter::data::manifest::Variant;
use interpreter::diagnostic::{Code, Diagnostic, Severity, has_errors};
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};
use interpreter::simulate::trial;
use interpreter::source::Span;
use interpreter::syntax::tree::{Item, ItemKind, ParamDefault};

use super::target::{Only, Target};

/// The result of looking at a ruleset.
pub struct Looked {
    /// All problems of the target, each once, in the order of the files.
    pub problems: Vec<Diagnostic>,
    /// The number of games tried.
    pub games: u64,
    /// The ruleset without the tracks that need not be read again.
    pub ruleset: Ruleset,
}

/// Looks at a target as a whole.
pub fn look(ruleset: &Ruleset, target: &Target) -> Looked {
    let tries = !matches!(target.only, Only::Track(_));
    let mut found =
        Found { ruleset, tries, is_endless: false, games: 0, problems: vec![], of_build: vec![], known: HashMap::new() };
    found.add(ruleset.problems.clone(), &[]);
    found.add(unmentioned(ruleset, target), &[]);
    // Without base rules, any other problem would be noise.
    let mut left = ruleset.clone();
    if !ruleset.base.is_empty() {
        woven(&mut left, target, &mut found);
    }
    let all = std::mem::take(&mut found.problems).into_iter().enumerate();
    let meant = all.filter(|(n, problem)| concerns(ruleset, problem, &target.only) || found.of_build.contains(n));
    let mut problems: Vec<Diagnostic> = meant.map(|(_, problem)| problem).collect();
    problems.sort_by_key(|p| p.span.map(|s| (ruleset.sources.get(s.source).name.clone(), s.start, s.end)));
    Looked { problems, games: found.games, ruleset: left }
}

/// Whether a problem is of the target's file, or keeps it from being read with the rest. One that is of no file counts for every target.
fn concerns(ruleset: &Ruleset, problem: &Diagnostic, only: &Only) -> bool {
    let Some(file) = ruleset.file_of(problem) else { return true };
    let is_manifest = || problem.span.is_none() && file == format!("{}/game.ron", ruleset.name);
    match only {
        Only::All => true,
        Only::File(name) => file == format!("{}/{name}", ruleset.name) || is_manifest(),
        Only::Track(name) => file == format!("tracks/{}/{name}.ron", ruleset.name),
    }
}

/// Looks at what the rules and tracks are together. A track that is refused is read once.
fn woven(ruleset: &mut Ruleset, target: &Target, found: &mut Found<'_>) {
    let usual_track = ruleset.track_name(None);
    for addons in ruleset.combinations() {
        let (ir, problems) = ruleset.weave(&addons);
        let broken = has_errors(&problems) || ruleset.is_stopped(&addons, None);
        found.add(problems, &addons);
        if broken && addons.is_empty() {
            // Add-ons on broken rules have no problems of their own.
            return;
        }
        if broken {
            continue;
        }
        let setup = |track: Option<&String>, players: Option<usize>| Setup { track: track.cloned(), players, ..Setup::default() };
        let mut usual = vec![];
        let tracks = ruleset.tracks.keys().filter(|t| !matches!(&target.only, Only::Track(only) if only != *t));
        for track in &tracks.cloned().collect::<Vec<String>>() {
            let built = ruleset.build_woven(ir.clone(), &setup(Some(track), None));
            if let Some(without) = ruleset.without_refused(&built) {
                *ruleset = without;
            }
            let is_usual = usual_track.as_ref() == Some(track);
            let before = found.problems.len();
            found.built(built, &addons, if is_usual { Case::Usual } else { Case::Track(track) });
            if is_usual {
                usual = (before..found.problems.len()).collect();
            }
            if matches!(target.only, Only::Track(_)) {
                found.of_build.extend(before..found.problems.len());
            }
        }
        if usual_track.as_ref().is_some_and(|track| ruleset.is_refused(track)) {
            continue;
        }
        let (fewest, most) = (ir.game.min_players, ir.game.max_players);
        let mut everywhere = usual.clone();
        for players in (fewest..=most).filter(|n| addons.is_empty() || [fewest, most].contains(n)) {
            let built = ruleset.build_woven(ir.clone(), &setup(None, Some(players as usize)));
            let seen = found.built(built, &addons, Case::Players(players));
            everywhere.retain(|n| seen.contains(n));
        }
        // These occur only with the usual number of players.
        let alone = usual.into_iter().filter(|n| !everywhere.contains(n));
        // Rule errors may occur elsewhere where no more games are tried.
        let is_known = |n: &usize| !(found.is_endless && found.problems[*n].code == Code::RuleError);
        let alone: Vec<usize> = alone.filter(is_known).collect();
        alone.into_iter().for_each(|n| found.problems[n].message.push_str(&with_players(ruleset.usual_players(&ir))));
    }
    for variant in &ruleset.manifest.variants {
        found.built(variant_built(ruleset, variant), &[], Case::Variant(&variant.name));
    }
    found.add(interpreter::series::problems(ruleset), &[]);
}

/// Builds the game as a variant sets it up. Problems in the variant's settings get their place in the manifest.
pub fn variant_built(ruleset: &Ruleset, variant: &Variant) -> Built {
    let settings = variant.set.iter().map(|s| format!("{}={}", s.param, s.value)).collect();
    let addons: Vec<String> = variant.addons.iter().map(|(name, _)| name.to_string()).collect();
    let built = ruleset.build(&Setup { addons, settings, ..Setup::default() });
    Built { problems: built.problems.into_iter().map(|p| of_variant(variant, p)).collect(), ..built }
}

/// Gives a problem in a variant's settings its place in the manifest.
fn of_variant(variant: &Variant, mut problem: Diagnostic) -> Diagnostic {
    if problem.span.is_none() && matches!(problem.code, Code::UnknownName | Code::WrongParameter | Code::AddonNeeds) {
        let named = |name: &str| problem.message.contains(&format!("`{name}`")) || problem.message.contains(&format!("{name:?}"));
        let setting = variant.set.iter().find(|s| named(&s.param)).map(|s| s.param_span);
        let addon = variant.addons.iter().find(|(name, _)| named(name)).map(|(_, span)| *span);
        problem.span = setting.or(addon).or(Some(variant.span));
    }
    problem
}

/// Returns the files that are never read, because nothing names them. If such a file is itself the target, that is an error.
fn unmentioned(ruleset: &Ruleset, target: &Target) -> Vec<Diagnostic> {
    // The list of files in a broken manifest is unknown.
    if ruleset.manifest.modules.is_empty() && has_errors(&ruleset.problems) {
        return vec![];
    }
    let texts = target.texts();
    let is_rules = |file: &&String| file.ends_with(".rules");
    match &target.only {
        Only::Track(_) => vec![],
        Only::All => texts.files.keys().filter(is_rules).filter_map(|file| unnamed(ruleset, &texts, file)).collect(),
        Only::File(file) => {
            let problem = unnamed(ruleset, &texts, file).or_else(|| unread(ruleset, file));
            problem.map(|problem| Diagnostic { severity: Severity::Error, ..problem }).into_iter().collect()
        }
    }
}

/// Reports a file of rules that the manifest doesn't name, and where to add it.
fn unnamed(ruleset: &Ruleset, texts: &Texts, file: &str) -> Option<Diagnostic> {
    let manifest = &ruleset.manifest;
    if !file.ends_with(".rules") || manifest.modules.iter().chain(&manifest.addons).any(|(path, _)| **path == *file) {
        return None;
    }
    // Where it can't be read, that has been said.
    let text = texts.files.get(file)?.as_ref().ok()?;
    let is_addon = text.lines().any(|line| line.trim_start().starts_with("addon "));
    let (list, what) = if is_addon { (&manifest.addons, "addons") } else { (&manifest.modules, "modules") };
    let names = list.iter().map(|(path, _)| &**path).chain([file]).map(|path| format!("{path:?}")).collect::<Vec<_>>().join(", ");
    let text = format!("`{}/{file}` isn't read: the manifest doesn't name it", ruleset.name);
    let problem = Diagnostic::nowhere(Code::Misplaced, text).hint(format!("write `{what}: [{names}]` in game.ron"));
    Some(Diagnostic { severity: Severity::Warning, ..problem })
}

/// Reports a file of data that no rules read.
fn unread(ruleset: &Ruleset, file: &str) -> Option<Diagnostic> {
    let trees = || ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree));
    let reads = |item: &Item| match &item.kind {
        ItemKind::Data { from: Some(from), .. }
        | ItemKind::Card { from, .. }
        | ItemKind::Param { default: ParamDefault::From(from), .. } => from.plain().is_some_and(|from| from == file),
        _ => false,
    };
    if !ruleset.data.contains_key(file) || has_errors(&ruleset.problems) || trees().any(|tree| tree.items.iter().any(reads)) {
        return None;
    }
    let text = format!("`{}/{file}` isn't read: no rules say `from {file:?}`", ruleset.name);
    Some(Diagnostic::nowhere(Code::Misplaced, text).hint(format!("declare what it has: `data … {{ … }} from {file:?}`")))
}

/// The build that a problem belongs to.
#[derive(Clone, Copy)]
enum Case<'a> {
    /// The track that the game opens on, with the usual number of players.
    Usual,
    Track(&'a str),
    Players(u32),
    Variant(&'a str),
}

/// The problems found so far, each once.
struct Found<'a> {
    ruleset: &'a Ruleset,
    /// Whether to try games.
    tries: bool,
    /// Whether a game didn't come to an end. No more are tried then, as each would take as long.
    is_endless: bool,
    /// The number of games tried.
    games: u64,
    problems: Vec<Diagnostic>,
    /// The indices of problems that occur with the target's track, wherever their place is.
    of_build: Vec<usize>,
    /// The indices of problems with the same code and place.
    known: HashMap<(Code, Option<Span>), Vec<usize>>,
}

impl Found<'_> {
    /// Adds the problems of a build, and those of a few games played with it. The message of a new problem names the case. Returns the
    /// indices of all of them.
    fn built(&mut self, built: Built, addons: &[Arc<str>], case: Case<'_>) -> Vec<usize> {
        let ruleset = self.ruleset;
        let played = built.program.filter(|_| self.tries && !self.is_endless).map(|program| trial(&program)).unwrap_or_default();
        self.games += played.games;
        self.is_endless |= played.is_endless;
        let before = self.problems.len();
        let seen = self.add(built.problems.into_iter().chain(played.problems).collect(), addons);
        for problem in &mut self.problems[before..] {
            let file = problem.span.map(|span| &*ruleset.sources.get(span.source).name);
            match case {
                Case::Usual => {}
                // The place already names the track's file.
                Case::Track(_) if file.is_some_and(|name| name.starts_with("tracks/")) => {}
                Case::Track(track) => problem.message.push_str(&format!(" (on track {track})")),
                Case::Players(players) => problem.message.push_str(&with_players(players as usize)),
                Case::Variant(name) => problem.message.push_str(&format!(" (in the variant {name})")),
            }
        }
        seen
    }

    /// Adds the problems that are new. Returns the indices of all of them.
    fn add(&mut self, problems: Vec<Diagnostic>, addons: &[Arc<str>]) -> Vec<usize> {
        let mut seen = vec![];
        for mut problem in problems {
            let known = self.known.entry((problem.code, problem.span)).or_default();
            if let Some(n) = known.iter().find(|n| self.problems[**n].message.starts_with(&problem.message)) {
                seen.push(*n);
                continue;
            }
            known.push(self.problems.len());
            seen.push(self.problems.len());
            // For a problem in the base rules, the message says with which add-ons it occurs.
            let own = problem.span.is_some_and(|s| self.ruleset.addons.iter().any(|a| a.tree.source == s.source));
            if !addons.is_empty() && !own {
                problem.message.push_str(&format!(" (with {})", addons.join(", ")));
            }
            self.problems.push(problem);
        }
        seen
    }
}

/// Returns a note on the number of players, to follow a message.
fn with_players(players: usize) -> String {
    format!(" (with {players} player{})", if players == 1 { "" } else { "s" })
}

//! The chosen setup: ruleset, add-ons, track, players and parameters.

use std::collections::BTreeMap;

use interpreter::data::manifest::Variant;
use interpreter::ir::Ir;
use interpreter::ruleset::{AddonFile, Ruleset, Setup, Texts, seat_name};

use super::Place;
use crate::text::appearance;
use crate::text::shift::Shift;
use crate::words::{plain, titled};
use crate::workspace::Build;

/// The state of the switches in the setup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub ruleset: String,
    /// The names of add-ons, in the manifest's order.
    pub addons: Vec<String>,
    /// The track; `None` is the ruleset's own.
    pub track: Option<String>,
    /// A series of the manifest, which has its own tracks; `None` is a single race.
    pub series: Option<String>,
    /// The number of players; `None` is the manifest's.
    pub players: Option<usize>,
    /// What the players are called, by seat; an empty name is the ruleset's.
    pub names: Vec<String>,
    /// The parameters that differ from their defaults, as written: `laps` is `2`.
    pub settings: BTreeMap<String, String>,
}

impl Wanted {
    /// Converts a ruleset's setup.
    pub fn of(ruleset: &str, setup: &Setup) -> Wanted {
        let parts = |set: &String| set.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        Wanted {
            ruleset: ruleset.to_owned(),
            addons: setup.addons.clone(),
            track: setup.track.clone(),
            series: None,
            players: setup.players,
            names: setup.names.clone(),
            settings: setup.settings.iter().filter_map(parts).collect(),
        }
    }

    /// Drops settings of parameters that rules don't have. Returns whether there were any.
    pub fn leave_unknown(&mut self, rules: &Ir) -> bool {
        let before = self.settings.len();
        if !rules.params.is_empty() {
            self.settings.retain(|name, _| rules.params.iter().any(|param| *param.name == **name));
        }
        self.settings.len() < before
    }

    pub fn setup(&self) -> Setup {
        Setup {
            addons: self.addons.clone(),
            track: self.track.clone(),
            players: self.players,
            names: self.names.clone(),
            settings: self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            names_spaces: true,
            ..Setup::default()
        }
    }

    /// Gives a seat another name; an empty one is the ruleset's.
    pub fn name(&mut self, seat: usize, name: &str) {
        self.names.resize(self.names.len().max(seat + 1), String::new());
        self.names[seat] = seat_name(name);
        while self.names.last().is_some_and(String::is_empty) {
            self.names.pop();
        }
    }

    /// Switches an add-on on with all that it requires, or off with all that require it.
    pub fn switch(&mut self, known: &[AddonFile], addon: &str, on: bool) {
        let mut now: Vec<&str> = self.addons.iter().map(String::as_str).collect();
        let mut changed = vec![addon];
        while let Some(name) = changed.pop() {
            if now.contains(&name) == on && name != addon {
                continue;
            }
            if on {
                now.push(name);
                let file = known.iter().find(|a| *a.name == *name);
                changed.extend(file.into_iter().flat_map(|a| a.requires.iter().map(|r| &**r)));
            } else {
                now.retain(|n| *n != name);
                changed.extend(known.iter().filter(|a| a.requires.iter().any(|r| **r == *name)).map(|a| &*a.name));
            }
        }
        self.addons = known.iter().map(|a| &*a.name).filter(|name| now.contains(name)).map(str::to_owned).collect();
    }

    /// Takes the add-ons and parameters of a variant.
    pub fn take(&mut self, known: &[AddonFile], variant: &Variant) {
        self.addons.clear();
        for (name, _) in &variant.addons {
            self.switch(known, &name.replace('-', "_"), true);
        }
        self.settings = variant.set.iter().map(|s| (s.param.to_string(), s.value.to_string())).collect();
    }

    /// Returns the variant with these add-ons and parameters, if there is one.
    pub fn variant(&self, ruleset: &Ruleset) -> Option<usize> {
        ruleset.manifest.variants.iter().position(|variant| {
            let mut as_variant = self.clone();
            as_variant.take(&ruleset.addons, variant);
            as_variant.addons == self.addons && as_variant.settings == self.settings
        })
    }
}

/// Returns the differences between two setups of a ruleset in words: `Thirst on`, `Laps 3`.
pub fn differences(old: &Setup, new: &Setup, ruleset: &Ruleset) -> Vec<String> {
    let title = |name: &String| ruleset.addons.iter().find(|a| *a.name == **name).map_or(name.clone(), |a| a.title.to_string());
    let (before, now) = (Wanted::of("", old), Wanted::of("", new));
    let off = before.addons.iter().filter(|name| !now.addons.contains(name)).map(|name| format!("{} off", title(name)));
    let on = now.addons.iter().filter(|name| !before.addons.contains(name)).map(|name| format!("{} on", title(name)));
    let set = now.settings.iter().filter(|(name, value)| before.settings.get(*name) != Some(value));
    let set = set.map(|(name, value)| format!("{} {}", titled(name), plain(value)));
    let unset = before.settings.keys().filter(|name| !now.settings.contains_key(*name));
    let unset = unset.map(|name| format!("{} as in the rules", titled(name)));
    let mut all: Vec<String> = off.chain(on).chain(set).chain(unset).collect();
    all.extend((old.names != new.names).then(|| "the players' names".to_owned()));
    if ruleset.track_name(old.track.as_deref()) != ruleset.track_name(new.track.as_deref()) {
        all.push("another track".to_owned());
    }
    all
}

/// Something that is played differently in two builds.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// The only changed line of a text.
    Line(Place),
    /// The name of a text, or a changed setting.
    Named(String),
    /// The track is drawn differently.
    Track,
    /// Only looks differ, which the manifest or a picture gives.
    Looks,
}

/// Returns differences in words, with lines counted as the texts stand by now: `my-race/my-race.rules, line 12, Laps 3`.
pub fn told(differences: &[Difference], texts: &Texts) -> String {
    let told = |difference: &Difference| match difference {
        Difference::Line(place) => {
            let Place { file, line, .. } = place.clone().by_now(texts);
            format!("{file}, line {line}")
        }
        Difference::Named(name) => name.clone(),
        Difference::Track => "the changed track".to_owned(),
        Difference::Looks => "the new looks".to_owned(),
    };
    differences.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Returns what is played differently in two builds: texts, and changed settings.
pub fn between(known: &Build, build: &Build) -> Vec<Difference> {
    let texts = build.played_otherwise(known).into_iter().map(|name| in_text(&known.texts, &build.texts, name));
    let settings = differences(&known.setup, &build.setup, &build.ruleset).into_iter().map(Difference::Named);
    let mut all: Vec<Difference> = texts.chain(settings).collect();
    all.dedup();
    all
}

/// Returns the difference of two texts of this name. Tracks get no line: they are drawn, so lines mean nothing to their designers.
fn in_text(old: &Texts, new: &Texts, name: String) -> Difference {
    if name.starts_with("tracks/") {
        return Difference::Track;
    }
    let [was, is] = [old, new].map(|texts| texts.get(&name));
    // What is no text is a picture.
    if was.is_none() && is.is_none() {
        return Difference::Looks;
    }
    if let (Some(Ok(old)), Some(Ok(new))) = (was, is) {
        if appearance::without_looks(old).is_some_and(|rest| Some(rest) == appearance::without_looks(new)) {
            return Difference::Looks;
        }
        let shift = Shift::between(old, new);
        if let Some(line) = shift.line(old, new) {
            return Difference::Line(Place { file: name.into(), text: new.clone(), span: shift.changed(), line, rule: None });
        }
    }
    Difference::Named(name)
}

//! The other side of `--against`: a variant of the manifest, or settings such as `with=wind,rounds=2,track=ring`.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic, nearest};
use interpreter::ruleset::Setup;

use super::super::WRONG;
use super::super::setup::{self, Ready};

/// The game to compare with.
pub struct Against {
    /// Its name for people: the variant's name, or the settings.
    pub name: String,
    /// A note that tables print after its settings.
    pub told: Option<String>,
    pub ready: Ready,
}

/// Builds the other side, with as many players as the first.
///
/// # Errors
/// Returns the exit code, after the problems have been printed.
pub fn build(first: &Ready, wanted: &str) -> Result<Against, ExitCode> {
    let trimmed = wanted.trim().trim_matches(['"', '\'']).trim();
    let base = Setup { players: Some(first.program.players), ..first.setup.clone() };
    let variants = &first.ruleset.manifest.variants;
    let (name, wanted) = match variants.iter().find(|v| v.name.to_lowercase() == trimmed.to_lowercase()) {
        Some(variant) => {
            let addons = variant.addons.iter().map(|(name, _)| name.to_string()).collect();
            let settings = variant.set.iter().map(|s| format!("{}={}", s.param, s.value)).collect();
            (variant.name.to_string(), Setup { addons, settings, ..base })
        }
        None if trimmed.contains('=') => (trimmed.to_owned(), settings(base, trimmed)),
        None => {
            let names = || variants.iter().map(|v| &*v.name);
            let problem = Diagnostic::nowhere(Code::UnknownName, format!("{} has no variant `{trimmed}`", first.ruleset.name));
            let list = names().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
            let there = if list.is_empty() { list } else { format!("there are {list}; or ") };
            let hint = format!("{there}write settings: `with=ADD-ON,PARAMETER=VALUE,track=TRACK`");
            setup::report(&first.ruleset.sources, &[problem.did_you_mean(nearest(trimmed, names())).or_hint(hint)]);
            return Err(ExitCode::from(WRONG));
        }
    };
    let told = (!name.contains('=')).then(|| format!("variant {name}"));
    Ok(Against { name, told, ready: setup::built(first.ruleset.clone(), wanted)? })
}

/// Changes a setup. `with=` replaces all add-ons. Several add-ons are joined by `+` or `,`, or `with=` is repeated.
pub fn settings(mut setup: Setup, text: &str) -> Setup {
    let mut addons: Option<Vec<String>> = None;
    let mut names_addons = false;
    for part in at_commas(text) {
        // In `with=a,b`, as after `--with`, more names may follow a comma.
        if names_addons && !part.contains('=') {
            addons.get_or_insert_default().push(part.to_owned());
            continue;
        }
        names_addons = part.split_once('=').is_some_and(|(name, _)| name.trim() == "with");
        match part.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
            Some(("with", value)) => {
                let names = value.split('+').map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
                addons.get_or_insert_default().extend(names);
            }
            Some(("track", value)) => setup.track = Some(value.to_owned()),
            _ => setup.settings.push(part.to_owned()),
        }
    }
    Setup { addons: addons.unwrap_or(setup.addons), ..setup }
}

/// Splits a text at the commas outside brackets.
fn at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let outer = |c: char| {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(outer).map(str::trim).filter(|p| !p.is_empty()).collect()
}

//! The targets of a check: rulesets, files of rulesets, and tracks.

use std::path::{Path, PathBuf};

use interpreter::diagnostic::nearest;
use interpreter::ruleset::{Text, Texts};

use crate::files::{self, Library};

/// A ruleset to check, and the part of it that is reported on.
#[derive(Clone, Debug)]
pub struct Target {
    pub library: Library,
    pub ruleset: String,
    pub only: Only,
    /// A track outside the folder of tracks.
    pub track: Option<(String, Text)>,
}

/// The files whose problems are reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Only {
    All,
    /// One file in the ruleset's folder, by name.
    File(String),
    /// One track, by its file's name without `.ron`.
    Track(String),
}

impl Target {
    /// Reads the texts of the ruleset.
    pub fn texts(&self) -> Texts {
        let mut texts = self.library.read(&self.ruleset);
        texts.tracks.extend(self.track.clone());
        texts
    }

    /// The target's name in the summary.
    pub fn title(&self) -> String {
        match &self.only {
            Only::All => self.ruleset.clone(),
            Only::File(name) => format!("{}/{name}", self.ruleset),
            Only::Track(name) => format!("{} on track {name}", self.ruleset),
        }
    }
}

/// The targets of a check, and reasons why some tracks belong to no ruleset.
#[derive(Debug, Default)]
pub struct Targets {
    pub found: Vec<Target>,
    pub strays: Vec<String>,
}

impl From<Vec<Target>> for Targets {
    fn from(found: Vec<Target>) -> Targets {
        Targets { found, strays: vec![] }
    }
}

/// Returns the targets of the paths; without paths, all rulesets.
///
/// # Errors
/// Returns a message if a path can't be checked.
pub fn targets(paths: &[PathBuf], library: &Library) -> Result<Targets, String> {
    if !paths.is_empty() {
        let mut all = Targets::default();
        for path in paths {
            let Targets { found, strays } = of_path(path, library)?;
            all.found.extend(found);
            all.strays.extend(strays);
        }
        return Ok(all);
    }
    let names = library.names();
    if names.is_empty() {
        return Err(library.is_empty());
    }
    Ok(Targets { strays: strays(library), found: names.into_iter().map(|name| whole(name, library)).collect() })
}

/// Returns reasons why no ruleset finds some tracks: their folder can't be read, or has another name. No ruleset would report these.
pub fn strays(library: &Library) -> Vec<String> {
    let names = library.names();
    let folders = names.iter().map(|name| library.tracks.join(name)).filter(|folder| files::is_there(folder));
    let unread =
        folders.filter_map(|folder| Some(format!("`{}` can't be read: {}", folder.display(), files::entries(&folder).err()?)));
    let others = files::folder(&library.tracks).into_iter().filter(|folder| !names.contains(&name_of(folder)));
    let tracks = others.flat_map(|path| if path.is_dir() { files::folder(&path) } else { vec![path] });
    let tracks = tracks.filter(|path| files::is_text(path, &["ron"]));
    let lost = tracks.map(|path| match of_track(&path, library) {
        Ok(Target { ruleset, .. }) => {
            let folder = library.tracks.join(&ruleset);
            format!(
                "`{}` is a track of `{ruleset}`, which looks for its tracks in `{}`: move it there",
                path.display(),
                folder.display()
            )
        }
        Err(why) => why,
    });
    unread.chain(lost).collect()
}

fn whole(ruleset: String, library: &Library) -> Target {
    Target { library: library.clone(), ruleset, only: Only::All, track: None }
}

fn of_path(path: &Path, library: &Library) -> Result<Targets, String> {
    let shown = path.display();
    if !path.exists() {
        let name = path.to_string_lossy();
        if library.has(&name) {
            return Ok(vec![whole(name.into_owned(), library)].into());
        }
        let names = library.names();
        let near = nearest(&name, names.iter().map(String::as_str)).map(|n| format!("; did you mean `{n}`?"));
        return Err(format!("there is no file, folder or ruleset `{shown}`{}", near.unwrap_or_default()));
    }
    // A file behind a link keeps the link's name.
    let real = match (path.parent(), path.file_name()) {
        (Some(folder), Some(file)) if !path.is_dir() => {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folder.canonicalize().map(|folder| folder.join(file))
        }
        _ => path.canonicalize(),
    };
    let real = real.map_err(|e| format!("`{shown}` can't be read: {e}"))?;
    if real.is_dir() {
        let all = of_folder(&real, library);
        return if all.found.is_empty() && all.strays.is_empty() {
            Err(format!("`{shown}` has no ruleset (a folder with a game.ron) and no track"))
        } else {
            Ok(all)
        };
    }
    let folder = real.parent().unwrap_or(Path::new("/"));
    let file = name_of(&real);
    if files::is_ruleset(folder) && [".rules", ".ron"].iter().any(|e| file.ends_with(e)) {
        let of_file = ruleset_at(folder, library).into_iter().map(|t| Target { only: Only::File(file.clone()), ..t });
        return Ok(of_file.collect::<Vec<_>>().into());
    }
    match file.strip_suffix(".ron") {
        Some(_) => Ok(vec![of_track(&real, library)?].into()),
        None if file.ends_with(".rules") => Err(format!("`{shown}` belongs to no ruleset: there is no game.ron beside it")),
        None => Err(format!("`{shown}` is neither rules (.rules) nor data (.ron)")),
    }
}

/// Returns the rulesets in a folder, or the folder itself if it is one; otherwise the tracks in it.
fn of_folder(folder: &Path, library: &Library) -> Targets {
    if let Some(target) = ruleset_at(folder, library) {
        return vec![target].into();
    }
    let entries = files::folder(folder);
    let rulesets: Vec<Target> = entries.iter().filter_map(|p| ruleset_at(p, library)).collect();
    if !rulesets.is_empty() {
        return rulesets.into();
    }
    let below = entries.iter().filter(|p| p.is_dir()).flat_map(|p| files::folder(p));
    let tracks = entries.iter().cloned().chain(below).filter(|p| files::is_text(p, &["ron"]));
    let mut all = Targets::default();
    for track in tracks {
        match of_track(&track, library) {
            Ok(target) => all.found.push(target),
            Err(why) => all.strays.push(why),
        }
    }
    all
}

fn ruleset_at(folder: &Path, library: &Library) -> Option<Target> {
    if !files::is_ruleset(folder) {
        return None;
    }
    let rulesets = folder.parent()?.to_path_buf();
    let known = library.rulesets.canonicalize().is_ok_and(|known| known == rulesets);
    let beside = rulesets.parent().map(|p| p.join("tracks")).filter(|p| !known && p.is_dir());
    let library = Library { rulesets, tracks: beside.unwrap_or_else(|| library.tracks.clone()) };
    Some(whole(name_of(folder), &library))
}

/// Returns the target for a track's file. Its ruleset is the one it names, or else the one its folder is named after.
///
/// # Errors
/// Returns a message if there is no such ruleset.
fn of_track(path: &Path, library: &Library) -> Result<Target, String> {
    let text = files::read(path);
    let named = text.as_ref().ok().and_then(|t| quoted_after(t, "ruleset"));
    let known = named.filter(|name| library.has(name)).map(str::to_owned);
    let ruleset = known.or_else(|| path.parent().map(name_of).filter(|name| library.has(name)));
    let ruleset = ruleset.ok_or_else(|| match named {
        Some(named) => {
            let names = library.names();
            let near = nearest(named, names.iter().map(String::as_str)).map(|name| format!("; did you mean `{name}`?"));
            format!("`{}` is a track of `{named}`, but there is no such ruleset{}", path.display(), near.unwrap_or_default())
        }
        None => format!("`{}` names no ruleset: a track begins with `(ruleset: \"name\", …`", path.display()),
    })?;
    let track = name_of(path).trim_end_matches(".ron").to_owned();
    let only = Only::Track(track.clone());
    Ok(Target { library: library.clone(), ruleset, only, track: Some((track, text)) })
}

/// Returns `meadow` for `… ruleset: "meadow"`.
fn quoted_after<'a>(text: &'a str, field: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("{field}:"))?;
    rest.trim_start().strip_prefix('"')?.split('"').next()
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

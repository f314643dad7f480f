//! What there is to choose from: a library's rulesets, and the tracks of the one on show.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use interpreter::ruleset::{Ruleset, Text};

use super::follow::failed;
use crate::beside::Beside;
use crate::files::Library;
use crate::ui::dialog::Notice;
use crate::workspace::Build;

/// More tracks than this are listed by file name alone.
const MOST_TITLES: usize = 60;

/// Rulesets and tracks, by their names and titles.
pub struct Catalogue {
    pub library: Library,
    /// Names and titles.
    pub rulesets: Vec<(String, String)>,
    pub tracks: Vec<TrackName>,
    /// The texts that the tracks' titles were read from.
    tracks_of: Option<BTreeMap<String, Text>>,
    /// Reads the titles.
    pub(super) titles: Beside<Vec<TrackName>>,
}

/// A track to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackName {
    /// As in files and settings: `ring`.
    pub file: String,
    /// As on the board: `Gratwald`.
    pub title: String,
}

impl Catalogue {
    pub fn new(library: Library) -> Catalogue {
        let mut catalogue = Catalogue { library, rulesets: vec![], tracks: vec![], tracks_of: None, titles: Beside::default() };
        catalogue.list_rulesets();
        catalogue
    }

    /// Looks which rulesets there are.
    pub fn list_rulesets(&mut self) {
        let title = |name: String| (name.clone(), self.library.title(&name));
        self.rulesets = self.library.names().into_iter().map(title).collect();
    }

    /// A ruleset was built: what its tracks are called is read beside the window. `is_known`: they were listed before.
    pub fn see(&mut self, build: &Arc<Build>, is_known: bool) {
        if self.tracks_of.as_ref() == Some(&build.texts.tracks) {
            return;
        }
        let ruleset = build.ruleset.clone();
        if !is_known {
            self.tracks = ruleset.tracks.keys().map(|file| TrackName { file: file.clone(), title: file.clone() }).collect();
        }
        self.titles.ask(move || track_names(&ruleset));
        self.tracks_of = Some(build.texts.tracks.clone());
    }

    /// Takes the titles of the tracks, once they have been read; waits for them so long at most. Returns what went wrong: then they keep
    /// the names of their files.
    pub fn take_titles(&mut self, most: Duration) -> Option<Notice> {
        match self.titles.wait(most)? {
            Ok(tracks) => self.tracks = tracks,
            Err(why) => return Some(failed(&why)),
        }
        None
    }
}

/// The ruleset's tracks with their titles, as far as reading them is quick.
fn track_names(ruleset: &Ruleset) -> Vec<TrackName> {
    let reads = ruleset.tracks.len() <= MOST_TITLES;
    let ir = if reads { Some(ruleset.weave(&[]).0) } else { None };
    let title = |file: &String, source| {
        let ir = ir.as_ref()?;
        let sizes = ruleset.sizes(ir, 1);
        let (track, _) = interpreter::data::track::read(&ruleset.sources, source, ir, &[], &sizes);
        (!track.name.is_empty() && *track.name != **file).then(|| track.name.to_string())
    };
    let name = |(file, source): (&String, &_)| TrackName {
        file: file.clone(),
        title: title(file, *source).unwrap_or_else(|| file.clone()),
    };
    ruleset.tracks.iter().map(name).collect()
}

//! What the window remembers from one time to the next: layout, theme, size, and where one was.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use egui::ThemePreference;
use interpreter::players::Seat;
use serde::{Deserialize, Serialize};

use super::follow::waking;
use super::{App, Begin};
use crate::drawing::hand::Aids;
use crate::drawing::recovery::Recovery;
use crate::files::Library;
use crate::ui::action::{Pane, Room};
use crate::ui::dialog::Notice;
use crate::ui::layout::Layouts;
use crate::ui::statistics::BOTS;
use crate::ui::theme;

pub(in crate::ui) const KEY: &str = "coursesetter";

/// As it is written down. Every part may be missing, or be from another version.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    pub layouts: String,
    pub theme: Option<ThemePreference>,
    /// In per cent.
    pub scale: Option<u16>,
    /// Whether the rules are named beside what they did.
    pub rule_names: bool,
    /// Whether little moves.
    pub calm: bool,
    /// The folder of the library.
    pub folder: Option<PathBuf>,
    pub ruleset: Option<String>,
    /// The track on the drawing table, where one was drawing last.
    pub drawing: Option<PathBuf>,
    /// The tracks drawn on last, the newest first.
    pub recent: Vec<PathBuf>,
    pub aids: Aids,
    /// Who plays for statistics, and how often, by the name of the game.
    pub figures: BTreeMap<String, (String, u64)>,
    /// The rooms whose tour was shown.
    pub toured: BTreeSet<Room>,
}

impl Kept {
    /// What was written down; where that can't be read, nothing.
    pub fn read(text: &str) -> Kept {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl App {
    /// Opens as it was left last time. `is_usual`: nobody said where rulesets are, so that it may be the folder of last time.
    pub fn new(library: Library, is_usual: bool, cc: &eframe::CreationContext<'_>) -> App {
        theme::apply(&cc.egui_ctx);
        let kept = Kept::read(&cc.storage.and_then(|storage| storage.get_string(KEY)).unwrap_or_default());
        let begin = Begin { recovery: Some(Recovery::usual()), statistics: true, ..Begin::default() };
        let is_first = kept == Kept::default();
        let mut app = App::resumed(library, is_usual, kept, begin);
        app.shell.gives_tours = true;
        if is_first {
            app.shell.layouts.want(Pane::Start);
        }
        app.watch(&cc.egui_ctx);
        app
    }

    /// Looks after the files of the ruleset, so that what other programs save is taken up at once.
    pub fn watch(&mut self, ctx: &egui::Context) {
        let wake = waking(ctx);
        self.sitting.live.watch(&self.catalogue.library, wake.clone());
        self.shell.wake = Some(wake);
    }

    /// The same, of what is remembered.
    pub fn resumed(library: Library, is_usual: bool, kept: Kept, begin: Begin) -> App {
        let last = kept.folder.as_deref().map(Library::in_folder).filter(|last| is_usual && *last != library);
        let (last, gone) = match last {
            Some(last) if last.names().is_empty() => (None, Some(last)),
            last => (last, None),
        };
        let is_own = last.is_some();
        let library = last.unwrap_or(library);
        let ruleset = kept.ruleset.clone().filter(|name| library.has(name));
        let mut app = App::begin(library, Begin { ruleset: begin.ruleset.clone().or(ruleset), ..begin });
        app.table.recent = kept.recent.clone();
        app.table.aids = kept.aids;
        app.shell.layouts = Layouts::read(&kept.layouts);
        app.shell.theme = kept.theme.unwrap_or(ThemePreference::System);
        app.shell.shows_rules = kept.rule_names;
        app.shell.is_calm = kept.calm;
        app.shell.toured = kept.toured;
        let chosen = |(game, (bots, games)): (&String, &(String, u64))| Some((game.clone(), (Seat::named(bots)?, *games)));
        app.statistics.chosen = kept.figures.iter().filter_map(chosen).filter(|(_, (bots, _))| BOTS.contains(bots)).collect();
        app.shell.resume(kept.scale.unwrap_or(100));
        let home = app.catalogue.library.home().display().to_string();
        if let Some(gone) = gone {
            let gone = gone.home().display().to_string();
            app.shell.notice =
                Some(Notice::bad(format!("{gone}, where you worked last, has no rulesets any more: these are of {home}")));
        } else if is_own {
            app.shell.notice =
                Some(Notice::good(format!("{home}, as last time; File, Open shipped games leads back to the shipped ones")));
        }
        // A board of another folder has its rules there.
        let is_there = kept.folder.as_ref().is_none_or(|folder| *folder == app.catalogue.library.home());
        app.come_back(kept.drawing.filter(|_| is_there));
        app
    }

    /// What is to be remembered.
    pub fn kept(&self) -> Kept {
        let drawing =
            self.table.draw.as_ref().filter(|_| self.shell.room == Room::Draw).map(|draw| draw.desk.on_disk.path().to_owned());
        Kept {
            layouts: self.shell.layouts.written(),
            theme: Some(self.shell.theme),
            scale: Some(self.shell.scale),
            rule_names: self.shell.shows_rules,
            calm: self.shell.is_calm,
            folder: Some(self.catalogue.library.home()),
            ruleset: Some(self.sitting.wanted.ruleset.clone()),
            drawing,
            toured: self.shell.toured.clone(),
            recent: self.table.recent.clone(),
            figures: self
                .statistics
                .chosen
                .iter()
                .map(|(game, (bots, games))| (game.clone(), (bots.name().to_owned(), *games)))
                .collect(),
            aids: self.table.draw.as_ref().map_or(self.table.aids, |draw| draw.desk.hand.settings.aids),
        }
    }
}

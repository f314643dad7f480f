//! Going from room to room, and what lies on the drawing table.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use interpreter::ruleset::Ruleset;
use kurbo::Size;

use super::App;
use super::follow::failed;
use crate::drawing::disk::{NotOpened, OnDisk};
use crate::drawing::problems::Problem;
use crate::drawing::trail::{self, Plan, Trail};
use crate::drawing::{Checker, Desk, Document, begin};
use crate::files::Library;
use crate::playtest::Race;
use crate::playtest::wanted::Wanted;
use crate::ui::action::{Pane, Room};
use crate::ui::dialog::elsewhere::Elsewhere;
use crate::ui::dialog::lost::named;
use crate::ui::dialog::{About, Dialog, Notice};
use crate::ui::draw::{Act, Draw, counted_steps, errors_words, problem_label};
use crate::words::{sentence, without_ticks};

/// So long a race waits at most for rules that are being woven.
const WEAVING: Duration = Duration::from_secs(1);
/// In so many folders above a track its rules may lie: `tracks/GAME/TRACK.ron` beside `rulesets`.
const ABOVE: usize = 3;

/// Whether a race is run on what lies on the table. It may lie outside of the library, and be raced on all the same.
fn is_raced(desk: &Desk, race: &Race) -> bool {
    *desk.on_disk.track_name() == *race.track_name && *desk.document().header().text("ruleset") == *race.ruleset.name
}

impl App {
    /// Goes to the drawing table. The track that is raced on is laid onto it, unless somebody has laid another one there.
    pub(super) fn go_drawing(&mut self) {
        self.shell.room = Room::Draw;
        let Some(race) = &self.sitting.race else { return };
        let path = self.catalogue.library.tracks.join(&*race.ruleset.name).join(format!("{}.ron", race.track_name));
        let is_there =
            self.table.draw.as_ref().is_some_and(|draw| draw.desk.on_disk.path() == path || is_raced(&draw.desk, race));
        let lies = self.table.draw.as_ref().map(|draw| draw.desk.on_disk.path());
        let is_followed = lies.is_none_or(|lies| self.table.laid.as_deref() == Some(lies)) && !self.is_unsaved();
        if !is_there && is_followed {
            self.draw_file(&path);
            self.table.laid = Some(path);
        } else {
            self.draw_for_rules();
        }
    }

    /// Where the track of a race lies, and its pictures beside it.
    pub fn track_folder(&self, race: &Race) -> PathBuf {
        let drawn = self.table.draw.as_ref().map(|draw| &draw.desk).filter(|desk| is_raced(desk, race));
        let drawn = drawn.and_then(|desk| desk.on_disk.path().parent());
        drawn.map_or_else(|| self.catalogue.library.tracks.join(&*race.ruleset.name), Path::to_owned)
    }

    /// The rules may have been changed meanwhile, or other add-ons be on: they are woven beside the window.
    pub(super) fn draw_for_rules(&mut self) {
        let Some(desk) = self.table.draw.as_ref().map(|draw| &draw.desk) else { return };
        let rules = self.rules_of(&desk.document().header().text("ruleset"), desk.on_disk.path());
        self.table.checking.ask(move || rules.checker());
    }

    /// Takes the rules for what lies on the table, once they are woven.
    pub(super) fn take_checker(&mut self) {
        let woven = self.table.checking.take();
        self.take_woven(woven);
    }

    fn take_woven(&mut self, woven: Option<Result<Arc<Checker>, String>>) {
        match (woven, &mut self.table.draw) {
            (Some(Ok(checker)), Some(draw)) => draw.desk.set_rules(checker),
            (Some(Err(why)), _) => self.shell.notice = Some(failed(&why)),
            _ => {}
        }
    }

    /// Lays a track's file onto the drawing table.
    pub(super) fn draw_file(&mut self, path: &Path) {
        if let Some((on_disk, document)) = self.opened(path) {
            let ruleset = document.header().text("ruleset");
            self.table.used(path);
            self.lay(&ruleset, document, on_disk);
        }
    }

    /// Lays a copy of a track onto the drawing table. There is no file before it is saved.
    pub(super) fn draw_copy(&mut self, ruleset: &str, from: &Path, path: &Path, title: &str) {
        if let Some((_, document)) = self.opened(from) {
            self.lay(ruleset, begin::copy(document, ruleset, title, from, path), OnDisk::new(path));
            self.table.draw.iter_mut().for_each(|draw| draw.desk.drawing.mark_unsaved());
        }
    }

    /// Opens a track's file, or says why it can't be drawn on.
    fn opened(&mut self, path: &Path) -> Option<(OnDisk, Document)> {
        match OnDisk::open(path) {
            Ok(opened) => return Some(opened),
            Err(NotOpened::Unreadable(why)) => {
                self.shell.notice = Some(Notice::bad(format!("{} can't be read: {why}", path.display())));
            }
            Err(NotOpened::Broken(_, problem)) => {
                let hint = "mend it in a text editor first";
                self.shell.notice = Some(Notice::bad(format!("{} is no track: {}; {hint}", path.display(), problem.message)));
            }
        }
        None
    }

    /// Lays an empty sheet onto the drawing table. There is no file before it is saved.
    pub(super) fn draw_new(&mut self, ruleset: &str, path: &Path, title: &str, sheet: Size) {
        let checker = self.rules_of(ruleset, path).checker();
        let document = begin::track(&checker, title, sheet);
        self.lay(ruleset, document, OnDisk::new(path));
    }

    /// Lays a course along a trail onto the drawing table. There is no file before it is saved.
    pub(super) fn draw_trail(&mut self, ruleset: &str, path: &Path, title: &str, trail: &Trail, plan: &Plan) {
        let checker = self.rules_of(ruleset, path).checker();
        match trail::track(&checker, title, trail, plan) {
            Ok(document) => {
                self.lay(ruleset, document, OnDisk::new(path));
                self.table.draw.iter_mut().for_each(|draw| draw.desk.drawing.mark_unsaved());
            }
            Err(why) => self.shell.notice = Some(Notice::bad(why)),
        }
    }

    pub(super) fn lay(&mut self, ruleset: &str, document: Document, on_disk: OnDisk) {
        self.clear_table();
        let checker = self.rules_of(ruleset, on_disk.path()).checker();
        let is_elsewhere = self.table.keeper.is_elsewhere(on_disk.path());
        self.shell.notice = is_elsewhere.then(|| {
            Notice::bad(format!(
                "{} is open in another window of Coursesetter, too: save in one of them only",
                named(on_disk.path())
            ))
        });
        self.shell.notice = self.shell.notice.take().or_else(|| self.rules_told(ruleset, on_disk.path()));
        self.table.keeper.takes_up(on_disk.path());
        // On an empty sheet one begins with the first step.
        if document.spaces().is_empty() {
            self.shell.layouts.want(Pane::Steps);
        }
        let mut desk = Desk::new(document, on_disk, checker);
        desk.hand.settings.aids = self.table.aids;
        self.table.draw = Some(Draw::new(desk));
        self.table.laid = None;
        self.shell.room = Room::Draw;
    }

    /// Takes away what lies on the table, saved or not.
    pub(super) fn clear_table(&mut self) {
        self.table.checking.forget();
        if let Some(draw) = self.table.draw.take() {
            self.table.aids = draw.desk.hand.settings.aids;
            self.table.keeper.lays_down();
        }
    }

    /// The rules that a track is drawn for, with the add-ons that are on in the race where it is the same game.
    fn rules_of(&self, name: &str, path: &Path) -> RulesOf {
        let addons = self.sitting.wanted.addons.iter().map(|name| name.as_str().into()).collect();
        RulesOf {
            name: name.to_owned(),
            path: path.to_owned(),
            library: self.catalogue.library.clone(),
            own: self.ruleset.clone(),
            addons,
            typed: self.sitting.live.typed().map(|(name, typed)| (name.clone(), typed.mine.clone())).collect(),
        }
    }

    /// What there is to say of where a track's rules lie.
    fn rules_told(&self, name: &str, path: &Path) -> Option<Notice> {
        let is_known =
            name.is_empty() || self.catalogue.library.has(name) || self.ruleset.as_ref().is_some_and(|own| *own.name == *name);
        let how = "File, Open folder…";
        (!is_known).then(|| match rules_elsewhere(&self.catalogue.library, name, path) {
            Some(library) => {
                let folder = library.home().display().to_string();
                Notice::good(format!("Its rules, “{name}”, lie in {folder}: to race on it, open that folder ({how})"))
            }
            None => Notice::bad(format!(
                "It is drawn for “{name}”, and no rules of that name are here: open the folder that has them ({how}), or write another ruleset into the file"
            )),
        })
    }

    /// Does what a pane of the drawing table asks for.
    pub(super) fn draw_act(&mut self, act: Act) {
        if let Act::Kit(list, act) = act {
            return self.ask_kit(list, act);
        }
        match act {
            Act::SetLook(edit) => return self.set_look(&edit),
            Act::StepLooks(again) => return self.step_looks(again),
            Act::StepText(again) => return self.step_last_text(again),
            Act::OwnIcon(of, file) => return self.take_icon(of, &file),
            Act::AddBrush(of, typed) => return self.add_brush(&of, &typed),
            _ => {}
        }
        let Some(draw) = &mut self.table.draw else { return };
        if matches!(act, Act::Field(..)) {
            self.shell.layouts.want(Pane::Inspector);
        }
        if matches!(act, Act::OpenLook(_)) {
            self.shell.layouts.want(Pane::Looks);
        }
        let number = |draw: &Draw| (draw.desk.refusals, draw.desk.drawing.version());
        let before = number(draw);
        if let Err(why) = draw.tried(|draw| draw.apply(act)) {
            self.shell.notice =
                Some(Notice::bad(format!("That failed, which is a fault of the program; the board is as it was. {why}")));
        } else if number(draw) != before {
            self.say_refused();
        }
    }

    /// Says in the bar why the last deed was refused, or what it had no room for, unless the sheet is in front: that says it where one looks.
    pub fn say_refused(&mut self) {
        let desk = self.table.draw.as_ref().map(|draw| &draw.desk);
        let why = desk.and_then(|desk| desk.refused.as_deref().or(desk.crowded.as_deref()));
        if let Some(why) = why.filter(|_| !self.shell.layouts.is_in_front(Room::Draw, Pane::Sheet)) {
            self.shell.notice = Some(Notice::good(without_ticks(&sentence(why))));
        }
    }

    /// What is selected, as text.
    pub(super) fn copied(&self) -> Option<String> {
        self.table.draw.as_ref()?.desk.copied()
    }

    /// The game that one works with: of what is drawn, else of the race.
    pub fn game_at_hand(&self) -> String {
        let drawn = self
            .table
            .draw
            .as_ref()
            .filter(|_| self.shell.room == Room::Draw)
            .map(|draw| draw.desk.document().header().text("ruleset"));
        drawn.filter(|game| self.catalogue.library.has(game)).unwrap_or_else(|| self.sitting.wanted.ruleset.clone())
    }

    /// Begins a race on the board as it is drawn, saved or not. Where its errors don't let one, it stays on the table, and they are shown.
    pub(super) fn play_drawn(&mut self) {
        if self.table.checking.is_at_it() {
            // By the newest rules.
            let woven = self.table.checking.wait(WEAVING);
            self.take_woven(woven);
        }
        let Some(draw) = &mut self.table.draw else { return };
        let name = draw.desk.on_disk.track_name();
        let game = draw.desk.document().header().text("ruleset");
        let known = draw.watch.known(draw.desk.drawing.version(), &draw.desk.checker).map(|checked| checked.problems.clone());
        let found = known.unwrap_or_else(|| draw.desk.checker.unmended(draw.desk.document(), &name).into());
        if let Some(why) = unplayable(draw.desk.document(), &found, counted_steps(draw)).filter(|_| draw.desk.checker.is_sound())
        {
            // The last race is as it was.
            self.shell.room = Room::Draw;
            let is_only_begun = found.iter().all(|problem| problem.is_step || !problem.is_error);
            self.shell.layouts.want(if is_only_begun { Pane::Steps } else { Pane::Faults });
            draw.steps.show_next();
            draw.desk.refuse(&*why);
            self.shell.notice = Some(Notice::of(About::Board, why));
            return;
        }
        let Some(draw) = &self.table.draw else { return };
        if let Some(notice) = self.rules_told(&game, draw.desk.on_disk.path()) {
            // A race would be of another game.
            match rules_elsewhere(&self.catalogue.library, &game, draw.desk.on_disk.path()) {
                Some(library) => self.shell.dialog = Some(Dialog::Elsewhere(Elsewhere { game, library })),
                None => self.shell.notice = Some(notice),
            }
            return;
        }
        if self.catalogue.library.has(&game) && self.sitting.wanted.ruleset != game {
            self.sitting.wanted = Wanted { ruleset: game, ..Wanted::default() };
        }
        self.sitting.wanted.series = None;
        self.sitting.wanted.track = Some(name);
        // What kept it from being played doesn't any more.
        self.shell.notice = None;
        self.shell.room = Room::Play;
        self.shell.layouts.leave_start();
        self.read();
    }

    /// Opens the folder in which the rules of the drawn board lie, and begins a race on it. The board stays on the table.
    pub(super) fn play_in(&mut self, library: Library) {
        let Some(draw) = self.table.draw.take() else { return };
        let game = draw.desk.document().header().text("ruleset");
        self.go_to(library, game);
        self.table.draw = Some(draw);
        self.draw_for_rules();
        self.play_drawn();
    }

    /// That the board can't be played is said beside it, as long as it is so, with what keeps it from it now.
    pub(super) fn follow_board(&mut self) {
        let is_seen = self.shell.room == Room::Draw;
        let Some(notice) = self.shell.notice.as_mut().filter(|notice| notice.of == About::Board) else { return };
        let known = |draw: &Draw| {
            let checked = draw.watch.known(draw.desk.drawing.version(), &draw.desk.checker)?;
            Some(unplayable(draw.desk.document(), &checked.problems, counted_steps(draw)))
        };
        match self.table.draw.as_ref().filter(|_| is_seen).map(known) {
            Some(None) => {}
            Some(Some(Some(why))) => notice.text = why,
            Some(Some(None)) | None => self.shell.notice = None,
        }
    }
}

/// Why this board can't be played with these problems and so many steps listed that aren't done: how many there are, and the first of them.
fn unplayable(document: &Document, problems: &[Problem], listed: usize) -> Option<String> {
    let steps = problems.iter().filter(|problem| problem.is_step && problem.ignored.is_none()).count();
    let errors = problems.iter().filter(|problem| problem.is_error).count() - steps;
    // The list also says what no rule asks for by itself, such as the first spaces.
    let steps = if steps > 0 { steps.max(listed) } else { 0 };
    let ignored = problems.iter().filter(|problem| problem.is_error && problem.ignored.is_some()).count();
    let place = match ignored {
        _ if errors + steps == 0 => return None,
        0 => "listed under Problems".to_owned(),
        _ if ignored == errors => "ignored, at the end of Problems".to_owned(),
        _ => format!("listed under Problems, {ignored} of them as ignored"),
    };
    let wrong = (errors > 0).then(|| format!("it has {}, {place}", errors_words(errors)));
    let left = match steps {
        0 => None,
        1 => Some("1 step is left, listed under To draw".to_owned()),
        steps => Some(format!("{steps} steps are left, listed under To draw")),
    };
    let why: Vec<String> = wrong.into_iter().chain(left).collect();
    let is_open = |problem: &&Problem| problem.is_error && problem.ignored.is_none() && problem.is_step == (errors == 0);
    let first = problems.iter().find(is_open).map(|problem| problem_label(document, problem));
    let first = first.map(|first| format!(". The first is \"{first}\"")).unwrap_or_default();
    Some(format!("This board can't be played yet: {}{first}", why.join(", and ")))
}

/// What rules that a track is drawn for are made of.
struct RulesOf {
    name: String,
    path: PathBuf,
    library: Library,
    /// Of the race.
    own: Option<Arc<Ruleset>>,
    addons: Vec<Arc<str>>,
    /// What is typed and not saved, by name.
    typed: Vec<(String, Arc<str>)>,
}

impl RulesOf {
    fn checker(&self) -> Arc<Checker> {
        let elsewhere = rules_elsewhere(&self.library, &self.name, &self.path);
        let is_of_race = |own: &&Arc<Ruleset>| *own.name == *self.name || elsewhere.is_none() && !self.library.has(&self.name);
        Arc::new(match self.own.as_ref().filter(is_of_race) {
            Some(own) => Checker::new(own, &self.addons),
            None => {
                let mut texts = elsewhere.as_ref().unwrap_or(&self.library).read(&self.name);
                for (name, text) in self.typed.iter().filter(|_| elsewhere.is_none()) {
                    texts.set(name, Ok(text.clone()));
                }
                Checker::new(&Ruleset::read(&texts), &[])
            }
        })
    }
}

/// Where the rules of a track lie that the library hasn't: beside the track, or where the program has others.
fn rules_elsewhere(library: &Library, name: &str, path: &Path) -> Option<Library> {
    if name.is_empty() || library.has(name) {
        return None;
    }
    let beside = path.ancestors().skip(1).take(ABOVE).map(Library::in_folder);
    beside.chain(library.and_others()).find(|library| library.has(name))
}

//! What the window asks: one question at a time, over everything else.
//!
//! Each form says what it asks for, or what is still to be mended. Files are looked at when something else is typed and once a
//! second, not in each frame.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use super::action::{Action, Ask};
use super::browse::Browse;
use super::draw::Draw;
use super::race::{Race, Tip, Way};
use crate::files::Library;
use crate::live::Live;
use as_test::AsTest;
use compare::Compare;
use edit::EditForm;
use elsewhere::Elsewhere;
use export::Export;
use form::Ended;
use games::{NewAddon, NewRuleset, OpenFolder};
use lost::{Left, Outside, Unsaved};
use path::Browsing;
use saves::{OpenGame, SaveGame};
use torn::Torn;
use tracks::{NewTrack, OpenTrack, SaveAs};

pub mod as_test;
pub mod compare;
pub mod edit;
pub mod elsewhere;
pub mod export;
pub mod form;
pub mod games;
pub mod lost;
pub mod path;
pub mod saves;
pub mod torn;
pub mod tracks;

/// The dialog that is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Palette(Palette),
    Keys,
    NewTrack(NewTrack),
    NewRuleset(NewRuleset),
    NewAddon(NewAddon),
    OpenFolder(OpenFolder),
    OpenTrack(OpenTrack),
    OpenGame(OpenGame),
    SaveGame(SaveGame),
    Edit(EditForm),
    AsTest(Box<AsTest>),
    Compare(Compare),
    SaveAs(SaveAs),
    Export(Export),
    Unsaved(Box<Unsaved>),
    Outside(Outside),
    Elsewhere(Elsewhere),
    Torn(Torn),
    Left(Left),
}

/// What is written and chosen in the palette of commands.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Palette {
    pub query: String,
    /// Which of the commands that are found.
    pub chosen: usize,
}

/// What forms look at, besides what is written in them.
pub struct Around<'a> {
    pub library: &'a Library,
    pub rulesets: &'a [(String, String)],
    /// The ruleset that one works with.
    pub game_at_hand: String,
    pub live: &'a Live,
    pub race: &'a Option<Race>,
    /// The ways in which races went that can be compared, the one that is played first, and where each stands.
    pub ways: &'a dyn Fn() -> Vec<(Way, String)>,
    pub tip: &'a dyn Fn(Way) -> Option<Tip>,
    pub draw: &'a Option<Draw>,
    /// Whether what is drawn is not saved.
    pub is_unsaved: bool,
    pub unsaved_texts: BTreeSet<String>,
    /// Work that was left unsaved at an earlier end.
    pub left_works: &'a dyn Fn() -> Left,
    /// The file of the game that was saved or opened last.
    pub last_game: &'a Option<PathBuf>,
}

/// A line that says what was done, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_bad: bool,
    /// It is so as long as the board on the table can't be played.
    pub is_of_board: bool,
    /// A place of a text that it leads to.
    pub leads: Option<(String, Range<usize>)>,
    /// Who says the same again says something new.
    number: u64,
}

impl Notice {
    pub fn good(text: impl Into<String>) -> Notice {
        Notice::new(text.into(), false)
    }

    pub fn bad(text: impl Into<String>) -> Notice {
        Notice::new(text.into(), true)
    }

    /// That the board on the table can't be played.
    pub fn of_board(text: impl Into<String>) -> Notice {
        Notice { is_of_board: true, ..Notice::bad(text) }
    }

    /// The same, with a button that leads to a place of a text.
    pub fn leading_to(self, name: &str, range: Range<usize>) -> Notice {
        Notice { leads: Some((name.to_owned(), range)), ..self }
    }

    fn new(text: String, is_bad: bool) -> Notice {
        static SAID: AtomicU64 = AtomicU64::new(0);
        Notice { text, is_bad, is_of_board: false, leads: None, number: SAID.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Dialog {
    /// What a command opens.
    pub fn of(ask: Ask, app: &Around<'_>) -> Option<Dialog> {
        Some(match ask {
            Ask::Palette => Dialog::Palette(Palette::default()),
            Ask::LeftWork => Dialog::Left((app.left_works)()),
            Ask::Keys => Dialog::Keys,
            Ask::NewTrack => Dialog::NewTrack(NewTrack::of(app)),
            Ask::NewRuleset => Dialog::NewRuleset(NewRuleset::of(app)),
            Ask::NewAddon => Dialog::NewAddon(NewAddon::of(app)),
            Ask::OpenFolder => Dialog::OpenFolder(OpenFolder::of(app)),
            Ask::OpenTrack => Dialog::OpenTrack(OpenTrack::of(app)),
            Ask::OpenGame => Dialog::OpenGame(OpenGame::of(app)),
            Ask::Chance => Dialog::Edit(EditForm::chance(app.race.as_ref()?)?),
            Ask::AsTest => Dialog::AsTest(Box::new(AsTest::of(app)?)),
            Ask::Compare => Dialog::Compare(Compare::of(app)?),
            Ask::SaveGame => Dialog::SaveGame(SaveGame::of(app)?),
            Ask::SaveAs => Dialog::SaveAs(SaveAs::of(app)?),
            Ask::Export => Dialog::Export(Export::of(app)?),
        })
    }

    /// Whether it opens while somebody does something else.
    fn comes_by_itself(&self) -> bool {
        matches!(self, Dialog::Outside(_) | Dialog::Torn(_) | Dialog::Left(_))
    }

    fn width(&self) -> f32 {
        match self {
            Dialog::Keys => 1160.0,
            Dialog::AsTest(_) | Dialog::Compare(_) => 640.0,
            Dialog::Outside(outside) if outside.both.is_some() => 900.0,
            Dialog::Torn(torn) if torn.both.is_some() => 900.0,
            _ => 460.0,
        }
    }
}

/// What dialogs keep besides what is written in them.
#[derive(Default)]
pub struct Desk {
    /// The system's own window for files.
    browse: Option<Browse>,
    /// Why nothing came of that.
    note: Option<String>,
    /// The dialog whose first field has been offered the keyboard.
    begun: Option<std::mem::Discriminant<Dialog>>,
    /// Since when it is open, in seconds.
    since: f64,
    /// When the button went down last.
    pressed: f64,
}

impl Desk {
    /// No dialog is open: a list that was open in the last one closes, too.
    pub fn clear(&mut self, ctx: &egui::Context) {
        if std::mem::take(self).begun.is_some() {
            egui::Popup::close_all(ctx);
        }
    }
}

/// For so many seconds a dialog that comes by itself is not seen yet.
const UNSEEN: f64 = 0.4;

/// Shows the dialog, if one is open. `of_commands` shows the palette and the sheet of keys.
pub fn show(
    ctx: &egui::Context,
    open: &mut Option<Dialog>,
    desk: &mut Desk,
    app: &Around<'_>,
    of_commands: impl FnOnce(&mut egui::Ui, &mut Dialog) -> Option<Ended>,
) -> Vec<Action> {
    let Some(mut dialog) = open.take() else { return vec![] };
    let size = ctx.content_rect().size();
    let kind = std::mem::discriminant(&dialog);
    let now = ctx.input(|i| i.time);
    if desk.begun.replace(kind) != Some(kind) {
        form::begin_with_first(ctx);
        desk.since = now;
        // A menu that is open would lie over it.
        egui::Popup::close_all(ctx);
    }
    if ctx.input(|i| i.pointer.any_pressed()) {
        desk.pressed = now;
    }
    // Of its own size each, not of that of the last one.
    let id = egui::Id::unique(("dialog", kind));
    let area = match dialog {
        Dialog::Palette(_) => egui::Modal::default_area(id).anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 48.0)),
        _ => egui::Modal::default_area(id),
    };
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(egui::Margin::same(14));
    let shown = egui::Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        ui.set_width(dialog.width().min(size.x - 60.0));
        match dialog {
            Dialog::Palette(_) | Dialog::Keys => of_commands(ui, &mut dialog),
            _ => dialog_ui(ui, app, &mut dialog, desk),
        }
    });
    raise_lists(ctx, shown.response.layer_id);
    // What nobody has asked for is not sent away by a click beside it, nor answered by one that was meant for what lay there before.
    let is_beside = dialog.comes_by_itself() && shown.backdrop_response.clicked();
    let closes = shown.should_close() && !is_beside;
    let ended = shown.inner.or(closes.then_some(Ended::Cancelled));
    let acted = if ctx.input(|i| i.pointer.any_released()) { desk.pressed } else { now };
    match ended.filter(|_| !dialog.comes_by_itself() || acted >= desk.since + UNSEEN) {
        Some(ended) => {
            *desk = Desk::default();
            if let Ended::Done(actions) = ended { actions } else { vec![] }
        }
        None => {
            *open = Some(dialog);
            vec![]
        }
    }
}

/// Keeps the list that is open above its dialog. A press raises the dialog: where the button goes up within the same frame, so that the
/// list opens in it, the list would lie below, unseen.
fn raise_lists(ctx: &egui::Context, dialog: egui::LayerId) {
    let layers: Vec<egui::LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
    for layer in layers.into_iter().filter(|layer| layer.order == dialog.order && egui::Popup::is_id_open(ctx, layer.id)) {
        ctx.set_sublayer(dialog, layer);
    }
}

fn dialog_ui(ui: &mut egui::Ui, app: &Around<'_>, dialog: &mut Dialog, desk: &mut Desk) -> Option<Ended> {
    let browsing = &mut Browsing { open: &mut desk.browse, note: &mut desk.note };
    match dialog {
        Dialog::Palette(_) | Dialog::Keys => None,
        Dialog::NewTrack(form) => form.ui(ui, browsing),
        Dialog::NewRuleset(form) => form.ui(ui, browsing),
        Dialog::NewAddon(form) => form.ui(ui),
        Dialog::OpenFolder(form) => form.ui(ui, browsing),
        Dialog::OpenTrack(form) => form.ui(ui, browsing),
        Dialog::OpenGame(form) => form.ui(ui, browsing),
        Dialog::SaveGame(form) => form.ui(ui, browsing),
        Dialog::Edit(form) => form.ui(ui, app),
        Dialog::AsTest(form) => form.ui(ui, app),
        Dialog::Compare(form) => form.ui(ui, app),
        Dialog::SaveAs(form) => form.ui(ui, browsing),
        Dialog::Export(form) => form.ui(ui, browsing),
        Dialog::Unsaved(form) => form.ui(ui, app),
        Dialog::Outside(form) => form.ui(ui, app),
        Dialog::Elsewhere(form) => form.ui(ui, app),
        Dialog::Torn(form) => form.ui(ui, app),
        Dialog::Left(form) => form.ui(ui),
    }
}

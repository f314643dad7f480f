//! The window's dialogs, one at a time, above everything else.
//!
//! Each form returns its request, or says what still has to be corrected. Forms look at files when their text changes and once a second,
//! but not in each frame.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use super::action::{Action, Ask};
use super::browse::Browse;
use super::draw::Draw;
use super::words::without_ticks;
use crate::files::Library;
use crate::playtest::Sitting;
use as_test::AsTest;
use compare::Compare;
use edit::EditForm;
use elsewhere::Elsewhere;
use export::Export;
use export_figures::ExportFigures;
use feedback::Feedback;
use form::Ended;
use games::{NewAddon, NewRuleset, OpenFolder};
use guide::GuideForm;
use kit::KitName;
use lost::{Left, Outside, Unsaved};
use notes::{NoteForm, NotesList};
use path::Browsing;
#[cfg(feature = "print")]
use print::{PrintDesk, PrintForm};
use report::ReportForm;
use saves::{OpenGame, SaveGame};
use thumbs::Thumbs;
use torn::Torn;
use tracks::{NewTrack, OpenTrack, SaveAs};
use trail::{NewTrail, TrailDesk};

pub mod as_test;
pub mod compare;
pub mod edit;
pub mod elsewhere;
pub mod export;
pub mod export_figures;
pub mod feedback;
pub mod form;
pub mod games;
pub mod guide;
pub mod kit;
pub mod lost;
pub mod new_sheet;
pub mod notes;
pub mod path;
#[cfg(feature = "print")]
pub mod print;
pub mod report;
pub mod saves;
pub mod thumbs;
pub mod torn;
pub mod tracks;
pub mod trail;

/// The open dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Palette(Palette),
    Keys,
    NewTrack(NewTrack),
    NewTrail(Box<NewTrail>),
    NewRuleset(NewRuleset),
    NewAddon(NewAddon),
    OpenFolder(OpenFolder),
    OpenTrack(OpenTrack),
    KitName(KitName),
    Guide(GuideForm),
    OpenGame(OpenGame),
    SaveGame(SaveGame),
    Edit(EditForm),
    AsTest(Box<AsTest>),
    Note(NoteForm),
    Notes(NotesList),
    Feedback(Feedback),
    Report(ReportForm),
    Compare(Compare),
    SaveAs(SaveAs),
    Export(Export),
    ExportFigures(ExportFigures),
    #[cfg(feature = "print")]
    Print(Box<PrintForm>),
    Unsaved(Box<Unsaved>),
    Outside(Outside),
    Elsewhere(Elsewhere),
    Torn(Torn),
    Left(Left),
}

/// The search and the choice in the command palette.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Palette {
    pub query: String,
    /// The index of the chosen one among the found commands.
    pub chosen: usize,
}

/// The parts of the window's state that forms read.
pub struct Around<'a> {
    pub library: &'a Library,
    pub rulesets: &'a [(String, String)],
    /// The name of the open ruleset.
    pub game_at_hand: String,
    pub sitting: &'a Sitting,
    pub draw: &'a Option<Draw>,
    /// Whether the drawing has unsaved changes.
    pub is_unsaved: bool,
    pub unsaved_texts: BTreeSet<String>,
    /// Unsaved work left from an earlier run.
    pub left_works: &'a dyn Fn() -> Left,
    /// The file of the last game saved or opened.
    pub last_game: &'a Option<PathBuf>,
    /// The tracks drawn on last, the newest first.
    pub recent: &'a [PathBuf],
    /// The names and titles of the tracks of the game at hand.
    pub tracks: &'a dyn Fn() -> Vec<(String, String)>,
    /// The track that is being drawn, among those of the game at hand.
    pub on_table: Option<String>,
    /// What was said last.
    pub notice: Option<&'a Notice>,
}

/// A line that says what was done, or why it wasn't.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_bad: bool,
    pub of: About,
    /// The place in a text that the notice leads to.
    pub leads: Option<(String, Range<usize>)>,
    /// Makes a repeated notice differ from the first one.
    number: u64,
}

/// What a notice is about. It goes away when that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Anything,
    /// The board on the table can't be played.
    Board,
    /// The state is being edited.
    Editing,
}

impl Notice {
    pub fn good(text: impl Into<String>) -> Notice {
        Notice::new(text.into(), false)
    }

    pub fn bad(text: impl Into<String>) -> Notice {
        Notice::new(text.into(), true)
    }

    /// Says why something can't be done as long as something else is so.
    pub fn of(about: About, text: impl Into<String>) -> Notice {
        Notice { of: about, ..Notice::bad(text) }
    }

    /// Adds a button that leads to a place in a text.
    pub fn leading_to(self, name: &str, range: Range<usize>) -> Notice {
        Notice { leads: Some((name.to_owned(), range)), ..self }
    }

    fn new(text: String, is_bad: bool) -> Notice {
        static SAID: AtomicU64 = AtomicU64::new(0);
        Notice {
            text: without_ticks(&text),
            is_bad,
            of: About::Anything,
            leads: None,
            number: SAID.fetch_add(1, Ordering::Relaxed),
        }
    }
}

impl Dialog {
    /// Opens the dialog for a command.
    pub fn of(ask: Ask, app: &Around<'_>) -> Option<Dialog> {
        Some(match ask {
            Ask::Palette => Dialog::Palette(Palette::default()),
            Ask::LeftWork => Dialog::Left((app.left_works)()),
            Ask::Keys => Dialog::Keys,
            Ask::GuidePosition => Dialog::Guide(GuideForm::of(app.draw.as_ref()?)?),
            Ask::NewTrack => Dialog::NewTrack(NewTrack::of(app)),
            Ask::NewTrail => Dialog::NewTrail(Box::new(NewTrail::of(app))),
            Ask::NewRuleset => Dialog::NewRuleset(NewRuleset::of(app)),
            Ask::NewAddon => Dialog::NewAddon(NewAddon::of(app)),
            Ask::OpenFolder => Dialog::OpenFolder(OpenFolder::of(app)),
            Ask::OpenTrack => Dialog::OpenTrack(OpenTrack::of(app)),
            Ask::OpenGame => Dialog::OpenGame(OpenGame::of(app)),
            Ask::Chance => Dialog::Edit(EditForm::chance(app.sitting.race.as_ref()?)?),
            Ask::AsTest => Dialog::AsTest(Box::new(AsTest::of(app)?)),
            Ask::Note => Dialog::Note(NoteForm::of(app.sitting.race.as_ref()?, &app.sitting.seats)),
            Ask::Notes => Dialog::Notes(NotesList),
            Ask::Feedback => Dialog::Feedback(Feedback::of(app.sitting.race.as_ref()?, &app.sitting.seats)),
            Ask::Report => Dialog::Report(ReportForm::of(app)?),
            Ask::Compare => Dialog::Compare(Compare::of(app)?),
            Ask::SaveGame => Dialog::SaveGame(SaveGame::of(app)?),
            Ask::SaveAs => Dialog::SaveAs(SaveAs::of(app)?),
            Ask::Export => Dialog::Export(Export::of(app)?),
            Ask::ExportFigures => Dialog::ExportFigures(ExportFigures::of(app)),
            #[cfg(feature = "print")]
            Ask::Print => Dialog::Print(Box::new(PrintForm::of(app)?)),
            #[cfg(not(feature = "print"))]
            Ask::Print => return None,
        })
    }

    /// Whether the dialog may open while the user is doing something else.
    fn comes_by_itself(&self) -> bool {
        matches!(self, Dialog::Outside(_) | Dialog::Torn(_) | Dialog::Left(_))
    }

    /// Whether it closes without a loss whatever was done in it.
    fn holds_nothing(&self) -> bool {
        matches!(self, Dialog::Palette(_) | Dialog::Keys | Dialog::Notes(_))
    }

    fn width(&self) -> f32 {
        match self {
            Dialog::Keys => 1160.0,
            #[cfg(feature = "print")]
            Dialog::Print(_) => 1400.0,
            Dialog::AsTest(_) | Dialog::Compare(_) => 640.0,
            Dialog::NewTrail(_) => 960.0,
            Dialog::Outside(outside) if outside.both.is_some() => 900.0,
            Dialog::Torn(torn) if torn.both.is_some() => 900.0,
            _ => 460.0,
        }
    }
}

/// The state that dialogs share.
#[derive(Default)]
pub struct Desk {
    /// The system's file dialog, and for which field.
    browse: Option<(String, Browse)>,
    /// Why the file dialog gave no result, and for which field.
    note: Option<(String, String)>,
    /// The dialog whose first field was offered the focus.
    begun: Option<std::mem::Discriminant<Dialog>>,
    /// When the dialog opened, in seconds.
    since: f64,
    /// When a mouse button was last pressed.
    pressed: f64,
    /// Pictures of tracks, which stay from dialog to dialog.
    thumbs: Thumbs,
    /// What a new trail waits for.
    trail: TrailDesk,
    /// The pages of a print, which stay from dialog to dialog.
    #[cfg(feature = "print")]
    pub print: PrintDesk,
}

impl Desk {
    /// Forgets a dialog that is no longer open, and closes a list that was open in it.
    pub fn clear(&mut self, ctx: &egui::Context) {
        if self.begun.is_some() {
            egui::Popup::close_all(ctx);
            self.end();
        }
    }

    /// Forgets a dialog that has ended.
    fn end(&mut self) {
        *self = Desk {
            thumbs: std::mem::take(&mut self.thumbs),
            #[cfg(feature = "print")]
            print: std::mem::take(&mut self.print),
            ..Desk::default()
        };
    }
}

/// The seconds during which a dialog that opens by itself counts as not yet seen.
const UNSEEN: f64 = 0.4;

/// Shows the dialog, if one is open. `of_commands` shows the command palette and the sheet of keys.
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
        desk.thumbs.look_again();
        desk.since = now;
        // An open menu would cover the dialog.
        egui::Popup::close_all(ctx);
    }
    if ctx.input(|i| i.pointer.any_pressed()) {
        desk.pressed = now;
    }
    // Each dialog has an id of its own, so that it doesn't start with the size of the last one.
    let id = egui::Id::unique(("dialog", kind));
    let area = match dialog {
        Dialog::Palette(_) => egui::Modal::default_area(id).anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 48.0)),
        _ => egui::Modal::default_area(id),
    };
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(egui::Margin::same(14));
    let shown = egui::Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        let width = dialog.width().min(size.x - 60.0);
        ui.set_width(width);
        // Whatever stands in it, a dialog is never wider than the window.
        egui::ScrollArea::horizontal()
            .max_width(width)
            .show(ui, |ui| {
                ui.set_width(width);
                match dialog {
                    Dialog::Palette(_) | Dialog::Keys => of_commands(ui, &mut dialog),
                    _ => dialog_ui(ui, app, &mut dialog, desk),
                }
            })
            .inner
    });
    raise_lists(ctx, shown.response.layer_id);
    let beside = &shown.backdrop_response;
    if !beside.is_pointer_button_down_on() && !beside.clicked() {
        form::note_begun(ctx);
    }
    // A click beside a dialog doesn't close it if it opened by itself, or if something was entered in it. Nor is a dialog that opened by
    // itself answered by a click meant for whatever was there before.
    let stays = dialog.comes_by_itself() || form::is_begun(ctx) && !dialog.holds_nothing();
    let closes = shown.should_close() && !(stays && beside.clicked());
    let ended = shown.inner.or(closes.then_some(Ended::Cancelled));
    let acted = if ctx.input(|i| i.pointer.any_released()) { desk.pressed } else { now };
    match ended.filter(|_| !dialog.comes_by_itself() || acted >= desk.since + UNSEEN) {
        Some(Ended::Meanwhile(actions)) => {
            *open = Some(dialog);
            actions
        }
        Some(ended) => {
            desk.end();
            if let Ended::Done(actions) = ended { actions } else { vec![] }
        }
        None => {
            *open = Some(dialog);
            vec![]
        }
    }
}

/// Keeps an open list above its dialog. A press raises the dialog. If the release comes in the same frame, the list opens in that frame,
/// too, and would end up hidden below.
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
        Dialog::NewTrail(form) => form.ui(ui, &mut desk.trail, browsing),
        Dialog::NewRuleset(form) => form.ui(ui, browsing),
        Dialog::NewAddon(form) => form.ui(ui),
        Dialog::OpenFolder(form) => form.ui(ui, browsing),
        Dialog::OpenTrack(form) => form.ui(ui, app.library, &mut desk.thumbs, browsing),
        Dialog::OpenGame(form) => form.ui(ui, browsing),
        Dialog::SaveGame(form) => form.ui(ui, browsing),
        Dialog::Edit(form) => form.ui(ui, app),
        Dialog::AsTest(form) => form.ui(ui, app),
        Dialog::Note(form) => form.ui(ui),
        Dialog::Notes(list) => list.ui(ui, app),
        Dialog::Feedback(form) => form.ui(ui),
        Dialog::Report(form) => form.ui(ui, browsing),
        Dialog::Compare(form) => form.ui(ui, app),
        Dialog::SaveAs(form) => form.ui(ui, browsing),
        Dialog::KitName(form) => form.ui(ui),
        Dialog::Guide(form) => form.ui(ui, app),
        Dialog::Export(form) => form.ui(ui, browsing),
        Dialog::ExportFigures(form) => form.ui(ui, browsing),
        #[cfg(feature = "print")]
        Dialog::Print(form) => form.ui(ui, app, &mut desk.print, browsing),
        Dialog::Unsaved(form) => form.ui(ui, app),
        Dialog::Outside(form) => form.ui(ui, app),
        Dialog::Elsewhere(form) => form.ui(ui, app),
        Dialog::Torn(form) => form.ui(ui, app),
        Dialog::Left(form) => form.ui(ui),
    }
}

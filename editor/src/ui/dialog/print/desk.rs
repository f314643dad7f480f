//! The pages of a print: a thread sets them anew when rules, track, cards or the order change, and another draws those that are seen.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, SystemTime};

use egui::{ColorImage, TextureHandle, TextureOptions};

use super::PrintForm;
use crate::beside::{Job, Wanted, Worker};
use crate::files::Library;
use crate::paper::What;
use crate::print::folder::Source;
use crate::print::preflight::{self, Finding};
use crate::print::typeset::{Pages, Placed, Wrong};
use crate::print::{self, Order, ink};
use crate::ui::dialog::Around;
use crate::ui::dialog::form::seen;
use crate::workspace::Build;

/// Files of templates, and when each was saved.
type Templates = Vec<(PathBuf, Option<SystemTime>)>;

/// A page's key, and the pixels of its longer side.
type Picture = (u64, u32);

/// From so many pixels on, only one picture is kept.
const LARGE: u32 = 1_536;

/// What the pages are set from.
#[derive(Clone)]
struct Wish {
    build: Arc<Build>,
    library: Library,
    templates: Templates,
    order: Order,
    /// The track whose board is printed, and for how many players.
    track: String,
    players: usize,
    /// What is left out, and the document on show, which is set first.
    without: BTreeSet<What>,
    shown: What,
}

impl PartialEq for Wish {
    fn eq(&self, other: &Wish) -> bool {
        Arc::ptr_eq(&self.build, &other.build)
            && (&self.library, &self.templates, &self.order) == (&other.library, &other.templates, &other.order)
            && (&self.track, self.players, &self.without) == (&other.track, other.players, &other.without)
    }
}

/// What has become of a document.
enum News {
    /// What the game has.
    Offered(Vec<What>),
    Set(What, Result<SetPages, Vec<Wrong>>, Vec<Finding>),
    /// It is what it was.
    Same,
    /// All that was wished is there.
    Done,
}

/// Pages, with where drawings lie on them.
struct SetPages {
    pages: Pages,
    drawings: Vec<Placed>,
}

/// A document as it was set last.
#[derive(Default)]
pub struct Document {
    pages: Option<Arc<Pages>>,
    /// For each page what tells it from others.
    keys: Vec<u64>,
    /// Where drawings lie on the pages.
    pub drawings: Vec<Placed>,
    /// What is wrong with the newest pages; those before them stay on show.
    pub wrong: Vec<Wrong>,
    /// What to look at before it is printed.
    pub findings: Vec<Finding>,
}

impl Document {
    /// For each page what tells it from others.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// The size of a page, in millimetres.
    pub fn size(&self, page: usize) -> egui::Vec2 {
        let (width, height) = self.pages.as_ref().and_then(|pages| pages.size(page)).unwrap_or((210.0, 297.0));
        egui::vec2(width as f32, height as f32)
    }
}

/// What is set, and what is drawn of it.
#[derive(Default)]
pub struct PrintDesk {
    worker: Option<(Worker<Wish>, Receiver<News>)>,
    wish: Option<Wish>,
    is_setting: bool,
    /// What the game has.
    pub offered: Vec<What>,
    pub documents: BTreeMap<What, Document>,
    /// Pictures of pages; `None` where none can be drawn.
    pictures: BTreeMap<Picture, Option<TextureHandle>>,
    drawing: Option<(Picture, Job<Result<ColorImage, String>>)>,
    /// The form as it was closed, to go on with.
    pub last: Option<PrintForm>,
}

impl PrintDesk {
    /// Has the pages set if anything has changed, and takes those that are done.
    pub(super) fn follow(&mut self, form: &PrintForm, app: &Around<'_>, ui: &egui::Ui) {
        let name = app.sitting.live.disk().name.clone();
        let templates = seen(ui, "the templates", &name, |name| app.library.templates(name));
        // Nothing else tells that another program has saved one.
        ui.ctx().request_repaint_after(Duration::from_secs(1));
        let wish = app.sitting.live.good().filter(|build| build.texts.name == name).map(|build| Wish {
            build: build.clone(),
            library: app.library.clone(),
            templates,
            order: form.order.clone(),
            track: form.track.clone(),
            players: form.players,
            without: form.without.clone(),
            shown: form.shown.0,
        });
        if let Some(wish) = wish.filter(|wish| self.wish.as_ref() != Some(wish)) {
            self.ask(wish, ui.ctx());
        }
        self.take(ui.ctx());
    }

    fn ask(&mut self, wish: Wish, ctx: &egui::Context) {
        if self.worker.is_none() {
            let (tell, news) = channel();
            let (ctx, mut known) = (ctx.clone(), BTreeMap::new());
            let work = move |wish: Wish, wanted: &Wanted<'_>| set(&wish, wanted, &mut known, &tell, &ctx);
            self.worker = Worker::begin("print", work).ok().map(|worker| (worker, news));
        }
        self.documents.retain(|what, _| !wish.without.contains(what));
        if let Some((worker, _)) = &self.worker {
            worker.give(wish.clone());
            self.is_setting = true;
        }
        self.wish = Some(wish);
    }

    fn take(&mut self, ctx: &egui::Context) {
        let news: Vec<News> = self.worker.iter().flat_map(|(_, news)| news.try_iter()).collect();
        let is_out = |what: &What| self.wish.as_ref().is_some_and(|wish| wish.without.contains(what));
        for news in news.into_iter().filter(|news| !matches!(news, News::Set(what, ..) if is_out(what))) {
            match news {
                News::Same => {}
                News::Offered(offered) => {
                    self.documents.retain(|what, _| offered.contains(what));
                    self.offered = offered;
                }
                News::Done => self.is_setting = false,
                News::Set(what, Ok(SetPages { pages, drawings }), findings) => {
                    let keys = (0..pages.count()).map(|page| pages.key(page)).collect();
                    let document = Document { pages: Some(Arc::new(pages)), keys, drawings, wrong: vec![], findings };
                    self.documents.insert(what, document);
                }
                News::Set(what, Err(wrong), findings) => {
                    let document = self.documents.entry(what).or_default();
                    (document.wrong, document.findings) = (wrong, findings);
                }
            }
        }
        if let Some((key, job)) = self.drawing.take() {
            let mut job = Some(job);
            match Job::take(&mut job) {
                None => self.drawing = job.map(|job| (key, job)),
                Some(done) => {
                    let image = done.ok().and_then(Result::ok);
                    self.pictures.insert(key, image.map(|image| ctx.load_texture("page", image, TextureOptions::LINEAR)));
                    let live: BTreeSet<u64> = self.documents.values().flat_map(|document| document.keys.clone()).collect();
                    // Large pictures take much room: only the newest stays.
                    self.pictures.retain(|one, _| live.contains(&one.0) && (one.1 <= LARGE || *one == key));
                }
            }
        }
    }

    /// How many pictures of pages there are.
    pub fn drawn(&self) -> usize {
        self.pictures.len()
    }

    /// Whether pages are still to come.
    pub fn is_setting(&self) -> bool {
        self.is_setting
    }

    /// The picture of a page whose longer side has so many pixels; until it is drawn, one of another size if there is one.
    pub(super) fn picture(&mut self, what: What, page: usize, pixels: u32, ctx: &egui::Context) -> Option<&TextureHandle> {
        let document = self.documents.get(&what)?;
        let (key, pages) = (*document.keys.get(page)?, document.pages.clone()?);
        let wanted = (key, pixels);
        if !self.pictures.contains_key(&wanted) && self.drawing.is_none() {
            let waker = ctx.clone();
            let draw = move || {
                let (size, rgba) = pages.pixels(page, pixels)?;
                Ok(ColorImage::from_rgba_premultiplied(size, &rgba))
            };
            self.drawing = Some((wanted, Job::begin(move || waker.request_repaint(), draw)));
        }
        let other = || self.pictures.range((key, 0)..=(key, u32::MAX)).rev().find_map(|(_, picture)| picture.as_ref());
        self.pictures.get(&wanted).and_then(Option::as_ref).or_else(other)
    }
}

/// Sets the pages of all documents that differ from the last ones. `known` holds what each was set from.
fn set(wish: &Wish, wanted: &Wanted<'_>, known: &mut BTreeMap<What, u64>, tell: &Sender<News>, ctx: &egui::Context) {
    let build = &wish.build;
    let built = build.on(&wish.track, wish.players);
    let Some(program) = &built.program else { return };
    let ruleset = ink::of(&build.ruleset, program, &wish.order);
    let (library, ruleset, track) = (&wish.library, &*ruleset, &*wish.track);
    let source = Source { library, ruleset, program, course: &built.track, track, text: build.texts.tracks.get(track) };
    let offered: Vec<What> = match source.game(&[]) {
        Ok(game) => What::ALL.into_iter().filter(|what| print::has(&game, *what)).collect(),
        Err(_) => What::ALL.to_vec(),
    };
    let mut all: Vec<What> = offered.iter().copied().filter(|what| !wish.without.contains(what)).collect();
    all.sort_by_key(|what| *what != wish.shown);
    known.retain(|what, _| all.contains(what));
    let _ = tell.send(News::Offered(offered));
    for what in all {
        if !wanted.is_wanted() {
            return;
        }
        let game = source.game(&[what]);
        let files = game.as_ref().map_err(Clone::clone).and_then(|game| print::files(game, what, &wish.order));
        let findings = || game.as_ref().map(|game| preflight::check(&source, game, what, &wish.order)).unwrap_or_default();
        let key = files.as_ref().ok().map(|files| {
            let mut hasher = DefaultHasher::new();
            files.hash(&mut hasher);
            hasher.finish()
        });
        let news = match (files, key) {
            (_, Some(key)) if known.get(&what) == Some(&key) => News::Same,
            (Ok(files), _) => {
                let set = print::set(&files, what, &wish.order).map(|pages| SetPages { drawings: pages.drawings(), pages });
                News::Set(what, set, findings())
            }
            (Err(wrong), _) => News::Set(what, Err(wrong), findings()),
        };
        match key {
            Some(key) => drop(known.insert(what, key)),
            None => drop(known.remove(&what)),
        }
        if tell.send(news).is_err() {
            return;
        }
        ctx.request_repaint();
    }
    let _ = tell.send(News::Done);
    ctx.request_repaint();
}

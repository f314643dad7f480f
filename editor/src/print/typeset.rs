//! Sets pages from templates with Typst. A template sees the files that it is handed and nothing else: no network, no other folders, no fonts of
//! the machine, no clock.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use emath::{Rect, pos2};
use typst::diag::{FileError, FileResult, SourceDiagnostic, Warned};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::layout::{Abs, Frame, FrameItem, Point, Size, Transform};
use typst::syntax::{DiagSpan, FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font as Face, FontBook};
use typst::utils::LazyHash;
use typst::visualize::ImageKind;
use typst::{Library, LibraryExt, World, WorldExt};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;
use typst_svg::SvgOptions;

use crate::board::fonts::Font;
use crate::drawing::png;
use crate::fault;

/// What is wrong with a template or with what it was handed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The file, as a path from the root: `/boards.typ`. Empty if it is none in particular.
    pub file: String,
    /// The line and the column, from 1 on.
    pub at: Option<(usize, usize)>,
    pub message: String,
    pub hints: Vec<String>,
}

impl Wrong {
    /// Something that is wrong with no file in particular.
    pub fn said(message: String) -> Wrong {
        nowhere("", message)
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = self.file.trim_start_matches('/');
        match self.at {
            Some((line, column)) => write!(f, "{file}:{line}:{column}: {}", self.message)?,
            None if file.is_empty() => write!(f, "{}", self.message)?,
            None => write!(f, "{file}: {}", self.message)?,
        }
        self.hints.iter().try_for_each(|hint| write!(f, "; {hint}"))
    }
}

/// A drawing on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub page: usize,
    /// What tells it from other drawings: its [`drawing_key`].
    pub key: u64,
    /// Where all of it lies, in millimetres from the corner of the page, and what is seen of the page there.
    pub place: Rect,
    pub seen: Rect,
}

/// What tells a drawing from others.
pub fn drawing_key(svg: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    svg.hash(&mut hasher);
    hasher.finish()
}

/// Pages that have been set.
pub struct Pages(PagedDocument);

/// Files by their path from the root: `/boards.typ`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Sets the pages of a template, which is one of the files.
///
/// # Errors
/// What is wrong, in the order in which it was found.
pub fn set(files: &Files, template: &str) -> Result<Pages, Vec<Wrong>> {
    let world = Room::of(files, template)?;
    let set = fault::unwound(|| {
        let Warned { output, .. } = typst::compile::<PagedDocument>(&world);
        // What was set before is kept for a preview that sets nearly the same again, but not for ever.
        typst::comemo::evict(4);
        output.map_err(|errors| errors.iter().map(|error| world.wrong(error)).collect::<Vec<Wrong>>())
    });
    set.unwrap_or_else(|why| Err(vec![nowhere(template, format!("the pages can't be set: {why}"))])).map(Pages)
}

impl Pages {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.pages().len()
    }

    /// The width and height of a page in millimetres.
    pub fn size(&self, page: usize) -> Option<(f64, f64)> {
        self.0.pages().get(page).map(|page| (page.frame.width().to_mm(), page.frame.height().to_mm()))
    }

    /// All pages as PDF, the same bytes each time. `name` tells this document from others.
    ///
    /// # Errors
    /// What can't be written.
    pub fn pdf(&self, name: &str) -> Result<Vec<u8>, Vec<Wrong>> {
        let options = PdfOptions {
            ident: Smart::Custom(name.to_owned()),
            creator: Smart::Custom(Some("Coursesetter".to_owned())),
            ..PdfOptions::default()
        };
        let told = |error: &SourceDiagnostic| nowhere("", error.message.to_string());
        fault::unwound(|| typst_pdf::pdf(&self.0, &options))
            .unwrap_or_else(|why| Err(typst::diag::eco_vec![SourceDiagnostic::error(DiagSpan::detached(), why)]))
            .map_err(|errors| errors.iter().map(told).collect())
    }

    /// A page as SVG at true size; empty beyond the last one.
    pub fn svg(&self, page: usize) -> String {
        let Some(page) = self.0.pages().get(page) else { return String::new() };
        typst_svg::svg(page, &SvgOptions::default())
    }

    /// What tells a page from others: it is the same for pages that look the same.
    pub fn key(&self, page: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        if let Some(page) = self.0.pages().get(page) {
            hash(&page.frame, &mut hasher);
        }
        hasher.finish()
    }

    /// Returns where drawings lie on the pages.
    pub fn drawings(&self) -> Vec<Placed> {
        let mut all = vec![];
        for (page, set) in self.0.pages().iter().enumerate() {
            let whole = on_page(Transform::identity(), set.frame.size());
            collect_drawings(&set.frame, Transform::identity(), whole, &mut |key, place, seen| {
                all.push(Placed { page, key, place, seen });
            });
        }
        all
    }

    /// The width, the height and the pixels of a page as RGBA. Its longer side has so many of them.
    ///
    /// # Errors
    /// Why it can't be drawn.
    pub fn pixels(&self, page: usize, longer: u32) -> Result<([usize; 2], Vec<u8>), String> {
        let (width, height) = self.size(page).ok_or("there is no such page")?;
        let side = |mm: f64| (mm / width.max(height) * f64::from(longer)).round().max(1.0) as u32;
        let picture = png::rendered(&self.svg(page), (side(width), side(height)))?;
        Ok(([picture.width() as usize, picture.height() as usize], picture.take()))
    }

    /// A page as a PNG of so many dots per inch.
    ///
    /// # Errors
    /// Why it can't be drawn.
    pub fn png(&self, page: usize, dpi: u16) -> Result<Vec<u8>, String> {
        let (width, height) = self.size(page).ok_or("there is no such page")?;
        png::draw(&self.svg(page), kurbo::Size::new(width, height), dpi)
    }
}

/// Adds what is seen of a frame to a hash, but not what is only known of it, such as the places of things in the whole document.
fn hash(frame: &Frame, hasher: &mut DefaultHasher) {
    frame.size().hash(hasher);
    for (at, item) in frame.items() {
        match item {
            FrameItem::Tag(_) => continue,
            FrameItem::Group(group) => {
                (at, group.transform, &group.clip).hash(hasher);
                hash(&group.frame, hasher);
            }
            item => (at, item).hash(hasher),
        }
    }
}

fn collect_drawings(frame: &Frame, to_page: Transform, seen: Rect, add: &mut impl FnMut(u64, Rect, Rect)) {
    for (at, item) in frame.items() {
        let here = to_page.pre_concat(Transform::translate(at.x, at.y));
        match item {
            FrameItem::Group(group) => {
                let inner = here.pre_concat(group.transform);
                let clip = group.clip.as_ref().map_or(seen, |_| seen.intersect(on_page(inner, group.frame.size())));
                collect_drawings(&group.frame, inner, clip, add);
            }
            FrameItem::Image(image, size, _) => {
                if let ImageKind::Svg(svg) = image.kind() {
                    add(drawing_key(svg.data()), on_page(here, *size), seen);
                }
            }
            _ => {}
        }
    }
}

/// Where something of a size lies on its page, in millimetres.
fn on_page(to_page: Transform, size: Size) -> Rect {
    let corner = |x, y| {
        let at = Point::new(x, y).transform(to_page);
        pos2(at.x.to_mm() as f32, at.y.to_mm() as f32)
    };
    Rect::from_two_pos(corner(Abs::zero(), Abs::zero()), corner(size.x, size.y))
}

fn nowhere(file: &str, message: String) -> Wrong {
    Wrong { file: file.to_owned(), at: None, message, hints: vec![] }
}

/// The fonts of the program, and how they are found.
static FONTS: LazyLock<(LazyHash<FontBook>, Vec<Face>)> = LazyLock::new(|| {
    let faces: Vec<Face> = Font::ALL.iter().flat_map(|font| Face::iter(Bytes::new(font.bytes()))).collect();
    (LazyHash::new(FontBook::from_fonts(&faces)), faces)
});

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));

/// All that a template can see.
struct Room {
    main: FileId,
    files: BTreeMap<String, Bytes>,
    sources: BTreeMap<String, Source>,
}

impl Room {
    fn of(files: &Files, template: &str) -> Result<Room, Vec<Wrong>> {
        let main = id(template).ok_or_else(|| vec![nowhere(template, "templates have a path from the root".to_owned())])?;
        let mut room = Room { main, files: BTreeMap::new(), sources: BTreeMap::new() };
        for (path, bytes) in files {
            room.files.insert(path.clone(), Bytes::new(bytes.clone()));
            if path.ends_with(".typ") {
                let text =
                    std::str::from_utf8(bytes).map_err(|_| vec![nowhere(path, "templates are text in UTF-8".to_owned())])?;
                room.sources.extend(id(path).map(|id| (path.clone(), Source::new(id, text.to_owned()))));
            }
        }
        Ok(room)
    }

    fn wrong(&self, error: &SourceDiagnostic) -> Wrong {
        let file = error.span.id();
        let source = file.and_then(|id| self.source(id).ok());
        let begin = self.range(error.span).map(|range| range.start);
        let at = source.zip(begin).and_then(|(source, begin)| {
            let (line, column) = source.lines().byte_to_line_column(begin)?;
            Some((line + 1, column + 1))
        });
        let hints = error.hints.iter().map(|hint| hint.v.to_string()).collect();
        let file = file.map(|id| path(id).to_owned()).unwrap_or_default();
        Wrong { file, at, message: error.message.to_string(), hints }
    }

    fn missing<T>(&self, id: FileId) -> FileResult<T> {
        Err(FileError::NotFound(path(id).into()))
    }
}

/// The number that Typst gives a path from the root. It keeps each for ever, so there must not be one for each picture.
fn id(path: &str) -> Option<FileId> {
    Some(RootedPath::new(VirtualRoot::Project, VirtualPath::new(path).ok()?).intern())
}

fn path(id: FileId) -> &'static str {
    id.get().vpath().get_with_slash()
}

impl World for Room {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &FONTS.0
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.sources.get(path(id)).cloned().map_or_else(|| self.missing(id), Ok)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.files.get(path(id)).cloned().map_or_else(|| self.missing(id), Ok)
    }

    fn font(&self, index: usize) -> Option<Face> {
        FONTS.1.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

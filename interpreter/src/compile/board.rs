//! What the compiler needs of a track.

use std::sync::Arc;

use crate::ir::fold::Words;
use crate::ir::rows::Tables;
use crate::source::Span;

/// A track as values: spaces, their fields and links.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub name: Arc<str>,
    pub spaces: Vec<BoardSpace>,
    /// By link id: from → to, in the order drawn; both directions of what is passable both ways.
    pub links: Vec<Vec<(u16, u16)>>,
    /// By the order of the track's own fields.
    pub fields: Vec<Option<Words>>,
    /// The rows of data kinds.
    pub tables: Tables,
    /// What fields of type text say.
    pub texts: Vec<Arc<str>>,
    /// The whole track, for problems without a space.
    pub span: Option<Span>,
}

/// One space.
#[derive(Clone, Debug)]
pub struct BoardSpace {
    pub id: Arc<str>,
    /// Millimetres from the sheet's left and upper edge.
    pub at: (f64, f64),
    /// By the order of the space's fields in [`Ir::fields`](crate::ir::Ir::fields); `None`: the default.
    pub fields: Vec<Option<Words>>,
    pub span: Option<Span>,
}

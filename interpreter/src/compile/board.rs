//! What the compiler needs from a track.

use std::sync::Arc;

use crate::ir::fold::Words;
use crate::ir::rows::Tables;
use crate::source::Span;

/// A track as values: spaces, their fields and links.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub name: Arc<str>,
    pub spaces: Vec<BoardSpace>,
    /// The links as (from, to), by link id, in the order drawn. A link that can be passed both ways is there twice.
    pub links: Vec<Vec<(u16, u16)>>,
    /// The track's own fields, in order.
    pub fields: Vec<Option<Words>>,
    /// The rows of data kinds.
    pub tables: Tables,
    /// The values of fields of type text.
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
    /// The fields in the order of [`Ir::fields`](crate::ir::Ir::fields). `None` means the default.
    pub fields: Vec<Option<Words>>,
    pub span: Option<Span>,
}

//! The system's file dialog.

use std::path::{Path, PathBuf};

use crate::beside::Job;

/// The kind of file to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    Folder,
    /// An existing file.
    Open,
    /// An existing GPX file.
    Gpx,
    /// A file that may not exist yet.
    Save,
}

/// The system's file dialog, open on a thread of its own.
pub struct Browse {
    answer: Option<Job<Option<PathBuf>>>,
}

impl Browse {
    /// Opens the dialog.
    pub fn open(ctx: &egui::Context, looks: Looks, at: &Path) -> Browse {
        let near = at.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        let dialog = rfd::AsyncFileDialog::new().set_directory(near);
        let name = at.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let ctx = ctx.clone();
        // Some systems require that the future is made on this thread. Another thread waits for it.
        let future = async move {
            match looks {
                Looks::Folder => dialog.pick_folder().await,
                Looks::Open => dialog.pick_file().await,
                Looks::Gpx => dialog.add_filter("GPX", &["gpx", "GPX"]).pick_file().await,
                Looks::Save => dialog.set_file_name(name).save_file().await,
            }
        };
        let pick = move || pollster::block_on(future).map(|file| file.path().to_owned());
        Browse { answer: Some(Job::begin(move || ctx.request_repaint(), pick)) }
    }

    /// Returns `None` while the dialog is open, and then the choice, if there was one.
    pub fn answer(&mut self) -> Option<Option<PathBuf>> {
        Job::take(&mut self.answer).map(|picked| picked.ok().flatten())
    }
}

//! The system's own window for files.

use std::path::{Path, PathBuf};

use crate::beside::Job;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    Folder,
    /// A file that is there.
    Open,
    /// A file that may not be there yet.
    Save,
}

/// The system's own window, open in a thread of its own.
pub struct Browse {
    answer: Option<Job<Option<PathBuf>>>,
}

impl Browse {
    /// Opens it.
    pub fn open(ctx: &egui::Context, looks: Looks, at: &Path) -> Browse {
        let near = at.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        let dialog = rfd::AsyncFileDialog::new().set_directory(near);
        let name = at.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let ctx = ctx.clone();
        // The future is made here, as some systems ask for that, and waited for elsewhere.
        let future = async move {
            match looks {
                Looks::Folder => dialog.pick_folder().await,
                Looks::Open => dialog.pick_file().await,
                Looks::Save => dialog.set_file_name(name).save_file().await,
            }
        };
        let pick = move || pollster::block_on(future).map(|file| file.path().to_owned());
        Browse { answer: Some(Job::begin(move || ctx.request_repaint(), pick)) }
    }

    /// `None`: it is still open. Else what was chosen, if anything.
    pub fn answer(&mut self) -> Option<Option<PathBuf>> {
        Job::take(&mut self.answer).map(|picked| picked.ok().flatten())
    }
}

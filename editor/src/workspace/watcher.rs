//! Tells that something may have changed in some folders. Whether it has is decided by content, elsewhere: so a word too many does no harm,
//! and one that the system forgets comes late instead of never.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify_debouncer_full::notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// Events that follow each other within this time are one.
const TOGETHER: Duration = Duration::from_millis(100);
/// So often the folders are looked at although nothing was heard: they may be on a disk that tells nothing.
const ANYWAY: Duration = Duration::from_secs(1);

/// Watches folders, whether they are there or not.
pub struct Watcher {
    folders: Vec<PathBuf>,
    /// Whether the folder at this position is being watched.
    watched: Vec<bool>,
    /// `None`: the system watches nothing for us.
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    heard: Receiver<()>,
}

impl Watcher {
    pub fn new(folders: &[&Path]) -> Watcher {
        let (tell, heard) = channel();
        let on_events = move |events: DebounceEventResult| {
            let matters = match &events {
                Ok(events) => events.iter().any(|event| !matches!(event.kind, EventKind::Access(_))),
                Err(_) => true,
            };
            if matters {
                // Nobody listens any more when the program ends.
                let _ = tell.send(());
            }
        };
        let debouncer = new_debouncer(TOGETHER, None, on_events).ok();
        let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
        let mut watcher = Watcher { watched: vec![false; folders.len()], folders, debouncer, heard };
        watcher.watch();
        watcher
    }

    /// Watches what is there by now. A folder that was taken away and put back has to be watched anew.
    fn watch(&mut self) {
        let Some(debouncer) = &mut self.debouncer else { return };
        for (folder, watched) in self.folders.iter().zip(&mut self.watched) {
            if !folder.is_dir() {
                *watched = false;
            } else if !*watched {
                *watched = debouncer.watch(folder, RecursiveMode::Recursive).is_ok();
            }
        }
    }

    /// Waits until it is worth looking, but not longer than `most`. Returns whether something was heard.
    pub fn wait(&mut self, most: Duration) -> bool {
        let heard = match self.heard.recv_timeout(most.min(ANYWAY)) {
            Ok(()) => true,
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(most.min(ANYWAY));
                false
            }
        };
        while self.heard.try_recv().is_ok() {}
        self.watch();
        heard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Waits for as long as a slow machine may take.
    fn hears(watcher: &mut Watcher) -> bool {
        (0..50).any(|_| watcher.wait(Duration::from_millis(200)))
    }

    #[test]
    fn writing_renaming_and_taking_away_are_heard() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let inner = folder.path().join("rules");
        fs::create_dir(&inner).expect("it can be made");
        let file = inner.join("a.rules");
        let mut watcher = Watcher::new(&[&inner]);
        fs::write(&file, "one").expect("written");
        assert!(hears(&mut watcher));
        fs::write(inner.join(".a.part"), "two").and_then(|()| fs::rename(inner.join(".a.part"), &file)).expect("renamed");
        assert!(hears(&mut watcher));
        fs::remove_file(&file).expect("removed");
        assert!(hears(&mut watcher));
        fs::write(&file, "three").expect("written");
        assert!(hears(&mut watcher));
    }

    #[test]
    fn a_folder_that_comes_later_is_watched() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let inner = folder.path().join("rules");
        let mut watcher = Watcher::new(&[&inner]);
        assert!(!watcher.wait(Duration::from_millis(1)));
        fs::create_dir(&inner).expect("it can be made");
        watcher.wait(Duration::from_millis(1));
        fs::write(inner.join("a.rules"), "one").expect("written");
        assert!(hears(&mut watcher));
    }
}

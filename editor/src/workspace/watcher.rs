//! Watches folders and reports that something in them may have changed. Its users compare the contents, so a false report does no harm. A
//! change that the system doesn't report is noticed late, but not missed.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// Events that follow each other within this time are reported together.
const TOGETHER: Duration = Duration::from_millis(100);
/// The interval at which the folders are looked at even without events: their disk may not report any.
const ANYWAY: Duration = Duration::from_secs(1);

/// Watches folders, whether they exist or not.
pub struct Watcher {
    watched: Vec<Watched>,
    /// The system's watcher; `None` if the system has none for us.
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    heard: Receiver<Heard>,
}

/// A folder, and whether it is being watched.
struct Watched {
    path: PathBuf,
    mode: RecursiveMode,
    is_on: bool,
}

/// A report that something may have changed.
struct Heard {
    /// Whether a watched folder itself was created, deleted or renamed. The system then no longer watches it, even if a folder of that name
    /// exists again.
    is_renewed: bool,
}

impl Watcher {
    pub fn new(folders: &[&Path]) -> Watcher {
        let (tell, heard) = channel();
        // The parent folder reports when a folder is created or deleted.
        let above = folders.iter().filter_map(|folder| folder.parent()).filter(|above| !above.as_os_str().is_empty());
        let mut paths: Vec<(PathBuf, RecursiveMode)> =
            folders.iter().map(|folder| (folder.to_path_buf(), RecursiveMode::Recursive)).collect();
        for above in above {
            if !paths.iter().any(|(path, _)| path == above) {
                paths.push((above.to_path_buf(), RecursiveMode::NonRecursive));
            }
        }
        let own: Vec<PathBuf> = paths.iter().map(|(path, _)| path.clone()).collect();
        let on_events = move |events: DebounceEventResult| {
            let comes_or_goes = |kind: &EventKind| {
                matches!(kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)))
            };
            let heard = match &events {
                Ok(events) if events.iter().all(|event| matches!(event.kind, EventKind::Access(_))) => return,
                Ok(events) => Heard {
                    is_renewed: events
                        .iter()
                        .any(|event| comes_or_goes(&event.kind) && event.paths.iter().any(|p| own.contains(p))),
                },
                Err(_) => Heard { is_renewed: true },
            };
            // When the program ends, nobody listens any more.
            let _ = tell.send(heard);
        };
        let debouncer = new_debouncer(TOGETHER, None, on_events).ok();
        let watched = paths.into_iter().map(|(path, mode)| Watched { path, mode, is_on: false }).collect();
        let mut watcher = Watcher { watched, debouncer, heard };
        watcher.watch();
        watcher
    }

    /// Watches the folders that exist by now. A folder that was deleted and created again has to be watched again.
    fn watch(&mut self) {
        let Some(debouncer) = &mut self.debouncer else { return };
        for Watched { path, mode, is_on } in &mut self.watched {
            if !path.is_dir() {
                *is_on = false;
            } else if !*is_on {
                *is_on = debouncer.watch(path.as_path(), *mode).is_ok();
            }
        }
    }

    /// Stops watching everything, so that it can be watched again.
    fn let_go(&mut self) {
        let Some(debouncer) = &mut self.debouncer else { return };
        for Watched { path, is_on, .. } in self.watched.iter_mut().filter(|watched| watched.is_on) {
            // The system may have stopped already.
            let _ = debouncer.unwatch(path.as_path());
            *is_on = false;
        }
    }

    /// Waits until it is worth looking, but no longer than `most`. Returns whether anything was reported.
    pub fn wait(&mut self, most: Duration) -> bool {
        let first = match self.heard.recv_timeout(most.min(ANYWAY)) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(most.min(ANYWAY));
                None
            }
        };
        let mut is_renewed = first.as_ref().is_some_and(|heard| heard.is_renewed);
        while let Ok(heard) = self.heard.try_recv() {
            is_renewed |= heard.is_renewed;
        }
        if is_renewed {
            self.let_go();
        }
        self.watch();
        first.is_some()
    }
}

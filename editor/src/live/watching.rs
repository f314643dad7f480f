//! Watches files on a thread, which sends their texts when they change.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use interpreter::ruleset::Texts;

use crate::beside::{Wake, Wanted, Worker};
use crate::files::Library;
use crate::workspace::differences;
use crate::workspace::watcher::Watcher;

/// A thread that watches a ruleset's files until this is dropped.
pub struct Watching {
    library: Library,
    name: String,
    heard: Receiver<Heard>,
    /// Whether the thread has to send the texts again.
    again: Arc<AtomicBool>,
    /// The thread; `None` if the system has none left.
    _worker: Option<Worker<()>>,
}

/// The texts of the files, and when reading them began.
pub struct Heard {
    pub began: Instant,
    pub texts: Texts,
}

/// How long the thread may go on after nobody wants it any more.
const LINGER: Duration = Duration::from_secs(1);

impl Watching {
    pub fn begin(library: Library, name: String, wake: Wake) -> Watching {
        let (tell, heard) = channel();
        let again = Arc::new(AtomicBool::new(false));
        let mut watching = Watching { library: library.clone(), name: name.clone(), heard, again: again.clone(), _worker: None };
        let watch = move |(), wanted: &Wanted<'_>| {
            let mut watcher = Watcher::new(&[&library.rulesets.join(&name), &library.tracks.join(&name)]);
            let mut known: Option<Texts> = None;
            while wanted.is_wanted() {
                let (began, texts) = (Instant::now(), library.read(&name));
                if again.swap(false, Ordering::Relaxed) {
                    known = None;
                }
                if known.as_ref().is_none_or(|known| !differences(known, &texts).is_empty()) {
                    known = Some(texts.clone());
                    if tell.send(Heard { began, texts }).is_err() {
                        return;
                    }
                    wake();
                }
                watcher.wait(LINGER);
            }
        };
        watching._worker = Worker::begin("files", watch).ok();
        watching._worker.iter().for_each(|worker| worker.give(()));
        watching
    }

    pub fn is_of(&self, library: &Library, name: &str) -> bool {
        self.library == *library && self.name == name
    }

    /// Returns the current texts, if they have changed.
    pub fn heard(&self) -> Option<Heard> {
        self.heard.try_iter().last()
    }
}

impl Watching {
    /// Ignores the texts last sent, and makes the thread send the current ones.
    pub fn tell_again(&self) {
        self.again.store(true, Ordering::Relaxed);
    }
}

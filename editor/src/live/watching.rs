//! Looking after the files in a thread: their texts are told when they say something else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use interpreter::ruleset::Texts;

use crate::beside::{Wake, Wanted, Worker};
use crate::files::Library;
use crate::workspace::differences;
use crate::workspace::watcher::Watcher;

/// A thread that looks after a ruleset's files until this is dropped.
pub struct Watching {
    library: Library,
    name: String,
    heard: Receiver<Heard>,
    /// What was told last was of no use.
    again: Arc<AtomicBool>,
    /// `None`: the system has no thread for it.
    _worker: Option<Worker<()>>,
}

/// The texts of the files, and when reading them began.
pub struct Heard {
    pub began: Instant,
    pub texts: Texts,
}

/// So long the thread goes on at most after nobody wants it any more.
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

    /// The texts as they lie there by now, if they have changed.
    pub fn heard(&self) -> Option<Heard> {
        self.heard.try_iter().last()
    }
}

impl Watching {
    /// What was heard last counts for nothing: it is told again as it is by then.
    pub fn tell_again(&self) {
        self.again.store(true, Ordering::Relaxed);
    }
}

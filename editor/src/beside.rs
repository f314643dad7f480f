//! Work done beside the window, in a thread of its own: one piece at a time, and of those that wait for it the newest.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::fault::unwound;

type Work<R> = Box<dyn FnOnce() -> R + Send>;

/// Pieces of work of one kind, of which only the newest is wanted.
pub struct Beside<R> {
    /// What a thread is at; nothing comes of it where the program itself fails.
    at_it: Option<Receiver<Result<R, String>>>,
    /// What follows once that has ended.
    next: Option<Work<R>>,
    /// Whether what the thread is at is still wanted.
    is_wanted: bool,
}

impl<R> Default for Beside<R> {
    fn default() -> Beside<R> {
        Beside { at_it: None, next: None, is_wanted: false }
    }
}

impl<R: Send + 'static> Beside<R> {
    /// Wants this, and nothing any more that was wanted before.
    pub fn ask(&mut self, work: impl FnOnce() -> R + Send + 'static) {
        self.next = Some(Box::new(work));
        self.is_wanted = false;
        if self.at_it.is_none() {
            self.begin_next();
        }
    }

    /// Nothing is wanted any more.
    pub fn forget(&mut self) {
        (self.next, self.is_wanted) = (None, false);
    }

    /// Whether something that is wanted is still to come.
    pub fn is_at_it(&self) -> bool {
        self.is_wanted || self.next.is_some()
    }

    /// What has come of what is wanted, or what a panic in it says; once. `None`: it is still to come, or nothing is wanted.
    pub fn take(&mut self) -> Option<Result<R, String>> {
        self.wait(Duration::ZERO)
    }

    /// The same, waiting for it so long at most.
    pub fn wait(&mut self, most: Duration) -> Option<Result<R, String>> {
        let begun = Instant::now();
        loop {
            let done = match self.at_it.as_ref()?.recv_timeout(most.saturating_sub(begun.elapsed())) {
                Ok(done) => done,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => Err("it ended without a word".to_owned()),
            };
            let was_wanted = self.is_wanted;
            (self.at_it, self.is_wanted) = (None, false);
            self.begin_next();
            if was_wanted {
                return Some(done);
            }
        }
    }

    fn begin_next(&mut self) {
        let Some(work) = self.next.take() else { return };
        let (tell, done) = channel();
        std::thread::spawn(move || {
            // Nobody waits for it any more where whoever asked is gone.
            let _ = tell.send(unwound(work));
        });
        (self.at_it, self.is_wanted) = (Some(done), true);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn the_newest_wins_and_those_between_are_never_begun() {
        let (go, held) = channel::<()>();
        let begun = Arc::new(AtomicUsize::new(0));
        let mut beside = Beside::default();
        let first = begun.clone();
        beside.ask(move || {
            first.fetch_add(1, Ordering::Relaxed);
            let _ = held.recv();
            0
        });
        for n in 1..=50 {
            let begun = begun.clone();
            beside.ask(move || {
                begun.fetch_add(1, Ordering::Relaxed);
                n
            });
        }
        assert!(beside.take().is_none() && beside.is_at_it());
        go.send(()).expect("the first one waits for it");
        assert_eq!(beside.wait(LONG), Some(Ok(50)));
        assert_eq!(begun.load(Ordering::Relaxed), 2);
        assert!(beside.take().is_none() && !beside.is_at_it());
    }

    #[test]
    fn what_is_forgotten_never_comes() {
        let (go, held) = channel::<()>();
        let mut beside = Beside::default();
        beside.ask(move || {
            let _ = held.recv();
        });
        beside.forget();
        assert!(!beside.is_at_it());
        go.send(()).expect("it is still at it");
        assert_eq!(beside.wait(LONG), None);
        beside.ask(|| ());
        assert_eq!(beside.wait(LONG), Some(Ok(())));
    }

    #[test]
    fn a_panic_is_told_and_work_goes_on() {
        let mut beside: Beside<usize> = Beside::default();
        beside.ask(|| panic!("no luck"));
        assert_eq!(beside.wait(LONG), Some(Err("no luck".to_owned())));
        beside.ask(|| 7);
        assert_eq!(beside.wait(LONG), Some(Ok(7)));
    }
}

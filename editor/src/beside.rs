//! Work done beside the window, in threads of its own: one piece ([`Job`]), of several that wait the newest ([`Beside`]), or one after the
//! other by one who keeps what it needs ([`Worker`]).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::fault::unwound;

/// So often it is looked whether a thread has come to its end: a race is taken over or begun, a bot has answered.
pub const LOOK: Duration = Duration::from_millis(4);

/// What is to be done when there is something to look at: from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A piece of work in a thread of its own, and what comes of it: what a panic in it says where the program itself fails.
pub struct Job<R>(Receiver<Result<R, String>>);

impl<R: Send + 'static> Job<R> {
    /// Begins it. `wake` is called once it has ended.
    pub fn begin(wake: impl FnOnce() + Send + 'static, work: impl FnOnce() -> R + Send + 'static) -> Job<R> {
        let (tell, done) = channel();
        let no_thread = tell.clone();
        let begun = std::thread::Builder::new().spawn(move || {
            // Nobody waits for it any more where whoever asked is gone.
            let _ = tell.send(unwound(work));
            wake();
        });
        if let Err(why) = begun {
            let _ = no_thread.send(Err(why.to_string()));
        }
        Job(done)
    }

    /// What has come of it, once; then it is gone. `None`: there is none, or it is still to come.
    pub fn take(job: &mut Option<Job<R>>) -> Option<Result<R, String>> {
        Job::wait(job, Duration::ZERO)
    }

    /// The same, waiting for it so long at most.
    pub fn wait(job: &mut Option<Job<R>>, most: Duration) -> Option<Result<R, String>> {
        let done = match job.as_ref()?.0.recv_timeout(most) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Err("it ended without a word".to_owned()),
        };
        *job = None;
        Some(done)
    }
}

type Work<R> = Box<dyn FnOnce() -> R + Send>;

/// Pieces of work of one kind, of which only the newest is wanted.
pub struct Beside<R> {
    /// What a thread is at.
    at_it: Option<Job<R>>,
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
            let done = Job::wait(&mut self.at_it, most.saturating_sub(begun.elapsed()))?;
            let was_wanted = std::mem::take(&mut self.is_wanted);
            self.begin_next();
            if was_wanted {
                return Some(done);
            }
        }
    }

    fn begin_next(&mut self) {
        let Some(work) = self.next.take() else { return };
        (self.at_it, self.is_wanted) = (Some(Job::begin(|| (), work)), true);
    }
}

/// A thread that works on the newest of what it is given, and waits for more.
pub struct Worker<W> {
    shared: Arc<Shared<W>>,
}

struct Shared<W> {
    slots: Mutex<Slots<W>>,
    bell: Condvar,
}

struct Slots<W> {
    next: Option<W>,
    /// What nobody has begun before something newer came: it may take a while to drop, which the thread does.
    passed_over: Vec<W>,
    /// Whether what the thread is at is to be given up.
    is_old: Arc<AtomicBool>,
    rests: bool,
    is_over: bool,
}

/// What a worker has been asked to do, as it sees it.
pub struct Wanted<'a> {
    /// Whether it is to be given up, as there is something newer or nobody is left to see it.
    pub is_old: &'a AtomicBool,
    rest: &'a dyn Fn(),
}

impl Wanted<'_> {
    /// Waits while the worker is to rest.
    pub fn rest(&self) {
        (self.rest)();
    }

    /// Whether somebody still waits for it.
    pub fn is_wanted(&self) -> bool {
        !self.is_old.load(Ordering::Relaxed)
    }
}

impl<W: Send + 'static> Worker<W> {
    /// Begins its thread.
    ///
    /// # Errors
    /// Why the system has none.
    pub fn begin(name: &str, mut work: impl FnMut(W, &Wanted<'_>) + Send + 'static) -> Result<Worker<W>, String> {
        let slots = Slots { next: None, passed_over: vec![], is_old: Arc::default(), rests: false, is_over: false };
        let shared = Arc::new(Shared { slots: Mutex::new(slots), bell: Condvar::new() });
        let own = shared.clone();
        let begun = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            while let Some((next, is_old)) = own.next() {
                work(next, &Wanted { is_old: &is_old, rest: &|| own.rest(&is_old) });
            }
        });
        begun.map(|_| Worker { shared }).map_err(|why| why.to_string())
    }

    /// Gives it something to do instead of what it is at.
    pub fn give(&self, work: W) {
        let mut slots = self.shared.slots();
        slots.is_old.store(true, Ordering::Relaxed);
        let passed_over = slots.next.replace(work);
        slots.passed_over.extend(passed_over);
        drop(slots);
        self.shared.bell.notify_all();
    }

    /// Pauses it at the next [`Wanted::rest`], or lets it go on.
    pub fn rest(&self, rests: bool) {
        self.shared.slots().rests = rests;
        self.shared.bell.notify_all();
    }
}

impl<W> Drop for Worker<W> {
    fn drop(&mut self) {
        let mut slots = self.shared.slots();
        slots.is_old.store(true, Ordering::Relaxed);
        slots.is_over = true;
        drop(slots);
        self.shared.bell.notify_all();
    }
}

impl<W> Shared<W> {
    /// What is in the slots is whole at any time, whatever panicked.
    fn slots(&self) -> MutexGuard<'_, Slots<W>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be done, once there is something; `None`: nobody wants anything any more.
    fn next(&self) -> Option<(W, Arc<AtomicBool>)> {
        let mut slots = self.slots();
        loop {
            if slots.is_over {
                return None;
            }
            if let Some(next) = slots.next.take() {
                slots.is_old = Arc::default();
                let (passed_over, is_old) = (std::mem::take(&mut slots.passed_over), slots.is_old.clone());
                drop(slots);
                drop(passed_over);
                return Some((next, is_old));
            }
            slots = self.bell.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn rest(&self, is_old: &AtomicBool) {
        let mut slots = self.slots();
        while slots.rests && !is_old.load(Ordering::Relaxed) {
            slots = self.bell.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
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

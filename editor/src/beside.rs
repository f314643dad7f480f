//! Work in the background, on threads of its own. A [`Job`] is one piece of work. [`Beside`] runs one at a time, and only the newest of
//! those waiting. A [`Worker`] works through requests and keeps what it needs in between.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::fault::unwound;

/// How often to look whether a thread has ended, for example when a race is replaced or begun, or a bot has answered.
pub const LOOK: Duration = Duration::from_millis(4);

/// Called from any thread when there is something new to see.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A piece of work on a thread of its own, and its result. If it panics, the result is the panic's message.
pub struct Job<R>(Receiver<Result<R, String>>);

impl<R: Send + 'static> Job<R> {
    /// Starts the work. `wake` is called once it has ended.
    pub fn begin(wake: impl FnOnce() + Send + 'static, work: impl FnOnce() -> R + Send + 'static) -> Job<R> {
        let (tell, done) = channel();
        let no_thread = tell.clone();
        let begun = std::thread::Builder::new().spawn(move || {
            // If the job was dropped, nobody waits for the result.
            let _ = tell.send(unwound(work));
            wake();
        });
        if let Err(why) = begun {
            let _ = no_thread.send(Err(why.to_string()));
        }
        Job(done)
    }

    /// Takes the result, and with it the job. Returns `None` if there is no job or it hasn't ended.
    pub fn take(job: &mut Option<Job<R>>) -> Option<Result<R, String>> {
        Job::wait(job, Duration::ZERO)
    }

    /// Like [`take`](Self::take), but waits up to `most` for the result.
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

/// Pieces of work of the same kind, of which only the newest is wanted.
pub struct Beside<R> {
    /// The work on the thread.
    at_it: Option<Job<R>>,
    /// The work that comes next.
    next: Option<Work<R>>,
    /// Whether the work on the thread is still wanted.
    is_wanted: bool,
}

impl<R> Default for Beside<R> {
    fn default() -> Beside<R> {
        Beside { at_it: None, next: None, is_wanted: false }
    }
}

impl<R: Send + 'static> Beside<R> {
    /// Wants this work, and nothing that was wanted before.
    pub fn ask(&mut self, work: impl FnOnce() -> R + Send + 'static) {
        self.next = Some(Box::new(work));
        self.is_wanted = false;
        if self.at_it.is_none() {
            self.begin_next();
        }
    }

    /// Drops everything that is wanted.
    pub fn forget(&mut self) {
        (self.next, self.is_wanted) = (None, false);
    }

    /// Whether a wanted result is still to come.
    pub fn is_at_it(&self) -> bool {
        self.is_wanted || self.next.is_some()
    }

    /// Takes the wanted result, or the message of a panic, once. Returns `None` if it is still to come or nothing is wanted.
    pub fn take(&mut self) -> Option<Result<R, String>> {
        self.wait(Duration::ZERO)
    }

    /// Like [`take`](Self::take), but waits up to `most` for the result.
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

/// A thread that works on the newest request, and waits for more.
pub struct Worker<W> {
    shared: Arc<Shared<W>>,
}

struct Shared<W> {
    slots: Mutex<Slots<W>>,
    bell: Condvar,
}

struct Slots<W> {
    next: Option<W>,
    /// Requests that newer ones replaced before they began. Dropping them may take a while, so the thread does that.
    passed_over: Vec<W>,
    /// Whether the thread should give up its current request.
    is_old: Arc<AtomicBool>,
    rests: bool,
    is_over: bool,
}

/// A request as the worker sees it.
pub struct Wanted<'a> {
    /// Whether to give up, because there is a newer request or nobody waits any more.
    pub is_old: &'a AtomicBool,
    rest: &'a dyn Fn(),
}

impl Wanted<'_> {
    /// Waits while the worker is paused.
    pub fn rest(&self) {
        (self.rest)();
    }

    /// Whether somebody still waits for the result.
    pub fn is_wanted(&self) -> bool {
        !self.is_old.load(Ordering::Relaxed)
    }
}

impl<W: Send + 'static> Worker<W> {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns why the system has no thread.
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

    /// Gives the worker a new request in place of its current one.
    pub fn give(&self, work: W) {
        let mut slots = self.shared.slots();
        slots.is_old.store(true, Ordering::Relaxed);
        let passed_over = slots.next.replace(work);
        slots.passed_over.extend(passed_over);
        drop(slots);
        self.shared.bell.notify_all();
    }

    /// Pauses the worker at its next [`Wanted::rest`], or resumes it.
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
    /// The slots are consistent at any time, so a panic elsewhere doesn't matter.
    fn slots(&self) -> MutexGuard<'_, Slots<W>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next request. Returns `None` if nobody wants anything any more.
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

//! Work beside the window: the newest counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use editor::beside::Beside;

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

//! The rulebook beside the board.

use super::*;

#[test]
fn the_rulebook_follows_what_is_switched_on() {
    let mut window = window(library());
    let says = |window: &Harness<'static, App>, text: &str| window.query_all_by_label_contains(text).next().is_some();
    window.state_mut().shell.layouts.want(Pane::Rulebook);
    until(&mut window, |window| says(window, "What you need"));
    assert!(!says(&window, "With the add-on"));
    window.state_mut().shell.layouts.want(Pane::Setup);
    window.run_steps(3);
    click(&mut window, Role::CheckBox, "Heart rate meter");
    settle(&mut window);
    window.state_mut().shell.layouts.want(Pane::Rulebook);
    until(&mut window, |window| says(window, "With the add-on"));
    // What can be shown besides is there once there is something of it.
    let replaced = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::CheckBox, "What add-ons replace").rect();
    assert!(replaced(&window).is_positive());
}

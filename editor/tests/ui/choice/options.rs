//! What an option says beside its row.

use editor::ui::panel_turn::options::rests;

#[test]
fn an_option_says_what_its_row_does_not_say_already() {
    let rests = |told: &[&str]| rests(told, "Space 6");
    assert_eq!(rests(&["Space 6 (lane 1, wax 2)"]), ["Lane 1, wax 2"]);
    assert_eq!(rests(&["Space 6 (lane 1, wax 2)", "Space 6 (lane 2, wax 2)"]), ["Lane 1", "Lane 2"]);
    assert_eq!(rests(&["space 6", "Stay", "Über"]), ["Space 6", "Stay", "Über"]);
}

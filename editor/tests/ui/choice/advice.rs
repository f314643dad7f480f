//! What a bot thinks, in words.

use editor::ui::panel_turn::advice::{number, ranked, told};
use interpreter::players::advice::{Advice, Value};

#[test]
fn values_are_told_beside_the_best_one() {
    let value = |mean, less, is_less| Value { mean, less, is_less };
    assert_eq!(told(&value(-34.21, 0.0, false), true), "Best");
    assert_eq!(told(&value(-36.0, 1.79, true), false), "1.8 less");
    assert_eq!(told(&value(-34.3, 0.1, false), false), "About as good");
    assert_eq!([number(-34.21), number(12_345.6)], ["−34.2", "12346"]);
    // What can't be told apart keeps its order.
    let values = vec![value(1.0, 2.0, true), value(2.9, 0.1, false), value(3.0, 0.0, false)];
    let advice = Advice { by: "greedy", values, best: 2, states: 200 };
    assert_eq!(ranked(&advice, &[0, 1, 2]), [1, 2, 0]);
}

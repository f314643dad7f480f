//! How far apart new spaces lie at the end of a course.

use super::reshape::{kept, reads_back};
use super::*;

/// A branch of four spaces 19 mm apart, 57 mm away from the space that it begins on.
const BRANCH: &str = "(ruleset: \"skoot\", \
    spaces: [(id: \"a1\", at: (20, 100)), (id: \"b1\", at: (77, 100)), (id: \"b2\", at: (96, 100)), (id: \"b3\", at: (115, 100)), \
        (id: \"b4\", at: (134, 100))], \
    links: [(kind: \"homeward\", chain: [\"a1\", \"b1\"]), (kind: \"ahead\", chain: [\"b1\", \"b2\", \"b3\", \"b4\"])], \
    courses: [(nodes: [(at: (20, 100)), (at: (134, 100))], spaces: [\"b1\", \"b2\", \"b3\", \"b4\"], gaps: [57, 19, 19, 19], \
        from: \"a1\")])";

#[test]
fn new_spaces_of_a_branch_lie_as_far_apart_as_its_others_however_long_its_link_is() {
    for is_even in [true, false] {
        for (pulled, count) in [(58.0, 3), (33.0, 1), (41.0, 2)] {
            let mut table = Table::of(document(BRANCH), Arc::new(Checker::new(&ruleset("skoot"), &[])));
            table.set(|settings| settings.is_even = is_even);
            table.take(Tool::Reshape);
            let key = table.desk.document().space("b2").expect("there").key;
            table.desk.apply(Deed::Select(vec![key], Mode::Replace));
            table.drag(&[(134.0 + 6.0 * 1.5, 100.0), (134.0 + pulled, 100.0)]);
            let course = kept(&table).remove(0);
            assert_eq!(course.spaces.len(), 4 + count, "{pulled}");
            let at: Vec<f64> = course.spaces.iter().map(|id| table.at(id).0).collect();
            let gaps: Vec<f64> = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(gaps.iter().all(|gap| (18.0..=19.5).contains(gap)), "{gaps:?}");
            assert_eq!(
                (at[0], course.line.nodes.last().map(|node| (node.at.x - at[at.len() - 1]).abs() < 0.02)),
                (77.0, Some(true))
            );
            reads_back(&table);
        }
    }
}

//! What is locked, hidden or grouped at the drawing table.

use editor::drawing::on_table::OnTable;

#[test]
fn it_is_read_however_it_is_written() {
    let all = OnTable { is_locked: true, is_hidden: true, group: Some(2) };
    assert_eq!(all.written().map(|written| OnTable::read(&written)), Some(all));
    for odd in [
        "hidden:true,group: 2.0,\n locked: true",
        "group: 2, locked: true, note: (1, 2), hidden: true",
        "locked: true, hidden: true, group: 2 /* why */",
    ] {
        assert_eq!(OnTable::read(&format!("({odd})")), all, "{odd}");
    }
    assert_eq!(OnTable::read("(locked: false, group: 0)"), OnTable::default());
}

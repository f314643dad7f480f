//! The hand-written SKOOT, against the worked examples of the rules.

use std::collections::VecDeque;
use suite::reference_skoot::{Board, Decision, Die, Luck, MOST_ROUNDS, Mode, RandomLuck, Table, misses_for, play, zone};

const STEADY: usize = 0;
const ONE_DIE: usize = 0;
const TWO_DICE: usize = 1;
const ACCEPT: usize = 0;
const DECLINE: usize = 1;
const GO: usize = 0;
const REST: usize = 1;

/// The board of the worked examples, `tracks/skoot/test-loop.ron`.
fn test_loop() -> Board {
    Board::course(30, &[5..=7], &[12..=14], 3)
}

/// The board to begin with, `tracks/skoot/hilly.ron`.
fn hilly() -> Board {
    Board::course(36, &[6..=8, 16..=18, 26..=27], &[11..=13, 20..=22, 30..=31], 5)
}

/// Dice and choices written down beforehand; asking for more is a failure.
#[derive(Default)]
struct Script {
    dice: VecDeque<i32>,
    choices: VecDeque<(Decision, usize)>,
}

impl Luck for Script {
    fn die(&mut self, which: Die) -> i32 {
        self.dice.pop_front().unwrap_or_else(|| panic!("an unexpected {which:?} die"))
    }

    fn first(&mut self, _players: usize) -> usize {
        0
    }

    fn choose(&mut self, decision: Decision, _player: usize, options: usize) -> usize {
        let (expected, option) = self.choices.pop_front().unwrap_or_else(|| panic!("nobody expected {decision:?}"));
        assert_eq!(decision, expected);
        assert!(option < options);
        option
    }
}

/// A table on the test loop, with racers placed by hand.
fn at_the_table(mode: Mode, tiles: &[u16], check: impl FnOnce(&mut Table<Script>)) {
    let (board, mut script) = (test_loop(), Script::default());
    let mut table = Table::new(&board, mode, tiles.len(), &mut script);
    for (racer, tile) in table.race.racers.iter_mut().zip(tiles) {
        racer.at = *tile;
    }
    check(&mut table);
    assert!(script.dice.is_empty(), "dice left over: {:?}", script.dice);
    assert!(script.choices.is_empty(), "choices left over: {:?}", script.choices);
}

/// The first player's turn.
fn turn(table: &mut Table<Script>, dice: &[i32], choices: &[(Decision, usize)]) {
    table.luck.dice.extend(dice);
    table.luck.choices.extend(choices);
    table.turn(0);
}

const START: u16 = 0;
const EXIT: u16 = 1;
const RECOVERY: u16 = 31;
const SHOOTING: u16 = 32;
const P1: u16 = 33;
const P2: u16 = 34;
const P3: u16 = 35;
const F2: u16 = 37;
const FINISH: u16 = 39;

#[test]
fn sk_t1_two_dice_move_both_and_cost_the_lower() {
    at_the_table(Mode::HeartRate, &[16], |table| {
        table.race.racers[0].heart = 2;
        turn(table, &[6, 3], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (25, 5));
    });
}

#[test]
fn sk_t2_a_double_moves_three_times_its_number_and_costs_it_once() {
    at_the_table(Mode::HeartRate, &[16], |table| {
        turn(table, &[3, 3], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (25, 3));
    });
}

#[test]
fn sk_t3_zone_2_and_a_sum_of_14_are_two_misses() {
    at_the_table(Mode::Realistic, &[SHOOTING], |table| {
        table.race.racers[0].heart = 8;
        turn(table, &[5, 3, 3, 2, 1], &[]);
        let racer = &table.race.racers[0];
        assert_eq!((racer.penalties, racer.misses, racer.at, racer.lap), (2, 2, EXIT, 2));
    });
}

#[test]
fn sk_t4_and_t17_the_table_of_sums() {
    assert_eq!(misses_for(18, 0), 1);
    assert_eq!(misses_for(11, 4), 5);
    assert_eq!([5, 6, 10, 12, 15, 19].map(|sum| misses_for(sum, 0)), [5, 4, 3, 2, 1, 0]);
}

#[test]
fn sk_t5_the_score_sheet() {
    at_the_table(Mode::Basic, &[RECOVERY], |table| {
        let shots = |table: &mut Table<Script>, tactic, rolled| {
            table.race.racers[0].tactic = tactic;
            table.shots_for(0, rolled)
        };
        assert_eq!([(1, 5), (1, 6), (0, 4), (2, 5)].map(|(tactic, rolled)| shots(table, tactic, rolled)), [4, 5, 4, 3]);
    });
}

#[test]
fn sk_t6_the_highest_die_counts() {
    for (dice, loops) in [([2, 4, 4], 2), ([6, 1, 1], 0), ([1, 5, 3], 1), ([3, 3, 3], 3), ([2, 1, 2], 4), ([1, 1, 1], 5)] {
        at_the_table(Mode::Basic, &[SHOOTING], |table| {
            table.race.racers[0].shots = Some(3);
            turn(table, &dice, &[(Decision::Tactic, STEADY)]);
            let racer = &table.race.racers[0];
            assert_eq!((racer.penalties, racer.lap, racer.at, racer.shots), (loops, 2, EXIT, None));
        });
    }
}

#[test]
fn sk_25_no_tactic_is_chosen_for_the_last_loop() {
    at_the_table(Mode::Basic, &[SHOOTING], |table| {
        let racer = &mut table.race.racers[0];
        (racer.shots, racer.lap, racer.tactic, racer.plan) = (Some(1), 2, 3, 3);
        turn(table, &[6], &[]);
        assert_eq!((table.race.racers[0].lap, table.race.racers[0].tactic), (3, 0));
    });
}

#[test]
fn sk_t7_a_value_below_1_must_wait() {
    at_the_table(Mode::Basic, &[RECOVERY], |table| {
        table.race.racers[0].tactic = 3;
        turn(table, &[3], &[]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].shots), (RECOVERY, None));
        turn(table, &[4], &[(Decision::Recovery, ACCEPT)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].shots), (SHOOTING, Some(1)));
        assert_eq!(table.race.racers[0].recovery_waits, 1);
    });
}

#[test]
fn sk_t8_five_dice_at_most() {
    at_the_table(Mode::Basic, &[RECOVERY], |table| {
        turn(table, &[6], &[(Decision::Recovery, ACCEPT)]);
        assert_eq!(table.race.racers[0].shots, Some(5));
    });
}

#[test]
fn sk_t9_a_fall_lowers_the_heart_rate_never_below_0() {
    at_the_table(Mode::HeartRate, &[16], |table| {
        table.race.racers[0].heart = 5;
        turn(table, &[1, 1], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (16, 3));
        table.race.racers[0].heart = 1;
        turn(table, &[1, 1], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (16, 0));
    });
}

#[test]
fn sk_t10_max_may_be_reached_and_not_passed() {
    at_the_table(Mode::HeartRate, &[16], |table| {
        table.race.racers[0].heart = 13;
        turn(table, &[4, 2], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (22, 15));
        (table.race.racers[0].at, table.race.racers[0].heart) = (16, 13);
        turn(table, &[4, 3], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (16, 13));
        assert_eq!((table.race.racers[0].two_dice_turns, table.race.racers[0].lost_turns), (2, 1));
    });
}

#[test]
fn sk_t11_two_drafts_in_a_chain() {
    at_the_table(Mode::Basic, &[16, 20, 21], |table| {
        turn(table, &[4], &[]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].drafts), (22, 2));
    });
    at_the_table(Mode::HeartRate, &[16, 20, 21], |table| {
        table.race.racers[0].heart = 6;
        turn(table, &[4], &[(Decision::Effort, ONE_DIE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (22, 4));
    });
}

#[test]
fn sk_t12_a_downhill_ends_the_move_behind_it() {
    at_the_table(Mode::Basic, &[9], |table| {
        table.race.racers[0].tactic = 2;
        turn(table, &[5], &[]);
        assert_eq!(table.race.racers[0].at, 15);
    });
    at_the_table(Mode::HeartRate, &[9], |table| {
        table.race.racers[0].heart = 6;
        turn(table, &[5], &[(Decision::Effort, ONE_DIE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (15, 5));
    });
}

#[test]
fn sk_r7_a_draft_onto_a_downhill_glides_and_may_draft_again() {
    at_the_table(Mode::HeartRate, &[9, 11, 15], |table| {
        table.race.racers[0].heart = 6;
        turn(table, &[2], &[(Decision::Effort, ONE_DIE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].heart), (16, 3));
    });
}

#[test]
fn sk_t13_on_the_last_loop_the_two_areas_are_one_tile() {
    at_the_table(Mode::Basic, &[30], |table| {
        table.race.racers[0].lap = 3;
        turn(table, &[3], &[]);
        assert_eq!(table.race.racers[0].at, F2);
    });
}

#[test]
fn sk_t14_the_recovery_area_ends_the_move_and_starts_the_roll() {
    at_the_table(Mode::Basic, &[29], |table| {
        turn(table, &[6, 2], &[(Decision::Recovery, DECLINE)]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].shots), (RECOVERY, None));
    });
}

#[test]
fn sk_t15_three_climbing_tiles() {
    for (pool, tile) in [(2, 5), (3, 6), (4, 6), (5, 7), (6, 7)] {
        at_the_table(Mode::Basic, &[4], |table| {
            table.ski(0, pool);
            assert_eq!((table.race.racers[0].at, table.race.racers[0].owed), (tile, 0), "a pool of {pool}");
        });
    }
    at_the_table(Mode::Basic, &[4], |table| {
        table.race.racers[0].tactic = 1;
        turn(table, &[2], &[]);
        assert_eq!(table.race.racers[0].at, 6);
    });
}

#[test]
fn sk_t16_a_draft_onto_a_climb_is_free() {
    at_the_table(Mode::Basic, &[2, 4], |table| {
        turn(table, &[2], &[]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].owed), (5, 0));
    });
}

#[test]
fn sk_t18_the_heart_rate_zone_is_subtracted_from_the_recovery_roll() {
    at_the_table(Mode::HeartRate, &[RECOVERY], |table| {
        table.race.racers[0].heart = 8;
        assert_eq!(table.shots_for(0, 5), 3);
        turn(table, &[2], &[]);
        let racer = &table.race.racers[0];
        assert_eq!((racer.at, racer.heart, zone(racer.heart)), (RECOVERY, 6, 1));
    });
}

#[test]
fn sk_51_an_accepted_roll_lowers_the_heart_rate_by_3() {
    at_the_table(Mode::HeartRate, &[RECOVERY], |table| {
        table.race.racers[0].heart = 8;
        turn(table, &[5], &[(Decision::Recovery, ACCEPT)]);
        let racer = &table.race.racers[0];
        assert_eq!((racer.at, racer.heart, racer.shots), (SHOOTING, 5, Some(3)));
    });
}

#[test]
fn sk_t19_two_rests_lower_the_heart_rate_by_4() {
    at_the_table(Mode::Realistic, &[29], |table| {
        table.race.racers[0].heart = 9;
        turn(table, &[6], &[(Decision::Effort, ONE_DIE), (Decision::Recovery, REST)]);
        turn(table, &[], &[(Decision::Recovery, REST)]);
        turn(table, &[], &[(Decision::Recovery, GO)]);
        let racer = &table.race.racers[0];
        assert_eq!((racer.at, racer.heart, zone(racer.heart), racer.recovery_waits), (SHOOTING, 5, 1, 2));
    });
}

#[test]
fn sk_49_the_third_single_die_in_a_row_lowers_the_heart_rate() {
    at_the_table(Mode::HeartRate, &[15], |table| {
        table.race.racers[0].heart = 9;
        for heart in [9, 9, 7, 7] {
            turn(table, &[1], &[(Decision::Effort, ONE_DIE)]);
            assert_eq!(table.race.racers[0].heart, heart);
        }
        assert_eq!(table.race.racers[0].single_dice, 1);
        turn(table, &[1, 2], &[(Decision::Effort, TWO_DICE)]);
        assert_eq!(table.race.racers[0].single_dice, 0);
    });
}

#[test]
fn sk_23_two_penalties_are_twice_round_and_on() {
    at_the_table(Mode::Basic, &[EXIT], |table| {
        (table.race.racers[0].penalties, table.race.racers[0].lap) = (2, 2);
        table.ski(0, 6);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].penalties), (P3, 0));
        table.ski(0, 1);
        assert_eq!(table.race.racers[0].at, 2);
    });
}

#[test]
fn sk_r35_a_draft_out_of_the_penalty_loop_ends_that_penalty() {
    for (penalties, tile) in [(1, 2), (2, P1)] {
        at_the_table(Mode::Basic, &[P1, P2, P3], |table| {
            (table.race.racers[0].penalties, table.race.racers[0].lap) = (penalties, 3);
            turn(table, &[1], &[]);
            assert_eq!((table.race.racers[0].at, table.race.racers[0].penalties), (tile, penalties - 1));
        });
    }
}

#[test]
fn sk_10_a_move_round_the_penalty_loop_ends_on_an_occupied_tile_as_well() {
    at_the_table(Mode::Basic, &[P1, P1], |table| {
        (table.race.racers[0].penalties, table.race.racers[0].lap) = (2, 3);
        turn(table, &[3], &[]);
        assert_eq!((table.race.racers[0].at, table.race.racers[0].penalties, table.race.racers[0].drafts), (P2, 1, 1));
    });
}

#[test]
fn sk_r33_the_first_dot_enters_the_tile_where_the_start_joins() {
    at_the_table(Mode::Basic, &[START, START], |table| {
        turn(table, &[1], &[]);
        assert_eq!(table.race.racers[0].at, 2);
    });
}

#[test]
fn sk_r2_dots_left_at_the_line_are_the_overshoot() {
    at_the_table(Mode::Basic, &[F2, FINISH, FINISH, FINISH], |table| {
        table.race.round = 30;
        table.race.racers[0].lap = 3;
        turn(table, &[5], &[]);
        assert_eq!((table.race.racers[0].home_in, table.race.racers[0].overshoot), (Some(30), 3));
        for (player, (home_in, overshoot, misses)) in [(1, (30, 3, 2)), (2, (29, 0, 9)), (3, (30, 3, 0))] {
            let racer = &mut table.race.racers[player];
            (racer.home_in, racer.overshoot, racer.misses) = (Some(home_in), overshoot, misses);
        }
        table.race.rank();
        let places = [0, 1, 2, 3].map(|player: usize| table.race.racers[player].place);
        assert_eq!(places, [2, 4, 1, 2]);
    });
}

#[test]
fn sk_21_every_roll_of_one_to_five_shooting_dice() {
    let expected = [
        (1, [1, 1, 1, 1, 1, 1]),
        (2, [11, 9, 7, 5, 3, 1]),
        (3, [91, 61, 37, 19, 7, 1]),
        (4, [671, 369, 175, 65, 15, 1]),
        (5, [4651, 2101, 781, 211, 31, 1]),
    ];
    for (dice, ways) in expected {
        assert_eq!(ways_to_miss(Mode::Basic, dice, 0), ways, "{dice} dice");
    }
}

#[test]
fn sk_64_every_roll_in_every_zone() {
    let expected = [
        (0, [3108, 2946, 1265, 331, 125, 1]),
        (4, [2373, 3030, 1611, 305, 331, 126]),
        (7, [1722, 2946, 1926, 420, 510, 252]),
        (10, [1182, 2706, 2166, 540, 725, 457]),
        (13, [762, 2346, 2295, 651, 960, 762]),
    ];
    for (heart, ways) in expected {
        assert_eq!(ways_to_miss(Mode::Realistic, 5, heart), ways, "at heart rate {heart}");
    }
}

/// Ways to miss 0 to 5 targets, over every roll of so many dice.
fn ways_to_miss(mode: Mode, dice: u32, heart: i32) -> [u32; 6] {
    let mut ways = [0; 6];
    at_the_table(mode, &[SHOOTING], |table| {
        let before = table.race;
        for roll in 0..6_i32.pow(dice) {
            table.race = before;
            let racer = &mut table.race.racers[0];
            (racer.shots, racer.heart, racer.lap) = (Some(dice as i32), heart, 2);
            let faces: Vec<i32> = (0..dice).map(|die| roll / 6_i32.pow(die) % 6 + 1).collect();
            turn(table, &faces, &[]);
            ways[table.race.racers[0].misses as usize] += 1;
        }
    });
    ways
}

#[test]
fn random_play_misses_1_396_targets_a_visit_in_the_basic_game() {
    let (board, mut luck) = (hilly(), RandomLuck::new(1));
    let (games, players) = (20_000, 4);
    let mut misses = 0;
    for _ in 0..games {
        let race = play(&board, Mode::Basic, players, &mut luck, &mut |_| ());
        misses += race.racers.iter().map(|racer| racer.misses).sum::<i32>();
    }
    let mean = f64::from(misses) / f64::from(games * players as i32 * 2);
    // Two decimals are sure: the standard error is about 0.004.
    assert!((mean - 1.396).abs() < 0.015, "{mean}");
}

#[test]
fn random_play_ends_with_everybody_home() {
    let boards = [test_loop(), hilly()];
    let mut luck = RandomLuck::new(2);
    for board in &boards {
        for mode in [Mode::Basic, Mode::HeartRate, Mode::Realistic] {
            for players in 1..=8 {
                for _ in 0..100 {
                    let mut turns = 0;
                    let race = play(board, mode, players, &mut luck, &mut |race| {
                        turns += 1;
                        let field = &race.racers[..race.players];
                        let alone = |at| field.iter().filter(|racer| racer.at == at).count() == 1;
                        assert!(field.iter().all(|racer| board.tile(racer.at).shared || alone(racer.at)));
                    });
                    assert_eq!(race.racers_home, players as i32);
                    assert!(turns >= players * 10);
                    let field = &race.racers[..players];
                    assert!(field.iter().all(|racer| racer.lap == 3 && racer.penalties == 0 && racer.place >= 1));
                    assert!(field.iter().any(|racer| racer.place == 1));
                }
            }
        }
    }
}

#[test]
fn a_race_that_nobody_finishes_is_stopped() {
    /// Declines every recovery roll.
    struct Stubborn(RandomLuck);
    impl Luck for Stubborn {
        fn die(&mut self, which: Die) -> i32 {
            self.0.die(which)
        }
        fn first(&mut self, players: usize) -> usize {
            self.0.first(players)
        }
        fn choose(&mut self, decision: Decision, player: usize, options: usize) -> usize {
            if decision == Decision::Recovery { DECLINE } else { self.0.choose(decision, player, options) }
        }
    }
    let race = play(&hilly(), Mode::Basic, 2, &mut Stubborn(RandomLuck::new(3)), &mut |_| ());
    assert_eq!((race.round, race.racers_home), (MOST_ROUNDS, 0));
}

//! The shipped games: against a race written by hand, with all their add-ons, in what they tell, and on their tracks.

mod against_reference;
mod reference;
mod together;
mod told;
mod tracks;

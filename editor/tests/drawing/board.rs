//! A board in millimetres: tiles, what is hit on them, the ways between them, and colours as people see them.

mod hit;
mod shapes;
mod vision;
mod way;

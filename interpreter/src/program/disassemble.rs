//! A readable listing of a program.

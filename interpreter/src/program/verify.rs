//! Proof that a program can run without doubt.

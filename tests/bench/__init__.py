"""Benchmarks: how fast the rules, the one door, and the live table are (README.md)."""

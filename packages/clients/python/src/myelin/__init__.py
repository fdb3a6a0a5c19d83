"""Drives Myelin sessions from Python, and interferes with them."""

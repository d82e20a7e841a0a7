"""Loaded by pytest before Django: the environment of a test run, where none is given."""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault("SECURE", "0")
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="piratbridge-tests-"))

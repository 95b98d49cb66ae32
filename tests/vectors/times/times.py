"""Writes the lines of Python into times.tsv: `python3 times.py`.

Seconds and nanoseconds since 1970, Python's `isoformat` of the time in UTC without a zone, and with one.
"""
import platform
from datetime import datetime, timedelta, timezone

SECONDS = [-62135596800, -1, 0, 1, 1709164800, 1709251199, 1733049000, 253402207200]
NANOSECONDS = [0, 1, 999, 1_000, 1_001, 10_000, 100_000, 999_999, 1_000_000, 10_000_000, 100_000_000,
               120_000_000, 123_000_000, 123_400_000, 123_456_000, 123_456_700, 123_456_789, 500_000_000,
               900_000_000, 999_000_000, 999_999_000, 999_999_999]

for second in SECONDS:
    for nanosecond in NANOSECONDS:
        # Python has no nanoseconds.
        at = datetime(1970, 1, 1) + timedelta(seconds=second, microseconds=nanosecond // 1000)
        for form, text in [("isoformat", at), ("isoformat+00:00", at.replace(tzinfo=timezone.utc))]:
            print("Python", platform.python_version(), form, second, nanosecond, text.isoformat(), sep="\t")

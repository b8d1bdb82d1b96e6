"""Formats of dates."""

DATE_FORMAT, DATETIME_FORMAT = "Y-m-d", "Y-m-d H:i"

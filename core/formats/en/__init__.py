"""Formats of dates (`FORMAT_MODULE_PATH`)."""

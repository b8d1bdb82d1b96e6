"""The settings of property tests."""

import tests.properties  # noqa: F401

"""How property tests run: machines differ in speed, so time decides nothing.

A failure prints how to repeat it.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "project", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("project")

"""The name of this site, for every template: also for pages of errors, which have no context."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """Return the name that the operator has given to this service."""
    name: str = settings.SITE_NAME
    return name

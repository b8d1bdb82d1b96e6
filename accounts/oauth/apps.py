"""Django OAuth Toolkit, under a name that staff understand in the menu of the admin."""

from __future__ import annotations

from django.utils.translation import gettext_lazy
from oauth2_provider.apps import DOTConfig


class OAuthConfig(DOTConfig):
    verbose_name = gettext_lazy("Applications")

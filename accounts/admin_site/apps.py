"""The admin of Django, with a door of ours."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "accounts.admin_site.site.StaffSite"

"""`manage.py register_web_client`: lets the web client at /play/ sign users in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from accounts.services.applications import (
    has_valid_form,
    web_client_address,
    web_client_register,
)


class Command(BaseCommand):
    help = (
        "Register the web client of this service (/play/) as an application, or update its "
        "address. Run it after each change of PUBLIC_URL; more runs change nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--redirect-uri",
            action="append",
            default=[],
            metavar="URI",
            help="Another address of the web client, such as that of a copy elsewhere. Repeatable.",
        )
        parser.add_argument(
            "--public-url",
            default=settings.PUBLIC_URL,
            help="The address of this service. Default: the setting PUBLIC_URL.",
        )

    def handle(
        self, *args: Any, redirect_uri: list[str], public_url: str, verbosity: int, **options: Any
    ) -> None:
        address = web_client_address(public_url)
        if not has_valid_form(address):
            self.stderr.write(
                f"The web client cannot sign users in at {address}: PUBLIC_URL has to begin with "
                "https, or with http://127.0.0.1 or http://[::1]."
            )
            return
        for uri in redirect_uri:
            if not has_valid_form(uri):
                raise CommandError(f"{uri!r} is not a valid redirect URI: docs/accounts.md.")
        changed = web_client_register(public_url=public_url, redirect_uris=redirect_uri)
        if verbosity:
            state = "registered" if changed else "already registered"
            self.stdout.write(f"The web client is {state} at {address}")

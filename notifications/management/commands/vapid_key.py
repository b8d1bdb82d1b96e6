"""`manage.py vapid_key`: prints a new key for notifications on devices."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand

from notifications.outbound.push import private_key_make


class Command(BaseCommand):
    help = (
        "Print a new private key for notifications on devices (web push): the value of "
        "VAPID_PRIVATE_KEY. With another key, all devices have to subscribe again."
    )

    def handle(self, **options: Any) -> None:
        self.stdout.write(private_key_make())

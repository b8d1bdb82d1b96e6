"""`make faults`: what the service stands, on PostgreSQL and Redis, with its figures.

Words after the command go to pytest.
"""

from __future__ import annotations

import os
import sys

from tests.__main__ import POSTGRES, REDIS, ROOT, postgres_missing, pytest, redis_missing
from tests.faults.lengths import FULL


def main(words: list[str]) -> int:
    for server, reason in (("PostgreSQL", postgres_missing()), ("Redis", redis_missing())):
        if reason:
            print(f"{server} is needed and does not answer: {reason}")
            return 1
    processes = str(min(2, os.cpu_count() or 1))
    services = {"DATABASE_URL": POSTGRES, "REDIS_URL": REDIS, FULL: "yes"}
    chosen = ["-m", "fault", "-n", processes, "--dist", "worksteal", "--create-db", *words]
    folders = [str(ROOT / name) for name in ("faults", "notifications", "games/streams")]
    return pytest([*chosen, *folders], services)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A bot in 36 lines: it plays all its turns, in every game that it sits in.

The page /developers/ of the service has the command that installs citadels_client.
python bot.py http://127.0.0.1:8000 robbie "a long password" [game to join]
"""

import random
import sys
from contextlib import suppress

from citadels_client import Api, Problem, turns


def choose(decision):
    """Return a random legal choice. ``api.game(id)["table"]`` is what the bot may know."""
    return random.choice(decision["options"])["choice"]


def main(url, username, password, *games):
    api = Api(url)
    with suppress(Problem):  # the name is taken: perhaps this bot registered it
        api.register(username, password)
    api.log_in(username, password, name="bot")
    api.mark_as_bot()  # so that nobody takes it for a person
    for game in games:
        api.join(game)
    for turn in turns(api):
        try:
            api.command(turn["game"], turn["decision"]["id"], [choose(turn["decision"])])
        except Problem as problem:
            if problem.status not in (403, 409):  # another was faster: look again
                raise


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Pages of the admin that show what games store; the pages of games are in ``moderation.admin``."""

"""Admin pages of data about games. The pages of games themselves are in ``moderation.admin``."""

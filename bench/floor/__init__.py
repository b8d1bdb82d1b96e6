"""A minimal Django service to compare with: ``bench/peers/`` serves it and says why."""

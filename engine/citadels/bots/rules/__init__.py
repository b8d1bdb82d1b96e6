"""Rules of thumb: the worth of each option, in points at the end of the match."""

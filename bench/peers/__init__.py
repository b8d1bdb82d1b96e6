"""CPU of the usual requests of this service beside two others. ``__main__.py`` describes it."""

#!/usr/bin/env python
"""Django's command line."""

from __future__ import annotations

import sys

from citadels.__main__ import main

if __name__ == "__main__":
    main(["manage", *sys.argv[1:]])

"""Citadels, by Bruno Faidutti. ``docs/rules.md`` has the rules; sections are named as there."""

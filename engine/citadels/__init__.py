"""Citadels, after Bruno Faidutti. The rules are settled in ``docs/rules``; sections are named as
there.
"""

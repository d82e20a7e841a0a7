"""The games: plain values in, plain values out.

Nothing here knows Django, a clock, a file or a random number: cards are dealt by an action that
comes from outside, so that a game can be played again from its log.
"""

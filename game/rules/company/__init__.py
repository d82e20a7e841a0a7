"""The people at a running table, beside the game itself: leaving, time-outs, clocks, pause and votes.

`values` are what there is, `engine` is how one company follows from another, `deeds` what a seat may do,
`clocks` the time left, `due` what falls due by itself, `codec` writes it all as JSON. Who holds which
cards is no business of a company, nor what a bot plays in someone's place.
"""

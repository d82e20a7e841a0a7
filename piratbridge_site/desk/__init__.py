"""The moderators' desk: pages of the admin on which everything lies that is needed to decide, and on which it
is decided.

It stands above accounts, game and ranking, whose services do what is decided: here is what they know, put
together and put into plain English, and what can be pressed. Nothing of a running game is told that a player
at the table does not know: no state, no seed, no move.

`players`, `tables` (with `log` and `talk`), `reports` and `flags` are what there is to see, `offers` what can
be done, `deeds` does it, `front` is where moderators begin. `reasons` and `sentences` have the words.
"""

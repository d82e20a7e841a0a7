"""Made-up people and games in any number, for measuring and for looking at pages with something on them
(`manage.py make_history`).

Games are played by the real engine with fair cards, and count as `ranking.settlement` would let them count;
what is made up is who plays them, how, and when.

    games    plays a game from a number             (in processes of its own: `factory`)
    people   names of players, how good they are, and how much they play
    books    points, gains and statistics of all players, as settlement keeps them
    rows     a game at its seats as rows of the database
    sheets   writes rows in bulk, on PostgreSQL and SQLite
    history  all of it together
"""

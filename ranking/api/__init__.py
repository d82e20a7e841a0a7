"""The read-only JSON API, for programs: leaderboards, players, and the games that are everybody's.

site        the API itself: what it is called, how often it may be asked, how it says no
endpoints   what may be asked: each reads what the pages read, and answers
schemas     what answers look like, from which the description for programs (OpenAPI) is made
throttle    so many requests a minute from one address
page        the same description for people
"""

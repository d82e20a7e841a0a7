"""Games that are over: the lists of them, and playing one through once more."""

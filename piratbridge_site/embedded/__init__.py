"""The embedded size: the whole site on one machine, from one command (`make play`)."""

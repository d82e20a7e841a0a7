"""Why the site does not start, or ends, as one line for whoever typed the command."""


class Refusal(Exception):
    """Its text is all that is shown, and the command ends with a non-zero exit."""

"""What the settings make of the environment."""

import os
import subprocess
import sys

GROUPS = "from django.conf import settings; print(settings.CHANNEL_LAYERS['default']['CONFIG']['prefix'])"


def groups(**environment: str) -> str:
    """The name by which a site with this environment tells its groups from others'."""
    known = {"DJANGO_SETTINGS_MODULE": "piratbridge_site.settings", "SECRET_KEY": "x"}
    command = [sys.executable, "-c", GROUPS]
    return subprocess.check_output(command, env=os.environ | known | environment, text=True)


def test_two_sites_on_one_redis_do_not_hear_each_other() -> None:
    """Its messages reach all who listen, whatever the number of their database."""
    one = groups(REDIS_URL="redis://127.0.0.1:6379/1")
    assert one == groups(REDIS_URL="redis://127.0.0.1:6379/1")
    assert one != groups(REDIS_URL="redis://127.0.0.1:6379/2")
    assert one != groups(REDIS_URL="redis://127.0.0.1:6379/1", SECRET_KEY="y")

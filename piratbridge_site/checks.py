"""System checks of the site's own settings (`manage.py check --deploy`)."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, register


@register(deploy=True)
def secret_key_is_given(app_configs: Any, **kwargs: Any) -> list[Error]:
    """A key made up at start would sign out everyone at the next one, and differ between processes."""
    if settings.SECRET_KEY_IS_GIVEN:
        return []
    return [Error("SECRET_KEY must come from the environment.", id="piratbridge.E001")]

"""The Jinja2 environment of the site's own templates."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment


def environment(**options: Any) -> Environment:
    """Jinja2 with autoescaping (Django's default), the site's URLs and the active language's words."""
    env = Environment(
        **options, extensions=["jinja2.ext.i18n", "jinja2.ext.do"], trim_blocks=True, lstrip_blocks=True
    )
    env.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=True, pgettext=translation.pgettext
    )
    env.globals.update(static=static, url=_url)
    return env


def _url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)

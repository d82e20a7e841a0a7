"""For the templates of the moderators' desk: its words, and what stands at its front."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from piratbridge_site.desk import sentences
from piratbridge_site.desk.flags import flag_text
from piratbridge_site.desk.front import front_of
from piratbridge_site.desk.offers import Offer, return_text

register = template.Library()

register.filter("moment", sentences.moment)
register.filter("ago", sentences.ago)
register.filter("act_text", sentences.act_text)
register.filter("sanction_state", sentences.sanction_state)
register.filter("name_of", sentences.name_of)
register.filter("return_text", return_text)
register.filter("flag_text", flag_text)


@register.filter
def clock(at: datetime) -> str:
    """ "14:03:09"."""
    return timezone.localtime(at).strftime("%H:%M:%S")


@register.filter
def signed(number: int) -> str:
    """ "+40", "−20"."""
    return f"{number:+d}".replace("-", "−")


@register.filter
def admin_list(options: Any) -> str:
    """The name of the address of a model's list."""
    return f"admin:{options.app_label}_{options.model_name}_changelist"


@register.filter
def whole(number: int | None) -> str:
    """ "41", "−4", and "–" for none."""
    return "–" if number is None else str(number).replace("-", "−")


@register.simple_tag(takes_context=True)
def desk_front(context: dict[str, Any]) -> object:
    return front_of(context["request"].user)


@register.filter
def was_tried(offer: Offer, tried: Any) -> bool:
    """Whether this is what was pressed, and not done."""
    return bool(tried) and (tried.get("what"), tried.get("kind", "")) == (offer.what, offer.kind)

"""From where people come: the browser, by a cookie of its own, and the network, by the address.

Moderators are told who shares them, and since when; not which they are. What is kept is a code of each, made
with the site's secret: nobody who reads the database finds an address in it. It is noted where somebody logs
in, signs up or sits down in a lobby, and forgotten after a while.
"""

import ipaddress
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Trace, User

log = logging.getLogger(__name__)

COOKIE: Final = "device"
KEPT: Final = timedelta(days=90)
OFTEN: Final = timedelta(hours=1)
"""What is known already is noted again after so long."""
MOST: Final = 40
"""Of each kind for one person: the latest."""
LOOKED_AT: Final = 500
"""Of the traces of others, so that a network of thousands costs no more than one of a few."""

Kind = Trace.Kind


def note(request: HttpRequest, user: User) -> None:
    """Keep from where somebody comes. A failure costs that and nothing else. The cookie is set with the
    answer (`middleware.DeviceOfBrowser`)."""
    now = timezone.now()
    found = _keys(request)
    try:
        with transaction.atomic():
            known = Trace.objects.filter(user=user, last_at__gt=now - OFTEN)
            lately = set(known.values_list("kind", "key"))
            if new := [trace for trace in found.items() if trace not in lately]:
                _keep(user, new, now)
    except DatabaseError:
        log.exception("from where %s comes could not be noted", user.pk)


def _keep(user: User, found: Sequence[tuple[str, str]], now: datetime) -> None:
    Trace.objects.bulk_create(
        [Trace(user=user, kind=kind, key=key, first_at=now, last_at=now) for kind, key in found],
        update_conflicts=True,
        unique_fields=["key", "kind", "user"],
        update_fields=["last_at"],
    )
    for kind, _ in found:
        kept = Trace.objects.filter(user=user, kind=kind).order_by("-last_at", "-pk")
        if too_many := list(kept.values_list("pk", flat=True)[MOST:]):
            Trace.objects.filter(pk__in=too_many).delete()


def _keys(request: HttpRequest) -> dict[str, str]:
    """By kind, what is noted of a request."""
    found = {str(Kind.DEVICE): _code(Kind.DEVICE, _device(request))}
    if network := network_of(_address(request)):
        found[str(Kind.NETWORK)] = _code(Kind.NETWORK, network)
    return found


def _code(kind: Kind, value: str) -> str:
    return salted_hmac(f"accounts.traces.{kind}", value, algorithm="sha256").hexdigest()[:32]


def _device(request: HttpRequest) -> str:
    """What the browser's cookie says; a new one for who has none, or sends something else."""
    cookie = request.COOKIES.get(COOKIE, "")
    device = cookie if len(cookie) == 22 and cookie.isascii() else secrets.token_urlsafe(16)
    request.device = device  # type: ignore[attr-defined]
    return device


def _address(request: HttpRequest) -> str:
    """As allauth has it, past as many proxies as the settings say."""
    try:
        return get_adapter().get_client_ip(request)
    except PermissionDenied:
        return ""


def network_of(address: str) -> str:
    """The network of an address: /24, or /48 of IPv6. "" where it says nothing of anybody: what is no
    address, or one of this machine, of a house's own network, or of a provider's."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if not ip.is_global:
        return ""
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 48), strict=False))


# --- for moderators ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shared:
    """Another account that has come from the same browser or network; `since` both had, and `last` when one
    of the two came from there."""

    user: User
    device: bool
    network: bool
    since: datetime
    last: datetime


def shared_with(user: User) -> list[Shared]:
    """Who else has come from where a player comes from: who shares a browser first, then the latest."""
    own = {(trace.kind, trace.key): trace for trace in user.traces.all()}
    keys = [key for _, key in own]
    others = Trace.objects.filter(key__in=keys).exclude(user=user).select_related("user")
    pairs: dict[User, list[tuple[Trace, Trace]]] = {}
    for other in others.order_by("kind", "-last_at")[:LOOKED_AT]:  # "device" comes before "network"
        if (other.kind, other.key) in own:
            pairs.setdefault(other.user, []).append((own[other.kind, other.key], other))
    found = [_shared(other, both) for other, both in pairs.items()]
    return sorted(found, key=lambda each: (each.device, each.last), reverse=True)


def _shared(other: User, both: Sequence[tuple[Trace, Trace]]) -> Shared:
    kinds = {one.kind for one, _ in both}
    return Shared(
        user=other,
        device=Kind.DEVICE in kinds,
        network=Kind.NETWORK in kinds,
        since=min(max(one.first_at, two.first_at) for one, two in both),
        last=max(max(one.last_at, two.last_at) for one, two in both),
    )


# --- people come and go -----------------------------------------------------------------------------------


def take_along(guest: User, account: User) -> None:
    """Where a guest came from, the account did."""
    own = {(trace.kind, trace.key): trace for trace in account.traces.all()}
    for trace in guest.traces.all():
        mine = own.get((trace.kind, trace.key))
        if mine is None:
            Trace.objects.filter(pk=trace.pk).update(user=account)
        else:
            span = min(mine.first_at, trace.first_at), max(mine.last_at, trace.last_at)
            Trace.objects.filter(pk=mine.pk).update(first_at=span[0], last_at=span[1])


def forget(account: User) -> None:
    Trace.objects.filter(user=account).delete()


def forget_old() -> None:
    """To be called once a day."""
    Trace.objects.filter(last_at__lt=timezone.now() - KEPT).delete()


def own(account: User) -> dict[str, Any]:
    """When an account has come from how many browsers and networks, for its download: not from which."""
    traces = account.traces.order_by("first_at").values("kind", "first_at", "last_at")
    return {"devices_and_networks": list(traces)}

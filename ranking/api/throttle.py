"""How often the API may be asked from one address (behind our own proxies: settings.NINJA_NUM_PROXIES)."""

from django.http import HttpRequest
from ninja.throttling import SimpleRateThrottle


class ByAddress(SimpleRateThrottle):
    """Counted in the site's cache, for all processes together; while that is away nobody is counted."""

    def get_cache_key(self, request: HttpRequest) -> str:
        return f"api.{self.get_ident(request)}"

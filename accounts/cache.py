"""The cache on Redis, which may be away."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

T = TypeVar("T")


class ForgivingCache(RedisCache):
    """Like Django's; but where Redis does not answer it is as if nothing had been kept, and no page fails.

    What is kept here are the counts of attempts at logging in and the like. While Redis is away nobody is
    counted, and nobody is shut out: passwords are still asked for, hashed slowly, and a Redis that is away
    is noticed, since nothing at the tables moves without a reload.
    """

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._or_else(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or_else(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._or_else(None, super().set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._or_else(False, super().touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._or_else(False, super().delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._or_else({}, super().get_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._or_else(False, super().has_key, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._or_else(delta, super().incr, key, delta, version)

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        return self._or_else(list(data), super().set_many, data, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._or_else(None, super().delete_many, *args, **kwargs)

    def clear(self) -> None:
        """Only what is this site's own: the tasks of its workers lie in the same database."""
        self._or_else(None, self._clear)

    def _clear(self) -> None:
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=self.make_key("*"), count=1000):
            client.delete(key)

    def _or_else(self, otherwise: T, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        try:
            return work(*args, **kwargs)
        except (RedisError, OSError) as error:
            log.warning("the cache is away: %s", error)
            return otherwise

"""Lists of the admin that stay quick however many rows there are.

Nothing is counted: a page is read with one row more than it shows, which says whether there is another. Rows
come newest first, by their numbers; what is looked for is found by an index (`found`).
"""

from typing import Any, ClassVar, Final

from django.contrib import admin
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest

ROWS: Final = 30


class QuickChangeList(ChangeList):
    """`first` and `last` are the places of the rows on this page; `has_more` says whether others follow."""

    has_more = False
    first = last = 0

    def get_results(self, request: HttpRequest) -> None:
        start = (max(self.page_num, 1) - 1) * self.list_per_page
        rows = list(self.queryset[start : start + self.list_per_page + 1])
        self.has_more = len(rows) > self.list_per_page
        self.result_list: Any = rows[: self.list_per_page]
        self.first, self.last = start + 1, start + len(self.result_list)
        # What the admin's own templates ask for: nothing of it is counted.
        self.result_count = self.full_result_count = self.last
        self.show_full_result_count = self.can_show_all = self.multi_page = False
        self.show_admin_actions = True
        self.paginator = None

    def previous_page(self) -> str | None:
        return self._link(self.page_num - 1) if self.page_num > 1 else None

    def next_page(self) -> str | None:
        return self._link(self.page_num + 1) if self.has_more else None

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        """That of the list, which an index has, and no other: `o` in an address asks in vain."""
        ordering = list(self.model_admin.get_ordering(request))
        return self._get_deterministic_ordering(ordering)  # type: ignore[attr-defined]

    def _link(self, page: int) -> str:
        return self.get_query_string({PAGE_VAR: page})


class QuickLists(admin.ModelAdmin):
    """A model whose list is a `QuickChangeList`. `linked` are the lookups with which pages link to it."""

    linked: ClassVar[tuple[str, ...]] = ()

    change_list_template = "admin/quick_list.html"
    list_per_page = ROWS
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count
    ordering: ClassVar[Any] = ("-pk",)
    sortable_by = ()
    list_select_related: ClassVar[Any] = ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return QuickChangeList

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Only what the list's own filters and links ask. Whether a row is there when an address asks for
        some other field would tell, letter by letter, what no page shows (a seed, a hand, a password)."""
        asked = {
            f"{each}__exact" if isinstance(each, str) else getattr(each, "parameter_name", "")
            for each in self.get_list_filter(request)
        }
        return lookup in asked or lookup in self.linked

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        return (self.found(request, queryset, term) if term else queryset), False

    def found(self, request: HttpRequest, rows: QuerySet[Any], term: str) -> QuerySet[Any]:
        """The rows that somebody looks for who types this."""
        raise NotImplementedError

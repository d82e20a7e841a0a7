"""The figures as a table for the terminal."""

from collections.abc import Iterator
from typing import Any

Figures = dict[str, Any]
Row = tuple[str, str, str]  # what, figure, goal

DOOR_RATIO, LIVE_RATIO, P99, BYTES, QUERIES, ROUNDS = 1.6, 0.3, 60, 2048, 6, 500
PAGE = 100


def text(figures: Figures) -> str:
    rows = list(_rows(figures))
    wide = max((len(row[0]) for row in rows), default=0)
    machine = figures["machine"]
    head = f"{machine['cores']} cores, Python {machine['python']}, load {machine['load']} before"
    return "\n".join([head, *(_line(row, wide) for row in rows)])


def _line(row: Row, wide: int) -> str:
    what, figure, goal = row
    return f"{what:<{wide}}  {figure:>12}  {goal}".rstrip()


def _rows(figures: Figures) -> Iterator[Row]:
    if "rules" in figures:
        yield "", "", ""
        rounds = figures["rules"]["rounds_per_second"]
        yield "rules: whole random rounds a second", f"{rounds:.0f}", _goal(rounds >= ROUNDS, f"≥ {ROUNDS}")
    for database, door in figures.get("door", {}).items():
        yield "", "", ""
        yield from _door(f"door, {database}", door)
    for tables, live in figures.get("live", {}).get("tables", {}).items():
        yield "", "", ""
        yield from _live(f"live, {figures['live']['database']}, tables: {tables}", live)
    for database, pages in figures.get("pages", {}).items():
        yield "", "", ""
        size = f"{pages['games']} games, {pages['players']} players"
        yield f"pages, {database}, {size}", "ms (p95)", f"each < {PAGE} ms"
        for what, page in pages["pages"].items():
            yield from _page(what, page)


def _page(what: str, f: Figures) -> Iterator[Row]:
    met = "✓" if f["ms"] < PAGE and f["status"] == 200 else "✗"
    wrong = "" if f["status"] == 200 else f" status {f['status']}"
    spent = f"{f['cpu_ms']:.0f} own, {f['database_ms']:.0f} database in {f['statements']} statements"
    yield f"  {what}", f"{f['ms']:.0f} ({f['ms_p95']:.0f})", f"{met}{wrong}  {spent}"


def _door(name: str, f: Figures) -> Iterator[Row]:
    yield f"{name}: moves a second, one after another", f"{f['moves_per_second']:.0f}", ""
    yield "  ms a move, call to commit (p99)", f"{f['ms']:.2f} ({f['ms_p99']:.1f})", ""
    for part, ms in f["parts_ms"].items():
        yield f"    {part.replace('_', ' and ')}", f"{ms:.2f}", ""
    yield "  ms a bare transaction", f"{f['bare_ms']:.2f}", ""
    yield "  move / bare transaction", f"{f['ratio']:.2f}", _goal(f["ratio"] <= DOOR_RATIO, f"≤ {DOOR_RATIO}")
    yield "  beside it: ms to draw four viewpoints", f"{f['render_ms']:.2f}", ""
    yield "  beside it: ms to send them", f"{f['send_ms']:.2f}", ""
    yield "  statements a move", f"{f['queries']}", _goal(f["queries"] <= QUERIES, f"≤ {QUERIES}")
    if f["last_round_to_first"]:
        yield "  a move of the last round / of the first", f"{f['last_round_to_first']:.2f}", "about 1"


def _live(name: str, f: Figures) -> Iterator[Row]:
    site, bare, slow = f["site"], f["bare"], f["half_pace"]
    yield f"{name}: moves a second", f"{site['moves_per_second']:.0f}", ""
    yield "  the bare fan-out's", f"{bare['moves_per_second']:.0f}", ""
    yield "  site / bare fan-out", f"{f['ratio']:.2f}", _goal(f["ratio"] >= LIVE_RATIO, f"≥ {LIVE_RATIO}")
    yield "  the same by Daphne's processor time a move", f"{f['cpu_ratio']:.2f}", ""
    yield "  ms to the last of four, p50 / p99", f"{site['p50_ms']:.0f} / {site['p99_ms']:.0f}", ""
    yield (
        f"  … at half that pace ({slow['moves_per_second']:.0f} a second)",
        _pair(slow),
        _goal(slow["p99_ms"] < P99, f"p99 < {P99}"),
    )
    yield (
        "  bytes of a move for a client, mean / most",
        f"{site['bytes_mean']:.0f} / {site['bytes_max']}",
        _goal(site["bytes_max"] <= BYTES, f"≤ {BYTES}"),
    )
    yield (
        "  Daphne's processor time, ms a move: site / bare",
        (f"{site['server_cpu_ms_a_move']:.1f} / {bare['server_cpu_ms_a_move']:.1f}"),
        "",
    )
    yield (
        "  Daphne's share of a core: site / bare",
        f"{site['server_cpu']:.2f} / {bare['server_cpu']:.2f}",
        "",
    )
    yield "  the clients' share: site / bare", f"{site['client_cpu']:.2f} / {bare['client_cpu']:.2f}", ""
    if site["wholes"] or site["problems"]:
        yield "  pages sent anew, moves refused", f"{site['wholes']}, {site['problems']}", "0, 0"


def _pair(f: Figures) -> str:
    return f"{f['p50_ms']:.0f} / {f['p99_ms']:.0f}"


def _goal(met: bool, goal: str) -> str:
    return f"{goal} {'✓' if met else '✗'}"

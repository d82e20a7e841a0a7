"""Results of records with the `rank` of finished ranked games, which the games themselves do not know."""

from typing import Any

from game.rules.record import load, verify
from game.rules.record.fault import Fault
from ranking.ladder import Change, Entrant, changes, points_after, rank_name


def verify_record(text: bytes | str) -> dict[str, Any]:
    """The whole result of RECORD.md for a record as it stands in a file. Never raises."""
    try:
        record = load(text)
    except Fault as fault:
        return fault.result()
    result = verify(record)
    if result["valid"] and result["finished"] and isinstance(record, dict) and record.get("kind") == "ranked":
        result["rank"] = _rank(record["players"], result["placements"])
    return result


def _rank(players: list[dict[str, Any]], placements: list[int]) -> list[dict[str, Any] | None]:
    entrants = [
        Entrant(
            points=None if player.get("bot") else player["rank_points"],
            place=place,
            left=player.get("left", False),
        )
        for player, place in zip(players, placements, strict=True)
    ]
    return [_seat_rank(entrant, change) for entrant, change in zip(entrants, changes(entrants), strict=True)]


def _seat_rank(entrant: Entrant, change: Change | None) -> dict[str, Any] | None:
    if entrant.points is None or change is None:
        return None
    points = points_after(entrant.points, change.rounded)
    return {"change": change.rounded, "points": points, "rank": rank_name(points)}

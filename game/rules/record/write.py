"""Writing a record from a game's log."""

from collections.abc import Iterable, Sequence
from typing import Any

from game.rules.exact_bid import engine
from game.rules.exact_bid.options import OPTION_NAMES, Options, preset_options
from game.rules.exact_bid.values import Action, Phase, State
from game.rules.record.parse import FORMAT, Fairness, Player


def record_of(
    game: str,
    options: Options,
    first_dealer: int,
    players: Sequence[Player],
    log: Iterable[tuple[int | None, Action]],
    *,
    kind: str | None = None,
    fairness: Fairness | None = None,
) -> dict[str, Any]:
    """The record of a game of the preset `game`, JSON-ready.

    `log` are the actions in order, with the seat of each (None for a deal or a reveal). A round whose
    bids are not all in, and a trick that is not complete, are left out: a record holds neither.
    """
    record: dict[str, Any] = {"format": FORMAT, "game": game}
    if kind is not None:
        record["kind"] = kind
    record |= {
        "options": _options(game, options),
        "players": [_player(player) for player in players],
        "first_dealer": first_dealer,
        "rounds": _rounds(engine.start(options, first_dealer), log),
    }
    if fairness is not None:
        record["fairness"] = {"seed": fairness.seed.hex(), "salts": list(fairness.salts)}
    return record


def _options(game: str, options: Options) -> dict[str, Any]:
    """The players, the cards, and what differs from the preset."""
    preset = preset_options(game, players=options.players, most_cards=1)
    values = {name: getattr(options, name) for name in OPTION_NAMES}
    always = ("players", "most_cards")
    return {name: value for name, value in values.items() if name in always or value != getattr(preset, name)}


def _player(player: Player) -> dict[str, Any]:
    result: dict[str, Any] = {"name": player.name}
    if player.rank_points is not None:
        result["rank_points"] = player.rank_points
    return result | ({"bot": True} if player.bot else {}) | ({"left": True} if player.left else {})


def _rounds(state: State, log: Iterable[tuple[int | None, Action]]) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = []
    for seat, action in log:
        if state.phase is Phase.DEAL and state.round:
            rounds.append(_round(state))
        state, _ = engine.apply(state, seat, action)
    if state.round and state.phase not in (Phase.BID, Phase.REBID):
        rounds.append(_round(state))
    return rounds


def _round(state: State) -> dict[str, Any]:
    result: dict[str, Any] = {"hands": [list(hand) for hand in state.dealt]}
    if state.options.trump == "turned-card":
        result["turned"] = state.turned[0] if state.turned else None
    elif state.turned:
        result["turned"] = state.turned[0] if len(state.turned) == 1 else list(state.turned)
    tricks = [list(trick.cards) for trick in state.tricks if trick.winner is not None]
    return result | {"bids": list(state.bids), "tricks": tricks}

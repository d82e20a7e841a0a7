"""What the API answers with. Descriptions are what programmers read: English, like all of the API."""

from datetime import date, datetime
from typing import Any, Literal

from ninja import Field, Schema

Kind = Literal["multiplayer", "ranked"]
BoardName = Literal["now", "month", "week", "all"]
TierName = Literal["bronze", "silver", "gold", "platinum", "diamond", "master"]


class Problem(Schema):
    code: str = Field(description="What is wrong, for programs: it stays the same.")
    message: str = Field(description="The same as an English sentence.")


class Rank(Schema):
    points: int = Field(description="Rank points.")
    tier: TierName
    step: str = Field(description="V (the lowest) to I, within the tier.")
    name: str = Field(description="Both together, such as Silver III.")


class LeaderboardRow(Schema):
    place: int = Field(description="Players level on points share a place.")
    player: str = Field(description="The player's name.")
    points: int = Field(
        description="What the board is sorted by: rank points, or those won in the week or month."
    )
    games: int = Field(description="Ranked games that count in the points.")
    rank: Rank


class Leaderboard(Schema):
    board: BoardName
    tier: TierName | None = Field(description="The tier that was asked for, or null.")
    rows: list[LeaderboardRow]
    next: str | None = Field(description="The address of the next page, or null on the last one.")
    previous: str | None = Field(description="The address of the page before, or null on the first one.")


class Standing(Schema):
    rank: Rank
    place: int | None = Field(
        description="On the leaderboard 'now'; null for who has not played a ranked game in 60 days."
    )
    games: int = Field(description="Ranked games that count in the points.")
    last_played: datetime | None = Field(description="When the last of them ended.")


class Statistics(Schema):
    kind: Literal["singleplayer", "multiplayer", "ranked"]
    game: str = Field(description="The preset of the rules, such as piratbridge.")
    games: int = Field(description="Games that were placed, those that the player left included.")
    left: int = Field(description="Those of them that the player left. All that follows leaves these out.")
    rounds: int
    bids_made: int
    perfect: int = Field(description="Games in which every bid was made.")
    points: int = Field(description="The sum of the final scores.")
    highest: int | None = Field(description="The best final score.")
    lowest: int | None = Field(description="The worst final score.")
    placements: dict[str, list[int]] = Field(
        description="By the number of players, how often each place was taken, the first one first. Games "
        "that were left count here, too."
    )
    bids: dict[str, dict[str, tuple[int, int, int]]] = Field(
        description="By cards in hand, and by bid: how often it was bid, made, and overshot."
    )


class Player(Schema):
    name: str
    joined: date
    standing: Standing | None = Field(description="Null for who has played no ranked game.")
    statistics: list[Statistics]
    games: str = Field(description="The address of the player's public games.")


class Seat(Schema):
    name: str = Field(description="What the player was called at the table.")
    bot: bool = Field(description="Whether a bot sat there from the beginning.")
    left: bool = Field(description="Whether the player left early; then a bot played on.")
    placement: int | None = Field(description="Null where nobody was placed, as everyone had left.")
    total: int = Field(description="The final score.")


class Game(Schema):
    id: str
    kind: Kind
    game: str = Field(description="The preset of the rules.")
    ended: datetime
    seats: list[Seat] = Field(description="Best first.")
    voided: bool = Field(description="A moderator has taken the game's rank points back.")
    points_moved: int | None = Field(
        description="In the games of a player: what the game did to their rank points; null where nothing."
    )
    record: str = Field(description="The address of the game's record.")


class Games(Schema):
    rows: list[Game] = Field(description="Newest first.")
    next: str | None = Field(description="The address of the next page, or null on the last one.")


class Round(Schema):
    hands: list[list[str]] = Field(description="The cards as dealt, by seat: TH is the ten of hearts.")
    turned: str | list[str] | None = Field(None, description="The card turned for trump.")
    bids: list[int | None] = Field(description="By seat.")
    tricks: list[list[str]] = Field(description="The cards in the order played, the leader's first.")


class RecordPlayer(Schema):
    name: str
    rank_points: int | None = Field(None, description="In a ranked game: the points before it.")
    bot: bool = False
    left: bool = False


class Fairness(Schema):
    seed: str
    salts: list[str]


class Record(Schema):
    """A played game from which everything can be worked out again (piratbridge-record/1)."""

    format: str
    game: str
    kind: str
    options: dict[str, Any] = Field(description="Players, cards, and what differs from the preset.")
    players: list[RecordPlayer] = Field(description="By seat, clockwise.")
    first_dealer: int = Field(description="A seat, counted from 0.")
    rounds: list[Round]
    fairness: Fairness = Field(description="From which anyone can work out that the cards were fair.")

from ranking.models.changes import Cause, RankChange, Settlement
from ranking.models.flags import Flag
from ranking.models.standing import Gain, Period, Standing
from ranking.models.tally import Tally

__all__ = ["Cause", "Flag", "Gain", "Period", "RankChange", "Settlement", "Standing", "Tally"]

from accounts.models.moderation import Act, Sanction
from accounts.models.relations import Relation, Report
from accounts.models.traces import Trace
from accounts.models.users import NameChange, SignIn, User

__all__ = ["Act", "NameChange", "Relation", "Report", "Sanction", "SignIn", "Trace", "User"]

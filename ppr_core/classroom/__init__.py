"""A live private survey: phones randomise and compress, the server keeps messages and estimates.

Each phone runs `ENCODER`, which draws from the same law as `Survey.encode` here. A message belongs to
a table of the round's shared randomness, chosen by the phone's own random bits; the server decodes it with the round's
seed. Rooms, rounds and messages live in a `Store`; `estimate` and `posterior` say what can be concluded.
"""

from __future__ import annotations

from ppr_core.classroom.addresses import lab_address
from ppr_core.classroom.database import Closed, Unavailable
from ppr_core.classroom.estimates import Estimate, estimate, likely_shares, posterior
from ppr_core.classroom.export import read_csv, to_csv
from ppr_core.classroom.first_page import first_story
from ppr_core.classroom.lectures import Lectures
from ppr_core.classroom.limits import Limit
from ppr_core.classroom.predictions import Predictions, predicted
from ppr_core.classroom.question import KINDS, MOST_CATEGORIES, MOST_LABEL, MOST_TEXT, Question
from ppr_core.classroom.rehearsal import MOST_STUDENTS, encoded, rehearse, simulated_answers
from ppr_core.classroom.rooms import Message, Room, Round, decoded, table_of
from ppr_core.classroom.store import CODE_LETTERS, IDLE_SECONDS, Store
from ppr_core.classroom.surveys import LEAST_ALPHA, SCHEMES, Settings, Survey, schemes_for, survey
from ppr_core.javascript import script

__all__ = [
    "CODE_LETTERS", "ENCODER", "IDLE_SECONDS", "KINDS", "LEAST_ALPHA", "MOST_CATEGORIES", "MOST_LABEL", "MOST_STUDENTS",
    "MOST_TEXT", "SCHEMES", "Closed", "Estimate", "Lectures", "Limit", "Message", "Predictions", "Question", "Room",
    "Round", "Settings", "Store", "Survey", "Unavailable", "decoded", "encoded", "estimate", "first_story",
    "lab_address", "likely_shares", "posterior", "predicted", "read_csv", "rehearse", "schemes_for",
    "simulated_answers", "survey", "table_of", "to_csv",
]  # fmt: skip

#: The encoders and decoders of all surveys in JavaScript, as the object ``PPR``.
ENCODER = script("randomness", "encoders")

"""What verbs say, as data: each row is a verb, what follows it, the predicate it states, and what its object is then.

A verb without a row is read all the same, as its lemma and preposition; a row is here because its predicate has another name,
because the object's kind follows from it, or because it is a state or an event whatever its tense.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphmem.types import Nature, Stance
from graphmem.wordlists import words

Takes = Literal["mention", "name", "value", "number"]
"""What the object may be: anything named or a thing, only a name, its words as a literal value, or only a number."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One row. `predicate` "" is the lemma and the preposition; `nature` None goes by the tense.

    `past` is how the predicate reads in the past when the verb of the message is another. `over` are direct objects
    ("|" between them) without one of which the row does not apply: "share a flat with".
    """

    predicate: str = ""
    kind: str = ""
    nature: Nature | None = None
    takes: Takes = "mention"
    stance: Stance = "holds"
    of_things: bool = False
    starts: bool = False
    past: str = ""
    over: str = ""


#: (verbs, slots, frame). A slot is "" for the direct object, a preposition, or "-" for nothing; a verb may carry its
#: particle ("grow up"). "passive" before a preposition is for "was raised in".
ROWS: tuple[tuple[str, str, Frame], ...] = (
    ("live|reside|dwell", "in|at", Frame("live in", "Place", "state")),
    ("live|move in", "with", Frame("live with", "Person", "state")),
    ("move|move back|move in|move back in", "with", Frame("live with", "Person", "state", starts=True)),
    ("go", "on", Frame("")),
    ("get", "into", Frame("", "Organization", "event", "name")),
    ("expect", "", Frame("expect", nature="state", over="baby|child|twins|triplets|girl|boy|son|daughter|grandchild")),
    ("share", "with", Frame("live with", "Person", "state", "name", over="flat|house|apartment|home|room|place|dorm")),
    ("settle|settle down", "in", Frame("live in", "Place", "state", starts=True)),
    ("move|relocate|emigrate|immigrate|move back", "to|into", Frame("move to", "Place", "state", starts=True)),
    ("move|move away|emigrate|relocate", "from", Frame("move from", "Place", "event", "name")),
    ("stay", "at|in", Frame("stay in", "Place", None, "name")),
    ("stay|travel|go|hang out|hang", "with", Frame("", "Person", None, "name")),
    ("grow up", "in", Frame("grow up in", "Place", "event")),
    ("raise", "passive in", Frame("grow up in", "Place", "event")),
    ("bear", "passive in", Frame("be born in", "Place", "state", "name", starts=True)),
    ("come|hail", "from", Frame("be from", "Place", "state", "name")),
    ("work|intern", "at", Frame("work at", "Organization", "state")),
    ("work", "for", Frame("work for", "Organization", "state")),
    ("employ", "passive by|passive at", Frame("work at", "Organization", "state")),
    ("hire", "passive by|passive at", Frame("work at", "Organization", "state", "name", starts=True)),
    ("fire|lay off|let go|sack|dismiss", "passive by", Frame("work at", "Organization", "state", "name", "ends")),
    ("fire|lay off|let go|sack|dismiss", "passive from", Frame("work at", "Organization", "state", stance="ends")),
    ("work|serve", "as", Frame("", nature="state", takes="value")),
    ("volunteer", "as", Frame("", takes="value")),
    ("work", "in", Frame("work in", nature="state", takes="value")),
    ("work", "on", Frame("work on", nature="state")),
    ("work|collaborate", "with", Frame("work with", "Person", "state", "name")),
    ("volunteer", "at|for|with", Frame("volunteer at", "Organization")),
    ("join", "", Frame("join", "Organization", "event")),
    ("start|begin", "at", Frame("work at", "Organization", "state", starts=True)),
    ("start|begin", "as", Frame("work as", nature="state", takes="value", starts=True)),
    ("resign", "from", Frame("work at", "Organization", "state", "name", "ends")),
    ("leave|quit|give up", "", Frame("", nature="event")),
    ("study", "at", Frame("study at", "Organization", "state")),
    ("study|major", "in", Frame("", nature="state", takes="value")),
    (
        "do|pursue|get|finish|start",
        "in",
        Frame("study", nature="state", takes="value", over="phd|master|masters|degree|bachelor|mba|doctorate"),
    ),
    ("give", "to", Frame("give birth to", nature="event", takes="value", over="birth", past="gave birth to")),
    ("take", "in", Frame("take part in", nature=None, over="part", past="took part in")),
    ("study", "", Frame("", nature="state")),
    ("learn", "", Frame("")),
    ("attend", "", Frame("attend")),
    ("graduate", "from", Frame("graduate from", "Organization", "event", "name")),
    ("enroll|enrol", "in|at", Frame("enroll in", nature="event")),
    (
        "accept|admit",
        "passive at|passive to|passive into|passive by",
        Frame("accept at", nature="event", past="got accepted at"),
    ),
    ("promote", "passive to", Frame("promote to", nature="event", takes="value", past="was promoted to")),
    ("name", "passive after", Frame("name after", nature="event", past="was named after")),
    ("own", "", Frame("", "Thing", "state")),
    ("drive|wear|use", "", Frame("", "Thing")),
    ("plan", "", Frame("", takes="value", starts=True)),
    ("like|love|hate|dislike|adore|loathe|detest|prefer|enjoy|fear|miss|can't stand", "", Frame("")),
    ("eat|drink|avoid|cook|bake", "", Frame("", "Food")),
    ("speak", "", Frame("speak", "Language", "state")),
    ("marry", "", Frame("marry", "Person", "event", "name")),
    ("marry", "passive to", Frame("be married to", "Person", "state", "name")),
    ("engage", "passive to", Frame("be engaged to", "Person", "state")),
    ("divorce", "", Frame("divorce", "Person", "event", "name")),
    ("break up|split up|split", "with", Frame("break up with", "Person", "event")),
    ("date", "", Frame("date", "Person", "state", "name")),
    ("meet|marry|befriend", "", Frame("", "Person")),
    ("visit", "", Frame("visit")),
    ("go|travel|fly|drive|return|head|commute", "to", Frame("", "Place")),
    ("be", "to", Frame("visit", "Place", "event", "name", past="visited")),
    ("play", "", Frame("play")),
    ("lead|manage|run|head|found|own|administer", "", Frame("")),
    ("take over", "", Frame("", nature="state", starts=True)),
    ("drop", "out of", Frame("", "Organization", "event")),
    ("move", "out of", Frame("", "Place", "event")),
    ("be", "from", Frame("be from", "Place", "state", "name")),
    ("be", "with", Frame("date", "Person", "state", "name")),
    ("weigh|cost|measure", "", Frame("", nature="state", takes="value", of_things=True)),
    ("turn", "", Frame("turn", nature="event", takes="number")),
    ("suffer", "from", Frame("suffer from", nature="state")),
    ("diagnose", "passive with", Frame("be diagnosed with", nature="state", starts=True)),
    ("believe", "in", Frame("believe in", nature="state")),
    ("belong", "to", Frame("belong to", nature="state", of_things=True)),
    ("want", "", Frame("want", nature="state")),
)

#: Passives that are news about a person without an agent: "I got promoted".
HAPPENINGS = words(
    """promote fire sack hire marry engage divorce elect injure rob arrest diagnose vaccinate bear lay accept admit nominate
    reject evict hospitalize hospitalise baptize baptise"""
)
#: Verbs only people do, as far as their subject's kind goes.
PERSONAL = words(
    """live reside study marry love like hate enjoy prefer adore speak graduate divorce retire bear eat
    drink teach cook bake dislike"""
)
#: Verbs whose past is a state that held, not something that happened.
STATES = words("have own live reside know speak weigh cost belong need want believe work study teach be")


def _table() -> dict[tuple[str, str], Frame]:
    found: dict[tuple[str, str], Frame] = {}
    for verbs, slots, frame in ROWS:
        for verb in verbs.split("|"):
            for slot in slots.split("|"):
                found.setdefault((verb, slot), frame)
    return found


FRAMES = _table()

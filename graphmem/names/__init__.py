"""When two spellings are one name, judged by spelling alone.

People write "System Admin", "system admin" and "SystemAdmin", or type José without the accent. `exact` takes away what never
tells names apart: digits, numerals, other scripts' marks (й is not и) and the signs of "C++" and "C#" stay. What might tell them
apart (José, Josè) stays too, and `is_poorer` says which form can stand for which. `normal` is the form without all that, for
comparing values. Whatever is one name only by knowledge of the one who bears it (UN, United Nations) is not decided here.
"""

from graphmem.names.exact import JOIN, exact
from graphmem.names.lexicon import LEADING
from graphmem.names.spellings import is_bare, is_poorer, normal, poorest

__all__ = ["JOIN", "LEADING", "exact", "is_bare", "is_poorer", "normal", "poorest"]

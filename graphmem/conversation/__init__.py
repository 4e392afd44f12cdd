"""Conversations held in process, in small classes that differ in what they keep. See `protocol` for what all of them can do."""

from graphmem.conversation.base import Conversation
from graphmem.conversation.dialects import CHAT, ChatDialect, Dialect
from graphmem.conversation.long_term import BroughtBack, LongTerm
from graphmem.conversation.protocol import ConversationMemory
from graphmem.conversation.read_only import ReadOnly
from graphmem.conversation.selecting import Selector, oldest
from graphmem.conversation.sliding import Sliding
from graphmem.conversation.stats import Stats
from graphmem.conversation.summarising import Compressor, Summarising, told_by
from graphmem.conversation.token_bounded import TokenBounded
from graphmem.conversation.unbounded import Unbounded
from graphmem.conversation.windowed import Keeps, Windowed
from graphmem.types import ByPriority, LastMessages, LastTokens, LastTurns

__all__ = [
    "CHAT",
    "BroughtBack",
    "ByPriority",
    "ChatDialect",
    "Compressor",
    "Conversation",
    "ConversationMemory",
    "Dialect",
    "Keeps",
    "LastMessages",
    "LastTokens",
    "LastTurns",
    "LongTerm",
    "ReadOnly",
    "Selector",
    "Sliding",
    "Stats",
    "Summarising",
    "TokenBounded",
    "Unbounded",
    "Windowed",
    "oldest",
    "told_by",
]

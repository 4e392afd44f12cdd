"""graphmem in LangChain: a chat history that is remembered for good, a retriever of what is true now, and tools.

    history = GraphmemHistory(memory, session="s1")
    chain = RunnableWithMessageHistory(prompt | model, lambda session_id: GraphmemHistory(memory, session=session_id))
    retriever = GraphmemRetriever(memory=memory, limit=5)
    model.bind_tools(memory_tools(memory))

The history gives back what was put in, message for message, and each of them teaches memory what it says. What the
retriever finds goes into a prompt, and is not told to the history, so it is never learned again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphmem.context.lines import fact_line
from graphmem.integrations.langchain_messages import shown, told
from graphmem.integrations.needed import needed
from graphmem.integrations.sessions import forget_all, said_in
from graphmem.memory.memory import Memory
from graphmem.tools import Tools
from graphmem.types import Fact, Message, Recall

with needed("langchain", "langchain_core"):
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.documents import Document
    from langchain_core.messages import BaseMessage
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.tools import BaseTool, StructuredTool


class GraphmemHistory(BaseChatMessageHistory):
    """The messages of one session, kept in a memory.

    `last` is how many messages a model is shown, None for all; all are kept. A message with an id that was added before is
    not added again. `clear` forgets the session, with all that was learned from it alone.
    """

    def __init__(self, memory: Memory, session: str = "default", *, last: int | None = None) -> None:
        self._memory = memory
        self._session = session
        self._last = last

    @property
    def messages(self) -> list[BaseMessage]:
        """The messages in order, as they were added."""
        return [shown(message) for message in said_in(self._memory, self._session, last=self._last)]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Keep messages and learn from them, whether they were forgotten before or not; they are on disk when this returns."""
        given = [told(message, self._session) for message in messages]
        self._memory.remember_many([one for one in given if one is not None], anyway=True)

    def clear(self) -> None:
        """Forget the session."""
        forget_all(self._memory, self._session)


class GraphmemRetriever(BaseRetriever):
    """Documents for a question: facts that are true now with their times, then what was said, best first of each.

    At most `limit` of each. `session` is the one the question is asked in, so that "And hers?" is understood. `options` are further
    arguments of `Memory.recall`, such as {"as_of": …, "kinds": ["Person"]}. `facts` and `said` say which of the two are wanted.
    """

    memory: Any
    limit: int = 8
    session: str | None = None
    facts: bool = True
    said: bool = True
    options: dict[str, Any] = {}  # noqa: RUF012  # pydantic copies it for each retriever

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        del run_manager
        found = self.memory.recall(query, limit=self.limit, session=self.session, **self.options)
        return [*_facts(found, wanted=self.facts), *_messages(found, wanted=self.said)]


def memory_tools(memory: Memory, *, only: Iterable[str] | None = None) -> list[BaseTool]:
    """Memory in the model's own hands: the tools of `graphmem.Tools`, or `only` some of them."""
    tools = Tools(memory, only=only)
    return [_tool(tools, schema["function"]) for schema in tools.schemas()]


def _tool(tools: Tools, schema: Mapping[str, Any]) -> BaseTool:
    def called(**arguments: Any) -> str:
        return tools.call(schema["name"], arguments)

    return StructuredTool(
        name=schema["name"], description=schema["description"], args_schema=schema["parameters"], func=called
    )


def _facts(found: Recall, *, wanted: bool) -> Iterator[Document]:
    for fact in found.facts if wanted else ():
        line = fact_line(fact, found.query.now).text.removeprefix("- ")
        yield Document(id=fact.id, page_content=line, metadata=_of_fact(fact, found.scores.get(fact.id, 0.0)))


def _of_fact(fact: Fact, score: float) -> dict[str, Any]:
    return {
        "kind": "fact",
        "score": score,
        "subject": fact.subject_name,
        "predicate": fact.predicate,
        "object": fact.object_name or fact.value,
        "confidence": fact.confidence,
        "said_at": fact.said_at.isoformat(),
        "sources": [source.message_id for source in fact.sources],
    }


def _messages(found: Recall, *, wanted: bool) -> Iterator[Document]:
    for message in found.messages if wanted else ():
        score = found.scores.get(message.id, 0.0)
        yield Document(id=message.id, page_content=message.text, metadata=_of_message(message, score))


def _of_message(message: Message, score: float) -> dict[str, Any]:
    return {
        "kind": "message",
        "score": score,
        "role": message.role,
        "speaker": message.speaker,
        "session": message.session,
        "at": message.at.isoformat(),
    }

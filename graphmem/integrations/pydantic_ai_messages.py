"""Messages of Pydantic AI as graphmem keeps them: one for each thing that was said, called or answered, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from graphmem.integrations.needed import needed
from graphmem.integrations.sessions import key, said_in
from graphmem.memory.memory import Memory
from graphmem.types import ImagePart, Message
from graphmem.types import TextPart as Words
from graphmem.types import ToolCallPart as Call
from graphmem.types import ToolResultPart as Result

with needed("pydantic-ai", "pydantic_ai"):
    from pydantic_ai.messages import (
        ImageUrl,
        ModelMessage,
        ModelRequest,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        ToolCallPart,
        ToolReturnPart,
        UserPromptPart,
    )


def told(messages: Sequence[ModelMessage], *, session: str, run: str) -> Iterator[dict[str, Any]]:
    """What the messages of a run say, as `remember_many` takes it; known by the run and their number in it."""
    for number, message in enumerate(messages):
        for part, given in enumerate(_given(message)):
            yield {**given, "session": session, "key": key("pydantic-ai", session, f"{run}/{number}/{part}")}


def turn_of(messages: Sequence[ModelMessage]) -> tuple[int, str] | None:
    """The number of the message with the user's last turn, and its words."""
    for number in range(len(messages) - 1, -1, -1):
        message = messages[number]
        if isinstance(message, ModelRequest):
            said = [_text(part) for part in message.parts if isinstance(part, UserPromptPart)]
            if any(said):
                return number, "\n".join(filter(None, said))
    return None


def messages_of(memory: Memory, session: str, *, last: int | None = None) -> list[ModelMessage]:
    """A session as a `message_history`, or its last messages, of which none answers a call that was cut off before it.

    It goes on as the same conversation. Words, images, calls and results come back; what a provider added does not.
    """
    names: dict[str, str] = {}
    found: list[ModelMessage] = []
    for message in said_in(memory, session, last=last):
        names |= {part.call_id: part.name for part in message.parts if isinstance(part, Call)}
        found.append(_shown(message, names, session))
    return found


def _given(message: ModelMessage) -> Iterator[dict[str, Any]]:
    if isinstance(message, ModelResponse):
        calls = [_call(part) for part in message.parts if isinstance(part, ToolCallPart)]
        words = "\n".join(part.content for part in message.parts if isinstance(part, TextPart))
        yield {"role": "assistant", "content": words, "tool_calls": calls, "at": message.timestamp}
        return
    for part in message.parts:
        match part:
            case UserPromptPart():
                yield {"role": "user", "content": list(_parts(part)), "at": part.timestamp}
            case SystemPromptPart():
                yield {"role": "system", "content": part.content, "at": part.timestamp}
            case ToolReturnPart():
                content = part.model_response_str()
                yield {"role": "tool", "tool_call_id": part.tool_call_id, "content": content, "at": part.timestamp}


def _call(part: ToolCallPart) -> dict[str, Any]:
    return {"id": part.tool_call_id, "function": {"name": part.tool_name, "arguments": part.args_as_json_str()}}


def _parts(part: UserPromptPart) -> Iterator[dict[str, Any]]:
    for content in [part.content] if isinstance(part.content, str) else part.content:
        if isinstance(content, ImageUrl):
            yield {"type": "image_url", "image_url": {"url": content.url}}
        elif text := _words(content):
            yield {"type": "text", "text": text}


def _words(content: object) -> str:
    """The words of a piece of content; sound, video and files have none."""
    found = content if isinstance(content, str) else getattr(content, "content", "")
    return found if isinstance(found, str) else ""


def _text(part: UserPromptPart) -> str:
    return "\n".join(one["text"] for one in _parts(part) if one["type"] == "text")


def _shown(message: Message, names: dict[str, str], session: str) -> ModelMessage:
    if message.role == "assistant":
        return ModelResponse(list(_answered(message.parts)), timestamp=message.at, conversation_id=session)
    return ModelRequest([_asked(message, names)], timestamp=message.at, conversation_id=session)


def _answered(parts: Iterable[object]) -> Iterator[TextPart | ToolCallPart]:
    for part in parts:
        match part:
            case Words(text):
                yield TextPart(text)
            case Call(call_id, name, arguments):
                yield ToolCallPart(name, arguments, tool_call_id=call_id)


def _asked(message: Message, names: dict[str, str]) -> Any:
    for part in message.parts:
        if isinstance(part, Result):
            name = names.get(part.call_id, "unknown")
            return ToolReturnPart(name, part.content, tool_call_id=part.call_id, timestamp=message.at)
    if message.role == "system":
        return SystemPromptPart(message.text, timestamp=message.at)
    if not any(isinstance(part, ImagePart) for part in message.parts):
        return UserPromptPart(message.text, timestamp=message.at)
    seen = [
        ImageUrl(part.url) if isinstance(part, ImagePart) else part.text
        for part in message.parts
        if isinstance(part, (ImagePart, Words))
    ]
    return UserPromptPart(seen, timestamp=message.at)

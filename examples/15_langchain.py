"""LangChain: a chat history that is remembered for good, and a retriever of what is true. Offline, in seconds.

pip install 'graphmem[langchain,local]'
python examples/15_langchain.py
"""

from __future__ import annotations

from langchain_core.language_models import FakeListChatModel
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough

from graphmem import Memory
from graphmem.integrations.langchain import GraphmemHistory, GraphmemRetriever


def main() -> None:
    """Two conversations: what is said in the first is known in the second."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        # A history is of one session. Whatever fills it (RunnableWithMessageHistory, or you) teaches memory.
        monday = GraphmemHistory(memory, session="monday")
        monday.add_user_message("My sister Ana lives in Porto.")
        monday.add_ai_message("Good to know.")
        monday.add_user_message("Ana moved to Lisbon last week.")
        print("history: ", [message.text for message in monday.messages])

        # A retriever answers with what is true now, then with what was said.
        retriever = GraphmemRetriever(memory=memory, limit=3)
        found = retriever.invoke("Where does Ana live?")
        print("fact:    ", found[0].page_content.partition(" (")[0])
        print("said:    ", [document.page_content for document in found if document.metadata["kind"] == "message"])

        # In a chain; with a real model, put ChatOpenAI(…) or any other in the fake one's place.
        model = FakeListChatModel(responses=["In Lisbon."])
        prompt = ChatPromptTemplate.from_template("What you remember:\n{memory}\n\n{question}")
        texts = retriever | (lambda documents: "\n".join(document.page_content for document in documents))
        chain = {"memory": texts, "question": RunnablePassthrough()} | prompt | model
        print("answer:  ", chain.invoke("Where does Ana live?").text)


if __name__ == "__main__":
    main()

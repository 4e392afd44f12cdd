"""Small graphs as graphiti and neo4j-agent-memory write them, by the statements of their published schemas: the story of Ada."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from neo4j import Driver

JANUARY, MARCH, MAY = (datetime(2024, month, 1, tzinfo=UTC) for month in (1, 3, 5))


def graphiti(driver: Driver, group: str, *, who: str = "Ana") -> None:
    """Three episodes, one of them in a saga, two entities and their facts: one held, one over, one expired."""
    episodes: list[dict[str, Any]] = [
        {"name": "talk", "source": "message", "content": f"user: My sister is {who}.\nassistant: Noted: sister."},
        {"name": "note", "source": "text", "content": f"{who} was born in 1990: in Porto."},
        {"name": "crm", "source": "json", "content": '{"customer": "Ada"}'},
    ]
    for number, episode in enumerate(episodes):
        driver.execute_query(
            "MERGE (n:Episodic {uuid: $uuid}) SET n += $given, n.group_id = $group, n.valid_at = $at, n.created_at = $at, "
            "n.source_description = 'chat', n.entity_edges = []",
            uuid=f"{group}-e{number}",
            given=episode,
            group=group,
            at=datetime(2024, 1, 1 + number, 12, tzinfo=UTC),
        )
    driver.execute_query(
        "MATCH (e:Episodic {uuid: $episode}) MERGE (s:Saga {uuid: $uuid}) SET s.name = 'support', s.group_id = $group "
        "MERGE (s)-[:HAS_EPISODE {uuid: $uuid}]->(e)",
        uuid=f"{group}-s",
        episode=f"{group}-e0",
        group=group,
    )
    for name in ("user", who, "Lisbon", "Porto"):
        driver.execute_query(
            "MERGE (n:Entity {uuid: $uuid}) SET n:Person, n.name = $name, n.group_id = $group, n.summary = '', "
            "n.created_at = $at, n.name_embedding = [0.1, 0.2]",
            uuid=f"{group}-{name}",
            name=name,
            group=group,
            at=JANUARY,
        )
    edges: list[dict[str, Any]] = [
        {"from": who, "name": "LIVES_IN", "to": "Porto", "fact": f"{who} lived in Porto", "invalid_at": MARCH},
        {"from": who, "name": "LIVES_IN", "to": "Lisbon", "fact": f"{who} lives in Lisbon", "valid_at": MARCH},
        {"from": "user", "name": "WORKS_AT", "to": "Lisbon", "fact": "The user works at Lisbon", "expired_at": MAY},
    ]
    for number, edge in enumerate(edges):
        driver.execute_query(
            "MATCH (a:Entity {uuid: $source}), (b:Entity {uuid: $target}) MERGE (a)-[r:RELATES_TO {uuid: $uuid}]->(b) "
            "SET r += $given, r.group_id = $group, r.created_at = $at, r.episodes = [$episode], r.fact_embedding = [0.1, 0.2]",
            uuid=f"{group}-f{number}",
            source=f"{group}-{edge['from']}",
            target=f"{group}-{edge['to']}",
            given={name: value for name, value in edge.items() if name not in ("from", "to")} | {"certainty": 9},
            group=group,
            episode=f"{group}-e0",
            at=datetime(2026, 1, 1, tzinfo=UTC),
        )


def agent_memory(driver: Driver, user: str | None, *, who: str = "Ana") -> None:
    """A conversation of two messages, a preference that was superseded, a fact, a relation and a trace of reasoning."""
    name = user or "nobody"
    driver.execute_query(
        "CREATE (c:Conversation {id: $id, session_id: $session, title: 'Family', created_at: datetime(), updated_at: datetime()}) "
        "WITH c UNWIND $messages AS m "
        "CREATE (c)-[:HAS_MESSAGE]->(x:Message {id: m.id, role: m.role, content: m.content, timestamp: m.at, "
        "metadata: m.metadata, embedding: [0.1, 0.2]})",
        id=f"{name}-c",
        session=f"{name}-session",
        messages=[
            {"id": f"{name}-m2", "role": "assistant", "content": "Noted.", "at": MARCH, "metadata": None},
            {
                "id": f"{name}-m1",
                "role": "user",
                "content": f"My sister is {who}.",
                "at": JANUARY,
                "metadata": '{"channel": "web", "tags": ["a", "b"]}',
            },
        ],
    )
    driver.execute_query(
        "CREATE (p:Preference {id: $id, category: 'food', preference: 'Loves green tea', context: 'mornings', confidence: 0.9, "
        "created_at: $at, valid_until: $until, metadata: '{}', embedding: [0.1]}) "
        "CREATE (f:Fact {id: $fact, subject: $who, predicate: 'LIVES_IN', object: 'Lisbon', confidence: 1.0, created_at: $at, "
        "valid_from: '2024-03-01T00:00:00+00:00', valid_until: null, metadata: '{}'}) "
        "CREATE (g:Fact {id: $number, subject: $who, predicate: 'age', object: '34', confidence: 1.0, created_at: $at}) "
        "MERGE (a:Entity {id: $who}) SET a.name = $who, a.type = 'PERSON' "
        "MERGE (b:Entity {id: 'feedzai'}) SET b.name = 'Feedzai', b.type = 'ORGANIZATION' "
        "CREATE (a)-[:RELATED_TO {id: $relation, type: 'WORKS_AT', relation_type: 'WORKS_AT', confidence: 0.8, created_at: $at, "
        "source_message_ids: [$message], evidence: ['x']}]->(b) "
        "CREATE (t:ReasoningTrace {id: $trace, session_id: $session, task: 'Find a flat', outcome: 'Found one', success: true, "
        "started_at: $at, metadata: '{}'}) "
        "CREATE (t)-[:HAS_STEP {order: 1}]->(s:ReasoningStep {id: $trace + '1', step_number: 1, thought: 'Look', action: 'search'}) "
        "CREATE (s)-[:USES_TOOL]->(:ToolCall {id: $trace + 't', tool_name: 'maps', arguments: '{}', timestamp: $at})",
        id=f"{name}-p",
        fact=f"{name}-f",
        number=f"{name}-n",
        relation=f"{name}-r",
        trace=f"{name}-t",
        message=f"{name}-m1",
        session=f"{name}-session",
        who=who,
        at=JANUARY,
        until=MAY,
    )
    if user is not None:
        driver.execute_query(
            "MERGE (u:User {identifier: $user}) WITH u MATCH (c:Conversation {id: $c}), (p:Preference {id: $p}), (f:Fact) "
            "WHERE f.id IN $facts MERGE (u)-[:HAS_CONVERSATION]->(c) MERGE (u)-[:HAS_PREFERENCE]->(p) MERGE (u)-[:HAS_FACT]->(f)",
            user=user,
            c=f"{name}-c",
            p=f"{name}-p",
            facts=[f"{name}-f", f"{name}-n"],
        )

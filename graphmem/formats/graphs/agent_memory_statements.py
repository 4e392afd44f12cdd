"""What the importer asks of neo4j-agent-memory's graph: a page of ids in the order wanted, then the rows of such a page."""

#: Of a graph of graphmem's own in the same database, nothing.
IS_ONE = """
OPTIONAL MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE m.content IS NOT NULL
WITH m LIMIT 1
OPTIONAL MATCH (p:Preference) WHERE p.preference IS NOT NULL
WITH m, p LIMIT 1
OPTIONAL MATCH (f:Fact) WHERE f.predicate IS NOT NULL AND f.namespace IS NULL
WITH m, p, f LIMIT 1
RETURN m IS NOT NULL OR p IS NOT NULL OR f IS NOT NULL AS found
"""

GROUPS = """
MATCH (c:Conversation)
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
RETURN DISTINCT coalesce(u.identifier, c.user_identifier, '') AS name
UNION
MATCH (u:User)-[:HAS_PREFERENCE|HAS_FACT|HAS_TRACE]->() RETURN DISTINCT coalesce(u.identifier, '') AS name
"""

#: Messages kept together may be of one moment; the links between those tell their order.
MESSAGES = """
MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message)
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
WITH c, m, min(u.identifier) AS owner
WHERE coalesce(owner, c.user_identifier, '') = $group
OPTIONAL MATCH (m)-[:NEXT_MESSAGE]->(n:Message) WHERE n.timestamp = m.timestamp
RETURN elementId(m) AS id, m.timestamp AS at, m.id AS name, collect(DISTINCT elementId(n)) AS next ORDER BY at, name
"""

MESSAGE = """
MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE elementId(m) IN $ids
WITH m, min(c.session_id) AS session, min(c.title) AS title
RETURN elementId(m) AS id, session, title, m.id AS name, m.role AS role, m.content AS content, m.timestamp AS at,
       m.metadata AS metadata
"""

PREFERENCES = """
MATCH (p:Preference) WHERE p.preference IS NOT NULL
OPTIONAL MATCH (u:User)-[:HAS_PREFERENCE]->(p)
WITH p, min(u.identifier) AS owner
WHERE owner = $group OR owner IS NULL AND $alone
RETURN elementId(p) AS id ORDER BY p.created_at, p.id
"""

PREFERENCE = """
MATCH (p:Preference) WHERE elementId(p) IN $ids
RETURN elementId(p) AS id, p {.*, embedding: null} AS node, [(p)-[:APPLIES_TO|ABOUT]->(e:Entity) | e.name] AS applies_to
"""

FACTS = """
MATCH (f:Fact) WHERE f.predicate IS NOT NULL AND f.namespace IS NULL
OPTIONAL MATCH (u:User)-[:HAS_FACT]->(f)
WITH f, min(u.identifier) AS owner
WHERE owner = $group OR owner IS NULL AND $alone
RETURN elementId(f) AS id ORDER BY f.created_at, f.id
"""

FACT = """
MATCH (f:Fact) WHERE elementId(f) IN $ids
RETURN elementId(f) AS id, f {.*, embedding: null} AS node
"""

RELATIONS = """
MATCH (a:Entity)-[r:RELATED_TO]->(b:Entity) WHERE a.namespace IS NULL AND b.namespace IS NULL
OPTIONAL MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE m.id IN r.source_message_ids
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
WITH a, r, b, collect(coalesce(u.identifier, c.user_identifier, '')) AS owners
WHERE $alone OR $group IN owners
RETURN elementId(r) AS id ORDER BY r.created_at, a.name, b.name, r.type
"""

RELATION = """
MATCH (a:Entity)-[r:RELATED_TO]->(b:Entity) WHERE elementId(r) IN $ids
OPTIONAL MATCH (m:Message) WHERE m.id IN r.source_message_ids
WITH a, r, b, min(m.timestamp) AS said
RETURN elementId(r) AS id, a.name AS subject, b.name AS object, a.id AS source, b.id AS target, said, properties(r) AS node
"""

TRACES = """
MATCH (t:ReasoningTrace) WHERE t.task IS NOT NULL
OPTIONAL MATCH (o:User)-[:HAS_TRACE]->(t)
WITH t, min(o.identifier) AS named
OPTIONAL MATCH (c:Conversation) WHERE (c)-[:HAS_TRACE]->(t) OR c.session_id = t.session_id
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
WITH t, named, collect(coalesce(u.identifier, c.user_identifier, '')) AS owners, count(c) AS conversations
WHERE named = $group OR named IS NULL AND ($alone OR conversations > 0 AND all(owner IN owners WHERE owner = $group))
RETURN elementId(t) AS id ORDER BY t.started_at, t.id
"""

TRACE = """
MATCH (t:ReasoningTrace) WHERE elementId(t) IN $ids
OPTIONAL MATCH (t)-[:HAS_STEP]->(s:ReasoningStep)
OPTIONAL MATCH (s)-[:USES_TOOL]->(c:ToolCall)
WITH t, s, c ORDER BY s.step_number, c.timestamp
WITH t, s, collect(c.tool_name) AS tools ORDER BY s.step_number
RETURN elementId(t) AS id, t {.*, task_embedding: null} AS node,
       collect({number: s.step_number, thought: s.thought, action: s.action, observation: s.observation, tools: tools}) AS steps
"""

#: Who was found to be whom: an entity that went into another keeps its relations, which that one has too.
MERGED = """
MATCH (e:Entity) WHERE e.merged_into IS NOT NULL
MATCH (into:Entity {id: e.merged_into})
RETURN e.id AS id, into.id AS into, into.name AS name
"""

UNOWNED = """
OPTIONAL MATCH (p:Preference) WHERE p.preference IS NOT NULL AND NOT (:User)-[:HAS_PREFERENCE]->(p)
WITH count(p) AS preferences
OPTIONAL MATCH (f:Fact) WHERE f.predicate IS NOT NULL AND f.namespace IS NULL AND NOT (:User)-[:HAS_FACT]->(f)
WITH preferences, count(f) AS facts
OPTIONAL MATCH (a:Entity)-[r:RELATED_TO]->(:Entity)
WHERE a.namespace IS NULL AND NOT EXISTS { MATCH (:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE m.id IN r.source_message_ids }
WITH preferences, facts, count(r) AS relations
OPTIONAL MATCH (t:ReasoningTrace)
WHERE t.task IS NOT NULL AND NOT (:User)-[:HAS_TRACE]->(t) AND NOT (:Conversation)-[:HAS_TRACE]->(t)
  AND NOT EXISTS { MATCH (:Conversation {session_id: t.session_id}) }
RETURN preferences, facts, relations, count(t) AS traces
"""

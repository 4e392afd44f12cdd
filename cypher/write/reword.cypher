// Messages have other words from now on, where they stand; what follows from these is written beside, by `write/apply`.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $messages (list of maps): the messages, with their parts as JSON where they are not the text alone, e.g. [{"id": "m1", "text": "Ana moved to Porto.", "parts": null, "speaker": null, "voice": "user", "metadata": "{}"}]
// $embedded (list of strings): those whose vector is of the new words already; that of the others goes, e.g. ["m1"]
//
// Returns: one row: how many messages were reworded
// Index: namespace_name, message_id, document_id, work_order
CALL () {
  UNWIND $messages AS row
  MATCH (m:Message {namespace: $namespace, id: row.id})
  SET m.text = row.text, m.parts = row.parts, m.speaker = row.speaker, m.voice = row.voice, m.metadata = row.metadata
  RETURN collect(DISTINCT m.session) AS sessions, count(m) AS reworded
}
CALL () {
  MATCH (n:Namespace {name: $namespace})
  UNWIND $messages AS row
  WITH n, row
  WHERE NOT row.id IN $embedded
  MATCH (d:Document {namespace: $namespace, kind: 'message', id: row.id})
  WITH n, collect(d) AS documents, collect(d.vectored) AS numbers
  SET n.message_unvectored = coalesce(n.message_unvectored, 0) + size(numbers), n.message_gone = numbers + coalesce(n.message_gone, [])[..256]
  FOREACH (d IN documents |
    REMOVE d.vectored, d.embedding_a, d.embedding_a_zero, d.packed_a, d.embedding_b, d.embedding_b_zero, d.packed_b)
}
// Who is reading in their sessions reads in vain.
CALL (sessions) {
  UNWIND sessions AS session
  MATCH (w:Work {namespace: $namespace})
  USING INDEX SEEK w:Work(namespace, at_micros, session, seq)
  WHERE w.at_micros IS NOT NULL AND w.session = session AND w.seq > 0
  SET w.generation = w.generation + 1
}
RETURN reworded

// Messages that wait to be understood, in message order; the label goes when they are.
//
// Returns: nothing
// Index: it makes work_order
CREATE INDEX work_order IF NOT EXISTS
FOR (w:Work) ON (w.namespace, w.at_micros, w.session, w.seq)

// A session has at most one running summary.
//
// Returns: nothing
// Index: it makes summary_session
CREATE CONSTRAINT summary_session IF NOT EXISTS
FOR (s:Summary) REQUIRE (s.namespace, s.session) IS UNIQUE

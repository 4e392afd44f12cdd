"""Reading messages with a chat model: a batch in one call, and nothing believed that its message does not bear out."""

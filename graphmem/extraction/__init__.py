"""From a message to what it says: mentions and claims, each with the span it was read from."""

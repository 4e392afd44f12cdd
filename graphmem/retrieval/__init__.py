"""From a question to what memory holds for it: ranked lists of several channels, fused into one recall."""

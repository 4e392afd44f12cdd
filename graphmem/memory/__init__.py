"""The one place that knows the order of the stages: append, extract, resolve, apply; search, build."""

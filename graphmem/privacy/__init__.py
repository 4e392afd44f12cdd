"""What must not be kept: found in a text before anything else sees it, and replaced, refused or kept by policy."""

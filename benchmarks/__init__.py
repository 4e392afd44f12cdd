"""Programs that measure and that bring data into shape: run from a checkout, not part of what is installed."""

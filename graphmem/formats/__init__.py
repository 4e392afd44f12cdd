"""Reading what other programs wrote: chat exports, stores and notes, each turned into messages for `remember_many`."""

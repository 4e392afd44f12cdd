"""`graphmem chat`: talking with a memory, line by line, with a model that answers or without one."""

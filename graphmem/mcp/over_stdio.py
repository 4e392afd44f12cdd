"""One host, one memory, over the standard streams of a process that the host starts.

Standard output carries the protocol and nothing else: while it is served, whatever else writes there lands on standard error. A
signal ends it as the end of input does, once calls at work are done; the reader of standard input cannot be woken, so
the process then leaves without it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from graphmem.integrations.needed import needed
from graphmem.mcp.offered import Offered
from graphmem.mcp.server import serving, workers
from graphmem.memory.memory import Memory

with needed("mcp", "mcp", "mcp_types"):
    from mcp.server.stdio import stdio_server

_INTERRUPTED = 128


def serve(memory: Memory, *, read_only: bool = False) -> None:
    """Serve a memory until input ends or a signal comes, then close it."""
    asyncio.run(_serve(memory, read_only=read_only))


async def _serve(memory: Memory, *, read_only: bool) -> None:
    threads = workers()
    offered = Offered(memory, read_only=read_only)
    server = serving(lambda: offered, threads)

    def leave(number: int) -> None:
        threads.shutdown(wait=True, cancel_futures=True)
        memory.close()
        sys.stderr.flush()
        os._exit(_INTERRUPTED + number)

    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, leave, each)
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        threads.shutdown(wait=True)
        memory.close()

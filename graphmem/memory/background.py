"""A thread that understands messages while the caller goes on: `remember` returns as soon as the message is safe.

What it takes it leases, like every worker in any process, so that no message is read twice. Killed, it loses nothing: the messages
are in the queue, and `flush` or another worker takes them over when the lease has run out.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from graphmem.errors import GraphmemError
from graphmem.forking import anew_after_fork

_log = logging.getLogger("graphmem")

Work = Callable[[Callable[[], bool]], object]
"""Work off what waits in a namespace, until there is nothing or the given question says to stop."""

#: How long it waits, in seconds, before it looks again for what failed and may be tried anew.
AGAIN = 10.0


class Background:
    """One worker thread for all namespaces of an engine, started with the first message."""

    def __init__(self) -> None:
        self._stopped = False
        self._waiting: dict[str, Work] = {}
        self._known: dict[str, Work] = {}
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin without a thread: what the one of the parent process has in hand is done there."""
        self._changed = threading.Condition()
        self._waiting.clear()
        self._busy = False
        self._thread: threading.Thread | None = None

    def notify(self, namespace: str, work: Work) -> None:
        """There is something to understand in the namespace, by this work."""
        with self._changed:
            if self._stopped:
                return
            self._waiting[namespace] = self._known[namespace] = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="graphmem-worker", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def finish(self) -> None:
        """Wait until it has taken up everything it was told of."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or (not self._waiting and not self._busy))

    def stop(self) -> None:
        """Finish what is in hand and end; what was not begun stays in the queue."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (work := self._next()) is not None:
            try:
                work(lambda: self._stopped)
            except GraphmemError as error:
                _log.warning("the background worker tries again: %s", error)
            except Exception:  # noqa: BLE001  # a thread that ended unseen would leave every later message waiting
                _log.exception("the background worker tries again")
            finally:
                with self._changed:
                    self._busy = False
                    self._changed.notify_all()

    def _next(self) -> Work | None:
        """The work of the next namespace with something to do; when there was nothing for a while, each that is known, for what failed."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._stopped or self._waiting, timeout=AGAIN):
                self._waiting |= self._known  # never empty: it was started for one
            if self._stopped:
                return None
            self._busy = True
            return self._waiting.pop(next(iter(self._waiting)))

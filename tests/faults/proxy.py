"""A TCP line on loopback that can be cut, held still, or cut at a chosen word."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Self

CHUNK = 65536


class Proxy:
    """Passes on what comes in, in a thread of its own.

    Cut: connections end at once and new ones are refused. Frozen: connections stay open and
    nothing passes, as with a peer whose cable was pulled. Half open: the server has forgotten its
    connections and the clients were never told, as after a failed firewall. With a trap, a
    connection ends as soon as it carries a word to the server: before the word has gone on, or
    after it, so that nobody learns the answer.
    """

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = 0
        self.trapped = 0  # connections that have ended in a trap
        self._trap: tuple[bytes, int, bool] | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._flowing = asyncio.Event()
        self._lines: set[asyncio.StreamWriter] = set()
        self._pairs: dict[asyncio.StreamWriter, asyncio.StreamWriter] = {}  # to client, to server
        self._forgotten: set[asyncio.StreamWriter] = set()  # clients whose server has gone
        self._tasks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()
        self._flowing.set()
        self._call(self._listen())

    def stop(self) -> None:
        """Hang up and end the thread."""
        self._call(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """End all connections and refuse new ones."""
        self._call(self._close())

    def mend(self) -> None:
        """Let everything pass again."""
        self._trap = None
        self._call(self._mend())

    def freeze(self) -> None:
        """Let nothing pass, and tell nobody."""
        self._call(self._freeze())

    def half_open(self) -> None:
        """Let the server forget its connections without a word to the clients; new ones work."""
        self._call(self._forget())

    def trap(self, word: bytes, times: int, *, after: bool) -> None:
        """End as many connections when they send a word: before it has gone on, or after."""
        self._trap = (word, times, after)

    def _call(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _mend(self) -> None:
        self._flowing.set()
        if self._server is None:
            await self._listen()

    async def _freeze(self) -> None:
        self._flowing.clear()

    async def _forget(self) -> None:
        for asker, onwards in self._pairs.items():
            self._forgotten.add(asker)
            onwards.transport.abort()

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for line in list(self._lines):
            line.transport.abort()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._flowing.set()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, onwards = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, onwards}
        self._pairs[writer] = onwards
        for source, sink, asks in ((reader, onwards, True), (there, writer, False)):
            task = asyncio.create_task(self._pass_on(source, sink, writer, asks=asks))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        asker: asyncio.StreamWriter,
        *,
        asks: bool,
    ) -> None:
        try:
            while data := await source.read(CHUNK):
                await self._flowing.wait()
                if asker in self._forgotten:
                    continue
                if asks and self._trap is not None and self._trap[0] in data:
                    word, times, after = self._trap
                    self._trap = (word, times - 1, after) if times > 1 else None
                    self.trapped += 1
                    asker.transport.abort()  # whoever asked hears nothing more
                    if after:
                        sink.write(data)
                        await sink.drain()
                    return
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            if asks:
                self._pairs.pop(asker, None)
                if asker in self._forgotten:
                    self._forgotten.discard(asker)
                    asker.close()
            if asks or asker not in self._forgotten:
                self._lines.discard(sink)
                sink.close()

"""The socket of a table: requests come in, views go out."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from tilewright.store.database import Unavailable
from tilewright.store.users import Left, User
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.messages import Pong
from tilewright.table.table import Table
from tilewright.web import chat, door, errors
from tilewright.web.guard import Window
from tilewright.web.people import credential, find_user, house
from tilewright.web.quotas import Quota

SECONDS = 20.0  # in which a socket may send that many messages
WAITING_FRAMES = 256  # a viewer who leaves this many frames unread is disconnected
FRAME_LIMIT = 8192
SOCKETS = Quota("sockets of a user", 60)  # at a time, on all nodes
CLOSING = {"no_game": 4404, "too_many": 4429, "unreadable": 4500}  # otherwise it is about the user

router = APIRouter()


class SocketViewer:
    """A viewer at the other end of a socket."""

    def __init__(
        self, socket: WebSocket, user: User | None, credential: str, *, previews: bool
    ) -> None:
        self.socket = socket
        self.user = user.id if user else ""
        self.credential = credential if user else ""
        self.previews = previews
        self.muted = chat.muted(user)
        self.ended = asyncio.Event()
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING_FRAMES)

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Hang up after sending what can still be sent; the client will reconnect."""
        while self._frames.full():
            self._frames.get_nowait()
        self._frames.put_nowait(None)

    def end(self) -> None:
        """Hang up without another word: the session or token has ended."""
        self.ended.set()

    async def run(self) -> None:
        """Send what is queued until the connection is closed."""
        while (frame := await self._frames.get()) is not None:
            await self.socket.send_text(frame.decode())
        await self.socket.close(1012, "come again")


@router.websocket("/api/games/{id}/socket")
async def table_socket(socket: WebSocket, id: str, previews: bool = True) -> None:
    """Sit at a table or watch it."""
    await socket.accept()
    here = house(socket)
    try:
        async with AsyncExitStack() as stack:
            user = await find_user(socket)
            table = await here.hall.fresh(id)
            if user:
                await stack.enter_async_context(here.quotas.hold(SOCKETS, user.id))
                here.greet(user)
            viewer = SocketViewer(socket, user, credential(socket), previews=previews)
            with here.connections.held(viewer):
                await _serve(socket, viewer, table, user)
    except Refused as error:
        await socket.send_text(errors.frame(error.code, str(error)).decode())
        await socket.close(CLOSING.get(error.code, 4401), error.code)
    except Unavailable as error:
        errors.log.error("database unavailable", game=id, reason=str(error))
        await socket.send_text(errors.frame("unavailable", errors.AWAY).decode())
        await socket.close(1013, "try again later")


@router.websocket("/{path:path}")
async def no_socket(socket: WebSocket, path: str) -> None:
    """Say that there is no socket at any other address."""
    await socket.send_denial_response(errors.answer("not_found", "there is no socket here"))


async def _serve(socket: WebSocket, viewer: SocketViewer, table: Table, user: User | None) -> None:
    here = house(socket)
    tasks: list[asyncio.Task[object]] = [
        asyncio.create_task(viewer.run()),
        asyncio.create_task(viewer.ended.wait()),
    ]
    try:
        table.join(viewer)
        remarks = await here.hall.games.remarks(table.id)
        names = await here.users.names({remark.user for remark in remarks})
        for remark in remarks:
            if remark.user not in viewer.muted:
                viewer.send(chat.frame(table.id, remark, names.get(remark.user, "")))
        window = Window(here.settings.messages, SECONDS)
        tasks.append(asyncio.create_task(_receive(socket, viewer, table.id, user, window)))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.part(viewer)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task
        if viewer.ended.is_set():
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                async with asyncio.timeout(1):
                    await socket.close(4401, "who")


async def _receive(
    socket: WebSocket, viewer: SocketViewer, id: str, user: User | None, window: Window
) -> None:
    here = house(socket)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect" or viewer.ended.is_set():
            return
        request_id = ""
        try:
            for counted, key in ((window, "here"), (here.messages, viewer.user)):
                if key and not counted.allows(key):
                    most = f"at most {counted.most} messages in {SECONDS:.0f} seconds"
                    raise Refused("too_many", most)
            if message.get("text") is None:
                raise Refused("bad_request", "expected text, not bytes")
            if len(message["text"]) > FRAME_LIMIT:
                raise Refused("too_large", f"at most {FRAME_LIMIT} characters")
            request = door.read(message["text"])
            request_id = request.id or ""
            if request.ping is not None and request.action() == "ping":
                viewer.send(msgspec.json.encode(Pong(request.ping, now())))
                continue
            if user is None:
                raise Refused("who", "watchers only watch; start as a guest to play")
            if user.scopes is not None and "play" not in user.scopes:
                raise Refused("forbidden", "this token may not play")
            table = await here.hall.table(id)
            before = table.match.at
            await door.ask(here, table, user, request)
            if request.play is not None and table.match.at == before:
                table.show(viewer)  # sent twice: the same answer again
        except Refused as error:
            errors.note(error.code, game=id, user=viewer.user)
            viewer.send(errors.frame(error.code, str(error), id=request_id))
            if error.code == "stale":
                (await here.hall.table(id)).show(viewer)
        except Left:
            viewer.send(errors.frame("who", errors.ENDED, id=request_id))
        except Unavailable as error:
            errors.log.error("database unavailable", game=id, reason=str(error))
            viewer.send(errors.frame("unavailable", errors.AWAY, id=request_id))
        except Exception as error:  # never a stack trace on the wire
            errors.log.error("socket failed", game=id, error=type(error).__name__, exc_info=error)
            viewer.send(errors.frame("server", "something went wrong here", id=request_id))

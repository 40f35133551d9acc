"""Run the server: `tilewright serve`."""

from __future__ import annotations

import gc
import logging
import sys
from types import FrameType

import structlog
import uvicorn

from tilewright.web.app import create_app
from tilewright.web.settings import Settings, load
from tilewright.web.socket import FRAME_LIMIT

COLLECT = (50_000, 50, 100)  # games are trees of tuples: there are few cycles to look for
GRACE = 10  # seconds to finish what has begun when the server is asked to stop


def set_up_logs(level: str) -> None:
    """One JSON object a line on standard error, also what is logged below the web."""
    number = logging.getLevelName(level.upper())
    common: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.ExceptionRenderer(
            structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # no secrets
        ),
    ]
    structlog.configure(
        processors=[*common, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *common],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    ours = logging.getLogger("tilewright")
    ours.handlers, ours.propagate = [handler], False
    ours.setLevel(number)


class Server(uvicorn.Server):
    """A server that says it is stopping before it stops."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Answer no more readiness checks and end the streams."""
        house = getattr(self.config.app.state, "house", None)  # type: ignore[union-attr]
        if house is not None:
            house.ready = False
        super().handle_exit(sig, frame)


def serve(settings: Settings | None = None) -> None:
    """Serve until asked to stop; commits are finished, and clients told to come again."""
    settings = settings or load()
    set_up_logs(settings.log)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(*COLLECT)
    Server(config).run()


if __name__ == "__main__":
    serve()

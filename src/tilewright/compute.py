"""Where work is done: in processes of this machine, or on a Ray cluster. One setting decides.

`TILEWRIGHT_COMPUTE` is empty (one process less than there are cores), a number of processes,
`ray` (a cluster that is found, or else one on this machine) or `ray://HOST:PORT`.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Protocol, Self, TypeAlias, TypeVar

SETTING = "TILEWRIGHT_COMPUTE"
QUIET = "ignore:resource_tracker:UserWarning"
AHEAD = 2  # tasks handed out for every worker, so that none waits for its next

T = TypeVar("T")
R = TypeVar("R")
Ray: TypeAlias = Any  # the module, which is not always installed


class NoCompute(ValueError):
    """A setting that cannot be used, or workers that have died."""


class Workers(Protocol):
    """Processes that take tasks."""

    count: int

    def submit(self, function: Callable[[T], R], item: T) -> object:
        """Hand out a task; the answer stands for it."""
        ...

    def finished(self, tasks: list[object]) -> object:
        """Wait for one of the tasks."""
        ...

    def result(self, task: object) -> Any:  # noqa: ANN401
        """What a finished task has returned; its error is raised."""
        ...

    def close(self, *, now: bool) -> None:
        """Stop the work, tasks that wait included; `now` does not let the others end."""
        ...


class Pool:
    """Workers by the setting, to be used in a `with` statement; threads of this process if it says
    nothing and some are wanted."""

    def __init__(self, compute: str | None = None, *, threads: int = 0) -> None:
        setting = os.environ.get(SETTING, "") if compute is None else compute
        self._workers = workers(setting.strip(), threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._workers.close(now=error is not None)

    @property
    def count(self) -> int:
        """How many tasks are worked at together."""
        return self._workers.count

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """The results of a function for all items, in the order in which they are ready. Items are
        asked for when a worker is free soon, so they may depend on the results so far. A task
        costs about a millisecond: let an item stand for many games."""
        waiting = iter(items)
        tasks = [
            self._workers.submit(function, item) for item in islice(waiting, AHEAD * self.count)
        ]
        while tasks:
            task = self._workers.finished(tasks)
            tasks.remove(task)
            yield self._workers.result(task)
            more = AHEAD * self.count - len(tasks)
            tasks += [self._workers.submit(function, item) for item in islice(waiting, more)]


def workers(setting: str, threads: int = 0) -> Workers:
    """The workers that a setting means; if it is empty, this many threads, if any."""
    if threads and not setting:
        return Threads(threads)
    if is_cluster(setting):
        return Cluster(None if setting == "ray" else setting)
    return Processes(processes(setting))


def is_cluster(setting: str) -> bool:
    """Tell whether a setting means a Ray cluster."""
    return setting == "ray" or setting.startswith("ray://")


def processes(setting: str) -> int:
    """How many processes of this machine a setting means; with a cluster, as many as without
    any setting."""
    if is_cluster(setting):
        setting = ""
    if not (setting.isdecimal() or not setting):
        raise NoCompute(f"{SETTING}={setting}: expected a number of processes, ray or ray://…")
    return int(setting or 0) or max(1, (os.cpu_count() or 2) - 1)


class UninterruptedProcess(SpawnProcess):
    """A process that ignores Ctrl-C, even while it starts."""

    def start(self) -> None:
        """Start it; what it inherits holds Ctrl-C back until it ignores it."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Spawning(SpawnContext):
    """How workers are started."""

    Process = UninterruptedProcess

    def __init__(self) -> None:
        """When a program is killed, Python's tracker removes the semaphores it shared with its
        workers, as it should; but it need not warn that they were leaked."""
        super().__init__()
        if QUIET not in sys.warnoptions:
            sys.warnoptions.append(QUIET)  # which Python passes on to the tracker


def follow_parent() -> None:
    """In a worker: end when the program that started it has ended, however it ended; it alone
    hears when someone presses Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = self.start()

    def start(self) -> Executor:
        """Have them begin."""
        return ProcessPoolExecutor(self.count, mp_context=Spawning(), initializer=follow_parent)

    def submit(self, function: Callable[[T], R], item: T) -> object:
        """Hand out a task."""
        try:
            return self._pool.submit(function, item)
        except BrokenProcessPool:
            raise NoCompute("a worker process has died; its work is lost") from None

    def finished(self, tasks: list[Any]) -> object:
        """Wait for one of the tasks; of several, the one handed out first."""
        done = wait(tasks, return_when=FIRST_COMPLETED).done
        return next(task for task in tasks if task in done)

    def result(self, task: object) -> Any:  # noqa: ANN401
        """What a task has returned."""
        assert isinstance(task, Future)
        try:
            return task.result()
        except BrokenProcessPool:
            raise NoCompute("a worker process has died; its work is lost") from None

    def close(self, *, now: bool) -> None:
        """Stop the processes, when they have done what they are at or at once."""
        running: dict[int, BaseProcess] = getattr(self._pool, "_processes", None) or {}
        for process in list(running.values()) if now else ():
            process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


class Threads(Processes):
    """Threads of this process: for what is compiled and lets go of the interpreter."""

    def start(self) -> Executor:
        """Have them begin."""
        return ThreadPoolExecutor(self.count)


def be_nice(by: int) -> None:
    """Lower the priority of this process, where the system can."""
    if hasattr(os, "nice"):
        os.nice(by)


def _begin(nice: int, begin: Callable[[], None] | None) -> None:
    """In a `SingleWorker` process: set it up when it starts."""
    follow_parent()
    be_nice(nice)
    if begin:
        begin()


class SingleWorker:
    """One process that does one thing at a time, for an event loop; it starts with the first."""

    def __init__(
        self,
        nice: int,
        begin: Callable[[], None] | None = None,
        *,
        died: Callable[[], None] = lambda: None,
    ) -> None:
        self.words, self.died = (nice, begin), died
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The process, started if there is none."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=Spawning(), initializer=_begin, initargs=self.words
            )
        return self._pool

    async def run(self, function: Callable[..., R], *words: object) -> R:
        """Have something done; a process that has died is replaced, once."""
        loop, pool = asyncio.get_running_loop(), self.pool
        try:
            return await loop.run_in_executor(pool, function, *words)
        except BrokenProcessPool:
            if pool is self._pool:  # nobody else has seen it yet
                self.died()
                self.close()
            return await loop.run_in_executor(self.pool, function, *words)

    def close(self) -> None:
        """Stop the process, whatever it is at."""
        if self._pool is not None:
            running: dict[int, BaseProcess] = getattr(self._pool, "_processes", None) or {}
            processes = list(running.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None


class Cluster:
    """A Ray cluster; every node needs the same tilewright installed."""

    def __init__(self, address: str | None) -> None:
        try:
            ray: Ray = import_module("ray")
        except ModuleNotFoundError:
            raise NoCompute(f"{SETTING}=ray needs Ray: pip install 'ray[client]'") from None
        self._ray = ray
        self._owns = not ray.is_initialized()
        if self._owns:
            try:
                ray.init(address, log_to_driver=False, logging_level="error")
            except (ConnectionError, ValueError, RuntimeError) as error:
                reason = str(error).strip().partition("\n")[0]
                raise NoCompute(f"{SETTING}={address or 'ray'}: {reason}") from None
        self.count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._remote: dict[object, Any] = {}

    def submit(self, function: Callable[[T], R], item: T) -> object:
        """Hand out a task."""
        if function not in self._remote:
            self._remote[function] = self._ray.remote(function)
        return self._remote[function].remote(item)

    def finished(self, tasks: list[object]) -> object:
        """Wait for one of the tasks."""
        return self._ray.wait(tasks, num_returns=1)[0][0]

    def result(self, task: object) -> Any:  # noqa: ANN401
        """What a task has returned; errors are those of the function itself."""
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.RayError as error:
            reason = str(error).strip().partition("\n")[0]
            raise NoCompute(f"the cluster has lost a task: {reason}") from None

    def close(self, *, now: bool) -> None:
        """Leave the cluster, and end it if it was started here."""
        if self._owns:
            self._ray.shutdown()

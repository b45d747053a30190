# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks processes of their own for things that may crash or hang: a line in, a line out.

A process that ends, or that answers too late and is ended, costs the request it had; another takes its place.
"""

import concurrent.futures
import queue
import signal
import subprocess
import threading


class _Process:
    def __init__(self, command, environment, log):
        self.log = open(log, "a")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment
        )

    def ask(self, request, limit):
        """(the answer, None), or (None, the reason why there is none)."""
        timer = threading.Timer(limit, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(f"{request}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        timed_out = not timer.is_alive()
        timer.cancel()
        if line.endswith("\n"):
            return line, None
        status = self.process.wait()
        if timed_out:
            return None, f"no end within {limit:g} s"
        if status < 0:
            return None, f"the process ended by {signal.Signals(-status).name}"
        return None, f"the process ended with status {status}"

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.log.close()


def ask_all(requests, command, environment, log, limit, jobs, done):
    """Calls done(request, answer, reason) for each request, one call at a time, in the order of their ends.

    What the processes write to stderr goes to the file `log`; `limit` is in seconds.
    """
    work = queue.Queue()
    for request in requests:
        work.put(request)
    lock = threading.Lock()

    def serve():
        process = None
        try:
            while True:
                try:
                    request = work.get_nowait()
                except queue.Empty:
                    return
                process = process or _Process(command, environment, log)
                answer, reason = process.ask(request, limit)
                if answer is None:
                    process.close()
                    process = None
                with lock:
                    done(request, answer, reason)
        finally:
            if process:
                process.close()

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for served in [pool.submit(serve) for _ in range(jobs)]:
            served.result()

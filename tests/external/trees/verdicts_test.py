# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with a time limit, and what is kept of them."""

import sys
import tempfile
import threading
import unittest
from pathlib import Path

from verdicts import Runner, Store


class Run(unittest.TestCase):
    def test_status_and_output(self):
        done = Runner().run([sys.executable, "-c", "print(1); exit(3)"], 60)
        self.assertEqual((done.status, done.output), (3, "1\n"))

    def test_time_limit_is_of_the_processor(self):
        program = "import time\nwhile True:\n  print(time.process_time(), flush=True)\n  for _ in range(100000): pass\n"
        done = Runner(clock=1000).run([sys.executable, "-c", program], 1)
        self.assertIsNone(done.status)
        *_, used, _ = done.output.splitlines()  # the last line may be half a line
        self.assertGreaterEqual(done.seconds, round(float(used), 2))

    def test_by_the_clock_it_is_longer(self):
        self.assertIsNone(Runner(clock=1).run(["sh", "-c", "sleep 60 & sleep 60"], 1).status)

    def test_signal(self):
        self.assertEqual(Runner().run(["sh", "-c", "kill -SEGV $$"], 60).status, -11)

    def test_stopped(self):
        runner = Runner()
        runner.stop()
        with self.assertRaises(KeyboardInterrupt):
            runner.run(["true"], 60)

    def test_what_is_stopped_has_no_verdict(self):
        runner = Runner()
        threading.Timer(0.5, runner.stop).start()
        with self.assertRaises(KeyboardInterrupt):
            runner.run(["sleep", "60"], 60)


class Kept(unittest.TestCase):
    def test_by_what_it_depends_on(self):
        with tempfile.TemporaryDirectory() as folder:
            store = Store(Path(folder) / "new")
            self.assertIsNone(store.get("port", {"tree": "1"}))
            store.put("port", {"tree": "1", "tools": ["a"]}, {"status": 0})
            self.assertEqual(store.get("port", {"tools": ["a"], "tree": "1"}), {"status": 0})
            self.assertIsNone(store.get("port", {"tools": ["b"], "tree": "1"}))
            self.assertIsNone(store.get("compile", {"tools": ["a"], "tree": "1"}))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's own tests on device musa, through its device-type framework.

    run.py --package DIR [--source DIR] [--only REGEX] [--every N] [--expectations FILE] [FILE...]
    run.py --package DIR --converter PROGRAM [--ranks N] ... distributed/test_c10d_ops_nccl ...

The FILEs are of the folder test/ of PyTorch's source. Of each file the tests run that the framework makes
for a device; of those in distributed/ all, with mccl in NCCL's place, and as many devices as ranks. The
expectations list, with a reason each, the tests that fail and those that are left out. The
exit status is 1 if another test fails, or with another error, or if one passes that is expected to fail.
"""

import argparse
import collections
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent / "external")]
import c10d_worker  # noqa: E402
import fetch  # noqa: E402
import worker_pool  # noqa: E402

DISTRIBUTED = ["distributed/test_c10d_ops_nccl", "distributed/test_c10d_object_collectives"]
FILES = ["test_indexing", "test_torch", "test_nn", "test_reductions", "test_unary_ufuncs"]


class Expectations:
    def __init__(self, path):
        self.entries = json.loads(path.read_text())
        self.unused = {pattern for entries in self.entries.values() for entry in entries for pattern in entry["tests"]}

    def find(self, kind, name):
        """The entry that lists the test, or None."""
        for entry in self.entries[kind]:
            for pattern in entry["tests"]:
                if fnmatch.fnmatchcase(name, pattern):
                    self.unused.discard(pattern)
                    return entry
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", help="names of test files, without .py")
    parser.add_argument("--package", type=Path, required=True, help="the folder with torch_musa")
    parser.add_argument("--source", type=Path, help="PyTorch's source; fetched, where it is not given")
    parser.add_argument("--only", default="", help="a regular expression for FILE.CLASS.TEST")
    parser.add_argument("--every", type=int, default=1, help="only every N-th test of the files with over 5000")
    parser.add_argument("--converter", type=Path, help="musa-converter, for files in distributed/")
    parser.add_argument("--ranks", type=int, default=2, help="devices of each process of a file in distributed/")
    parser.add_argument("--expectations", type=Path, help="another file")
    parser.add_argument("--limit", type=float, default=120, help="seconds after which a test counts as hanging")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=Path, help="where to write every test's outcome")
    parser.add_argument("--log", type=Path, default=Path("suite.log"))
    parser.add_argument("-v", dest="verbose", action="store_true", help="stack traces go to the log")
    arguments = parser.parse_args()
    all_files = DISTRIBUTED if arguments.converter else FILES
    arguments.files = arguments.files or all_files
    arguments.expectations = arguments.expectations or HERE / ("c10d_expectations.json" if arguments.converter else "expectations.json")
    source = arguments.source or fetch.tree("pytorch-aten")
    scratch = tempfile.TemporaryDirectory()
    ported = arguments.converter and c10d_worker.port(source / "test", Path(scratch.name), arguments.converter)
    arguments.log.write_text("")
    environment = {
        **os.environ,
        "PYTHONPATH": str(arguments.package),
        "PYTORCH_TESTING_DEVICE_ONLY_FOR": "privateuse1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "TORCH_MUSA_CPU_FALLBACK": "0",
    }
    if ported:
        environment["PYTHONPATH"] = os.pathsep.join(map(str, (arguments.package, HERE, ported)))
        environment["MUSA_HOST_DEVICES"] = str(arguments.ranks)
    expectations = Expectations(arguments.expectations)
    outcomes, unexpected = {}, []
    for file in arguments.files:
        if ported:
            command = [sys.executable, "-B", str(HERE / "c10d_worker.py"), str(ported / Path(file).name) + ".py"]
        else:
            command = [sys.executable, "-B", str(HERE / "worker.py"), str(source / "test" / f"{file}.py")]
        command += ["-v"] * arguments.verbose
        listed = subprocess.run([*command, "--list"], env=environment, stdout=subprocess.PIPE, check=True, text=True)
        tests = listed.stdout.split()
        if len(tests) > 5000:
            tests = tests[::arguments.every]
        tests = [test for test in tests if re.search(arguments.only, f"{file}.{test}")]
        count = collections.Counter()

        def done(test, answer, reason):
            name = f"{file}.{test}"
            state, reason = json.loads(answer) if answer else ("failed", reason)
            expected = expectations.find("fail", name)
            if expected and state == "passed":
                state, reason = "failed", "it is expected to fail, and passes"
            elif expected and state == "failed" and re.search(expected["error"], reason):
                state = "failed as expected"
            count[state] += 1
            outcomes[name] = state, reason
            if state == "failed":
                unexpected.append(name)
                print(f"FAILED {name}: {reason}", flush=True)

        chosen = [test for test in tests if not expectations.find("left out", f"{file}.{test}")]
        count["left out"] = len(tests) - len(chosen)
        start = time.monotonic()
        worker_pool.ask_all(chosen, command, environment, arguments.log, arguments.limit, arguments.jobs, done)
        assert sum(count.values()) == len(tests), "each test has an outcome"
        states = ", ".join(f"{number} {state}" for state, number in sorted(count.items()))
        print(f"{file}: {len(tests)} tests in {time.monotonic() - start:.0f} s: {states}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(outcomes, indent=1))
    if not any(state == "passed" for state, _ in outcomes.values()):
        sys.exit(f"no test passed; what the processes said is in {arguments.log}")
    if unexpected:
        sys.exit(f"{len(unexpected)} tests failed")
    unused = {pattern for pattern in expectations.unused if pattern.split(".")[0] in all_files}
    if unused and arguments.files == all_files and not arguments.only:
        sys.exit(f"{arguments.expectations}: no test is called {', '.join(sorted(unused))}")


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs PyTorch's tests of NCCL with mccl in its place; a test starts its own ranks.

    c10d_worker.py FILE --list    prints the tests' names, Class.test
    c10d_worker.py FILE           reads such names from standard input and writes a result's JSON for each

FILE is in the folder that port() has made.
"""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


def port(source, folder, converter):
    """Where musa-converter has put the tests of c10d, from PyTorch's folder test/, and the helpers that its package has."""
    import torch.testing._internal

    helpers = Path(torch.testing._internal.__file__).parent / "common_distributed.py"
    originals, ported = folder / "originals", folder / "ported"
    for file in (*source.glob("distributed/test_c10d_*.py"), source / "inductor/test_aot_inductor_utils.py"):
        target = originals / file.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    shutil.copy(helpers, originals / "distributed")
    done = subprocess.run([converter, "-r", originals, "-o", ported], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode > 1:  # 1: it says what has no counterpart
        sys.exit(f"musa-converter failed:\n{done.stdout}")
    for file in ported.glob("distributed/*.py"):
        # What only these tests know to be a backend's name, or an error's words.
        text = file.read_text().replace('"nccl"', '"mccl"').replace("Backend.NCCL", "Backend.MCCL").replace(' with NCCL"', ' with MCCL"')
        file.write_text(("import c10d_on_musa\n" if file.stem.startswith("test_") else "") + text)
    return ported / "distributed"


def outcomes():
    """worker.py is imported when it is needed: run.py imports this file without the package in its path."""
    import worker

    class RanksOutcome(worker.Outcome):
        def note(self, error):
            """Of a rank's error, which comes with its stack, only what it says."""
            super().note(error)
            found = re.findall(r"^(?:\w+\.)*\w*(?:Error|Exception|Failure|Skip\w*): .*", str(error[1]), re.MULTILINE)
            if found:
                self.reason = found[-1][:400]

    return RanksOutcome


def tests_of(module):
    tests = []
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, unittest.TestCase) and value.__module__ == module.__name__:
            tests += [f"{name}.{test}" for test in unittest.defaultTestLoader.getTestCaseNames(value)]
    return tests


def run_rank(rank, ranks, module, class_name, test, rendezvous, answers):
    """A rank of a test that does not start its ranks itself."""
    found = getattr(importlib.import_module(module), class_name)
    # A name of its own for the file: the first rank that ends removes it, and others may still look for each other.
    own = f"{rendezvous}.{rank}"
    os.link(rendezvous, own)
    found.rank, found.world_size, found.rdvz_file = rank, ranks, own
    outcome = outcomes()()
    unittest.TestSuite([found(test)]).run(outcome)
    Path(answers, str(rank)).write_text(json.dumps([outcome.state, outcome.reason]))


def run_test(module, class_name, test):
    import torch.multiprocessing
    from torch.testing._internal.common_distributed import MultiProcContinousTest

    found = getattr(module, class_name)
    if not issubclass(found, MultiProcContinousTest):
        outcome = outcomes()()
        unittest.TestSuite([found(test)]).run(outcome)
        return [outcome.state, outcome.reason]
    ranks = torch.musa.device_count()
    with tempfile.TemporaryDirectory() as folder:
        rendezvous = Path(folder, "rendezvous")
        rendezvous.touch()
        torch.multiprocessing.spawn(run_rank, (ranks, module.__name__, class_name, test, str(rendezvous), folder), ranks)
        answers = [json.loads(Path(folder, str(rank)).read_text()) for rank in range(ranks)]
    return next((answer for answer in answers if answer[0] == "failed"), answers[0])


def main():
    path = Path(sys.argv[1])
    sys.path.insert(0, str(path.parent))
    listing = "--list" in sys.argv
    results = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    del sys.argv[1:]
    module = importlib.import_module(path.stem)
    if listing:
        print("\n".join(tests_of(module)), file=results)
        return
    for line in sys.stdin:
        class_name, _, test = line.strip().partition(".")
        try:
            answer = run_test(module, class_name, test)
        except SystemExit as end:  # what PyTorch's helpers do to skip
            answer = ["skipped", f"exit status {end.code}"]
        except Exception as error:  # pylint: disable=broad-except
            answer = ["failed", f"{type(error).__name__}: {error}"[-400:]]
        print(json.dumps(answer), file=results, flush=True)


if __name__ == "__main__":
    main()

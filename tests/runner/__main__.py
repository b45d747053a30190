#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`./dev test`: chooses tests, builds what they need and nothing else, runs them, and says how to run a
failing one alone.

Without arguments: all tests but those with the label `all`. These need PyTorch's kernels, other people's
trees, a second build of the project, or much time.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from build_graph import BuildGraph  # noqa: E402
from catalogue import read_catalogue  # noqa: E402
from changes import NoBase, changed_files, changed_words, files_below  # noqa: E402
from results import Results, project_state, read_failed, read_junit  # noqa: E402
from selection import SelectionError, Stage, by_default, by_files, by_word, unique  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def say(text):
    print(f"-- {text}", file=sys.stderr, flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="./dev test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Other options go to ctest: --repeat until-fail:100, --timeout 60, -V ...")
    parser.add_argument("what", nargs="*", metavar="WHAT",
                        help="a module (rules), a label (golden), a test's name up to a dot, or a file or folder: the "
                        "tests that depend on it")
    parser.add_argument("--changed", action="store_true", help="the tests that depend on what differs from main")
    parser.add_argument("--all", action="store_true", help="all tests, except those that have passed in this build before")
    parser.add_argument("--rerun-failed", action="store_true", help="the tests that have failed and not passed since")
    parser.add_argument("--list", action="store_true", help="print the names, run nothing")
    parser.add_argument("--update", action="store_true",
                        help="let golden, converter and backend tests rewrite what they expect; name them")
    parser.add_argument("-R", metavar="REGEX", help="tests whose name matches")
    parser.add_argument("-L", metavar="REGEX", help="tests with a label that matches")
    parser.add_argument("-C", metavar="CONFIG", help="`whole`: include the tests that take hours")
    parser.add_argument("-j", "--parallel", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--no-build", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--dev", required=True, help=argparse.SUPPRESS)
    arguments, others = parser.parse_known_args()
    if arguments.update and not (arguments.what or arguments.R):
        parser.error("--update needs the tests whose new results you accept")
    return arguments, others


class Run:
    def __init__(self, arguments, ctest_arguments):
        self.arguments, self.ctest_arguments = arguments, ctest_arguments
        self.build = arguments.build.resolve()
        self.files, self.words = [], []
        for what in arguments.what:
            path = Path(what)
            # A module is meant by its name, whatever lies in this folder.
            if is_ours(path) and (path.is_file() or os.sep in what):
                self.files += files_of(path)
            else:
                self.words.append(what)
        if arguments.changed:
            self.files += changed_files(ROOT)
        if arguments.update:
            os.environ["UPDATE"] = "1"
        self.graph = None
        self.failed = []
        self.results = Results(self.build / "passed_tests.json", project_state(ROOT, self.build))

    def catalogue(self):
        tests = read_catalogue(self.build, ROOT, self.arguments.C)
        if self.arguments.rerun_failed:
            tests = [test for test in tests if test.name in self.results.failed]
        for option, names_of in ((self.arguments.R, lambda test: [test.name]), (self.arguments.L, lambda test: test.labels)):
            if option:
                tests = [test for test in tests if any(re.search(option, name) for name in names_of(test))]
        return tests

    def stages(self):
        """What to run. It is asked for again after a build, which may have brought new tests, and has read headers."""
        tests = self.catalogue()
        arguments = self.arguments
        asked = arguments.all or arguments.R or arguments.L or arguments.rerun_failed
        if not arguments.what and not arguments.changed:
            return [Stage("", tuple(tests if asked or arguments.C else by_default(tests)))]
        named, files = [], list(self.files)
        for word in self.words:
            found = by_word(tests, word, arguments.all)
            if not found and is_ours(Path(word)):
                files += files_of(Path(word))
            elif not found:
                raise SelectionError(
                    f"'{word}' names no file, no module, no label and no test; `./dev test --list` lists them")
            named += found
        stages = [Stage("", unique(named))] if named else []
        if files:
            if self.graph is None:
                self.graph = BuildGraph(self.build, ROOT)
            chosen = tests if asked else by_default(tests)
            stages += by_files(chosen, files, self.graph, ROOT, lambda file: changed_words(ROOT, file))
        return stages

    def build_for(self, stage):
        """Builds what the stage's tests need."""
        graph = self.graph or BuildGraph(self.build, ROOT)
        targets = sorted({need for test in stage.tests for need in test.needs if graph.makes(need)})
        commands = []
        if targets:
            commands.append([os.path.relpath(target, self.build) for target in targets])
        if any("torch" in test.labels for test in stage.tests):
            commands.append(["torch"])
        for names in commands:
            self.make(names)
        self.graph = None

    def make(self, targets):
        if subprocess.run([self.arguments.dev, "build", "--quiet", *targets], check=False).returncode:
            sys.exit(2)

    def run_stage(self, names):
        if not names:
            return
        with tempfile.TemporaryDirectory() as folder:
            listed, junit = Path(folder, "tests"), Path(folder, "junit.xml")
            listed.write_text("\n".join(names) + "\n")
            command = ["ctest", "--test-dir", str(self.build), "--tests-from-file", str(listed), "--output-on-failure",
                       "--parallel", str(self.arguments.parallel), "--output-junit", str(junit),
                       *(["-C", self.arguments.C] if self.arguments.C else []), *self.ctest_arguments]
            log = self.build / "Testing/Temporary/LastTestsFailed.log"
            log.unlink(missing_ok=True)
            status = subprocess.run(command, check=False).returncode
            passed, failed = read_junit(junit) if junit.exists() else [], read_failed(log)
        if status and not failed:
            self.failed.append("")  # CTest itself has failed, and has said why
        self.failed += failed
        self.results.update(passed, failed, project_state(ROOT, self.build))

    def run(self):
        if self.arguments.changed and not self.files:
            say("nothing differs from main: there is nothing to test")
            return 0
        if not self.arguments.no_build:
            self.make(["build.ninja"])  # new files may be new tests
        stages = self.stages()
        if self.arguments.list:
            print("\n".join(test.name for stage in stages for test in stage.tests))
            return 0
        if not any(stage.tests for stage in stages):
            return self.without_tests()
        known = 0
        for stage in stages:
            if stage.title:
                say(f"{stage.title}: {len(stage.tests)}")
            if not self.arguments.no_build:
                self.build_for(stage)
            names = [test.name for again in self.stages() if again.title == stage.title for test in again.tests]
            known += len(names)
            if self.arguments.all:
                skipped = len(self.results.passed & set(names))
                names = [name for name in names if name not in self.results.passed]
                if skipped:
                    say(f"{skipped} tests have passed before, and nothing has changed since; {len(names)} are left")
            self.run_stage(names)
        if not known:
            raise SelectionError("the build has none of these tests: are they in a comment, or under an #if?")
        for name in filter(None, self.failed):
            say(f"run it alone:  ./dev test -R '^{re.escape(name)}$'")
        return 1 if self.failed else 0

    def without_tests(self):
        if self.files:
            names = [os.path.relpath(file, ROOT) for file in self.files]
            say(f"no test depends on {', '.join(names[:5])}{' ...' if names[5:] else ''}")
        elif self.arguments.rerun_failed:
            say("no test has failed that has not passed since")
        else:
            raise SelectionError("no test is asked for by that; `./dev test --list` lists them")
        return 0


def is_ours(path):
    return path.exists() and path.resolve().is_relative_to(ROOT)


def files_of(path):
    """A file, or the files of a folder."""
    path = path.resolve()
    return files_below(ROOT, path) if path.is_dir() else [str(path)]


def main():
    arguments, ctest_arguments = parse_arguments()
    try:
        sys.exit(Run(arguments, ctest_arguments).run())
    except (SelectionError, NoBase) as error:
        sys.exit(f"./dev test: error: {error}")


if __name__ == "__main__":
    main()

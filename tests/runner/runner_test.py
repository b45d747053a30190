# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests `./dev test` chooses, in which order, and what it takes for passed."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import changes  # noqa: E402
import results  # noqa: E402
import selection  # noqa: E402
from build_graph import BuildGraph  # noqa: E402
from catalogue import Test, declared_cases, parse_listing  # noqa: E402

NINJA = """rule CC
  command = true
build a.o: CC ../src/m/a.cpp | gen.h || order
build gen.h | gen.txt: CUSTOM ../rules/r.json
build lib$ x.a: AR a.o
build bin/unit_m: LINK lib$ x.a
build bin/tool: LINK $
  lib$ x.a ../src/n/b.cpp
build new.o: CXX_COMPILER__new_Release ../src/n/new.cpp
build bin/new: LINK new.o
build build.ninja: RERUN_CMAKE ../CMakeLists.txt
"""


def names(stages):
    return [[test.name for test in stage.tests] for stage in stages]


class Project(unittest.TestCase):
    """A small project: source/, and its build in source/build."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name).resolve()
        self.build = self.source / "build"
        self.write("build/build.ninja", NINJA)
        self.write("tests/unit/m/a_test.cpp", "TEST(A, Works) {}\nTEST_F(B,\n     Too) {}\n")
        self.write("tests/golden/one/input/x.cu", "cudaFoo(1);\n")
        self.write("tests/golden/one/expected/x.mu", "cudaBar(1);\n")
        self.write("tests/golden/two/input/x.cu", "cudaFooBar();\n")
        self.write("rules/r.json", '{"cudaFoo": "musaFoo"}\n')

    def write(self, name, text):
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def graph(self, deps="", source=None):
        ninja = mock.Mock(return_value=mock.Mock(stdout=deps))
        with mock.patch("build_graph.subprocess.run", ninja):
            return BuildGraph(self.build, source or self.source)

    def path(self, *parts):
        return str(self.source.joinpath(*parts))

    def known(self):
        tool = self.path("build/bin/tool")
        unit = self.path("build/bin/unit_m")
        golden = [Test(f"golden.{case}", frozenset({"golden"}), (tool, self.path("tests/golden", case)))
                  for case in ("one", "two")]
        return [*golden, Test("m.A.Works", frozenset({"unit"}), (unit,), unit),
                Test("slow.test", frozenset({"all"}), (tool,)),
                Test("docs.test", frozenset({"unit"}), (self.path("docs"),))]


class Graph(Project):
    def test_what_is_made_of_a_file_is_found_through_all_steps(self):
        made = self.graph().made_of([self.path("src/m/a.cpp")])
        self.assertEqual(made, {self.path(name) for name in ("src/m/a.cpp", "build/a.o", "build/lib x.a", "build/bin/unit_m",
                                                             "build/bin/tool")})

    def test_a_generated_header_is_a_step_and_what_comes_behind_two_bars_is_none(self):
        graph = self.graph()
        self.assertIn(self.path("build/bin/unit_m"), graph.made_of([self.path("rules/r.json")]))
        self.assertEqual(graph.made_of([self.path("build/order")]), {self.path("build/order")})

    def test_what_cmake_reads(self):
        self.assertTrue(self.graph().configures(self.path("CMakeLists.txt")))
        self.assertFalse(self.graph().configures(self.path("rules/r.json")))

    def test_headers_that_a_compilation_has_read(self):
        deps = (f"a.o: #deps 2, deps mtime 1 (VALID)\n    ../src/m/a.h\n    /usr/include/stdio.h\n    {self.path('src/m/b.h')}\n"
                f"    {self.source}2/other.h\n")
        graph = self.graph(deps)
        for header in ("a.h", "b.h"):
            self.assertIn(self.path("build/bin/tool"), graph.made_of([self.path("src/m", header)]))
        self.assertNotIn(f"{self.source}2/other.h", graph.users)

    def test_a_project_below_usr(self):
        graph = self.graph("a.o: #deps 1, deps mtime 1 (VALID)\n    /usr/src/x/src/m/a.h\n", source="/usr/src/x")
        self.assertIn(self.path("build/bin/tool"), graph.made_of(["/usr/src/x/src/m/a.h"]))

    def test_what_was_never_compiled_may_read_any_header(self):
        header, source = self.path("src/n/new.h"), self.path("src/n/b.cpp")
        self.assertIn(self.path("build/bin/new"), self.graph().made_of([header]))
        self.assertNotIn(self.path("build/bin/new"), self.graph().made_of([source]))
        compiled = self.graph("new.o: #deps 0, deps mtime 1 (VALID)\n")
        self.assertNotIn(self.path("build/bin/new"), compiled.made_of([header]))

    def test_makes(self):
        self.assertTrue(self.graph().makes(self.path("build/gen.txt")))
        self.assertFalse(self.graph().makes(self.path("src/m/a.cpp")))


class Selection(Project):
    def choose(self, *files, words=("cudaFoo",), tests=None):
        chosen = selection.by_default(tests or self.known())
        return names(selection.by_files(chosen, [self.path(file) for file in files], self.graph(), self.source, lambda _: set(words)))

    def test_a_source_has_its_modules_unit_tests_first(self):
        self.assertEqual(self.choose("src/m/a.cpp"), [["m.A.Works"], ["golden.one", "golden.two"]])

    def test_modules_are_those_of_sources_and_of_unit_tests(self):
        for path, module in (("src/m/a.cpp", "m"), ("tests/unit/m/a_test.cpp", "m"), ("tests/golden/m/input/a.cu", None),
                             ("dev", None), ("tests/CMakeLists.txt", None)):
            self.assertEqual(selection.module_of(self.path(path), self.source), module, path)

    def test_a_source_of_no_module_has_what_is_made_of_it(self):
        self.assertEqual(self.choose("src/n/b.cpp"), [["golden.one", "golden.two"]])

    def test_a_rule_has_the_golden_cases_whose_input_has_its_names_first(self):
        self.assertEqual(self.choose("rules/r.json"), [["golden.one"], ["m.A.Works", "golden.two"][::-1]])

    def test_a_golden_case_has_itself(self):
        self.assertEqual(self.choose("tests/golden/two/input/new.cu"), [["golden.two"]])

    def test_a_file_that_a_test_reads(self):
        self.assertEqual(self.choose("docs/new.md"), [["docs.test"]])

    def test_a_file_that_cmake_reads_has_all_tests(self):
        self.assertEqual(self.choose("CMakeLists.txt"), [["golden.one", "golden.two", "m.A.Works", "docs.test"]])

    def test_a_file_that_nothing_depends_on_has_no_test(self):
        self.assertEqual(self.choose("notes.txt"), [])

    def test_words_are_modules_labels_and_names_up_to_a_dot(self):
        tests = self.known()
        for word, expected in (("m", ["m.A.Works"]), ("golden", ["golden.one", "golden.two"]), ("golden.two", ["golden.two"]),
                               ("all", ["slow.test"]), ("m.A", ["m.A.Works"])):
            self.assertEqual([test.name for test in selection.by_word(tests, word)], expected, word)
        tests.append(Test("golden.big", frozenset({"golden", "all"})))
        for everything, expected in ((False, ["golden.one", "golden.two"]), (True, ["golden.one", "golden.two", "golden.big"])):
            self.assertEqual([test.name for test in selection.by_word(tests, "golden", everything)], expected)
        self.assertEqual(selection.by_word(tests, "gold"), [])


class Catalogue(Project):
    def test_unit_tests_are_known_before_their_program_is_built(self):
        found = list(declared_cases(self.source / "tests/unit/m", self.build))
        self.assertEqual([test.name for test in found], ["m.A.Works", "m.B.Too"])
        self.assertEqual({test.program for test in found}, {self.path("build/bin/unit_m")})

    def test_what_ctest_lists(self):
        listing = {"tests": [
            {"name": "unit_m_NOT_BUILT", "command": ["x"]},
            {"name": "fuzz.one", "properties": [{"name": "REQUIRED_FILES", "value": ["/b/replay"]}]},  # not built
            {"name": "golden.one", "command": ["/usr/bin/python3", "run.py"],
             "properties": [{"name": "LABELS", "value": ["golden", "all"]}, {"name": "REQUIRED_FILES", "value": ["/b/../tool"]}]},
            {"name": "m.A.Works", "command": [self.path("build/bin/unit_m"), "--gtest_filter=A.Works"]},
        ]}
        fuzz, golden, unit = parse_listing(json.dumps(listing), self.build)
        self.assertEqual(fuzz, Test("fuzz.one", frozenset(), ("/b/replay",)))
        self.assertEqual(golden, Test("golden.one", frozenset({"golden", "all"}), ("/tool",)))
        self.assertEqual((unit.program, unit.needs), (self.path("build/bin/unit_m"), (self.path("build/bin/unit_m"),)))


class Repository(Project):
    """The small project, with one commit."""

    def setUp(self):
        super().setUp()
        self.git("init", "-q", "-b", "main")
        self.write(".gitignore", "build/\n*.pyc\n")
        self.commit()

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@localhost", *arguments], cwd=self.source, check=True)

    def commit(self):
        self.git("add", ".")
        self.git("commit", "-q", "-m", "one")


class Passed(Repository):
    def state(self):
        return results.project_state(self.source, self.build)

    def results(self):
        return results.Results(self.build / "passed.json", self.state())

    def test_what_passed_counts_until_a_file_changes(self):
        state = self.state()
        self.results().update(["a", "b"], [], state)
        self.assertEqual(self.results().passed, {"a", "b"})
        self.write("build/new.o", "")  # what git ignores is not the project's
        self.write("src/old.pyc", "")
        self.assertEqual(self.state(), state)
        self.write("dist/new.cpp", "")
        self.assertEqual(self.results().passed, set())

    def test_what_fails_has_passed_no_more(self):
        self.results().update(["a", "b"], [], self.state())
        self.results().update([], ["b"], self.state())
        self.assertEqual((self.results().passed, self.results().failed), ({"a"}, {"b"}))

    def test_what_failed_is_known_until_it_passes(self):
        self.results().update([], ["a", "b"], self.state())
        self.write("src/new.cpp", "")
        self.assertEqual(self.results().failed, {"a", "b"})
        self.results().update(["a"], [], self.state())
        self.assertEqual(self.results().failed, {"b"})

    def test_what_passes_while_files_change_counts_not(self):
        before = self.results()
        self.write("src/new.cpp", "")
        before.update(["a"], ["b"], self.state())
        self.assertEqual((self.results().passed, self.results().failed), (set(), {"b"}))

    def test_a_new_mode_is_a_change(self):
        state = self.state()
        os.chmod(self.source / "rules/r.json", 0o755)
        self.assertNotEqual(self.state(), state)

    def test_a_new_environment_is_a_change(self):
        for name in (".environment", ".packages"):
            state = self.state()
            self.write(f"build/{name}", "other")
            self.assertNotEqual(self.state(), state)

    def test_a_broken_record_is_none(self):
        self.write("build/passed.json", '{"state": 1')
        self.assertEqual(self.results().passed, set())

    def test_junit(self):
        path = self.write("junit.xml", '<testsuite><testcase name="a" status="run"/><testcase name="b" status="fail"><failure/>'
                          '</testcase><testcase name="c" status="notrun"><skipped/></testcase></testsuite>')
        self.assertEqual(results.read_junit(path), ["a"])

    def test_failed(self):
        path = self.write("LastTestsFailed.log", "3:a.b\n17:c:d\n")
        self.assertEqual(results.read_failed(path), ["a.b", "c:d"])
        self.assertEqual(results.read_failed(self.source / "none"), [])


class Update(unittest.TestCase):
    def test_update_names_the_tests_whose_results_are_accepted(self):
        runner = [sys.executable, "-B", str(Path(__file__).resolve().parent), "--dev", "dev", "--build", "build"]
        result = subprocess.run([*runner, "--update"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("--update needs the tests whose new results you accept", result.stderr)


class Changes(Repository):
    def test_changed_new_and_gone_files(self):
        self.write("rules/r.json", '{"cudaFoo": "musaFoo"}\n{"cudaNew": 1}\n')
        self.write("rules/new.json", '{"cudaOther": 1}\n')
        (self.source / "tests/golden/one/expected/x.mu").unlink()
        self.write("build/x", "")
        changed = {os.path.relpath(file, self.source) for file in changes.changed_files(self.source)}
        self.assertEqual(changed, {"rules/r.json", "rules/new.json", "tests/golden/one/expected/x.mu"})
        self.assertEqual(changes.changed_words(self.source, self.path("rules/r.json")), {"cudaNew"})
        self.assertEqual(changes.changed_words(self.source, self.path("rules/new.json")), {"cudaOther"})

    def test_what_is_committed_on_a_branch_differs_from_main(self):
        self.git("checkout", "-q", "-b", "work")
        self.write("rules/r.json", "{}\n")
        self.git("commit", "-q", "-a", "-m", "two")
        self.assertEqual(changes.changed_files(self.source), [self.path("rules/r.json")])

    def test_without_main_there_is_nothing_to_compare_with(self):
        self.git("branch", "-q", "-m", "work")
        with self.assertRaisesRegex(changes.NoBase, "no branch main to compare with"):
            changes.changed_files(self.source)
        self.assertEqual(changes.changed_words(self.source, self.path("rules/r.json")), {"cudaFoo", "musaFoo"})

    def test_the_files_of_a_folder(self):
        self.write("rules/new.json", "")
        self.write("rules/old.pyc", "")
        self.assertEqual(changes.files_below(self.source, "rules"), [self.path("rules", name) for name in ("new.json", "r.json")])


PROJECT = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
enable_testing()
foreach(name IN ITEMS a b)
  add_test(NAME ${name}.test COMMAND cmake -E cat ${PROJECT_BINARY_DIR}/answer_${name})
  set_tests_properties(${name}.test PROPERTIES LABELS unit REQUIRED_FILES ${PROJECT_SOURCE_DIR}/src/${name})
endforeach()
"""
UNIT_PROGRAM = """
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
add_custom_target(unit_m COMMAND ${CMAKE_COMMAND} -E touch bin/unit_m BYPRODUCTS bin/unit_m)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_SOURCE_DIR}/m.cmake)
"""
RUNNER = Path(__file__).resolve().parent


class CommandLine(Repository):
    """`./dev test` in a small project of CMake's, which has a copy of the runner."""

    def setUp(self):
        super().setUp()
        self.write("CMakeLists.txt", PROJECT)
        for name in ("a", "b"):
            self.write(f"src/{name}/code", "\n")
            self.write(f"build/answer_{name}", "yes\n")
        self.write("dev", f'#!/bin/sh\nshift 2\nexec ninja -C {self.build} "$@" >/dev/null\n').chmod(0o755)
        shutil.copytree(RUNNER, self.source / "tests/runner", ignore=shutil.ignore_patterns("__pycache__"))
        (self.build / "build.ninja").unlink()
        self.commit()
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja"], check=True, capture_output=True)

    def dev_test(self, *arguments):
        """The exit status, the tests that ran, and what was said."""
        junit = self.build / "ran.xml"
        junit.unlink(missing_ok=True)
        done = subprocess.run([sys.executable, "-B", "tests/runner", "--dev", self.path("dev"), "--build", self.build, *arguments],
                              cwd=self.source, capture_output=True, text=True, check=False)
        ran = sorted(set(re.findall(r"Test +#\d+: (\S+)", done.stdout)))
        return done.returncode, ran, done.stderr

    def test_a_folder_stands_for_its_files(self):
        for folder in ("src/a", "src/a/"):
            self.assertEqual(self.dev_test(folder)[:2], (0, ["a.test"]))
        self.assertEqual(self.dev_test("src")[:2], (0, ["a.test", "b.test"]))

    def test_words_and_files_together(self):
        self.assertEqual(self.dev_test("b", "src/a/code")[:2], (0, ["a.test", "b.test"]))

    def test_what_names_nothing(self):
        status, ran, said = self.dev_test("c")
        self.assertEqual((status, ran), (1, []))
        self.assertIn("'c' names no file, no module, no label and no test", said)

    def test_all_runs_what_failed_last(self):
        self.assertEqual(self.dev_test("--all")[:2], (0, ["a.test", "b.test"]))
        self.assertEqual(self.dev_test("--all")[:2], (0, []))
        (self.build / "answer_a").unlink()
        self.assertEqual(self.dev_test()[:2], (1, ["a.test", "b.test"]))
        for status in (1, 0):
            self.assertEqual(self.dev_test("--all")[:2], (status, ["a.test"]))
            self.write("build/answer_a", "yes\n")
        self.assertEqual(self.dev_test("--all")[:2], (0, []))

    def test_rerun_failed(self):
        status, ran, said = self.dev_test("--rerun-failed")
        self.assertEqual((status, ran), (0, []))
        self.assertIn("no test has failed", said)
        (self.build / "answer_a").unlink()
        self.assertEqual(self.dev_test()[:2], (1, ["a.test", "b.test"]))
        self.assertEqual(self.dev_test("b")[:2], (0, ["b.test"]))
        for status in (1, 0):
            self.assertEqual(self.dev_test("--rerun-failed")[:2], (status, ["a.test"]))
            self.write("build/answer_a", "yes\n")

    def test_changed(self):
        self.assertIn("nothing differs from main", self.dev_test("--changed")[2])
        self.write("notes.txt", "")
        status, ran, said = self.dev_test("--changed")
        self.assertEqual((status, ran), (0, []))
        self.assertIn("no test depends on notes.txt", said)
        self.write("src/a/code", "new\n")
        self.assertEqual(self.dev_test("--changed")[:2], (0, ["a.test"]))
        self.write("CMakeLists.txt", PROJECT + "\n")
        self.assertEqual(self.dev_test("--changed")[:2], (0, ["a.test", "b.test"]))
        self.git("branch", "-q", "-m", "work")
        status, ran, said = self.dev_test("--changed")
        self.assertEqual((status, ran), (1, []))
        self.assertIn("no branch main to compare with", said)

    def test_a_test_that_its_program_does_not_have(self):
        program = self.build / "bin/unit_m"
        self.write("CMakeLists.txt", PROJECT + UNIT_PROGRAM)
        self.write("m.cmake", f"if(EXISTS {program})\n  add_test(m.A.Other {program})\nendif()\n")
        status, ran, said = self.dev_test("-R", "^m.A.Works$")
        self.assertTrue(program.exists(), said)
        self.assertEqual((status, ran), (1, []))
        self.assertIn("the build has none of these tests", said)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run says: exit status, diagnostics, summary, report, explain, rules."""

import json
import os
import re
import subprocess
import time
import unittest

from support import BINARY, ROOT, CliTest, check_schema

SOURCE = """#include <cuda_runtime.h>
#include <cuda_brand_new.h>
#define CUDA_KERNEL_LOOP(i, n) for (int i = 0; i < n; ++i)
cudaGetErrorName(cudaSuccess);
\tcudaLaunchDevice(f);
#if __CUDA_ARCH__ >= 800 && __CUDA_ARCH__ == 750
#endif
cudaBrandNew();
cuMemAlloc_v2(p, n);
"""


class Status(CliTest):
    def test_values(self):
        self.write("clean/a.cu", "cudaFree(p);\n")
        self.write("warned/a.cu", "cudaLaunchCooperativeKernel(e);\n")
        self.write("needs/a.cu", "cudaLaunchDevice(f);\n")
        self.port("clean", status=0)
        self.port("warned", status=0)
        self.port("needs", status=1)
        self.port("nowhere", status=2)


class Words(CliTest):
    """What is written almost right is guessed, and never done."""

    def test_suggestions(self):
        self.write("src/a.cu", "cudaFree(p);\n")
        for arguments, says in ((("src", "--dry-ru"), "did you mean '--dry-run'?"),
                                (("src", "--ouptut", "x"), "did you mean '--output'?"),
                                (("chek", "src"), "did you mean 'check'?"), (("updat",), "did you mean 'update'?"),
                                (("rules", "shwo", "x"), "did you mean 'show'?"),
                                (("check", "src", "--checks=musa-lan-mask"), "did you mean 'musa-lane-mask'?"),
                                (("check", "src", "--checks=*,-musa-warpsize"), "did you mean 'musa-warp-size'?")):
            with self.subTest(arguments=arguments):
                self.assert_refuses(*arguments, says=says)
        self.write("other/.musa-port.json", '{"ouput": "x"}')
        self.assert_refuses("other", says="did you mean 'output'?")
        for arguments in (("src", "--quite-another-thing"), ("check", "src", "--checks=zzzz"), ("nothing_like_it",)):
            with self.subTest(arguments=arguments):
                self.assertNotIn("did you mean", self.port(*arguments, status=2).err)


class ControlCharacters(CliTest):
    """A file's name is a stranger's, and a terminal obeys it."""

    NAME = "a\x1b]0;x\x07\u009b31m\r\nb"

    def assert_harmless(self, text):
        self.assertNotRegex(text, r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")

    def test_in_all_that_is_printed(self):
        self.write(f"src/{self.NAME}.cu", "cudaFree(p); cudaBrandNew();\ncudaLaunchDevice(f);\n")
        (self.work / f"src/{self.NAME}.link").symlink_to("/nowhere")
        for arguments, status in ((("src", "-o", "out", "-v"), 1), (("check", "src", "-v"), 1),
                                  (("src", "--dry-run", "-v"), 1), ((f"src/{self.NAME}.cu", "-o", f"{self.NAME}.mu"), 1),
                                  (("explain", f"src/{self.NAME}.cu:1"), 0), ((f"src/{self.NAME}.c",), 2),
                                  (("explain", f"src/{self.NAME}.cu:9"), 2), (("src", f"--{self.NAME}"), 2),
                                  (("check", "src", f"--checks={self.NAME}"), 2), (("rules", "show", self.NAME), 1),
                                  (("src", "--arch", self.NAME), 2)):
            with self.subTest(arguments=arguments):
                result = self.port(*arguments, status=status)
                self.assert_harmless(result.out + result.err)
                self.assertIn("\\x1b]0;x\\x07\\xc2\\x9b31m", result.out + result.err)


class UnknownNames(CliTest):
    def test_once_in_each_file(self):
        """Annotations of a pull request show what its files use anew, wherever else the name stands."""
        for name in ("a.cu", "b.cu"):
            self.write(f"src/{name}", "cudaBrandNew();\ncudaBrandNew();\n")
            self.write(f"src/{name}.cmake", "set(x ${CUDA_BRAND_NEW} ${CUDA_BRAND_NEW})\n")
        self.port("src", "-o", "out", "--report", "r.json")
        places = [(each["file"], each["line"]) for each in json.loads(self.read("r.json"))["diagnostics"]
                  if each["id"] == "musa-unknown-name"]
        self.assertEqual(sorted(places), [("src/a.cu", 1), ("src/a.cu.cmake", 1), ("src/b.cu", 1), ("src/b.cu.cmake", 1)])


class Progress(CliTest):
    def test_a_terminal_is_not_flooded(self):
        for i in range(3000):
            self.write(f"src/{i}.txt", "")
        master, terminal = os.openpty()
        begin = time.monotonic()
        process = subprocess.Popen([BINARY, "src", "-o", "out", "-j1"], cwd=self.work, stdout=subprocess.DEVNULL,
                                   stderr=terminal)
        os.close(terminal)
        shown = b""
        while True:
            try:
                read = os.read(master, 65536)
            except OSError: # the other end is closed
                break
            if not read:
                break
            shown += read
        os.close(master)
        self.assertEqual(process.wait(), 0)
        self.assertIn(b"/3000] ", shown)
        self.assertLessEqual(shown.count(b"] "), 20 * (time.monotonic() - begin) + 2)


class Printed(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", SOURCE)
        self.write("src/notes.txt", "text\n")

    def test_diagnostics_look_as_clangs(self):
        result = self.port("src", "-o", "out", status=1)
        self.assertIn("src/a.cu:5:2: error: 'cudaLaunchDevice' has no counterpart in MUSA [musa-unsupported-api]\n"
                      "    5 |         cudaLaunchDevice(f);\n"
                      "      |         ^~~~~~~~~~~~~~~~\n"
                      "src/a.cu:5:2: note: ", result.err)
        places = re.findall(r"^src/a\.cu:(\d+):\d+: (?:error|warning)", result.err, re.MULTILINE)
        self.assertEqual(places, sorted(places, key=int), "in order of lines")

    def test_every_diagnostic_has_an_id(self):
        result = self.port("src", "-o", "out", "--verbose", status=1)
        lines = re.findall(r"^.*: (?:error|warning|remark): .*$", result.err, re.MULTILINE)
        self.assertGreaterEqual(len(lines), 5)
        for line in lines:
            self.assertRegex(line, r"\[musa-[a-z-]+\]$")

    def test_summary(self):
        out = self.port("src", "-o", "out", status=1).out
        self.assertIn("src -> out (mp_31)", out)
        self.assertIn("1 ported, 1 copied, 1 renamed", out)
        self.assertRegex(out, r"\d+  cuda-runtime")
        for name, place in (("cudaLaunchDevice", "5:2"), ("CUDA_KERNEL_LOOP", "3:9"), ("cudaBrandNew", "8:1"),
                            ("cuda_brand_new.h", "2:10"), ("__CUDA_ARCH__", "6:29")):
            self.assertRegex(out, rf"1  {re.escape(name)} +src/a\.cu:{place}\n")
        self.assertIn("declared by the tree", out)

    def test_quiet(self):
        result = self.port("src", "-o", "out", "--quiet", status=1)
        self.assertEqual(result.out, "")
        self.assertIn("error: ", result.err)
        self.assertNotIn("warning: ", result.err)
        self.write("clean/a.cu", "cudaLaunchCooperativeKernel(e);\n")
        result = self.port("clean", "-q")
        self.assertEqual((result.out, result.err), ("", ""))

    def test_verbose(self):
        plain = self.port("src", "-o", "out", status=1)
        verbose = self.port("src", "-o", "out", "--verbose", status=1)
        self.assertNotIn("remark: ", plain.err)
        self.assertIn("src/a.cu:8:1: remark: 'cudaBrandNew'", verbose.err)
        self.assertIn("a.cu -> a.mu", verbose.out)
        self.assertIn("cuMemAlloc_v2 -> muMemAlloc_v2", verbose.out)

    def test_stats(self):
        result = self.port("src", "-o", "out", "--stats", "-j1", status=1)
        self.assertRegex(result.out, r"2 files, .* MB, \d+ tokens in \d+\.\d+ s \(.* MB/s\) on 1 thread\n")
        self.assertNotIn("MB/s", self.port("src", "-o", "out", status=1).out)

    def test_color(self):
        for option in ([], ["--color=never"], ["--color=auto"]):
            result = self.port("src", "-o", "out", *option, status=1)
            self.assertNotIn("\x1b", result.out + result.err, "nothing is colored in a pipe")
        for option in (["--color=always"], ["--color"]):
            result = self.port("src", "-o", "out", *option, status=1)
            self.assertIn("\x1b[", result.err)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", result.err)
            self.assertEqual(plain, self.port("src", "-o", "out", status=1).err)

    def test_no_progress_line_in_a_pipe(self):
        self.assertNotIn("\r", self.port("src", "-o", "out", status=1).err)

    def test_version_and_help(self):
        self.assertRegex(self.port("--version").out, r"^musa-port \d+\.\d+\.\d+\n$")
        text = self.port("--help").out
        for word in ("--in-place", "--rename-dirs", "--no-default-rules", "--report", "explain FILE:LINE", "rules lint"):
            self.assertIn(word, text)
        self.assertEqual(self.port("-h").out, text)
        self.assertEqual(self.port("src", "--help").out, text)

    def test_each_command_has_its_help(self):
        for command, has, lacks in (("check", "--baseline", "--diff"), ("update", "--dry-run", "--in-place"),
                                    ("explain", "--translate-ptx", "--report"), ("rules", "--no-default-rules", "--jobs")):
            text = self.port(command, "--help").out
            self.assertIn(f"usage: musa-port {command}", text)
            self.assertIn(has, text)
            self.assertNotIn(lacks, text)
            self.assert_refuses(command, "x", f"{lacks}=1" if lacks in ("--report", "--jobs") else lacks,
                                says=f"{lacks} is not an option of musa-port {command}")


class JsonReport(CliTest):
    def setUp(self):
        super().setUp()
        self.schema = json.loads((ROOT / "docs/reference/report.schema.json").read_text())

    def report(self, *arguments, status=0):
        self.port(*arguments, "--report", "report.json", status=status)
        report = json.loads((self.work / "report.json").read_text())
        self.assertEqual(check_schema(report, self.schema), [])
        return report

    def test_everything(self):
        self.write("src/a.cu", SOURCE)
        self.write("src/b.cu", SOURCE.replace("\n", "\r\n"))
        self.write("src/b.mu", "int b;\n")
        self.write("src/notes.txt", "text\n")
        self.write("src/CMakeLists.txt", "add_library(a a.cu)\n")
        self.write("src/build.sh", "a.o: a.cu\n")
        self.write("src/same.h", "int x;\n")
        self.write("src/odd \xe4.cu", b"cudaLaunchDevice(\"\xff\"); // \xe4\n")
        (self.work / "src/link.cu").symlink_to("a.cu")
        (self.work / "src/out").symlink_to("../..")
        self.write("src/.git/config", "")
        report = self.report("src", "-o", "out", status=1)
        self.assertEqual(report["sources"], ["src"])
        self.assertEqual(report["output"], "out")
        self.assertEqual(report["architecture"], "mp_31")
        self.assertEqual(report["files"], {"ported": 2, "unchanged": 3, "copied": 2, "links": 1, "excluded": 1,
                                           "written": 8})
        self.assertIn({"from": "a.cu", "to": "a.mu"}, report["renamed"])
        self.assertEqual({skipped["path"] for skipped in report["skipped"]}, {"b.cu", "out"})
        self.assertEqual(report["edits"]["total"], sum(library["edits"] for library in report["libraries"]))
        names = {(remaining["name"], remaining["count"]) for remaining in report["remaining"]}
        self.assertLessEqual({("cudaLaunchDevice", 2), ("cudaBrandNew", 1), ("CUDA_KERNEL_LOOP", 1)}, names)
        self.assertIn("cuMemAlloc_v2", {name["from"] for name in report["unverified"]})
        ids = {diagnostic["id"] for diagnostic in report["diagnostics"]}
        self.assertLessEqual({"musa-unsupported-api", "musa-api-differs", "musa-arch-guard", "musa-unknown-header",
                              "musa-unknown-name", "musa-output-collision", "musa-build-script"}, ids)

    def test_nothing_found(self):
        self.write("src/a.txt", "text\n")
        report = self.report("src", "-o", "out")
        self.assertEqual(report["edits"], {"total": 0, "includes": 0, "guards": 0})
        self.assertEqual(report["remaining"], [])

    def test_other_modes(self):
        self.write("src/a.cu", "cudaFree(p);\n")
        self.assertEqual(self.report("src", "--check", status=1)["output"], "")
        self.assertEqual(self.report("src", "--diff")["edits"]["total"], 1)
        self.assertEqual(self.report("src/a.cu")["edits"]["total"], 1)
        report = self.report("src", "--in-place")
        self.assertEqual((report["edits"]["total"], report["files"]["written"]), (1, 1))

    def test_is_the_same_each_time(self):
        self.write("src/a.cu", SOURCE)
        first = self.report("src", "-o", "out", status=1)
        again = self.report("src", "-o", "out", status=1)
        self.assertEqual((first["files"].pop("written"), again["files"].pop("written")), (1, 0))
        self.assertEqual(again, first)


class SeveralReports(CliTest):
    """The same findings, whatever the format."""

    def written(self, *arguments, status=0):
        self.port(*arguments, "--report", "a.json", "--report=b.sarif", status=status)
        report, sarif = json.loads(self.read("a.json")), json.loads(self.read("b.sarif"))
        self.assert_no_temporary_files()
        results = sarif["runs"][0]["results"]
        self.assertEqual([(result["ruleId"], result["message"]["text"]) for result in results],
                         [(found["id"], "\n".join([found["message"], *found["notes"]])) for found in report["diagnostics"]])
        return results

    def test_port(self):
        self.write("src/a b.cu", "\u00e4 = " + SOURCE)
        results = self.written("src", "-o", "out", status=1)
        self.assertGreater(len(results), 4)
        place = next(result for result in results if result["ruleId"] == "musa-unsupported-api")["locations"][0]
        self.assertEqual(place["physicalLocation"], {
            "artifactLocation": {"uri": "src/a%20b.cu", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 5, "startColumn": 2, "endColumn": 18},
        })

    def test_update(self):
        self.write("old/a.cu", "cudaFree(p);\n")
        self.write("new/a.cu", "cudaFree(p);\ncudaLaunchDevice(f);\n")
        self.port("old", "-o", "out")
        results = self.written("update", "old", "new", "out", status=1)
        self.assertEqual([result["level"] for result in results], ["error"])

    def test_check(self):
        self.write("src/a.cu", "__global__ void k() { __shared__ double a[1 << 20]; a[0] = 1; }\n")
        results = self.written("check", "src", status=1)
        self.assertEqual([result["ruleId"] for result in results], ["musa-shared-memory"])


class Explain(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", SOURCE)
        self.write("src/b.cuh", "#ifndef B_CUH\n#define B_CUH\n#endif\n")
        self.write("src/c.cu", '#include "b.cuh"\nCUDA_KERNEL_LOOP(i, 3) { }\n')

    def explain(self, place, *options, status=0):
        return self.port("explain", place, *options, status=status).out

    def test_build_scripts(self):
        self.write("src/CMakeLists.txt", "enable_language(CUDA)\nadd_library(a a.cu CUDA::nvjpeg)\n")
        self.assertRegex(self.explain("src/CMakeLists.txt:1"),
                         r"'CUDA': CUDA -> MUSA by rules/cmake\.json:\d+ \(supported\)")
        self.assertIn("'a.cu': renamed with its file: a.mu", self.explain("src/CMakeLists.txt:2"))
        self.assertIn("'CUDA::nvjpeg': no MUSA counterpart", self.explain("src/CMakeLists.txt:2"))
        self.write("src/Makefile", "a.o: a.cu\n\tnvcc -c $<\n")
        self.assertIn("'a.cu': renamed with its file: a.mu", self.explain("src/Makefile:1"))
        self.assertRegex(self.explain("src/Makefile:2"), r"'nvcc': nvcc -> mcc by rules/nvcc\.json:\d+")
        self.write("src/build.sh", "nvcc -c a.cu\n")
        self.assertIn("no rule concerns this line", self.explain("src/build.sh:1"))

    def test_edits(self):
        self.assertRegex(self.explain("src/a.cu:1"), r"cuda_runtime\.h -> musa_runtime\.h by rules/cuda-runtime\.json:\d+ \(supported\)")
        text = self.explain("src/a.cu:4")
        self.assertRegex(text, r"'cudaGetErrorName': .* \(differs\)")
        self.assertRegex(text, r"'cudaSuccess': cudaSuccess -> musaSuccess")
        self.assertLess(text.index("cudaGetErrorName"), text.index("cudaSuccess"), "in order of place")
        self.assertRegex(self.explain("src/b.cuh:1"), r"'B_CUH': .*B_MUH")
        self.assertRegex(self.explain("src/c.cu:1"), "b.cuh")

    def test_declined(self):
        self.assertRegex(self.explain("src/a.cu:2"), "no rule knows it")
        self.assertRegex(self.explain("src/a.cu:5"), r"not edited: .*unsupported")
        self.assertRegex(self.explain("src/a.cu:6"), "without an answer")
        self.assertRegex(self.explain("src/a.cu:8"), "no rule knows it")
        self.assertRegex(self.explain("src/c.cu:2"), "the tree declares it")

    def test_the_users_rule(self):
        self.write("own.json", '{\n  "cudaSuccess": "allIsWell"\n}')
        self.assertIn("cudaSuccess -> allIsWell by own.json:2", self.explain("src/a.cu:4", "-r", "own.json"))

    def test_nothing_there(self):
        self.assertIn("no rule concerns this line", self.explain("src/a.cu:7"))

    def test_writes_nothing(self):
        before = self.tree()
        self.explain("src/a.cu:1")
        self.assertEqual(self.tree(), before)

    def test_line_that_is_not_there(self):
        self.write("two.cu", "int x;\ncudaFree(p);")
        self.assertIn("cudaFree", self.explain("two.cu:2"))
        self.assert_refuses("explain", "two.cu:3", says="'two.cu' has only 2 lines")
        self.assert_refuses("explain", "src/a.cu:1000", says="lines")

    def test_unusable(self):
        for arguments in (["src/a.cu"], ["src/a.cu:0"], ["src/a.cu:x"], ["src/a.cu:-1"], ["nowhere.cu:1"], ["src:1"],
                          [], ["src/a.cu:1", "src/a.cu:2"]):
            with self.subTest(arguments=arguments):
                self.assert_refuses("explain", *arguments, says="")


class RulesCommand(CliTest):
    def test_list(self):
        lines = self.port("rules", "list").out.splitlines()
        self.assertGreater(len(lines), 5000)
        self.assertTrue(any(re.match(r"cudaMalloc +-> musaMalloc +cuda-runtime +supported$", line) for line in lines))
        some = self.port("rules", "list", "nccl").out.splitlines()
        self.assertTrue(all(" nccl " in line for line in some))
        self.assertLess(len(some), len(lines))
        self.port("rules", "list", "nolib", status=2)

    def test_list_without_defaults(self):
        self.write("own.json", '{"myName": "ourName"}')
        out = self.port("rules", "list", "--no-default-rules", "-r", "own.json").out
        self.assertEqual(len(out.splitlines()), 1)
        self.assertRegex(out, r"myName +-> ourName")

    def test_show(self):
        out = self.port("rules", "show", "cudaMalloc", "__CUDA_ARCH__", "at::cuda", "c10/cuda/CUDAGuard.h").out
        for text in ("cudaMalloc -> musaMalloc", "__CUDA_ARCH__ -> __MUSA_ARCH__", "at::cuda -> at::musa",
                     "CUDAGuard.h -> "):
            self.assertIn(text, out)
        result = self.port("rules", "show", "cudaMaloc", status=1)
        self.assertIn("there is no rule for 'cudaMaloc'", result.err)
        self.assertIn("cudaMalloc", result.err, "a similar name is suggested")

    def test_show_of_the_users(self):
        self.write("own.json", '{"cudaMalloc": "myMalloc"}')
        out = self.port("rules", "show", "cudaMalloc", "-r", "own.json").out
        self.assertLess(out.index("myMalloc"), out.index("musaMalloc"), "the one that wins is first")

    def test_unusable(self):
        self.assert_refuses("rules", says="list")
        self.assert_refuses("rules", "bogus", says="bogus")
        self.assert_refuses("rules", "show", says="show")
        self.assert_refuses("rules", "lint", says="lint")
        self.assert_refuses("rules", "lint", "nowhere.json", says="nowhere.json")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What becomes of findings: one list, silenced by comments, a baseline, lines; fixes for other programs."""

import json
import unittest

from support import CliTest

KERNEL = """#include <cuda_runtime.h>
__global__ void big(float *p) {
  __shared__ float tile[80000];
  tile[threadIdx.x] = p[threadIdx.x];
}
void launch() {
  cudaLaunchDevice(0);
  cudaThreadSynchronize();
}
"""


def places(text):
    """(line, ID) of each finding."""
    return [(int(line.split(":")[1]), line.rsplit("[", 1)[1].rstrip("]"))
            for line in text.splitlines() if line.endswith("]") and ": note: " not in line and line.count(":") > 3]


class OneList(CliTest):
    def test_of_the_port_and_of_the_parser(self):
        self.write("src/a.cu", KERNEL)
        done = self.port("check", "src", status=1)
        self.assertEqual(sorted(places(done.err)),
                         [(2, "musa-shared-memory"), (7, "musa-unsupported-api"), (8, "musa-deprecated-api")])
        self.assertEqual(sorted(self.tree()), ["src/a.cu"])

    def test_an_analyzed_port_says_the_same(self):
        self.write("src/a.cu", KERNEL)
        check = self.port("check", "src", status=1)
        # A port's are sorted by place; check shows what it has.
        path = self.work / "src/a.cu"
        for arguments in ["src", "-o", "out"], ["src/a.cu"], [path]:
            port = self.port(*arguments, "--analyze", status=1).err.replace(str(path), "src/a.cu")
            self.assertEqual(sorted(port.splitlines()), sorted(check.err.splitlines()))
        plain = self.port("src", "-o", "plain", status=1)
        self.assertEqual(places(plain.err), [(7, "musa-unsupported-api")])
        self.assertEqual(self.tree("out"), self.tree("plain"))

    def test_checks_select_all_kinds(self):
        self.write("src/a.cu", KERNEL)
        for globs, wanted in (("musa-deprecated-api", [(8, "musa-deprecated-api")]),
                              ("musa-*-api,-musa-unsupported*", [(8, "musa-deprecated-api")]),
                              ("musa-shared-memory", [(2, "musa-shared-memory")])):
            with self.subTest(globs):
                status = int("shared" in globs)
                self.assertEqual(places(self.port("check", "src", f"--checks={globs}", status=status).err), wanted)
                self.assertEqual(places(self.port("src", "-o", "out", "--analyze", f"--checks={globs}",
                                                  status=status).err), wanted)

    def test_options_of_checks_need_an_analysis(self):
        self.write("a.cu", KERNEL)
        for option in ("--checks=*", "--line-filter=[]", "--baseline=b", "--write-baseline=b", "--export-fixes=f"):
            self.assert_refuses("a.cu", option, says="needs musa-port check, --parse or --translate-ptx")
        for option in ("--build=b", "--without=fp64", "--cache=c", "--no-cache"):
            self.assert_refuses("a.cu", option, "--translate-ptx", says="needs musa-port check or --parse (")

    def test_ptx_and_parsing_are_apart(self):
        self.write("a.cu", "__global__ void k(double *x) {\n  long double sum = *x;\n  int n;\n"
                   '  asm("popc.b32 %0, %1;" : "=r"(n) : "r"(1));\n  *x = sum + n;\n}\n')
        ptx = self.port("a.cu", "--translate-ptx")
        self.assertIn("n = __popc(", ptx.out)
        self.assertEqual(ptx.err, "")
        parsed = self.port("a.cu", "--parse", "--arch=mp_31")
        self.assertIn('asm("popc.b32', parsed.out)
        self.assertIn("[musa-long-double]", parsed.err)
        both = self.port("a.cu", "--analyze", "--arch=mp_31")
        self.assertEqual(both.out, ptx.out)
        self.assertEqual([name for _, name in places(both.err)], ["musa-long-double"])
        self.assertEqual([name for _, name in places(parsed.err)], ["musa-long-double", "musa-ptx"])

    def test_what_scripts_have_no_counterpart_for_is_said_once(self):
        for folder in ("a", "b"):
            self.write(f"src/{folder}/CMakeLists.txt", "add_executable(x x.cpp)\ntarget_compile_features(x PUBLIC cuda_std_17)\n"
                                                       "set_target_properties(x PROPERTIES CUDA_PTX_COMPILATION ON)\n")
        said = self.port("src", "-o", "out", status=1)
        self.assertEqual(places(said.err), [(2, "musa-api-differs"), (3, "musa-unsupported-api")])
        self.assertIn("src/a/CMakeLists.txt:3:", said.err)
        self.assertRegex(said.out, r"2  CUDA_PTX_COMPILATION  src/a/CMakeLists.txt:3")

    def test_unverified_names_are_shown_when_they_are_asked_for(self):
        name = "musa-unverified-api"
        self.write("rules.json", json.dumps({"format": "musa-port-rules-1", "library": "mine", "identifiers": {
            "unverified": {"odd_name": "musa_odd_name"}}}))
        self.write("b.cpp", "void f() { odd_name(); odd_name(); }\n")
        for options, count in (([], 0), (["--checks=musa-unver*"], 0), ([f"--checks={name}"], 1), (["-v"], 1)):
            with self.subTest(options):
                self.assertEqual(self.port("check", "b.cpp", "-r", "rules.json", *options).err.count(name), count)
        self.assertEqual(self.port("b.cpp", "-r", "rules.json", "-v").err.count(name), 0)


class Silenced(CliTest):
    def test_findings_of_the_port(self):
        self.write("src/a.cu", "// musa-port: ignore(musa-unsupported-api) tried by hand\n"
                               "int a = cudaLaunchDevice(f);\n"
                               "int b = cudaLaunchDevice(f);\n")
        done = self.port("src", "-o", "out", status=1)
        self.assertEqual(places(done.err), [(3, "musa-unsupported-api")])
        self.assertIn("// musa-port: ignore(musa-unsupported-api) tried by hand\n", self.read("out/a.mu"))
        self.write("src/a.cu", "int a = cudaLaunchDevice(f); // musa-port: ignore(musa-unsupported-api) tried\n")
        self.assertEqual(self.port("src", "-o", "out").err, "")
        self.assertEqual(self.port("src/a.cu").err, "")

    def test_build_scripts_and_python(self):
        script = "find_package(CUDA REQUIRED)\nif(CUDA_VERSION_STRING VERSION_LESS 9)\nendif()\nmessage(${CUDA_ODD_NAME})\n"
        self.write("src/CMakeLists.txt", script)
        found = places(self.run_port("src", "-o", "out", "-v").err)
        self.assertTrue(found)
        line, name = found[-1]
        lines = script.splitlines()
        lines[line - 1] += f" # musa-port: ignore({name}) known"
        self.write("src/CMakeLists.txt", "\n".join(lines) + "\n")
        self.assertNotIn((line, name), places(self.run_port("src", "-o", "out", "-v").err))

    def test_comments_that_silence_nothing(self):
        self.write("src/a.cu", "int a; // musa-port: ignore(musa-unsupported-api) once needed\n"
                               "int b; // musa-port: ignore(musa-shared-memory) not looked for in a port\n"
                               "int c; // musa-port: ignore(musa-odd) no check\n"
                               "int d = cudaLaunchDevice(f); // musa-port: ignore(musa-unsupported-api)\n")
        self.assertEqual(places(self.port("src", "-o", "out", status=1).err),
                         [(4, "musa-unsupported-api"), (4, "musa-unused-ignore")])
        remarks = self.port("src", "-o", "out", "-v", status=1).err
        self.assertIn("a.cu:1:8: remark: nothing to silence: no musa-unsupported-api in line 1", remarks)
        self.assertIn("a.cu:3:8: remark: no check is called 'musa-odd'", remarks)
        self.assertNotIn("no musa-shared-memory", remarks)
        self.assertIn("no musa-shared-memory in line 2", self.port("check", "src", "-v", status=1).err)

    def test_both_kinds_by_one_comment(self):
        text = KERNEL.replace("__global__ void big", "// musa-port: ignore(musa-shared-memory) never launched\n__global__ void big")
        self.write("src/a.cu", text.replace("Device(0);", "Device(0); // musa-port: ignore(musa-unsupported-api) why"))
        self.assertEqual(places(self.port("check", "src", "-v", "--checks=*,-musa-unverified-api").err),
                         [(9, "musa-deprecated-api")])


class Baseline(CliTest):
    def test_survives_edits_above(self):
        self.write("src/a.cu", KERNEL)
        self.port("check", "src", "--write-baseline=base.json")
        entries = json.loads(self.read("base.json"))["findings"]
        self.assertEqual({entry["file"] for entry in entries}, {"src/a.cu"})
        self.write("src/a.cu", "// a line more\n\n" + KERNEL)
        self.assertEqual(self.port("check", "src", "--baseline=base.json").err, "")
        self.assertEqual(self.port("src", "-o", "out", "--analyze", "--baseline=base.json").err, "")
        self.write("src/a.cu", KERNEL.replace("(0);\n", "(0);\n  cudaLaunchDevice(1);\n"))
        self.assertEqual(places(self.port("check", "src", "--baseline=base.json", status=1).err),
                         [(8, "musa-unsupported-api")])

    def test_is_seen_from_where_it_lies(self):
        self.write("src/a.cu", KERNEL)
        self.port("check", "src", "--write-baseline=ci/base.json", status=2)
        (self.work / "ci").mkdir()
        self.port("check", "src", "--write-baseline=ci/base.json")
        self.assertEqual(self.port("check", "a.cu", "--baseline=../ci/base.json", cwd="src").err, "")

    def test_says_what_no_longer_occurs(self):
        self.write("src/a.cu", KERNEL)
        self.port("check", "src", "--write-baseline=base.json")
        self.write("src/a.cu", KERNEL.replace("80000", "80"))
        done = self.port("check", "src", "--baseline=base.json", "-v")
        self.assertIn("base.json: remark: 1 finding of the baseline no longer occurs [musa-baseline]", done.err)
        (self.work / "elsewhere").mkdir()
        self.assertNotIn("musa-baseline", self.port("check", "elsewhere", "--baseline=base.json", "-v").err)

    def test_is_never_overwritten_without_being_asked(self):
        self.write("src/a.cu", KERNEL)
        self.write("base.json", "mine")
        self.assert_refuses("check", "src", "--write-baseline=base.json", says="'base.json' exists; --force")
        self.port("check", "src", "--write-baseline=base.json", "--force")
        first = self.read("base.json")
        self.port("check", "src", "--baseline=base.json", "--write-baseline=base.json", "--force")
        self.assertEqual(self.read("base.json"), first)

    def test_faults_have_their_place(self):
        self.write("a.cu", KERNEL)
        self.write("base.json", '{"format": "musa-port-baseline-1",\n "findings": [{}]}')
        done = self.assert_refuses("check", "a.cu", "--baseline=base.json", says="'base.json' cannot be used")
        self.assertIn("base.json:2:15: error: ", done.err)


class LineFilter(CliTest):
    def test_shows_findings_in_some_lines(self):
        self.write("src/a.cu", KERNEL)
        self.write("src/b.cu", KERNEL)
        done = self.port("check", "src", '--line-filter=[{"name":"a.cu","lines":[[1,3],[8,9]]}]', status=1)
        self.assertEqual(places(done.err), [(2, "musa-shared-memory"), (8, "musa-deprecated-api")])
        self.assertNotIn("b.cu", done.err)
        self.assert_refuses("check", "src", "--line-filter=[1]", says="--line-filter has an entry without a 'name'")

    def test_the_first_in_a_file_hides_none_in_the_lines(self):
        self.write("a.cu", "int a = cudaLaunchDevice(f);\nint b = cudaLaunchDevice(f);\n")
        done = self.port("check", "a.cu", '--line-filter=[{"name":"a.cu","lines":[[2,2]]}]', status=1)
        self.assertEqual(places(done.err), [(2, "musa-unsupported-api")])


class ExportedFixes(CliTest):
    def test_are_clang_tidys(self):
        self.write("src/a.cu", KERNEL)
        self.port("check", "src", "--export-fixes=fixes.yaml", status=1)
        text = self.read("fixes.yaml")
        self.assertEqual(text.count("DiagnosticName:"), 3)
        self.assertIn("DiagnosticName:  musa-deprecated-api", text)
        self.assertIn(f"FilePath:        '{self.work}/src/a.cu'", text)
        self.assertIn(f"FileOffset:      {KERNEL.index('cudaThreadSynchronize')}", text)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong: each a clear message, and nothing lost."""

import json
import os
import resource
import shutil
import signal
import subprocess
import unittest

from support import BINARY, MANIFEST, ROOT, TEMPORARY_PREFIX, CliTest


def limit_file_size(size):
    """As on a full disk: writes beyond `size` bytes fail."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class Arguments(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", "cudaFree(p);\n")

    def test_no_such_folder(self):
        self.assert_refuses("nowhere", says="no such file or folder: 'nowhere'")
        self.assert_refuses("src", "nowhere", "-o", "out", says="no such file or folder: 'nowhere'")
        self.assert_refuses("", says="no such file or folder")

    def test_nothing_to_port(self):
        self.assert_refuses(says="nothing to port")

    def test_options(self):
        self.assert_refuses("src", "--bogus", says="--bogus")
        self.assert_refuses("src", "--outp", "x", says="--outp")  # options are not guessed
        self.assert_refuses("src", "-j", "0", says="-j")
        self.assert_refuses("src", "-j", "many", says="many")
        self.assert_refuses("src", "--arch", "sm_80", says=["sm_80", "mp_22, mp_31 (default)"])
        self.assert_refuses("src", "--color", "blue", says="blue")
        self.assert_refuses("src", "--extension", "cuinc", says="cuinc")
        self.assert_refuses("src", "--report", "report.txt", says=["report.txt", ".json", ".sarif"])
        self.assert_refuses("src", "--report", "report.json", "--report", "sarif", says="'sarif'")
        self.assert_refuses("check", "src", "--report", "report.txt", says="report.txt")
        self.assert_refuses("src", "--dry-run", "--diff", says="--dry-run")
        self.assert_refuses("src", "--check", "--list", says="--list")
        self.assert_refuses("-", "--list", says="standard input")
        self.assert_refuses("src", "-o", "out", "--depfile", "rule.txt", says=".d")
        self.assert_refuses("src", "--check", "--depfile", "rule.d", says="-o")
        self.assert_refuses("-", "--depfile", "rule.d", says="standard input")
        self.assert_refuses("src", "-o", "out", "--in-place", says="--in-place")
        self.assert_refuses("src", "-q", "-v", says="--quiet")
        self.assert_refuses("src", "--rename-dirs", "--no-rename-dirs", says="--rename-dirs")
        self.assert_refuses("src", "--exclude", "[a", says="[a")
        self.assert_refuses("src", "--exclude", "", says="--exclude")

    def test_several_sources_need_an_output(self):
        self.write("more/b.cu", "cudaFree(p);\n")
        self.assert_refuses("src", "more", says="-o DIR")
        self.port("src", "more", "-o", "out")
        self.assertEqual(self.tree("out"), {"src/a.mu": b"musaFree(p);\n", "more/b.mu": b"musaFree(p);\n"})

    def test_response_file_that_is_not_there(self):
        self.assert_refuses("src", "@nowhere", says="nowhere")


class Output(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", "cudaFree(p);\n")
        self.write("src/deep/b.h", "int b;\n")

    def test_inside_the_source_and_the_reverse(self):
        self.assert_refuses("src", "-o", "src/out", says="inside of the source")
        self.assert_refuses("src", "-o", "src/deep/../new", says="inside of the source")
        self.assert_refuses("src", "-o", ".", says="inside of the output")
        self.assert_refuses("src", "-o", "src", says="--in-place")
        self.assert_refuses("src/", "-o", "./src/.", says="--in-place")
        (self.work / "link").symlink_to("src")
        self.assert_refuses("src", "-o", "link", says="--in-place")
        self.assert_refuses("src", "-o", "link/out", says="inside of the source")
        self.assert_refuses(".", "-o", "out", says="inside of the source")

    def test_inside_of_what_is_left_out(self):
        self.write("src/build/CMakeCache.txt")
        self.port("src", "-o", "src/build/deep/out", "--exclude", "/build/")
        self.assertEqual(set(self.tree("src/build/deep/out")), {"a.mu", "deep/b.h"})
        self.assert_refuses("src", "-o", "src/builds", "--exclude", "/build/", says="inside of the source")
        self.assert_refuses("src", "-o", "src/build/out", "--exclude", "build/", "--exclude", "!build/",
                            says="inside of the source")

    def test_a_name_that_begins_with_the_sources_is_outside(self):
        self.port("src", "-o", "src2")
        self.assertEqual(self.read("src2/a.mu"), "musaFree(p);\n")

    def test_default_is_beside_the_source(self):
        self.port("src/")
        self.assertEqual(set(self.tree("src_musa")), {"a.mu", "deep/b.h"})
        self.port(".", cwd="src")
        self.assertEqual(set(self.tree("src_musa")), {"a.mu", "deep/b.h"})

    def test_is_a_file(self):
        self.write("out", "mine\n")
        self.assert_refuses("src", "-o", "out", says="'out' exists and is not a folder")

    def test_foreign_files_in_the_way(self):
        self.write("out/a.mu", "mine\n")
        result = self.assert_refuses("src", "-o", "out", says=["out/a.mu", "[musa-output-exists]", "--force"])
        self.assertEqual(result.out, "")
        self.assertFalse((self.work / "out/deep").exists())

    def test_foreign_files_beside_are_left_alone(self):
        self.write("out/mine.txt", "mine\n")
        self.port("src", "-o", "out")
        self.assertEqual(self.tree("out"), {"a.mu": b"musaFree(p);\n", "deep/b.h": b"int b;\n", "mine.txt": b"mine\n"})

    def test_force_overwrites(self):
        self.write("out/a.mu", "mine\n")
        self.port("src", "-o", "out", "--force")
        self.assertEqual(self.read("out/a.mu"), "musaFree(p);\n")

    def test_file_changed_since(self):
        self.port("src", "-o", "out")
        self.write("out/a.mu", "changed by hand\n")
        self.assert_refuses("src", "-o", "out", says=["out/a.mu", "[musa-output-exists]"])
        self.port("src", "-o", "out", "--force")
        self.assertEqual(self.read("out/a.mu"), "musaFree(p);\n")

    def test_folder_where_a_file_has_to_go_and_the_reverse(self):
        (self.work / "out/a.mu").mkdir(parents=True)
        self.assert_refuses("src", "-o", "out", says="out/a.mu")
        self.write("out2/deep", "a file\n")
        self.assert_refuses("src", "-o", "out2", says="out2/deep")

    def test_link_where_a_file_has_to_go(self):
        self.write("victim", "precious\n")
        (self.work / "out").mkdir()
        (self.work / "out/a.mu").symlink_to("../victim")
        self.assert_refuses("src", "-o", "out", says="out/a.mu")
        self.port("src", "-o", "out", "--force")
        self.assertEqual(self.read("victim"), "precious\n")
        self.assertFalse((self.work / "out/a.mu").is_symlink())

    def test_linked_folder_in_the_output_is_not_followed(self):
        (self.work / "elsewhere").mkdir()
        (self.work / "out").mkdir()
        (self.work / "out/deep").symlink_to("../elsewhere")
        self.assert_refuses("src", "-o", "out", says="out/deep")
        self.assertEqual(self.tree("elsewhere"), {})

    def test_second_run_leaves_time_stamps(self):
        self.port("src", "-o", "out")
        names = ["a.mu", "deep/b.h"]
        before = {name: (self.work / "out" / name).stat().st_mtime_ns for name in names}
        inodes = {name: (self.work / "out" / name).stat().st_ino for name in names}
        self.write("src/new.cu", "cudaFree(q);\n")
        self.assertIn(", 1 written\n", self.port("src", "-o", "out").out)
        self.assertEqual({name: (self.work / "out" / name).stat().st_mtime_ns for name in names}, before)
        self.assertEqual({name: (self.work / "out" / name).stat().st_ino for name in names}, inodes)
        self.assertEqual(self.read("out/new.mu"), "musaFree(q);\n")

    def test_source_that_went_away(self):
        self.port("src", "-o", "out")
        (self.work / "src/a.cu").unlink()
        result = self.port("src", "-o", "out")
        self.assertIn("out/a.mu: warning: ", result.err)
        self.assertIn("[musa-stale-output]", result.err)
        self.assertEqual(self.read("out/a.mu"), "musaFree(p);\n")

    def test_manifest_that_cannot_be_understood(self):
        self.port("src", "-o", "out")
        self.write(f"out/{MANIFEST}", "{broken")
        self.write("out/a.mu", "by hand\n")
        result = self.assert_refuses("src", "-o", "out", says="[musa-output-exists]")
        self.assertIn("[musa-manifest]", result.err)
        self.write("out/a.mu", "musaFree(p);\n")
        result = self.port("src", "-o", "out") # what is as it should be is taken over
        self.assertIn("[musa-manifest]", result.err)
        self.port("src", "-o", "out")

    def test_two_inputs_for_one_output(self):
        self.write("src/a.mu", "musaFree(mine);\n")
        result = self.port("src", "-o", "out", status=1)
        self.assertIn("'a.mu' and 'a.cu' would both become 'a.mu'", result.err)
        self.assertIn("[musa-output-collision]", result.err)
        self.assertEqual(self.read("out/a.mu"), "musaFree(mine);\n")

    def test_in_place_does_not_overwrite_what_is_left_out(self):
        self.write("src/a.mu", "mine\n")
        self.assert_refuses("src", "--in-place", "--exclude", "*.mu", says="src/a.mu")

    def test_cannot_be_written(self):
        self.assert_refuses("src", "-o", "/proc/musa-port/out", says="/proc/musa-port")
        self.write("file", "")
        self.assert_refuses("src", "-o", "file/out", says="file")

    def test_report_that_cannot_be_written(self):
        result = self.port("src", "-o", "out", "--report", "nowhere/report.json", status=2)
        self.assertIn("nowhere/report.json", result.err)

    def test_standard_output_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            process = subprocess.run([BINARY, "src/a.cu"], cwd=self.work, stdout=full, stderr=subprocess.PIPE,
                                     check=False)
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn(b"musa-port: error: ", process.stderr)


class Rules(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", "cudaFree(p);\n")

    def assert_refuses_rules(self, text, *says):
        self.write("rules.json", text)
        self.assert_refuses("src", "-r", "rules.json", "-o", "out", says=["[musa-rule-file]", *says])
        result = self.port("rules", "lint", "rules.json", status=2)
        for text in says:
            self.assertIn(text, result.err)

    def native(self, **sections):
        return json.dumps({"format": "musa-port-rules-1", "library": "demo", **sections}, indent=1)

    def test_no_such_file(self):
        self.assert_refuses("src", "-r", "nowhere.json", says="nowhere.json")
        self.assert_refuses("src", "-r", "src", says="src")

    def test_broken_json(self):
        self.assert_refuses_rules('{\n  "a": "b",\n  "c" "d"\n}\n', "rules.json:3:7: error: ")
        self.assert_refuses_rules('{\n  "a": "b"\n', "rules.json:3:1: error: ")
        self.assert_refuses_rules("", "rules.json:1:1: error: ")
        self.assert_refuses_rules("{'a': 'b'}", "rules.json:1:2: error: ")
        self.assert_refuses_rules('{"a": "b"} x', "rules.json:1:12: error: ")
        self.assert_refuses_rules("[]", "rules.json:1:1: error: ")

    def test_key_given_twice(self):
        self.assert_refuses_rules('{\n  "a": "b",\n  "a": "c"\n}\n', "rules.json:3:3: error: ", "'a'")

    def test_violations_of_the_schema(self):
        self.assert_refuses_rules('{"a": 3}', "rules.json:1:7: error: ")
        self.assert_refuses_rules(self.native(bogus={}), "rules.json:4:2: error: ", "'bogus'")
        self.assert_refuses_rules(self.native(identifiers={"perhaps": {"a": "b"}}), "'perhaps'")
        self.assert_refuses_rules(self.native(identifiers={"differs": {"a": {"to": "b"}}}), "note")
        self.assert_refuses_rules(self.native(identifiers={"supported": {"a": {"to": "b", "when": {"in": ["soup"]}}}}), "soup")
        self.assert_refuses_rules(self.native(identifiers={"supported": {"a": {"to": "b", "when": {"arch": ["sm_80"]}}}}), "sm_80")
        self.assert_refuses_rules(self.native(guards={"V": {"kind": "odd", "to": "W"}}), "odd")
        self.assert_refuses_rules('{"format": "musa-port-rules-9", "library": "demo"}', "musa-port-rules-9")
        self.assert_refuses_rules('{"format": "musa-port-rules-1"}', "library")

    def test_rules_that_cannot_match(self):
        self.assert_refuses_rules(self.native(patterns={"supported": {"$a, $b": "$b, $a"}}), "'$a, $b'")
        self.assert_refuses_rules(self.native(patterns={"supported": {"f($a": "g($a"}}), "'f($a'")
        self.assert_refuses_rules(self.native(patterns={"supported": {"f($a)": "g($b)"}}), "$b")
        self.assert_refuses_rules(self.native(identifiers={"supported": {"two words": "b"}}), "two words")
        self.assert_refuses_rules(self.native(namespaces={"supported": {"a::cuda": "b::musa"}}), "a::cuda")

    def test_what_lint_finds(self):
        self.write("a.json", '{"same": "same", "::cuda::": "::musa:"}')
        result = self.port("rules", "lint", "a.json", status=1)
        self.assertIn("a.json:1:2: warning: 'same' is mapped to itself", result.err)
        self.assertIn("'::cuda::' -> '::musa:'", result.err)
        self.write("b.json", '{"x1": "y"}')
        self.write("c.json", '{"x1": "z"}')
        result = self.port("rules", "lint", "b.json", "c.json", status=1)
        self.assertIn("x1", result.err)
        self.assertIn("no faults", self.port("rules", "lint", "b.json").out)

    def test_the_defaults_are_clean(self):
        files = sorted((ROOT / "rules").glob("*.json"))
        self.assertIn("no faults", self.port("rules", "lint", "--no-default-rules", *files).out)


class Reading(CliTest):
    def test_input_output_error(self):
        if not os.path.exists("/proc/self/mem"):
            self.skipTest("there is no /proc")
        self.assert_refuses("/proc/self/mem", "-o", "out.cu", says="'/proc/self/mem'")

    def test_file_without_permission(self):
        path = self.write("src/a.cu", "cudaFree(p);\n", mode=0o000)
        self.write("src/b.cu", "cudaFree(p);\n")
        if os.access(path, os.R_OK):
            self.skipTest("this user may read everything")
        self.addCleanup(path.chmod, 0o644)
        result = self.port("src", "-o", "out", status=2)
        self.assertIn("src/a.cu", result.err)

    def test_folder_without_permission(self):
        self.write("src/closed/a.cu", "cudaFree(p);\n")
        folder = self.work / "src/closed"
        folder.chmod(0o000)
        self.addCleanup(folder.chmod, 0o755)
        if os.access(folder, os.R_OK):
            self.skipTest("this user may read everything")
        result = self.port("src", "-o", "out", status=2)
        self.assertIn("src/closed", result.err)
        self.assertFalse((self.work / "out").exists())

    def test_special_files_are_skipped_and_said(self):
        self.write("src/a.cu", "cudaFree(p);\n")
        os.mkfifo(self.work / "src/pipe.cu")
        result = self.port("src", "-o", "out")
        self.assertIn("pipe.cu: a named pipe", result.out)
        self.assertEqual(set(self.tree("out")), {"a.mu"})


    def test_special_file_as_output_is_refused(self):
        self.write("a.cu", "cudaFree(p);\n")
        os.mkfifo(self.work / "pipe")
        for output in ("pipe", "/dev/null"):
            result = self.port("a.cu", "-o", output, "--force", status=2)
            self.assertIn(f"'{output}' is no regular file", result.err)
        self.assertTrue((self.work / "pipe").is_fifo())


class FullDisk(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/small.cu", "cudaFree(p);\n")
        self.write("src/large.cu", "cudaFree(p);\n" * 10000)
        self.write("src/data.bin", bytes(100000))

    def test_leaves_no_half_written_file(self):
        result = self.port("src", "-o", "out", "-j1", status=2, preexec_fn=limit_file_size(4096))
        self.assertRegex(result.err, r"musa-port: error: .*(large\.mu|data\.bin)")
        self.assert_no_temporary_files()
        self.assertFalse((self.work / "out").exists())
        self.port("src", "-o", "out")
        self.assertEqual(set(self.tree("out")), {"small.mu", "large.mu", "data.bin"})

    def test_does_not_wait_for_python(self):
        self.write("src/setup.py", "x = 'cuda'\n")
        converter = self.write("converter", "#!/bin/sh\nexec sleep 600\n", mode=0o755)
        result = self.port("src", "-o", "out", "-j1", status=2, preexec_fn=limit_file_size(4096),
                           env={**os.environ, "MUSA_CONVERTER": str(converter)})
        self.assertRegex(result.err, r"musa-port: error: .*(large\.mu|data\.bin)")
        self.assert_no_temporary_files()

    def test_leaves_the_old_file(self):
        self.port("src", "-o", "out")
        before = self.tree("out")
        self.write("src/large.cu", "cudaMalloc(p, 1);\n" * 10000)
        self.port("src", "-o", "out", "-j1", status=2, preexec_fn=limit_file_size(4096))
        self.assertEqual(self.tree("out"), before)
        self.assert_no_temporary_files()
        self.port("src", "-o", "out")
        self.assertEqual(self.read("out/large.mu"), "musaMalloc(p, 1);\n" * 10000)

    def test_in_place(self):
        before = self.tree("src")
        self.port("src", "--in-place", "-j1", status=2, preexec_fn=limit_file_size(4096))
        self.assert_no_temporary_files()
        self.assertEqual(self.tree("src"), before)

    def test_single_file_and_report(self):
        self.port("src/large.cu", "-o", "out.mu", status=2, preexec_fn=limit_file_size(4096))
        self.assertFalse((self.work / "out.mu").exists())
        self.port("src", "-o", "out", "--report", "report.json", status=2, preexec_fn=limit_file_size(200))
        self.assertFalse((self.work / "report.json").exists())
        self.assert_no_temporary_files()


class Interruption(CliTest):
    """A stand-in for musa-converter sends the signal: musa-port waits for its answer, so that the signal comes
    while files are written and never after the last one."""

    FILES = 300

    def setUp(self):
        super().setUp()
        text = "#include <cuda_runtime.h>\n" + "cudaError_t f() { return cudaFree(nullptr); }\n" * 60
        for index in range(self.FILES):
            self.write(f"src/{index % 30}/file{index}.cu", text)
        self.write("src/setup.py", "import torch.utils.cpp_extension\n")

    def interrupt(self, signal_name):
        """Starts a port that is sent the signal once there is an output."""
        # A new output has a temporary name until it is finished.
        converter = self.write("converter", f"""#!/bin/sh
until find '{self.work}' -path '*/{TEMPORARY_PREFIX}*/*.mu' | grep -q .; do :; done
kill -{signal_name} $PPID
exec sleep 600
""", mode=0o755)
        return self.port("src", "-o", "out", "--python=require", "-j2", status=128 + signal.Signals[f"SIG{signal_name}"],
                         env={**os.environ, "XDG_CACHE_HOME": str(self.cache), "MUSA_CONVERTER": str(converter)})

    def test_nothing_half_written_and_the_next_run_completes(self):
        for signal_name in ("INT", "TERM"):
            result = self.interrupt(signal_name)
            self.assertIn("interrupted", result.err)
            self.assertEqual(result.out, "")
            self.assert_no_temporary_files()
            self.assertFalse((self.work / "out").exists())
            self.port("src", "-o", "out", "--python=off")
            written = {path: text for path, text in self.tree("out").items() if path != "setup.py"}
            self.assertEqual(len(written), self.FILES)
            self.assertEqual(len(set(written.values())), 1)
            shutil.rmtree(self.work / "out")


if __name__ == "__main__":
    unittest.main()

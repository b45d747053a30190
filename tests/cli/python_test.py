# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python files: what musa-port asks musa-converter, and what it does where there is none, or one that fails.

What musa-converter itself makes of a file is tested in tests/converter, and by the golden cases python_*.
"""

import json
import os
import shutil
import subprocess
import time
import unittest

from support import BINARY, CliTest

SETUP = "sources = ['a.cu']  # for CUDA\n"
# Answers that edits nothing, or what $ANSWER says; keeps what it was asked.
CONVERTER = """#!/usr/bin/env python3
import json, os, sys
asked = json.load(sys.stdin)
with open("asked.json", "w") as file:
    json.dump(asked, file)
answer = os.environ.get("ANSWER")
print(answer or json.dumps({"files": [{"path": "", "edits": [], "decisions": [], "diagnostics": []} for _ in asked["files"]]}))
"""


class Python(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", "cudaFree(p);\n")
        self.write("src/setup.py", SETUP)
        self.write("converter", CONVERTER, mode=0o755)

    def port_with(self, converter, *arguments, status=0, cwd=".", **environment):
        environment = {**os.environ, "MUSA_CONVERTER": str(self.work / converter), **environment}
        return self.port(*(arguments or ("src", "-o", "out")), status=status, env=environment, cwd=cwd)

    def answer(self, start, end, text, decisions=(), diagnostics=()):
        return json.dumps({"files": [{"path": "x", "edits": [{"start": start, "end": end, "text": text}],
                                      "decisions": list(decisions), "diagnostics": list(diagnostics)}]})

    def script(self, text):
        self.write("fails", "#!/bin/sh\n" + text, mode=0o755)
        return "fails"

    def assert_copied(self, result, *says):
        self.assertEqual(self.tree("out"), {"a.mu": b"musaFree(p);\n", "setup.py": SETUP.encode()})
        for text in says:
            self.assertIn(text, result.err)
        self.assertEqual(result.err.count("[musa-python]"), 1, result)
        # What is said of a build script that is copied.
        self.assertIn("'a.cu' is now called 'a.mu' [musa-build-script]", result.err)
        self.assert_no_temporary_files()

    # What is asked.

    def rules(self, *options):
        """Those that musa-converter is told of when it asks by which rules files are ported."""
        answer = subprocess.run([*options, "--answer-words"], cwd=self.work, input=b'{"ask": "rules"}\n', capture_output=True, check=True)
        return json.loads(answer.stdout)["rules"]

    def test_request(self):
        self.write("src/b.py")
        self.write("rules.json", json.dumps({"format": "musa-port-rules-1", "library": "x", "build": {
            "environment": {"supported": {"CUDA_HOME": "X_HOME"}, "unsupported": {"MY_HOME": {"note": "n"}}}}}))
        self.write("src/.musa-port.json", '{"rules": ["../rules.json"], "arch": "mp_22"}')
        self.port_with("converter", "src", "-o", "out", "-l", "src/b.py")
        asked = json.loads(self.read("asked.json"))
        self.assertEqual(asked["files"], [{"path": "src/b.py", "launched": True}, {"path": "src/setup.py", "launched": False}])
        program, *options = asked["musa_port"]
        self.assertTrue(os.path.samefile(program, BINARY))
        self.assertEqual(options[:2], ["--arch", "mp_22"])
        rules = self.rules(*asked["musa_port"])
        self.assertIn({"kind": "environment", "from": "MY_HOME", "to": None}, rules)
        # The one that decides.
        self.assertEqual([rule["to"] for rule in rules if rule["from"] == "CUDA_HOME"], ["X_HOME"])
        self.port_with("converter", "src", "-o", "out2", "--no-default-rules")
        rules = self.rules(*json.loads(self.read("asked.json"))["musa_port"])
        self.assertEqual([rule["to"] for rule in rules if rule["from"] == "CUDA_HOME"], ["X_HOME"])

    def test_questions_without_an_answer(self):
        for question, says in (("x", "parse error"), ("{}", "'ask'"), ('{"ask": "time"}', "unknown question 'time'")):
            result = self.port("--answer-words", stdin=question.encode(), status=2)
            self.assertIn("cannot answer musa-converter: ", result.err)
            self.assertIn(says, result.err)

    def test_one_run_for_all(self):
        for number in range(20):
            self.write(f"src/{number}.py", "x = 'cuda'\n")
        self.port_with(self.script(f"echo run >> runs\n'{self.work}/converter'\n"))
        self.assertEqual(self.read("runs"), "run\n")

    def test_no_run_without_python(self):
        os.unlink(self.work / "src/setup.py")
        self.port_with(self.script("touch ran\n"))
        self.port_with(self.script("touch ran\n"), "src/a.cu")
        self.assertFalse((self.work / "ran").exists())

    def test_off(self):
        result = self.port_with(self.script("touch ran\n"), "src", "-o", "out", "--python=off")
        self.assertFalse((self.work / "ran").exists())
        self.assertNotIn("musa-python", result.err)
        self.assertEqual(self.tree("out")["setup.py"], SETUP.encode())

    def test_settings_of_a_project_file(self):
        self.write("src/run/train.py")
        self.write("src/.musa-port.json", '{"launch": ["run/train.py"]}')
        self.port_with("converter")
        self.assertIn({"path": "src/run/train.py", "launched": True}, json.loads(self.read("asked.json"))["files"])
        self.write("src/.musa-port.json", '{"python": "off"}')
        os.unlink(self.work / "asked.json")
        self.port_with("converter", "src", "-o", "out2")
        self.assertFalse((self.work / "asked.json").exists())
        self.write("src/.musa-port.json", '{"python": "no"}')
        self.assert_refuses("src", "-o", "out3", says="--python takes auto, off or require, not 'no'")

    def test_launched_file_that_is_not_there(self):
        for name in ("src/none.py", "src/a.cu", "converter"):
            self.assert_refuses("src", "-o", "out", "-l", name, says=f"'{name}' is not one of the Python files")

    # What comes back.

    def test_edits_are_counted_and_reported(self):
        text = "x = 'CUDA_HOME', 'WITH_CUDA', 'a.cu', 'c'\n"
        self.write("src/setup.py", text)
        home, macro, file, name = (text.index(word) for word in ("CUDA_HOME", "WITH_CUDA", "a.cu", "'c'"))
        self.port_with("converter")
        number = next(i for i, rule in enumerate(self.rules(BINARY)) if rule["from"] == "CUDA_HOME")
        decisions = [
            {"start": home, "end": home + 9, "name": "CUDA_HOME", "to": "MUSA_HOME", "by": number},
            {"start": macro, "end": macro + 9, "name": "WITH_CUDA", "to": "WITH_CUDA", "by": "macro"},
            {"start": file, "end": file + 4, "name": "a.cu", "to": "ignored.mu", "by": "file"},
            {"start": name, "end": name + 3, "name": "'c'", "to": "'m'", "by": "python"}]
        answer = json.dumps({"files": [{
            "path": "x", "edits": [{"start": home, "end": home + 9, "text": "MUSA_HOME"}, {"start": name, "end": name + 3, "text": "'m'"}],
            "decisions": decisions, "diagnostics": [
                {"line": 1, "column": 2, "length": 1, "severity": "warning", "message": "look", "note": "here"}]}]})
        result = self.port_with("converter", "src", "-o", "out2", "--report", "report.json", ANSWER=answer)
        self.assertEqual(self.read("out2/setup.py"), "x = 'MUSA_HOME', 'WITH_MUSA', 'a.mu', 'm'\n")
        self.assertIn("src/setup.py:1:2: warning: look [musa-python]", result.err)
        report = json.loads(self.read("report.json"))
        self.assertEqual({each["library"]: each["edits"] for each in report["libraries"]},
                         {"nvcc": 1, "pytorch": 1, "renamed files": 1, "python": 1, "cuda-runtime": 1})
        self.assertEqual(report["files"]["ported"], 2)
        result = self.port_with("converter", "explain", "src/setup.py:1", ANSWER=answer)
        self.assertRegex(result.out, r"'CUDA_HOME': CUDA_HOME -> MUSA_HOME by rules/nvcc\.json:\d+ \(supported\)")
        self.assertIn("''c'': 'c' -> 'm' by the rules for python", result.out)

    def test_what_the_tree_declares_stays(self):
        self.write("src/a.cu", "#define WITH_CUDA 1\n")
        text = "x = 'WITH_CUDA'\n"
        self.write("src/setup.py", text)
        answer = json.dumps({"files": [{"path": "x", "edits": [], "diagnostics": [], "decisions": [
            {"start": 5, "end": 14, "name": "WITH_CUDA", "to": "WITH_CUDA", "by": "macro"}]}]})
        result = self.port_with("converter", ANSWER=answer)
        self.assertEqual(self.read("out/setup.py"), text)
        self.assertIn("declared by the tree", result.out)

    def test_other_modes(self):
        answer = self.answer(0, 7, "files")
        diff = self.port_with("converter", "src", "--diff", ANSWER=answer).out
        self.assertIn("-" + SETUP + "+" + SETUP.replace("sources", "files"), diff)
        self.port_with("converter", "src", "--check", status=1, ANSWER=answer)
        self.assertEqual(self.port_with("converter", "src/setup.py", ANSWER=answer).out, SETUP.replace("sources", "files"))
        self.assertEqual(os.path.basename(json.loads(self.read("asked.json"))["files"][0]["path"]), "setup.py")
        result = self.port("-", "--assume-filename", "setup.py", stdin=SETUP.encode(),
                           env={**os.environ, "MUSA_CONVERTER": str(self.work / "converter"), "ANSWER": answer})
        self.assertEqual(result.out, SETUP.replace("sources", "files"))
        self.assertEqual(self.tree("src")["setup.py"], SETUP.encode())
        self.port_with("converter", "src", "--in-place", "--force", ANSWER=answer)
        self.assertEqual(self.tree("src"), {"a.mu": b"musaFree(p);\n", "setup.py": SETUP.replace("sources", "files").encode()})

    # What goes wrong.

    def test_not_installed(self):
        shutil.copy(BINARY, self.work / "musa-port")
        environment = {name: value for name, value in os.environ.items() if name != "MUSA_CONVERTER"} | {"PATH": "/nowhere"}
        def port(*arguments, status):
            return self.port("src", "-o", "out", *arguments, status=status, binary=self.work / "musa-port", env=environment)
        self.assert_copied(port(status=0), "src: warning: Python files are copied, not ported: musa-converter is not installed",
                           "note: musa-converter ports them")
        self.assert_copied(port("--python=require", status=1), "src: error: Python files are copied")
        # Nothing is missed where there is nothing to port.
        self.write("src/setup.py", "x = 1\n")
        self.assertNotIn("musa-python", port(status=0).err)

    def test_without_libcst(self):
        program = self.script("echo 'musa-converter: error: LibCST is not installed' >&2; exit 3\n")
        self.assert_copied(self.port_with(program), "src: warning: Python files are copied, not ported: "
                           "musa-converter: error: LibCST is not installed")

    def test_without_python(self):
        self.write("fails", "#!/usr/bin/env python-of-nobody\n", mode=0o755)
        self.assert_copied(self.port_with("fails"), "src: warning: Python files are copied, not ported: ", "python-of-nobody")

    def test_failure(self):
        for script, says in (
                ("echo 'Traceback: line 7' >&2; echo 'KeyError: x' >&2; exit 1\n", "musa-converter failed: KeyError: x"),
                ("kill -9 $$\n", "musa-converter failed"),
                ("echo 'no JSON'\n", "musa-converter: the answer is not JSON"),
                ("echo '{}'\n", "musa-converter: the answer has no list 'files'"),
                ("echo '{\"files\": []}'\n", "musa-converter: the answer has the wrong number of files")):
            with self.subTest(script):
                result = self.port_with(self.script(script), status=1)
                self.assert_copied(result, f"src: error: Python files are copied, not ported: {says}")
                self.assertEqual("note: musa-converter said:\nTraceback: line 7\nKeyError: x\n" in result.err, "Traceback" in script)
                shutil.rmtree(self.work / "out")
        self.assert_copied(self.port_with("nowhere", status=1), "error: Python files are copied, not ported: ")

    def test_answers_that_do_not_fit(self):
        result = self.port_with("converter", status=1, ANSWER=self.answer(0, 1000, "x"))
        self.assertIn("the file changed while it was ported", result.err)
        self.assertEqual(self.tree("out")["setup.py"], SETUP.encode())
        result = self.port_with("converter", "src", "-o", "out2", status=1, ANSWER=self.answer(9, 3, "x"))
        self.assertIn("the answer has an end before its start", result.err)

    def test_failure_for_one_file(self):
        result = self.port_with(self.script("exit 3\n"), "src/setup.py")
        self.assertEqual(result.out, SETUP)
        self.assertIn("[musa-python]", result.err)
        self.assertIn("musa-converter", self.port_with(self.script("exit 1\n"), "explain", "src/setup.py:1", status=2).err)

    def test_interruption_ends_it(self):
        converter = self.script("echo $$ > pid; exec sleep 600\n")
        process = subprocess.Popen([BINARY, "src", "-o", "out"], cwd=self.work, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "MUSA_CONVERTER": str(self.work / converter)})
        deadline = time.monotonic() + 60
        while not (self.work / "pid").exists() or not self.read("pid"):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        process.terminate()
        self.assertEqual(process.wait(60), 128 + 15)
        self.assert_no_temporary_files()
        with self.assertRaises(ProcessLookupError):
            os.kill(int(self.read("pid")), 0)

    def test_name_that_is_not_utf8(self):
        path = os.fsencode(self.work / "src") + b"/\xff.py"
        with open(path, "wb") as file:
            file.write(b"cuda\n")
        result = self.port_with("converter")
        self.assertIn("a Python file whose name is not UTF-8: copied, not ported", result.err)
        self.assertEqual(len(json.loads(self.read("asked.json"))["files"]), 1)
        self.assertIn(b"cuda\n", self.tree("out").values())
        result = self.port_with("converter", os.fsdecode(os.path.relpath(path, os.fsencode(self.work))))
        self.assertEqual(result.out, "cuda\n")
        self.assertIn("whose name is not UTF-8", result.err)

    def test_one_file_without_a_temporary_folder(self):
        before = self.tree()
        result = self.port_with("converter", "setup.py", status=1, cwd="src", TMPDIR="/nowhere")
        self.assertEqual(result.out, SETUP)
        self.assertIn("cannot make a temporary folder", result.err)
        self.assertEqual(self.tree(), before)


if __name__ == "__main__":
    unittest.main()

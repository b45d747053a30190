# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command musa-converter: what it writes, what it leaves alone, and what can go wrong."""

import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import types
import unittest
import unittest.mock
from pathlib import Path

import libcst

from support import MUSA_PORT, PACKAGE, ConverterTest, run_converter

sys.path.insert(0, str(PACKAGE))

from musa_converter import main  # noqa: E402
from musa_converter.manifest import MANIFESTS  # noqa: E402
from musa_converter.rules import rules_of  # noqa: E402

BEFORE = "import torch\ntorch.cuda.synchronize()\n"
AFTER = "import torch\ntorch.musa.synchronize()\n"


class Command(ConverterTest):
    def setUp(self):
        super().setUp()
        self.write("src/train.py", BEFORE)
        self.write("src/deep/model.py", BEFORE)
        self.write("src/other.py", "cuda = 1\n")
        self.write("src/README.md", "torch.cuda\n")

    def run_converter(self, *arguments, status=0, **options):
        result = run_converter(*arguments, cwd=self.work, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def originals(self, name):
        """What is kept there, without the mark that says so."""
        return {path: content for path, content in self.tree(name).items() if path != ".musa-converter-originals"}

    def test_in_place_with_a_backup(self):
        untouched = os.stat(self.work / "src/other.py").st_mtime_ns
        os.chmod(self.work / "src/train.py", 0o755)
        result = self.run_converter("-r", "src", "-l", "src/train.py")
        self.assertEqual(self.tree("src"), {
            "train.py": b"import torch\nimport torch_musa\ntorch.musa.synchronize()\n", "deep/model.py": AFTER.encode(),
            "other.py": b"cuda = 1\n", "README.md": b"torch.cuda\n"})
        self.assertEqual(self.originals("src.orig"), {"train.py": BEFORE.encode(), "deep/model.py": BEFORE.encode()})
        self.assertEqual(os.stat(self.work / "src/other.py").st_mtime_ns, untouched)
        self.assertEqual(stat.S_IMODE(os.stat(self.work / "src/train.py").st_mode), 0o755)
        self.assertEqual(result.stderr, "2 of 3 files changed; the originals are in src.orig\n")

    def test_second_run_changes_nothing(self):
        self.run_converter("-r", "src", "-l", "src/train.py")
        ported, kept = self.tree("src"), self.tree("src.orig")
        result = self.run_converter("-r", "src", "-l", "src/train.py")
        self.assertEqual((self.tree("src"), self.tree("src.orig")), (ported, kept))
        self.assertEqual(result.stderr, "0 of 3 files changed\n")

    def test_older_backup_stays(self):
        self.run_converter("-r", "src")
        self.write("src/train.py", AFTER + "torch.cuda.empty_cache()\n")
        self.run_converter("-r", "src")
        self.assertEqual(self.tree("src.orig")["train.py"], BEFORE.encode())

    def test_root_that_is_the_working_folder(self):
        for _ in range(2):
            result = run_converter("-r", ".", cwd=self.work / "src")
            self.assertEqual(self.originals("src.orig"), {"train.py": BEFORE.encode(), "deep/model.py": BEFORE.encode()})
            self.assertEqual(len(self.tree("src")), 4)
        self.assertEqual(result.stderr, "0 of 3 files changed\n")

    def test_originals_are_not_ported(self):
        self.addCleanup(shutil.rmtree, f"{self.work}.orig", ignore_errors=True)
        self.run_converter("-r", "src")
        self.write("more.py", BEFORE)
        result = self.run_converter("-r", ".")
        self.assertEqual(self.originals("src.orig"), {"train.py": BEFORE.encode(), "deep/model.py": BEFORE.encode()})
        self.assertIn("1 of 4 files changed", result.stderr)

    def test_folder_of_somebody_else(self):
        self.write("src.orig/train.py", "mine\n")
        self.assertIn("src.orig' exists", self.run_converter("-r", "src", status=2).stderr)
        self.assertEqual(self.tree("src")["train.py"], BEFORE.encode())
        self.assertEqual(self.tree("src.orig"), {"train.py": b"mine\n"})

    def test_link(self):
        (self.work / "link.py").symlink_to("src/train.py")
        (self.work / "folder").symlink_to("src/deep")
        self.run_converter("-r", "link.py")
        self.run_converter("-r", "folder")
        self.assertTrue((self.work / "link.py").is_symlink())
        self.assertEqual(self.tree("src")["train.py"], AFTER.encode())
        self.assertEqual(list(self.originals("src/train.py.orig").values()), [BEFORE.encode()])
        self.assertEqual(self.originals("src/deep.orig"), {"model.py": BEFORE.encode()})

    def test_nothing_to_port(self):
        self.write("plain/a.py", "print('cuda toolkit')\n")
        result = self.run_converter("-r", "plain")
        self.assertEqual(result.stderr, "0 of 1 files changed\n")
        self.assertFalse((self.work / "plain.orig").exists())

    def test_new_tree(self):
        self.write("src/.git/config", "")
        before = self.tree("src")
        self.run_converter("-r", "src", "-o", "out")
        self.assertEqual(self.tree("src"), before)
        self.assertEqual(self.tree("out"), {
            "train.py": AFTER.encode(), "deep/model.py": AFTER.encode(), "other.py": b"cuda = 1\n", "README.md": b"torch.cuda\n"})
        self.assertIn("'out' exists", self.run_converter("-r", "src", "-o", "out", status=2).stderr)
        self.assertIn("is inside of 'src'", self.run_converter("-r", "src", "-o", "src/out", status=2).stderr)

    def test_new_tree_that_cannot_be_written(self):
        os.mkfifo(self.work / "src/pipe")
        result = self.run_converter("-r", "src", "-o", "new/out", status=2)
        self.assertRegex(result.stderr, r"^musa-converter: error: 'src/pipe' cannot be copied: .*named pipe\S*\n$")
        self.assertEqual(self.tree("new"), {})
        self.assertEqual(list((self.work / "new").iterdir()), [])

    def test_diff(self):
        before = self.tree("src")
        result = self.run_converter("-r", "src", "--diff", "-e", "src/deep")
        self.assertEqual(self.tree("src"), before)
        self.assertEqual(result.stdout, "--- a/src/train.py\n+++ b/src/train.py\n@@ -1,2 +1,2 @@\n import torch\n"
                         "-torch.cuda.synchronize()\n+torch.musa.synchronize()\n")
        self.assertIn("1 of 2 files would change", result.stderr)
        self.assertIn("note: no script was named with -l", result.stderr)

    def test_diff_is_a_patch(self):
        text = "# coding: latin-1\nimport torch\n\x0c\nx = 'ä'  # \x0b\x1c\r\ntorch.cuda.f()"
        for name, content in (("a.py", text.encode("latin-1")), ("b.py", text.replace("latin-1", "utf-8").replace("\x1c", "\u2028").encode())):
            self.write(name, content)
            patch = run_converter("-r", name, "--diff", cwd=self.work, text=False).stdout
            subprocess.run(["patch", "-s", "-p1", name], input=patch, cwd=self.work, check=True)
            self.assertEqual(self.tree(".")[name], content.replace(b"cuda", b"musa"))

    def test_excluded(self):
        self.write("src/more.py", BEFORE)
        self.run_converter("-r", "src", "-e", "src/train.py,src/deep", "src/other.py", "-e", "src/more.py")
        self.assertEqual(self.tree("src")["train.py"], BEFORE.encode())
        self.assertFalse((self.work / "src.orig").exists())

    def test_one_file(self):
        self.run_converter("-r", "src/train.py")
        self.assertEqual(self.tree("src")["train.py"], AFTER.encode())
        self.assertEqual(self.originals("src/train.py.orig"), {"train.py": BEFORE.encode()})

    def test_paths_that_are_not_there(self):
        self.assertIn("no such file or folder: 'nowhere'", self.run_converter("-r", "nowhere", status=2).stderr)
        self.assertIn("no such file: 'nowhere.py' (-l)",
                      self.run_converter("-r", "src", "-l", "nowhere.py", status=2).stderr)
        self.assertIn("is not a Python file in 'src/deep' (-l)",
                      self.run_converter("-r", "src/deep", "-l", "src/train.py", status=2).stderr)
        self.assertIn("(-e)", self.run_converter("-r", "src", "-e", "nowhere", status=2).stderr)
        self.assertIn("-r/--root_path is needed", self.run_converter(status=2).stderr)
        self.assertEqual(self.tree("src")["train.py"], BEFORE.encode())

    def test_no_python(self):
        self.write("src/old.py", "print 'torch.cuda'\n")
        self.write("src/late.py", "# torch.cuda\n\x0c\nx = 'ä'; print 'torch.cuda'\n")
        self.write("src/latin.py", "import torch.cuda\nx = 'ä'\n".encode("latin-1"))
        self.write("src/old_words.py", "# torch.cuda\nprint 'nothing'\n")
        self.write("src/old_tool.py", "print 'cuda'\n")
        self.write("src/old_command.py", "import os\nprint '# it'; os.system('nvcc -c a.cu')\n")
        self.write("src/old_start.py", "print 'x'\n")
        result = self.run_converter("-r", "src", "-l", "src/old_start.py", status=1)
        self.assertIn("src/old_command.py:2:1: warning: this cannot be parsed as Python", result.stderr)
        self.assertIn("src/old_start.py:1:1: error: this cannot be parsed as Python", result.stderr)
        self.assertIn("src/old.py:1:1: error: this cannot be parsed as Python: Missing parentheses", result.stderr)
        self.assertIn("src/late.py:3:11: error: this cannot be parsed as Python: Missing parentheses", result.stderr)
        self.assertIn("src/latin.py:1:1: error: the text cannot be read", result.stderr)
        self.assertIn("src/old_tool.py:1:1: warning: this cannot be parsed as Python", result.stderr)
        self.assertNotIn("old_words.py", result.stderr)
        self.assertEqual(self.tree("src")["old.py"], b"print 'torch.cuda'\n")
        self.assertEqual(self.tree("src")["train.py"], AFTER.encode())

    def test_python_that_libcst_cannot_read(self):
        fault = libcst.ParserSyntaxError("it is too new", lines=["x"], raw_line=2, raw_column=4)
        with unittest.mock.patch.object(main, "port_file", side_effect=fault):
            result = main.port(Path("a.py"), b"import torch\ntorch.cuda\n", types.SimpleNamespace(libraries=(), programs=()), False)
        error, = result.port.diagnostics
        self.assertEqual((error.line, error.column, error.message), (2, 5, "LibCST cannot read this: it is too new"))

    def test_python_that_is_nested_too_deeply(self):
        for name, text in {"brackets": "x = " + "[" * 5000 + "]" * 5000, "calls": "f(" * 3000 + ")" * 3000,
                           "not": "x = " + "not " * 100_000 + "1", "and": "x = " + "a and " * 100_000 + "b",
                           "attributes": "x = torch.cuda" + ".a" * 100_000, "sum": "x = " + "1 + " * 100_000 + "1",
                           "elif": "if a: pass\n" + "elif b: pass\n" * 100_000,
                           "indented": "".join(" " * i + "if a:\n" for i in range(300))}.items():
            with self.subTest(name):
                self.write("src/odd.py", "import torch.cuda\n" + text + "\n")
                result = self.run_converter("-r", "src", "--diff", status=1)
                self.assertIn("src/odd.py:1:1: error: this is nested too deeply", result.stderr)
                self.assertIn("+++ b/src/train.py", result.stdout)

    def test_fault_of_one_file(self):
        request = {"musa_port": [MUSA_PORT], "files": [{"path": str(self.work / "src" / name), "launched": False}
                                                       for name in ("train.py", "other.py")]}
        reply = io.StringIO()
        with unittest.mock.patch.object(main, "port_file", side_effect=[KeyError("x"), main.Port()]):
            self.assertEqual(main.serve(io.BytesIO(json.dumps(request).encode()), reply), 0)
        first, second = json.loads(reply.getvalue())["files"]
        error, = first["diagnostics"]
        self.assertRegex(error["message"], r"^musa-converter failed at \w+\.py:\d+: KeyError: 'x'$")
        self.assertEqual(second["diagnostics"], [])

    def test_bytes_stay(self):
        for name, text in (
                ("latin.py", "# -*- coding: latin-1 -*-\nimport torch\nx = 'ä', torch.cuda\n".encode("latin-1")),
                ("bom.py", b"\xef\xbb\xbfimport torch\nx = torch.cuda\n"),
                ("dos.py", b"import torch\r\nx = torch.cuda  \r\n\r\n"),
                ("form_feed.py", b"import torch\n\x0c\nx = [ torch.cuda,\\\n\t1 ]")):
            self.write(f"src/{name}", text)
            self.run_converter("-r", f"src/{name}")
            self.assertEqual(self.tree("src")[name], text.replace(b"torch.cuda", b"torch.musa"))

    def test_packaging_files(self):
        self.write("src/MANIFEST.in", "recursive-include csrc *.cu *.cuh *.cpp  # *.cu\n# *.cu\nexclude a.cubin b.cu\n")
        self.write("src/pyproject.toml", '[tool.x]\ndata = ["csrc/*.cu", "csrc/*.cuh"] # a.cu\nurl = "https://x.cu/y"\n')
        self.run_converter("-r", "src")
        self.assertEqual(self.tree("src")["MANIFEST.in"],
                         b"recursive-include csrc *.mu *.muh *.cpp  # *.cu\n# *.cu\nexclude a.cubin b.mu\n")
        self.assertEqual(self.tree("src")["pyproject.toml"],
                         b'[tool.x]\ndata = ["csrc/*.mu", "csrc/*.muh"] # a.cu\nurl = "https://x.cu/y"\n')

    def test_prose_and_addresses_in_packaging_files(self):
        self.write("src/pyproject.toml", 'description = "see kernels in a.cu"\nurl = \'https://x.y/a.cu\'\nlong = """\n"a.cu"\n"""\n'
                                         "data = ['a.cu', \"b.cu\", \"ä/*.cuh c.cu\"]\n")
        self.write("src/setup.cfg", "[metadata]\ndescription = see kernels in a.cu\nurl = https://x.y/a.cu\nlong_description =\n  Of a.cu\n"
                                    "[options.package_data]\n* = *.cu, *.cuh\nx =\n  a.cu\n  csrc/**/*.cuh  # a.cu\n")
        self.write("src/MANIFEST.in", "include https://x.y/a.cu\n")
        self.write("latin/setup.cfg", "author = ä\ndata = a.cu\n".encode("latin-1"))
        self.run_converter("-r", "latin")
        self.assertEqual(self.tree("latin")["setup.cfg"], "author = ä\ndata = a.mu\n".encode("latin-1"))
        self.run_converter("-r", "src")
        ported = {name: text.decode() for name, text in self.tree("src").items()}
        self.assertEqual(ported["pyproject.toml"], 'description = "see kernels in a.cu"\nurl = \'https://x.y/a.cu\'\nlong = """\n"a.cu"\n"""\n'
                                                   "data = ['a.mu', \"b.mu\", \"ä/*.muh c.mu\"]\n")
        self.assertEqual(ported["setup.cfg"], "[metadata]\ndescription = see kernels in a.cu\nurl = https://x.y/a.cu\nlong_description =\n  Of a.cu\n"
                                              "[options.package_data]\n* = *.mu, *.muh\nx =\n  a.mu\n  csrc/**/*.muh  # a.cu\n")
        self.assertEqual(ported["MANIFEST.in"], "include https://x.y/a.cu\n")

    def test_packages_of_cudas_that_a_manifest_requires(self):
        self.write("src/pyproject.toml", '[project]\nkeywords = ["cuda-like"]\ndependencies = [\n  "torch", "nvidia-cublas-cu12>=12", "pycuda",\n]\n')
        self.write("src/setup.cfg", "[options]\ninstall_requires =\n    numpy\n    cupy-cuda12x>=13 # or another\n")
        said = self.run_converter("-r", "src").stderr
        self.assertIn("pyproject.toml:4:13: warning: the package 'nvidia-cublas-cu12' is for CUDA", said)
        self.assertIn("setup.cfg:4:5: warning: the package 'cupy-cuda12x' is for CUDA", said)
        self.assertEqual(said.count("is for CUDA"), 2)

    def test_variables_in_packaging_files(self):
        self.write("src/pyproject.toml", '# CUDA_HOME = 1\n[tool.cibuildwheel.environment]\nFORCE_CUDA = "1" # FORCE_CUDA=1\n"CUDA_HOME" = "/x"\n'
                                         '[tool.x]\nbefore = "export CUDA_HOME=/x && $CUDA_HOME/a ${NCCL_DEBUG}"\nw = { ä="#", NCCL_DEBUG="a" }\n'
                                         'keywords = ["FORCE_CUDA", "set FORCE_CUDA to 1"]\nMY_FORCE_CUDA = 1\nx.CUDA_HOME = 1\n')
        self.write("src/setup.cfg", "[x]\n; CUDA_HOME=1\nenv = FORCE_CUDA=1\n")
        self.run_converter("-r", "src")
        ported = {name: text.decode() for name, text in self.tree("src").items()}
        self.assertEqual(ported["pyproject.toml"], '# CUDA_HOME = 1\n[tool.cibuildwheel.environment]\nFORCE_MUSA = "1" # FORCE_CUDA=1\n"MUSA_HOME" = "/x"\n'
                                                   '[tool.x]\nbefore = "export MUSA_HOME=/x && $MUSA_HOME/a ${MCCL_DEBUG}"\nw = { ä="#", MCCL_DEBUG="a" }\n'
                                                   'keywords = ["FORCE_CUDA", "set FORCE_CUDA to 1"]\nMY_FORCE_CUDA = 1\nx.CUDA_HOME = 1\n')
        self.assertEqual(ported["setup.cfg"], "[x]\n; CUDA_HOME=1\nenv = FORCE_MUSA=1\n")

    def test_functions_of_the_project_take_devices_of_pytorch(self):
        use = 'import torch\nfrom {} import build\nbuild("cuda")\n'
        self.write("src/tools/a.py", use.format("project.models"))
        self.write("src/tools/b.py", use.format("tools.helper"))
        self.write("src/tools/c.py", use.format("helper"))
        self.write("src/tools/d.py", use.format("elsewhere.models"))
        self.write("src/project/models.py", "build = print\n")
        self.write("src/tools/helper.py", "build = print\n")
        result = self.run_converter("-r", "src")
        self.assertEqual({name for name, text in self.tree("src").items() if b'build("musa")' in text}, {"tools/a.py", "tools/b.py", "tools/c.py"})
        self.assertIn("src/tools/d.py:3:7: warning: ", result.stderr)

    def test_rule_files(self):
        self.write("src/setup.py", "macros = [('A_CUDA', 1), ('B_CUDA', 1), ('C_CUDA', 1), 'lower']\n")
        self.write("flat.json", '{"A_CUDA": "A_MUSA", "lower": "upper", ", CUDA,": ", X,"}')
        self.write("native.json", json.dumps({
            "format": "musa-port-rules-1", "library": "x", "identifiers": {
                "differs": {"B_CUDA": {"to": "B_MUSA", "note": "n"}}, "keep": {"C_CUDA": "it stays"}}}))
        self.run_converter("-r", "src", "--rules", "flat.json", "--rules", "native.json")
        self.assertEqual(self.tree("src")["setup.py"], b"macros = [('A_MUSA', 1), ('B_MUSA', 1), ('C_CUDA', 1), 'lower']\n")
        self.write("broken.json", "{")
        self.assertIn("broken.json:1:2: error: broken JSON", self.run_converter("-r", "src", "--rules", "broken.json", status=2).stderr)
        self.write("broken.json", '{"format": "musa-port-rules-1", "identifiers": []}')
        self.assertIn("broken.json:1:48: error: the section is an array, not an object", self.run_converter("-r", "src", "--rules", "broken.json", status=2).stderr)

    def test_musa_port_that_is_not_there(self):
        self.assertIn("/nowhere cannot be started", self.run_converter("-r", "src", status=2, MUSA_PORT="/nowhere").stderr)
        self.assertIn("false ended with status 1", self.run_converter("-r", "src", status=2, MUSA_PORT="false").stderr)
        self.assertIn("musa-port is neither beside this program nor in PATH",
                      self.run_converter("-r", "src", status=2, MUSA_PORT="", PATH="/nowhere").stderr)
        self.write("other", "#!/bin/sh\necho x\n")
        (self.work / "other").chmod(0o755)
        self.assertIn("other gave an answer that is not JSON", self.run_converter("-r", "src", status=2, MUSA_PORT=str(self.work / "other")).stderr)
        self.assertEqual(self.tree("src")["train.py"], BEFORE.encode())

    def test_musa_port_is_started_once(self):
        for number in range(3):
            self.write(f"src/{number}/setup.py", "from torch.utils.cpp_extension import CUDAExtension\na = ['-lineinfo', '-lcudart']\n")
        self.write("musa-port", f"#!/bin/sh\necho >> starts\nexec {MUSA_PORT} \"$@\"\n")
        (self.work / "musa-port").chmod(0o755)
        self.run_converter("-r", "src", MUSA_PORT=str(self.work / "musa-port"))
        self.assertEqual((self.work / "starts").read_text(), "\n")

    def test_musa_port_of_path(self):
        self.run_converter("-r", "src", MUSA_PORT="", PATH=os.path.dirname(MUSA_PORT))
        self.assertEqual(self.tree("src")["train.py"], AFTER.encode())

    def test_rules_for_members_of_modules(self):
        self.write("src/a.py", "from other.device import cuda_there as there, more\nimport other\n"
                               "x = there(), other.device.cuda_there(), more.cuda_there(), cuda_there\n")
        self.write("rules.json", json.dumps({"format": "musa-port-rules-1", "library": "x", "python": {
            "members": {"supported": {"other.device.cuda_there": "musa_there"}, "unsupported": {"other.device.more": {"note": "n"}}}}}))
        result = self.run_converter("-r", "src", "--rules", "rules.json", status=1)
        self.assertEqual(self.tree("src")["a.py"],
                         b"from other.device import musa_there as there, more\nimport other\n"
                         b"x = there(), other.device.musa_there(), more.cuda_there(), cuda_there\n")
        self.assertIn("'more' has no counterpart in MUSA", result.stderr)

    def test_device_words_of_a_setup_script(self):
        script = b"import torch\nparts = ['cpu', 'cuda']\nif parts[1] == 'cuda': torch.ones(1, device='cuda').to('cuda')\n"
        self.write("src/setup.py", script)
        self.write("src/program.py", script)
        result = self.run_converter("-r", "src")
        self.assertEqual(self.tree("src")["setup.py"],
                         script.replace(b"device='cuda'", b"device='musa'").replace(b".to('cuda')", b".to('musa')"))
        self.assertEqual(self.tree("src")["program.py"], script.replace(b"cuda", b"musa"))
        self.assertEqual(result.stderr.count("'cuda' stays: in a setup script it may be the name of a component"), 2)

    def test_rules_for_flags(self):
        self.write("src/setup.py", "import os\na = ['-lineinfo', '-mine', os.environ['FORCE_CUDA'], os.environ['NCCL_DEBUG']]\n")
        self.write("rules.json", json.dumps({"format": "musa-port-rules-1", "library": "x", "build": {
            "flags": {"supported": {"-lineinfo": "-g1", "-mine": {"to": "-m", "when": {"arch": ["mp_21"]}}}},
            "environment": {"keep": {"FORCE_CUDA": "it stays"}}}}))
        self.run_converter("-r", "src", "--rules", "rules.json")
        self.assertEqual(self.tree("src")["setup.py"], 
                         b"import os\na = ['-g1', '-mine', os.environ['FORCE_CUDA'], os.environ['MCCL_DEBUG']]\n")

    def test_rules_for_libraries_programs_and_folders(self):
        self.write("src/setup.py", "import os\na = ['-lcudart', '-lmine', '/opt/cuda', '/opt/mine/x']\nlibraries = ['mine', 'cudart']\n"
                                   "os.system('nvcc; minec'), os.system('minec')\n")
        self.write("rules.json", json.dumps({"format": "musa-port-rules-1", "library": "x", "build": {
            "libraries": {"supported": {"mine": "ours"}, "keep": {"cudart": "it stays"}},
            "programs": {"supported": {"minec": "oursc"}}, "folders": {"supported": {"/opt/mine": "/opt/ours"}}}}))
        self.run_converter("-r", "src", "--rules", "rules.json")
        self.assertEqual(self.tree("src")["setup.py"],
                         b"import os\na = ['-lcudart', '-lours', '/usr/local/musa', '/opt/ours/x']\nlibraries = ['ours', 'cudart']\n"
                         b"os.system('mcc; oursc'), os.system('oursc')\n")

    def ask(self, files, *options, status=0):
        request = {"musa_port": [MUSA_PORT, *options], "files": [{"path": name, "launched": launched} for name, launched in files.items()]}
        result = self.run_converter("--json", stdin=json.dumps(request), status=status)
        return json.loads(result.stdout)["files"] if status == 0 else result.stderr

    def test_request_of_a_program(self):
        self.write("setup.py", b"\xef\xbb\xbfimport torch\nx = '\xc3\xa4', torch.cuda.nvtx\n")
        self.write("latin.py", "# coding: latin-1\nx = 'ä', y.cuda()\n".encode("latin-1"))
        self.write("broken.py", "torch.cuda(\n")
        names = ["setup.py", "latin.py", "broken.py"]
        reply = self.ask(dict.fromkeys(names, False))
        self.assertEqual([file["path"] for file in reply], names)
        setup, latin, broken = reply
        self.assertEqual(setup["edits"], [{"start": 16, "end": 16, "text": "import torch_musa\n"},
                                          {"start": 32, "end": 36, "text": "musa"}])
        self.assertEqual(setup["decisions"], [
            {"start": 16, "end": 16, "name": "", "to": "import torch_musa", "by": "python"},
            {"start": 32, "end": 36, "name": "cuda", "to": "musa", "by": "python"}])
        self.assertEqual(setup["diagnostics"], [{
            "line": 2, "column": 22, "length": 4, "severity": "warning",
            "message": "'torch.cuda.nvtx' has no counterpart in torch_musa", "note": "Moore Threads' torch_musa has no NVTX ranges; the host's has them"}])
        self.assertEqual(latin["edits"], [{"start": 29, "end": 33, "text": "musa"}])
        self.assertEqual((broken["edits"], broken["diagnostics"][0]["severity"]), ([], "error"))
        nowhere, other = self.ask({"nowhere": False, "src/train.py": False})
        self.assertEqual([each["message"] for each in nowhere["diagnostics"]], ["the file cannot be read: No such file or directory"])
        self.assertEqual((nowhere["edits"], len(other["edits"])), ([], 1))
        self.assertEqual(self.ask({"src/other.py": True})[0]["edits"], [{"start": 0, "end": 0, "text": "import torch_musa\n"}])

    def test_each_file_has_a_reader(self):
        files = rules_of([MUSA_PORT]).files
        self.assertEqual(sorted(name for name in files if name != "*.py"), sorted(MANIFESTS))

    def test_rules_of_a_request(self):
        self.write("setup.py", "import os\n"
                               "f = ['-gencode', 'x', '-lineinfo', '-dc', '-DA_CUDA', 'a.cu', 'CUDA_HOME', os.getenv('B_HOME'), '-lb']\n")
        self.write("rules.json", json.dumps({"format": "musa-port-rules-1", "library": "x", "build": {
            "flags": {"supported": {"-gencode $value": "--offload-arch=$arch"}, "unsupported": {"-dc": {"note": "n"}}},
            "environment": {"supported": {"B_HOME": "C_HOME"}}, "libraries": {"supported": {"b": "c"}}}}))
        setup, = self.ask({"setup.py": False}, "--no-default-rules", "--arch", "mp_22", "-r", "rules.json")
        self.assertEqual(setup["edits"], [{"start": 16, "end": 24, "text": "--offload-arch=mp_22"}, {"start": 27, "end": 32, "text": ""},
                                          {"start": 96, "end": 102, "text": "C_HOME"}, {"start": 109, "end": 110, "text": "c"}])
        # Who asks decides about files and macros. Rules for flags are the last ones.
        self.assertEqual([(each["name"], each["to"], each["by"]) for each in setup["decisions"]], [
            ("-gencode x", "--offload-arch=mp_22", 2), ("-dc", None, 3), ("A_CUDA", "A_CUDA", "macro"), ("a.cu", "a.mu", "file"),
            ("B_HOME", "C_HOME", 0), ("b", "c", 1)])

    def test_architecture_that_is_there(self):
        self.write("src/setup.py", "nvcc = ('-arch=native', '-arch=sm_80')\nb = ['--offload-arch=mp_31', '-arch=sm_80']\n")
        for _ in range(2):
            result = self.run_converter("-r", "src", status=1)
            self.assertEqual(self.tree("src")["setup.py"],
                             b"nvcc = ('--offload-arch=mp_31', '-arch=sm_80')\nb = ['--offload-arch=mp_31']\n")
            self.assertIn("src/setup.py:1:", result.stderr)

    def test_architecture(self):
        self.write("src/setup.py", "nvcc = ['-gencode=arch=compute_80,code=sm_80']\n")
        self.run_converter("-r", "src", "--arch", "mp_22")
        self.assertEqual(self.tree("src")["setup.py"], b"nvcc = ['--offload-arch=mp_22']\n")
        self.assertIn("mp_10", self.run_converter("-r", "src", "--arch", "sm_80", status=2).stderr)

    def test_without_libcst(self):
        without = {"python": (sys.executable, "-B", "-S"), "PYTHONPATH": str(PACKAGE)}
        result = self.run_converter("-r", "src", status=3, **without)
        self.assertIn("LibCST is not installed: `apt-get install python3-libcst`", result.stderr)
        # What the wheel starts says so too.
        project = (PACKAGE.parents[1] / "packaging/python/pyproject.toml.in").read_text()
        module, function = re.search(r'musa-converter = "(.*):(.*)"', project).groups()
        program = subprocess.run([*without["python"], "-c", f"import sys; from {module} import {function}; sys.exit({function}())", "-r", "src"],
                                 cwd=self.work, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        self.assertEqual((program.returncode, program.stderr), (3, result.stderr))


if __name__ == "__main__":
    unittest.main()

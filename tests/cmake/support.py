# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A project outside of the repository, and a musa-port that is installed."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])
GENERATORS = ("Ninja", "Unix Makefiles")


def run(*command, status=0, environment=None):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False,
                          env={**os.environ, "MUSA_HOME": "", **(environment or {})})
    if (done.returncode == 0) != (status == 0):
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout + done.stderr


def in_each_generator(test):
    """Runs a test once for each generator, with a build folder that is not there yet."""
    @functools.wraps(test)
    def run_all(self):
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                test(self, generator)
    return run_all


class ProjectTest(unittest.TestCase):
    """`self.source` and `self.build_folder` are beside each other; a test may move the second."""

    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "a prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.source = self.folder / "source"
        self.build_folder = self.folder / "build"
        # What a generator has compiled the next one has from here.
        os.environ["CCACHE_DIR"] = str(self.folder / "cache")
        self.addCleanup(os.environ.pop, "CCACHE_DIR")

    def write(self, name, text):
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        # Make compares time stamps, and an edit may follow at once on what was written before.
        later = time.time_ns() + 2_000_000
        while time.time_ns() < later:
            pass
        path.touch()
        return path

    def replace(self, name, old, new):
        text = (self.source / name).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def configure(self, generator="Ninja", *options, status=0):
        options = [*options, "-DCMAKE_BUILD_TYPE=Debug"]
        if shutil.which("ccache"):
            options.append("-DCMAKE_MUSA_COMPILER_LAUNCHER=ccache")
        return run("cmake", "-S", self.source, "-B", self.build_folder, "-G", generator,
                   f"-DCMAKE_CXX_COMPILER={os.environ['MUSA_PORT_CXX']}",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", *options, status=status)

    def build(self, status=0):
        """Returns how often was ported, what was compiled, and all that was said."""
        said = run("cmake", "--build", self.build_folder, "-j", "2", status=status)
        compiled = re.findall(r"Building \w+ object \S*?([\w.]+)\.o\b", said)
        return len(re.findall(r"\bPorting ", said)), sorted(compiled), said

    def report(self, port):
        return json.loads((self.build_folder / f"ported/{port}.json").read_text(encoding="utf-8"))

    def program(self, name="app"):
        return run(self.build_folder / name).split()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CMake's language MUSA, and the packages MUSA and MUSAToolkit: project/ is built and run."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])
PROJECT = pathlib.Path(__file__).with_name("project")
GENERATORS = ("Ninja", "Unix Makefiles")


def run(*command, environment=None):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False,
                          env={**os.environ, "MUSA_HOME": "", **(environment or {})})
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.source = self.folder / "source"
        shutil.copytree(PROJECT, self.source)
        self.build_folder = self.folder / "build"

    def configure(self, generator, *options, prefix=BUILD):
        run("cmake", "-S", self.source, "-B", self.build_folder, "-G", generator,
            f"-DCMAKE_CXX_COMPILER={os.environ['MUSA_PORT_CXX']}",
            f"-DCMAKE_MODULE_PATH={prefix}/lib/cmake/MUSA", f"-DCMAKE_PREFIX_PATH={prefix}",
            *options)

    def build(self):
        return run("cmake", "--build", self.build_folder, "--verbose", "-j", "2")

    def program(self, name="main"):
        return run(self.build_folder / name).split()

    def commands(self):
        text = (self.build_folder / "compile_commands.json").read_text(encoding="utf-8")
        return {pathlib.Path(entry["file"]).name: entry["command"] for entry in json.loads(text)}

    def test_language(self):
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                self.configure(generator, "-DCMAKE_BUILD_TYPE=Release")
                self.build()
                self.assertEqual(self.program(), ["44", "210"])
                self.program("only_host")
                if generator != "Ninja":
                    continue  # CMake writes down the commands of its own languages only
                commands = self.commands()
                self.assertRegex(commands["main.mu"], r"/mcc .*-std=gnu\+\+20")
                self.assertIn("-O3", commands["main.mu"])
                self.assertIn("-DFACTOR=3", commands["scale.mu"])
                self.assertNotIn("FACTOR", commands["main.mu"])
                self.assertIn("-fPIC", commands["add.mu"])
                self.assertIn("--offload-arch=mp_21", commands["add.mu"])
                self.assertNotIn("--offload-arch", commands["host.cpp"])

    def test_header_is_a_dependency(self):
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                self.configure(generator)
                self.build()
                self.assertNotRegex(self.build(), r"mcc .*-c ")
                header = self.source / "values.muh"
                text = header.read_text(encoding="utf-8")
                header.write_text(text.replace("OFFSET 1", "OFFSET 2"), encoding="utf-8")
                self.build()
                self.assertEqual(self.program(), ["46", "210"])
                header.write_text(text, encoding="utf-8")

    def test_package(self):
        self.configure("Ninja", "-DVIA_PACKAGE=ON", "-DCMAKE_MODULE_PATH=")
        self.build()
        self.assertEqual(self.program(), ["44", "210"])
        self.assertEqual(self.program("sdk_main"), ["45"])

    @unittest.skipUnless(shutil.which("ccache"), "there is no ccache")
    def test_ccache(self):
        cache = {"CCACHE_DIR": str(self.folder / "cache")}

        def hits():
            text = run("ccache", "--print-stats", environment=cache)
            return sum(int(n) for n in re.findall(r"^(?:direct|preprocessed)_cache_hit\s+(\d+)", text,
                                                  re.MULTILINE))

        os.environ.update(cache)
        self.addCleanup(lambda: [os.environ.pop(key) for key in cache])
        self.configure("Ninja", "-DCMAKE_MUSA_COMPILER_LAUNCHER=ccache")
        self.build()
        self.assertEqual(hits(), 0)
        shutil.rmtree(self.build_folder)
        self.configure("Ninja", "-DCMAKE_MUSA_COMPILER_LAUNCHER=ccache")
        self.build()
        self.assertEqual(hits(), 3)
        self.assertEqual(self.program(), ["44", "210"])
        # What only the device side reads is part of what is cached.
        source = self.source / "add.mu"
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("= __MUSA_ARCH__", "= __MUSA_ARCH__ + 1"), encoding="utf-8")
        self.build()
        self.assertEqual(self.program(), ["44", "211"])

    def test_installed(self):
        prefix = self.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        self.configure("Ninja", "-DVIA_PACKAGE=ON", "-DCMAKE_MODULE_PATH=", prefix=prefix)
        self.build()
        self.assertEqual(self.program(), ["44", "210"])
        self.assertIn(str(prefix / "bin/mcc"), self.commands()["main.mu"])


if __name__ == "__main__":
    unittest.main()

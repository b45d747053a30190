# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel's data: what CMake installs as the component `tool` lies in tool/ beside this."""

from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

TOOL = Path("tool")


class StaticBinaryWheel(bdist_wheel):
    """For any Python on x86-64 Linux: the program in it is static, so that the oldest tag holds."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", "manylinux2014_x86_64"


def data_files():
    """Below the environment's prefix, as an installation by CMake has them."""
    files = [TOOL / "bin/musa-port", *TOOL.glob("include/**/*.h"), *TOOL.glob("lib/cmake/**/*.cmake")]
    return [(str(file.parent.relative_to(TOOL)), [str(file)]) for file in files]


setup(cmdclass={"bdist_wheel": StaticBinaryWheel}, data_files=data_files())

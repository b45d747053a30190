# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which musa-port and which mcc are used."""

import os
import shutil

from .. import _build_info

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class ProgramNotFoundError(RuntimeError):
    """A program that is needed is not there; the message says where it was looked for."""


def find_musa_port():
    """$MUSA_PORT; bin/ of this package; PATH; the build folder that this package comes from."""
    return _find("MUSA_PORT", [
        os.path.join(PACKAGE, "bin", "musa-port"),
        shutil.which("musa-port"),
        _build_info.musa_port,
    ], "musa-port", "Build or install musa-port")


def find_mcc():
    """$MUSACC; $MUSA_HOME/bin, $MUSA_PATH/bin; the mcc that this package was compiled by; PATH."""
    homes = [os.environ.get(variable) for variable in ("MUSA_HOME", "MUSA_PATH")]
    return _find("MUSACC", [
        *(os.path.join(home, "bin", "mcc") for home in homes if home),
        _build_info.mcc,
        shutil.which("mcc"),
    ], "mcc", "Install a MUSA SDK, or musa-port, and name its folder in MUSA_HOME")


def find_cxx():
    """$CXX; the compiler that this package was compiled by; c++ in PATH."""
    return _find("CXX", [_build_info.cxx_compiler, shutil.which("c++")], "a C++ compiler", "Install one")


def find_ninja():
    """ninja in PATH."""
    ninja = shutil.which("ninja")
    if not ninja:
        raise ProgramNotFoundError(
            "ninja is not in PATH, and extensions are built with it. Install it: `apt-get install ninja-build`, or "
            "`pip install ninja`."
        )
    return ninja


def _find(variable, places, what, remedy):
    asked_for = os.environ.get(variable)
    if asked_for:
        program = shutil.which(asked_for)
        if not program:
            raise ProgramNotFoundError(f"{variable} is set to '{asked_for}', which is no program.")
        return os.path.abspath(program)
    for place in places:
        if place and os.access(place, os.X_OK) and not os.path.isdir(place):
            return os.path.abspath(place)
    looked = ", ".join(place for place in places if place)
    raise ProgramNotFoundError(
        f"{what} was not found: {variable} is not set, it is not in PATH, and not here: {looked or 'nowhere else'}. "
        f"{remedy}, or set {variable} to the program."
    )

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads the extension, and says what is wrong where that fails."""

import glob
import importlib
import os
import re
import shutil
import subprocess
import sys

import torch

from . import _build_info

PACKAGE = os.path.dirname(os.path.abspath(__file__))


def load():
    """The extension `torch_musa._MUSAC`."""
    check_torch_version(torch.__version__)
    try:
        return importlib.import_module("torch_musa._MUSAC")
    except ImportError as error:
        raise ImportError(explain(str(error))) from error


def check_torch_version(version):
    release = re.match(r"\d+\.\d+\.\d+", version)
    if not release or release.group() != _build_info.torch_version:
        raise ImportError(
            f"torch_musa was built with PyTorch {_build_info.torch_version}, and this is PyTorch {version}. "
            "PyTorch's C++ interface differs between versions: "
            f"install torch=={_build_info.torch_version}, or build torch_musa with this one."
        )


def explain(message):
    """What the loader's message means, where it looked, and what to do."""
    missing = re.match(r"(\S+): cannot open shared object file", message)
    if missing:
        return explain_missing_library(missing.group(1))
    undefined = re.search(r"(\S+): undefined symbol: (\S+)", message)
    if undefined:
        return explain_undefined_symbol(*undefined.groups())
    if "_MUSAC" in message:
        return explain_missing_extension(message)
    return f"torch_musa could not be loaded: {message}"


def library_folders():
    """The folders in which a MUSA SDK, or musa-port, has its libraries."""
    roots = [os.environ.get("MUSA_HOME"), os.environ.get("MUSA_PATH"), "/usr/local/musa"]
    return list(dict.fromkeys(os.path.join(root, "lib") for root in roots if root))


def explain_missing_library(library):
    looked = [os.path.join(PACKAGE, "lib")]
    variable = os.environ.get("LD_LIBRARY_PATH")
    looked += [folder for folder in (variable or "").split(":") if folder]
    lines = [f"The library {library}, which torch_musa needs, was not found.", "It was looked for in:"]
    lines += [f"  {folder}" for folder in looked]
    lines.append("  the folders that torch_musa was linked with, and those of the system (ldconfig -p)")
    if not variable:
        lines.append("  (LD_LIBRARY_PATH is not set)")

    found = [folder for folder in library_folders() if os.path.exists(os.path.join(folder, library))]
    if found:
        lines.append(f"It is in {found[0]}. Run this, then try again:")
        lines.append(f"  export LD_LIBRARY_PATH={found[0]}" + (":$LD_LIBRARY_PATH" if variable else ""))
    else:
        lines.append("It is not in " + ", ".join(library_folders()) + " either.")
        lines.append("Install the MUSA library that it belongs to (or musa-port, which has them for the CPU). If it is")
        lines.append("installed elsewhere, name its folder in LD_LIBRARY_PATH.")
    return "\n".join(lines)


def demangled(symbol):
    tool = shutil.which("c++filt") or shutil.which("llvm-cxxfilt")
    if not tool:
        return symbol
    return subprocess.run([tool, symbol], capture_output=True, text=True, check=False).stdout.strip() or symbol


def explain_undefined_symbol(library, symbol):
    return "\n".join([
        f"{library} needs this, and no library that is loaded has it:",
        f"  {demangled(symbol)}",
        f"The symbol is {symbol}. The libraries do not belong together: either PyTorch is not the one that",
        f"torch_musa was built with ({_build_info.torch_version}), or a MUSA library is of another version.",
        f"`ldd {library}` shows which are loaded; build torch_musa anew with those.",
    ])


def explain_missing_extension(message):
    built = [os.path.basename(path) for path in glob.glob(os.path.join(PACKAGE, "_MUSAC*.so"))]
    if not built:
        return "\n".join([
            f"{PACKAGE} has no extension _MUSAC: it is not built, or this is the folder of its source, which Python",
            "finds first when it runs there. Build torch_musa, or run Python in another folder.",
        ])
    return "\n".join([
        f"The extension of torch_musa could not be imported: {message}",
        f"{PACKAGE} has {', '.join(sorted(built))}, and this is Python "
        f"{sys.version_info.major}.{sys.version_info.minor}.",
        "If the versions differ, build torch_musa with this Python.",
    ])

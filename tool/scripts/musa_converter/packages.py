# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds packages of CUDA's among the requirements of a project."""

import re
from fnmatch import fnmatchcase

# "cupy-cuda12x[all] >= 13; python_version > '3.8'"
REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:[\[<>=!~;@].*)?", re.DOTALL)
NOTE = "take it out, or write what there is for MUSA; likewise the others that this file may have"


def cudas_package(requirement, rules):
    """The name of the package, if it is one of CUDA's; else None."""
    match = REQUIREMENT.fullmatch(requirement)
    name = match and match[1].lower().replace("_", "-")
    return match[1] if name and any(fnmatchcase(name, pattern) for pattern in rules["packages"]) else None


def message(package):
    return f"the package '{package}' is for CUDA"

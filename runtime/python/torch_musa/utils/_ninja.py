# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A library that ninja builds: what it is made of, and how."""

import os
import shlex
import subprocess
import sys
import warnings
from dataclasses import dataclass

from . import _left_out, _programs


class BuildError(RuntimeError):
    """An extension could not be built; the message has what the compiler said."""


@dataclass(frozen=True)
class Compiler:
    """A program, and the options that it compiles with."""

    program: str
    options: list[str]


@dataclass(frozen=True)
class Library:
    """A shared library: which compiler each source has, by its extension, and how it is linked."""

    output: str
    sources: list[str]
    compilers: dict[str, Compiler]
    linker: Compiler

    def compiler_of(self, source):
        extension = os.path.splitext(source)[1]
        if extension not in self.compilers:
            known = ", ".join(sorted(self.compilers))
            hint = "; musa-port makes a .mu of it" if extension == ".cu" else ""
            raise BuildError(f"'{source}' is no source of an extension for MUSA: these are {known}{hint}")
        return self.compilers[extension]


def build(library, folder, show=True):
    """Build it in a folder. The commands' output is shown as it comes, or is in the error alone.

    A source whose kernels need more shared memory than there is is left out, with a warning."""
    os.makedirs(folder, exist_ok=True)
    write_if_changed(os.path.join(folder, "build.ninja"), _ninja_file(library))
    os.makedirs(os.path.dirname(library.output), exist_ok=True)
    _run(_command(folder), show)
    for source in library.sources:
        reason = _left_out.reason(os.path.join(folder, _object_of(os.path.abspath(source))))
        if reason:
            warnings.warn(f"'{source}' is left out, and functions of it throw an error:\n{reason.rstrip()}", stacklevel=2)


def is_up_to_date(library, folder):
    """Whether building it would do nothing."""
    path = os.path.join(folder, "build.ninja")
    if not os.path.exists(path) or not os.path.exists(library.output):
        return False
    with open(path, encoding="utf-8") as file:
        if file.read() != _ninja_file(library):
            return False
    dry_run = subprocess.run([*_command(folder), "-n"], capture_output=True, text=True, check=False)
    return "no work to do" in dry_run.stdout


def _command(folder):
    command = [_programs.find_ninja(), "-C", folder]
    jobs = os.environ.get("MAX_JOBS")
    if jobs:
        if not jobs.isdecimal() or int(jobs) == 0:
            raise BuildError(f"MAX_JOBS is '{jobs}', and a number of processes is expected")
        command += ["-j", jobs]
    return command


def _run(command, show):
    said = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            said.append(line)
            if show:
                sys.stdout.write(line)
                sys.stdout.flush()
    if process.returncode:
        failed = [i for i, line in enumerate(said) if line.startswith("FAILED: ")]
        raise BuildError("".join(said[failed[0]:] if failed else said).rstrip())


def write_if_changed(path, text):
    """Write a file; one that has this text already keeps its time stamp."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _ninja_file(library):
    names = {extension: f"compile_{extension[1:]}" for extension in library.compilers}
    launcher = _escape(shlex.join([sys.executable, "-S", _left_out.__file__]))
    lines = ["ninja_required_version = 1.5"]
    for extension, compiler in library.compilers.items():
        command = shlex.join([compiler.program, *compiler.options])
        lines += [
            f"rule {names[extension]}",
            f"  command = {launcher} compile $out {_escape(command)} -MD -MF $out.d -c $in -o $out",
            "  depfile = $out.d",
            "  deps = gcc",
            "  description = compiling $in",
        ]
    options = _escape(shlex.join(library.linker.options))
    lines += [
        "rule link",
        f"  command = {launcher} link {_escape(shlex.quote(library.linker.program))} @$out.rsp {options} -o $out",
        "  rspfile = $out.rsp",
        "  rspfile_content = $in",
        "  description = linking $out",
    ]
    objects = []
    for source in library.sources:
        library.compiler_of(source)
        source = os.path.abspath(source)
        objects.append(_object_of(source))
        lines.append(f"build {_escape_path(objects[-1])}: {names[os.path.splitext(source)[1]]} {_escape_path(source)}")
    lines.append(f"build {_escape_path(os.path.abspath(library.output))}: link {' '.join(map(_escape_path, objects))}")
    return "\n".join(lines) + "\n"


def _object_of(source):
    """An object's name in the build folder: sources in other folders of the same name have others."""
    relative = os.path.relpath(source)
    return os.path.join("objects", *("up" if part == os.pardir else part for part in relative.split(os.sep))) + ".o"


def _escape(text):
    return text.replace("$", "$$")


def _escape_path(path):
    return "".join("$" + character if character in "$ :\n" else character for character in path)

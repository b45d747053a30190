# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks musa-port, which decides what names and words become in scripts of all kinds (docs/reference/converter.md)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = "musa-port"


class MusaPortError(Exception):
    """musa-port gave no answer; the message says why."""


class MusaPort:
    """A run of musa-port. It starts with the first question. `command`: the program, and the options that choose its rules."""

    def __init__(self, command):
        self.command = command
        self.process = None
        self.folders = {}

    def ask(self, question, **details):
        try:
            self.process = self.process or subprocess.Popen(
                [*self.command, "--answer-words"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.process.stdin.write(json.dumps({"ask": question, **details}).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # musa-port has printed the reason; readline() finds no answer
        except OSError as error:
            raise MusaPortError(f"{self.command[0]} cannot be started: {error.strerror}") from error
        answer = self.process.stdout.readline()
        if not answer:
            raise MusaPortError(f"{self.command[0]} ended with status {self.process.wait()}")
        try:
            return json.loads(answer)
        except ValueError as error:
            raise MusaPortError(f"{self.command[0]} gave an answer that is not JSON: {error}") from error

    def is_toolkit(self, folder):
        """Whether CUDA is installed in this folder."""
        if folder not in self.folders:
            self.folders[folder] = self.ask("folder", path=folder)["toolkit"]
        return self.folders[folder]


def find_musa_port():
    """The program that MUSA_PORT names, the one beside this program or this interpreter, or the one in PATH."""
    if os.environ.get("MUSA_PORT"):
        return os.environ["MUSA_PORT"]
    for program in (os.path.realpath(sys.argv[0]), sys.executable):
        beside = Path(program).with_name(PROGRAM)
        if os.access(beside, os.X_OK):
            return str(beside)
    found = shutil.which(PROGRAM)
    if found is None:
        raise MusaPortError(f"{PROGRAM} is neither beside this program nor in PATH; MUSA_PORT names another one")
    return found

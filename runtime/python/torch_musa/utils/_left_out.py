# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources with kernels that an architecture has too little shared memory for: an extension is built without them.

    _left_out.py compile OBJECT MCC...    compile; where mcc says no more than that, write an object with nothing in it
    _left_out.py link MCC... @FILE ...    link; functions of such sources throw an error that says why

What mcc has said is kept beside the object, in OBJECT.left_out; `reason()` reads it.
"""

import ctypes
import os
import re
import shlex
import subprocess
import sys

ERROR = re.compile(r"(^|: )(fatal )?error: ")
TOO_LARGE = re.compile(r"(^|: )error: shared memory \(\d+\) exceeds limit \(\d+\)")
UNDEFINED = re.compile(r"undefined (?:symbol: |reference to [`'])([^'\s]+)")


def reason(object_file):
    """What mcc said of a source that was left out; None for one that is there."""
    try:
        with open(object_file + ".left_out", encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _compile(object_file, command):
    result = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    note = object_file + ".left_out"
    errors = [line for line in result.stderr.splitlines() if ERROR.search(line)]
    if result.returncode == 0 or not errors or not all(map(TOO_LARGE.search, errors)):
        sys.stderr.write(result.stderr)
        if os.path.exists(note):
            os.remove(note)
        return result.returncode
    with open(note, "w", encoding="utf-8") as file:
        file.write("\n".join(errors) + "\n")
    return _compile_text(command[0], "", object_file)


def _link(command):
    (objects,) = (argument[1:] for argument in command if argument.startswith("@"))
    with open(objects, encoding="utf-8") as file:
        left_out = [name for name in shlex.split(file.read()) if reason(name)]
    if not left_out:
        return subprocess.run(command, check=False).returncode
    output = command[command.index("-o") + 1]
    # What an interpreter has is found when the extension is loaded; the rest is what the sources would have defined.
    said = subprocess.run([*command, "-Wl,--no-undefined,--warn-unresolved-symbols,--no-demangle"],
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if said.returncode:
        sys.stderr.write(said.stderr)
        return said.returncode
    missing = sorted(name for name in set(UNDEFINED.findall(said.stderr)) if not hasattr(ctypes.pythonapi, name))
    stubs = output + ".left_out.o"
    status = _compile_text(command[0], _stubs(missing, left_out), stubs)
    return status or subprocess.run([*command, stubs], check=False).returncode


def _stubs(symbols, left_out):
    names = ", ".join(os.path.basename(name).removesuffix(".o") for name in left_out)
    text = "#include <stdexcept>\n"
    for index, symbol in enumerate(symbols):
        message = f"this function is not there: its source ({names}) was left out, since its kernels need more shared memory"
        text += f'void f{index}() __asm__("{symbol}");\nvoid f{index}() {{ throw std::runtime_error("{message}"); }}\n'
    return text


def _compile_text(compiler, text, object_file):
    command = [compiler, "-x", "c++", "-fPIC", "-c", "-", "-o", object_file]
    return subprocess.run(command, input=text, text=True, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1] == "compile":
        sys.exit(_compile(sys.argv[2], sys.argv[3:]))
    sys.exit(_link(sys.argv[2:]))

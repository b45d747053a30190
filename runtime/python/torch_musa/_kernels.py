# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that are written while a program runs. MTRTC compiles them, and a folder keeps what is compiled."""

import contextlib
import functools
import hashlib
import os
import tempfile

from . import _MUSAC, _build_info


def load(folder, name, source, headers=(), options=()):
    """A kernel, `extern "C"` in the source. It is called with the number of blocks, the threads of a block, and its arguments:
    tensors, which are pointers in the kernel, and numbers, int64_t and double. It runs on the device of its tensors.

    headers: (name in #include, text). The folder is made if it is not there; without one that can be written, each process
    compiles anew."""
    parts = [name, source, *(part for header in headers for part in header), *options, _compiler()]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    path = os.path.join(folder, key[:2], f"{key}.fatbin")
    try:
        with open(path, "rb") as file:
            binary = file.read()
    except OSError:
        binary = _MUSAC._compile_kernel(f"{name}.mu", source, list(headers), list(options))
        with contextlib.suppress(OSError):
            _write(path, binary)
    return _MUSAC._Kernel(binary, name)


def _write(path, content):
    """Another process sees the whole file, or none."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)  # mkstemp() lets nobody else read it
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


@functools.lru_cache(None)
def _compiler():
    """The compiler that is loaded: its files and their times, since a build may replace it under the same version."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        libraries = {line.split(maxsplit=5)[5].rstrip("\n") for line in maps if "/libmtrtc" in line}
    files = [path for path in [*sorted(libraries), _build_info.mcc] if os.path.exists(path)]
    return " ".join(f"{path} {os.stat(path).st_mtime_ns}" for path in files)

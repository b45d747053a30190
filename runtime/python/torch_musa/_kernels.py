# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that are written while a program runs. MTRTC compiles them, and a folder keeps what is compiled."""

import contextlib
import functools
import hashlib
import os
import tempfile

import torch

from . import _MUSAC, _build_info

# The elements of tensors in memory.
TYPES = {
    torch.bool: "bool",
    torch.uint8: "uint8_t",
    torch.uint16: "uint16_t",
    torch.uint32: "uint32_t",
    torch.uint64: "uint64_t",
    torch.int8: "int8_t",
    torch.int16: "int16_t",
    torch.int32: "int32_t",
    torch.int64: "int64_t",
    torch.float16: "__half",
    torch.bfloat16: "__mt_bfloat16",
    torch.float32: "float",
    torch.float64: "double",
    torch.complex64: "std::complex<float>",
    torch.complex128: "std::complex<double>",
}
_HEADERS = {"std::complex": "complex", "__mt_bfloat16": "musa_bf16.h", "__half": "musa_fp16.h", "int64_t": "cstdint"}
_OPTIONS = ["--std=c++17", "-O3", "-fwrapv"]  # integers overflow as PyTorch's


def load(folder, name, source, headers=()):
    """A kernel, `extern "C"` in the source. It is called with the number of blocks, the threads of a block, and its arguments:
    tensors, which are pointers in the kernel, and numbers, int64_t and double. It runs on the device of its tensors.

    source: with TYPES, whose headers are included before it. headers: (name in #include, text) of others. The folder is made if it is not there; without one that can be written, each process
    compiles anew."""
    source = "".join(f"#include <{header}>\n" for word, header in _HEADERS.items() if word in source) + source
    parts = [name, source, *(part for header in headers for part in header), *_OPTIONS, _compiler()]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    path = os.path.join(folder, key[:2], f"{key}.fatbin")
    try:
        with open(path, "rb") as file:
            binary = file.read()
    except OSError:
        binary = _MUSAC._compile_kernel(f"{name}.mu", source, list(headers), _OPTIONS)
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

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What strings become that name something of CUDA's as a whole."""

import re

# A name of the environment, as programs give it to getenv(): "CUDA_HOME".
_VARIABLE = re.compile(r'"(CUDA(_\w+|ARCHS|CXX|FLAGS)|(TORCH_)?NCCL_\w+|NVIDIA_\w+|\w+_CUDA(_\w+)?)=?"')
_LIBRARY = re.compile(r"(?<![\w-])lib(cuda|cudart|cublas|cublasLt|cufft|curand|cusparse|cusolver|cupti|nccl|nvrtc)\.so(\.\d+)*$")
_LIBRARIES = {"cuda": "musa", "cudart": "musart", "cupti": "mupti", "cusolver": "musolver", "nccl": "mccl", "nvrtc": "mtrtc"}
_FOLDER = re.compile(r"(^|[:;=]|^-.)/(?:usr/local|opt)/cuda(?:-[\d.]+)?(?![\w.-])")
_DEVICE = re.compile(r'"cuda((:\d+)?)"')


def variable_of_musa(literal):
    """What MUSA calls the variable of the environment that a literal is; None if it is none."""
    if not _VARIABLE.fullmatch(literal) or literal != literal.upper():
        return None
    name = literal.replace("NVIDIA_", "MTHREADS_").replace("CUDA", "MUSA").replace("NCCL", "MCCL")
    return {'"MUSACXX"': '"MUSACC"', '"MCCL_ALGO"': '"MCCL_ALGOS"', '"MCCL_PROTO"': '"MCCL_PROTOS"'}.get(name, name)


def path_of_musa(literal):
    """The literal with the file of a library, and the toolkit's folder, as MUSA has them; None if it has neither."""
    text = literal[1:-1]
    ported = _FOLDER.sub(r"\1/usr/local/musa", text)
    if ported != text:
        ported = ported.replace("/lib64", "/lib")
    ported = _LIBRARY.sub(lambda match: f"lib{_LIBRARIES.get(match[1], match[1].replace('cu', 'mu', 1))}.so", ported)
    return f'"{ported}"' if ported != text and literal[0] == '"' else None


def device_of_musa(literal, function):
    """What PyTorch calls the device for MUSA that a literal is; None if it is none, or no `function` of PyTorch's gets it."""
    match = _DEVICE.fullmatch(literal)
    return f'"musa{match[1]}"' if match and function in ("Device", "device", "to") else None

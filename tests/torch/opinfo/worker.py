# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the operators whose numbers come in by standard input, a result's JSON a line.

It is a process of its own, so that a kernel that crashes takes one operator with it.
"""

import argparse
import ctypes
import dataclasses
import json
import os
import sys

import torch
from torch_musa import cpu_fallback, jiterator

# The database makes functions of torch.cuda.jiterator when it is imported.
torch.cuda.jiterator._create_jit_fn = jiterator._create_jit_fn
torch.cuda.jiterator._create_multi_output_jit_fn = jiterator._create_multi_output_jit_fn

from torch.testing._internal.common_methods_invocations import op_db  # noqa: E402

import check  # noqa: E402


class Trace:
    """What the device was told to do, as the preloaded library has seen it (trace.cpp)."""

    def __init__(self):
        self.library = ctypes.CDLL(None)
        self.library.musaTraceNames.restype = ctypes.c_char_p

    def start(self):
        self.library.musaTraceEnable(1)

    def stop(self):
        self.library.musaTraceEnable(0)

    def take(self):
        count = self.library.musaTraceCount()
        names = self.library.musaTraceNames().decode(errors="replace").split("\n")
        self.library.musaTraceReset()
        return count, [name for name in names if name]


def main():
    parser = argparse.ArgumentParser()
    for field in dataclasses.fields(check.Options):
        if field.type is not bool:
            parser.add_argument(f"--{field.name}", type=field.type, default=field.default)
    parser.add_argument("--no-backward", dest="backward", action="store_false")
    options = check.Options(**vars(parser.parse_args()))
    torch.set_num_threads(1)
    # What operators print is not mixed with the results.
    results = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    trace = Trace()
    for line in sys.stdin:
        op = op_db[int(line)]
        trace.take()
        before = dict(cpu_fallback.counts())
        result = check.check(op, options, trace)
        result.launches, result.kernels = trace.take()
        result.kernels = result.kernels[:8]
        after = cpu_fallback.counts()
        result.fell_back = sorted(name for name in after if after[name] > before.get(name, 0))
        torch.musa.empty_cache()
        record = {**dataclasses.asdict(result), "passed": result.passed()}
        print(json.dumps(record), file=results, flush=True)


main()

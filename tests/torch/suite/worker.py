# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tests of a file of PyTorch's test suite on device musa.

    worker.py FILE --list    prints the tests' names, Class.test
    worker.py FILE           reads such names from standard input and writes a result's JSON for each

What is asked of the device is what PyTorch asks of CUDA: the file is read with musa in place of cuda, and what
the framework has for CUDA alone (data types, tolerances, skips) holds for musa.
"""

import ast
import itertools
import json
import os
import re
import sys
import traceback
import types
import unittest
from pathlib import Path

import torch
import torch_musa  # registers the device before the file asks which there are
from torch.testing._internal import common_device_type
from torch.testing._internal.opinfo import core
from torch_musa import jiterator


def hold_for_musa():
    # PyTorch's database makes functions of these when it is imported.
    torch.cuda.jiterator._create_jit_fn = jiterator._create_jit_fn
    torch.cuda.jiterator._create_multi_output_jit_fn = jiterator._create_multi_output_jit_fn
    common_device_type.onlyCUDA = common_device_type.onlyPRIVATEUSE1
    common_device_type.dtypesIfCUDA = common_device_type.dtypesIfPRIVATEUSE1
    common_device_type.skipCUDAIf = common_device_type.skipPRIVATEUSE1If
    common_device_type.expectedFailureCUDA = common_device_type.expectedFailure("musa")
    base = common_device_type.PrivateUse1TestBase
    base.no_magma, base.no_cudnn, base.has_cudnn = True, True, lambda self: False
    data_types = base._get_dtypes.__func__

    @classmethod
    def data_types_of_musa(cls, test):
        # The framework asks for the device's name when it has made a first test, and that is any, by the order of a
        # set: without its name that test would have the data types of other devices.
        cls._init_and_get_primary_device()
        return data_types(cls, test)

    base._get_dtypes = data_types_of_musa
    is_active = core.DecorateInfo.is_active

    def is_active_on_cuda(self, cls_name, test_name, device_type, dtype, param_kwargs):
        device_type = "cuda" if device_type in ("musa", "privateuse1") else device_type
        return is_active(self, cls_name, test_name, device_type, dtype, param_kwargs)

    core.DecorateInfo.is_active = is_active_on_cuda
    for name in ("supported_dtypes", "supported_backward_dtypes"):
        of_device = getattr(core.OpInfo, name)
        setattr(core.OpInfo, name, lambda self, device, of_device=of_device:
                of_device(self, "cuda" if device in ("musa", "privateuse1") else device))


class Musa(ast.NodeTransformer):
    """Device names, torch.cuda, is_cuda and cuda()."""

    def visit_Constant(self, node):
        if isinstance(node.value, str) and re.fullmatch(r"cuda(:\d*)?", node.value):
            node.value = node.value.replace("cuda", "musa")
        return node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        node.attr = {"cuda": "musa", "is_cuda": "is_musa"}.get(node.attr, node.attr)
        return node


def load(path):
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    sys.modules[path.stem] = module
    exec(compile(Musa().visit(ast.parse(path.read_text())), str(path), "exec"), vars(module))
    return module


def device_tests(module):
    """Those that PyTorch's framework has made for the device; the others are of no device."""
    tests = []
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, unittest.TestCase) and name.endswith("PRIVATEUSE1"):
            tests += [f"{name}.{test}" for test in unittest.defaultTestLoader.getTestCaseNames(value)]
    return tests


class Outcome(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.state, self.reason = "passed", ""

    def addSkip(self, test, reason):
        if self.state != "failed":  # a subtest may have been before
            self.state, self.reason = "skipped", reason

    def addExpectedFailure(self, test, error):
        self.state, self.reason = "failed as PyTorch expects", ""

    def addError(self, test, error):
        self.note(error)

    def addFailure(self, test, error):
        self.note(error)

    def addSubTest(self, test, subtest, error):
        if error:
            self.note(error)

    def addUnexpectedSuccess(self, test):
        self.state, self.reason = "failed", "PyTorch expects this test to fail, and it passes"

    def note(self, error):
        if self.state == "failed":
            return
        lines = "".join(traceback.format_exception_only(error[0], error[1])).split("\n")
        text = itertools.takewhile(lambda line: not line.startswith("To execute this test"), lines)
        self.state, self.reason = "failed", " ".join(" ".join(text).split())[:400]
        if "-v" in sys.argv:
            traceback.print_exception(*error)


def main():
    path = Path(sys.argv[1])
    sys.path.insert(0, str(path.parent))
    listing = "--list" in sys.argv
    results = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.argv[1:] = [argument for argument in sys.argv if argument == "-v"]
    torch.set_num_threads(1)
    hold_for_musa()
    module = load(path)
    if listing:
        print("\n".join(device_tests(module)), file=results)
        return
    for line in sys.stdin:
        class_name, _, test = line.strip().partition(".")
        outcome = Outcome()
        unittest.TestSuite([getattr(module, class_name)(test)]).run(outcome)
        if torch_musa.is_initialized():
            torch.musa.synchronize()
        print(json.dumps([outcome.state, outcome.reason]), file=results, flush=True)


if __name__ == "__main__":
    main()

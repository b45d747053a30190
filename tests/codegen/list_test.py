# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa_functions.yaml itself: all that PyTorch has for CUDA is in it, or left out with a reason."""

import fnmatch
import re
import unittest
from collections import Counter

from support import LIST, CodegenTest, functions_file, pytorch_functions, registered
from pytorch import COUNTERPARTS


def left_out():
    """(pattern of functions, dispatch key or None): of the comment at the top of the list."""
    found = []
    for names in re.findall(r"^#   (.+?): .+$", LIST.read_text(), re.MULTILINE):
        for name in names.split(", "):
            pattern, _, key = name.partition(" ")
            found.append((pattern, key.strip("()") or None))
    return found


def for_cuda():
    """(function, dispatch key of musa): what PyTorch has for CUDA, delegating functions included."""
    functions = pytorch_functions()
    for name, f in functions.functions.items():
        group = functions.structured_group(f)
        for key, counterpart in COUNTERPARTS.items():
            delegate = group.out if group and f.structured_delegate and key.name == "PrivateUse1" else f
            if counterpart in functions.kernels[delegate.func.name]:
                yield name, key.name


class List(CodegenTest):
    def setUp(self):
        super().setUp()
        self.text = LIST.read_text()

    def listed(self):
        diagnostics = functions_file.Diagnostics("", self.text)
        for entry in functions_file.read(self.text, diagnostics):
            for key, _ in entry.dispatch or [("PrivateUse1", None)]:
                yield entry.func.text, str(key)

    def test_complete(self):
        listed, patterns = set(self.listed()), left_out()
        used = set()
        for function, key in for_cuda():
            matching = [p for p in patterns if fnmatch.fnmatchcase(function, p[0]) and p[1] in (None, key)]
            used.update(matching)
            with self.subTest(function, key=key):
                self.assertEqual(bool(matching), (function, key) not in listed)
        self.assertEqual(used, set(patterns), "a pattern that leaves out nothing")

    def test_each_entry_is_registered_once(self):
        files = self.generate(self.text, shards=8)
        sources = [text for name, text in files.items() if name.startswith("RegisterMUSA_")]
        self.assertEqual(len(sources), 8)
        found = Counter(key for source in sources for key in registered(source))
        expected = {(f"aten, {key}", function) for function, key in self.listed()}
        self.assertEqual(set(found), expected)
        self.assertEqual(set(found.values()), {1})

    def test_shards_are_of_a_size(self):
        files = self.generate(self.text, shards=8)
        sizes = [len(text) for name, text in files.items() if name.startswith("RegisterMUSA_")]
        self.assertLess(max(sizes), 3 * min(sizes))

    def test_direct_calls_of_ported_code(self):
        files = self.generate(self.text)
        self.assertIn("TORCH_API at::Tensor & cumsum_out(", files["ATen/ops/cumsum_musa_dispatch.h"])
        self.assertIn("#include <ATen/ops/cumsum_musa_dispatch.h>", files["ATen/MUSAFunctions.h"])
        self.assertRegex(files["RegisterMUSA_0.cpp"], r"\nat::Tensor & cumsum_out\(")
        self.assertIn("TORCH_IMPL_FUNC(ufunc_add_CUDA)", files["UfuncCUDA_add.cu"])


if __name__ == "__main__":
    unittest.main()

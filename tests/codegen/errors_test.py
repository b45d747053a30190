# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each wrong entry: an error at its place that names the entry and the mend."""

import re
import unittest

from support import CodegenTest, resolve


class Errors(CodegenTest):
    def assert_errors(self, text, *expected):
        """`expected`: for each error, in order, 'LINE:COLUMN' and parts of the message."""
        _, errors = resolve(text)
        found = re.findall(r"^musa_functions.yaml:(\d+:\d+): error: (.*)$", errors, re.MULTILINE)
        self.assertEqual([place for place, _ in found], [place for place, *_ in expected], errors)
        for (_, message), (_, *parts) in zip(found, expected):
            for part in parts:
                self.assertIn(part, message)

    def assert_no_errors(self, text):
        self.assertEqual(resolve(text)[1], "")

    # ----------------------------------------------------------------------------- functions

    def test_unknown_function(self):
        self.assert_errors("- func: trill\n", ("1:9", "no function 'trill'", "did you mean 'tril'?"))
        self.assert_errors("- func: add.Tensro\n", ("1:9", "did you mean 'add.Tensor'?"))
        self.assert_errors("- func: add\n", ("1:9", "it has add.Tensor, add.out"))
        self.assert_errors("- func: aten::tril\n", ("1:9", "did you mean 'tril'?"))
        self.assert_errors("- func: xqzzqx\n", ("1:9", "native_functions.yaml"))

    def test_listed_twice(self):
        self.assert_errors(
            "- func: nonzero\n- func: abs.out\n- func: nonzero\n  dispatch:\n    PrivateUse1: Nonzero\n",
            ("3:9", "'nonzero' is listed twice for PrivateUse1", "line 1", "remove one"),
        )
        self.assert_errors(
            "- func: relu\n  dispatch: SparsePrivateUse1, SparsePrivateUse1\n",
            ("1:9", "'relu' is listed twice for SparsePrivateUse1"),
        )
        self.assert_no_errors("- func: relu\n- func: relu\n  dispatch: SparsePrivateUse1\n")

    def test_nothing_to_take_over(self):
        self.assert_errors(
            "- func: abs\n", ("1:9", "'abs' needs no entry", "CompositeExplicitAutograd", "remove it")
        )
        self.assert_errors(
            "- func: softmax.int\n", ("1:9", "'softmax.int' needs no entry", "CompositeImplicitAutograd")
        )
        self.assert_errors(
            "- func: mkldnn_linear\n", ("1:9", "no CUDA implementation", "dispatch: PrivateUse1: NAME")
        )
        self.assert_errors("- func: _indices\n", ("1:9", "no CUDA implementation", "'dispatch: SparsePrivateUse1'"))
        self.assert_errors(
            "- func: nonzero\n  dispatch: SparsePrivateUse1\n",
            ("1:9", "no SparseCUDA implementation of 'nonzero'", "dispatch: SparsePrivateUse1: NAME"),
        )

    # ------------------------------------------------------------------------- dispatch keys

    def test_unknown_dispatch_key(self):
        self.assert_errors(
            "- func: nonzero\n  dispatch: {PrivatUse1: F}\n", ("2:14", "'nonzero'", "did you mean 'PrivateUse1'?")
        )
        self.assert_errors("- func: nonzero\n  dispatch:\n    CUDA: F\n", ("3:5", "'CUDA'", "PrivateUse1 for it"))
        self.assert_errors(
            "- func: relu\n  dispatch:\n    SparsePrivateUse1, SparseCUDA: F\n",
            ("3:24", "'SparseCUDA'", "SparsePrivateUse1 for it"),
        )
        self.assert_errors("- func: nonzero\n  dispatch: Foo\n", ("2:13", "'Foo'", "QuantizedPrivateUse1"))
        self.assert_errors("- func: nonzero\n  dispatch:\n    CPU: F\n", ("3:5", "'CPU'", "one of PrivateUse1"))

    def test_nothing_follows_from_a_wrong_key(self):
        self.assert_errors("- func: tril\n- func: tril.out\n  dispatch: {PrivatUse1: A}\n", ("3:14", "PrivatUse1"))
        self.assert_errors("- func: tril\n- func: tril.out\n  dispatch: {PrivateUse1: a-b}\n", ("3:27", "a-b"))

    def test_names(self):
        for name in ("at::musa::F", "3F", "F-G", "F()", "'F '"):
            with self.subTest(name):
                self.assert_errors(
                    f"- func: nonzero\n  dispatch:\n    PrivateUse1: {name}\n",
                    ("3:18", "'nonzero'", name.strip("'"), "letters, digits and '_'"),
                )
        self.assert_errors(
            "- func: isnan\n  dispatch:\n    PrivateUse1: Isnan_symint\n",
            ("3:18", "'isnan'", "SymInt", "choose another name"),
        )
        self.assert_errors(
            "- func: tril.out\n  dispatch:\n    PrivateUse1: Tril_symint\n",
            ("3:18", "'tril.out'", "choose another name"),
        )
        self.assert_no_errors("- func: narrow_copy\n  dispatch:\n    PrivateUse1: MusaNarrowCopy_symint\n")

    def test_names_that_are_taken(self):
        self.assert_errors(
            "- func: tril.out\n  dispatch: {PrivateUse1: F}\n- func: triu.out\n  dispatch: {PrivateUse1: F}\n",
            ("2:27", "'tril.out'", "'structured_F'", "rename"),
            ("4:27", "'triu.out'", "'structured_F'", "rename"),
        )
        self.assert_errors(
            "- func: tril.out\n  structured_inherits: none\n  dispatch: {PrivateUse1: tril}\n",
            ("3:27", "'tril.out'", "'structured_tril'", "meta function", "rename"),
        )
        self.assert_errors(
            "- func: nonzero\n  dispatch: {PrivateUse1: nonzero_out}\n",
            ("2:27", "'nonzero'", "at::musa::nonzero_out is generated", "choose another name"),
        )
        self.assert_errors(
            "- func: nonzero\n- func: isnan\n  dispatch: {PrivateUse1: nonzero}\n",
            ("3:27", "'isnan'", "choose another name"),
        )
        # Two functions of the same signature may have one implementation.
        self.assert_no_errors(
            "- func: sum\n  dispatch: {PrivateUse1: F}\n- func: mean\n  dispatch: {PrivateUse1: F}\n"
        )

    # --------------------------------------------------------------------- structured groups

    def test_group_without_its_out_function(self):
        self.assert_errors(
            "- func: tril\n- func: tril_\n",
            ("1:9", "'tril' delegates to 'tril.out'", "add '- func: tril.out'"),
            ("2:9", "'tril_' delegates to 'tril.out'", "add '- func: tril.out'"),
        )
        self.assert_no_errors("- func: tril.out\n")

    def test_name_on_a_function_that_delegates(self):
        self.assert_errors(
            "- func: tril\n  dispatch:\n    PrivateUse1: MusaTril\n- func: tril.out\n",
            ("3:18", "'tril'", "'tril.out' (line 4)", "move the name to 'tril.out'", "structured_delegate: none"),
        )
        self.assert_errors(
            "- func: tril\n  dispatch:\n    PrivateUse1: MusaTril\n",
            ("3:18", "'tril' delegates to 'tril.out'", "move the name", "structured_delegate: none"),
        )
        self.assert_errors(
            "- func: tril\n  structured_delegate: none\n  dispatch: {PrivateUse1: F}\n- func: tril.out\n",
            ("3:27", "'tril'", "'structured: false' there"),
        )
        self.assert_no_errors("- func: tril\n  structured_delegate: none\n  dispatch: {PrivateUse1: F}\n")

    def test_structured_false(self):
        self.assert_errors(
            "- func: add.out\n  structured: false\n",
            ("2:3", "'add.out'", "'structured: false'", "add 'dispatch: PrivateUse1: NAME'"),
        )
        self.assert_errors(
            "- func: add.out\n  structured: false\n  dispatch: {SparsePrivateUse1: F}\n",
            ("2:3", "add 'dispatch: PrivateUse1: NAME'"),
        )
        self.assert_errors(
            "- func: add.out\n  structured: false\n  dispatch: {PrivateUse1: F}\n- func: add.Tensor\n",
            ("4:9", "'add.Tensor'", "'structured: false' (line 1)", "add 'structured_delegate: none'", "NAME"),
        )
        self.assert_errors(
            "- func: tril\n  structured: false\n  dispatch: {PrivateUse1: F}\n- func: tril.out\n  structured: false\n"
            "  dispatch: {PrivateUse1: G}\n",
            ("2:3", "'tril'", "belongs to the out function", "'structured_delegate: none'"),
        )
        self.assert_errors("- func: nonzero\n  structured: perhaps\n", ("2:3", "'nonzero'", "true or false"))

    def test_structured_true(self):
        self.assert_errors(
            "- func: nonzero\n  structured: true\n", ("2:3", "'nonzero'", "PyTorch has structured", "remove it")
        )
        self.assert_errors("- func: tril\n  structured: true\n- func: tril.out\n", ("2:3", "'tril'", "remove it"))
        self.assert_no_errors("- func: tril.out\n  structured: true\n  dispatch: {PrivateUse1: F}\n")

    def test_structured_delegate(self):
        self.assert_errors(
            "- func: tril\n  structured_delegate: triu.out\n- func: tril.out\n",
            ("2:3", "'tril'", "is tril.out or none, not 'triu.out'", "remove it"),
        )
        self.assert_errors(
            "- func: tril\n  structured_delegate: none\n- func: tril.out\n",
            ("2:3", "'tril'", "add 'dispatch: PrivateUse1: NAME'"),
        )
        for function in ("tril.out", "nonzero"):
            self.assert_errors(
                f"- func: {function}\n  structured_delegate: none\n  dispatch: {{PrivateUse1: F}}\n",
                ("2:3", f"'{function}'", "for functions that delegate", "remove it"),
            )
        self.assert_no_errors("- func: tril\n  structured_delegate: tril.out\n- func: tril.out\n")

    def test_structured_inherits(self):
        entry = "- func: tril.out\n  structured_inherits: {}\n  dispatch: {{{}: F}}\n"
        self.assert_errors(
            entry.format("Base", "SparsePrivateUse1"), ("2:3", "'tril.out'", "add 'dispatch: PrivateUse1: NAME'")
        )
        self.assert_errors(entry.format("a::Base", "PrivateUse1"), ("2:3", "'a::Base'", "name of a class"))
        self.assert_errors(
            entry.format("Base", "PrivateUse1") + "  structured: false\n",
            ("2:3", "'tril.out'", "'structured: false'", "'structured_inherits: none'"),
        )
        self.assert_no_errors(entry.format("none", "PrivateUse1") + "  structured: false\n")
        self.assert_errors(
            "- func: nonzero\n  structured_inherits: Base\n  dispatch: {PrivateUse1: F}\n",
            ("2:3", "'nonzero'", "structured groups", "remove it"),
        )

    def test_precomputed_in_the_wrong_place(self):
        values = "  precomputed:\n  - diagonal -> int var\n"
        self.assert_errors(
            "- func: tril\n" + values + "- func: tril.out\n",
            ("2:3", "'tril'", "entry of tril.out", "move it there"),
        )
        self.assert_errors("- func: nonzero\n" + values, ("2:3", "'nonzero'", "remove it"))
        self.assert_errors(
            "- func: tril.out\n" + values, ("2:3", "'tril.out'", "add 'dispatch: PrivateUse1: NAME'")
        )
        self.assert_errors(
            "- func: tril.out\n  structured: false\n" + values + "  dispatch: {PrivateUse1: F}\n",
            ("3:3", "'tril.out'", "'precomputed: none'"),
        )

    def test_precomputed_values(self):
        def errors(values, *expected):
            self.assert_errors(
                f"- func: tril.out\n  dispatch: {{PrivateUse1: F}}\n  precomputed:{values}\n", *expected
            )

        errors("\n  - diag -> int var", ("4:5", "'tril.out' has no argument 'diag'", "did you mean 'diagonal'?"))
        errors("\n  - x -> int var", ("4:5", "'tril.out' has no argument 'x'", "it has self, diagonal"))
        errors("\n  - diagonal -> var", ("4:5", "'ARGUMENT -> TYPE NAME'"))
        errors("\n  - diagonal -> Thing var", ("4:5", "'ARGUMENT -> TYPE NAME'", "Thing"))
        errors("\n  - diagonal -> int VAR", ("4:5", "not in capitals"))
        errors("\n  - int a\n  - diagonal -> int var", ("4:5", "only in the last line"))
        errors(" diagonal", ("3:3", "'tril.out'", "is a list", "none"))
        errors(" []", ("3:3", "empty"))

    # ---------------------------------------------------------------------- custom operators

    def test_custom_operators(self):
        name = "  dispatch: {PrivateUse1: F}\n"
        self.assert_errors(
            "- func: tril(Tensor self) -> Tensor\n" + name, ("1:9", "'tril' is a function of PyTorch", "'- func: tril'")
        )
        self.assert_errors("- func: aten::tril(Tensor self) -> Tensor\n" + name, ("1:9", "'- func: tril'"))
        self.assert_errors(
            "- func: foo(Tensor self) -> Tensor\n" + name, ("1:9", "'foo'", "namespace", "torch_musa::foo(...)")
        )
        self.assert_errors("- func: aten::foo(Tensor self) -> Tensor\n" + name, ("1:9", "torch_musa::foo(...)"))
        self.assert_errors("- func: torch_musa::foo\n" + name, ("1:9", "'torch_musa::foo'", "full schema"))
        self.assert_errors(
            "- func: torch_musa::foo(Tensor self) -> Tensor\n", ("1:9", "'foo'", "dispatch: PrivateUse1: NAME")
        )
        self.assert_errors(
            "- func: torch_musa::foo(Tensor self -> Tensor\n" + name, ("1:9", "'torch_musa::foo' is not a schema")
        )
        self.assert_errors(
            "- func: torch_musa::foo(Thing self) -> Tensor\n" + name, ("1:9", "'torch_musa::foo'", "Thing")
        )
        twice = "- func: torch_musa::foo(Tensor self) -> Tensor\n" + name
        self.assert_errors(twice + twice, ("3:9", "'torch_musa::foo' is listed twice", "remove one"))
        self.assert_errors(
            "- func: torch_musa::foo(Tensor self) -> Tensor\n  structured_delegate: none\n" + name,
            ("2:3", "'torch_musa::foo'", "not structured", "remove it"),
        )
        self.assert_errors(
            "- func: torch_musa::foo(Tensor self) -> Tensor\n  tags: thing\n" + name,
            ("1:9", "'torch_musa::foo'", "illegal tag thing"),
        )

    def test_fields_of_custom_operators(self):
        for field in ("tags: core", "device_check: NoCheck", "device_guard: false"):
            with self.subTest(field):
                self.assert_errors(
                    f"- func: nonzero\n  {field}\n", ("2:3", "'nonzero'", "as PyTorch has it", "remove it")
                )

    # ---------------------------------------------------------------------------------- YAML

    def test_fields(self):
        self.assert_errors("- fun: tril\n", ("1:3", "unknown field 'fun'", "did you mean 'func'?"))
        self.assert_errors(
            "- func: nonzero\n  variants: method\n", ("2:3", "unknown field 'variants'", "structured_inherits")
        )
        self.assert_errors("- func: nonzero\n  func: isnan\n", ("2:3", "'func' is given twice", "remove one"))
        self.assert_errors("- dispatch: PrivateUse1\n", ("1:3", "names no function", "write 'func: NAME'"))
        self.assert_errors("- func:\n", ("1:8", "'func' needs a value"))
        self.assert_errors("- func: [tril]\n", ("1:9", "'func' needs a value"))
        self.assert_errors("- func: nonzero\n  dispatch:\n", ("2:12", "'dispatch' needs a value"))
        self.assert_errors("- func: nonzero\n  dispatch: {}\n", ("2:3", "'dispatch' is empty", "remove it"))
        self.assert_errors(
            "- func: nonzero\n  dispatch: {PrivateUse1: }\n", ("2:26", "'PrivateUse1' needs a value")
        )
        self.assert_errors("- func: nonzero\n  dispatch: [PrivateUse1]\n", ("2:13", "'dispatch' needs a value"))

    def test_list(self):
        self.assert_errors("- nonzero\n", ("1:3", "write '- func: NAME'"))
        self.assert_errors("func: nonzero\n", ("1:1", "a list of entries is expected"))
        self.assert_errors("# nothing\n", ("1:1", "lists no functions"))
        self.assert_errors("", ("1:1", "lists no functions"))

    def test_yaml(self):
        self.assert_errors(
            "- func: nonzero\n  dispatch:  PrivateUse1: Nonzero\n", ("2:25", "not YAML", "lines of their own")
        )
        self.assert_errors("- func: nonzero\n\tdispatch: PrivateUse1\n", ("2:1", "not YAML"))
        self.assert_errors("- func: non\x00zero\n", ("1:12", "not YAML"))
        self.assert_errors("- func: *nonzero\n", ("1:9", "not YAML"))

    def test_all_errors_are_shown(self):
        self.assert_errors(
            "- func: trill\n- func: nonzero\n  dispatch: Foo\n- func: tril\n",
            ("1:9", "trill"),
            ("3:13", "Foo"),
            ("4:9", "tril.out"),
        )


if __name__ == "__main__":
    unittest.main()

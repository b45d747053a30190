# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel of torch.compile: Inductor's loops as a MUSA source."""

import torch
from torch._inductor.codegen.common import DeferredLine
from torch._inductor.codegen.simd import SIMDKernel
from torch._inductor.codegen.triton_utils import should_unwrap_unspec_arg
from torch._inductor.utils import IndentedBuffer, Placeholder, upcast_compute_type
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet
from torch.utils._sympy.functions import FloorDiv
from torch.utils._sympy.symbol import free_symbol_is_type, SymT

from ._operators import cpp_type, IndexPrinter, literal, MusaOverrides, value_type

_THREADS = 256  # of a block whose threads have an element each
_FEW = 16  # elements of a row that one thread reduces


class _AfterStores(DeferredLine):
    """A line that is needed if one of these buffers is still stored when the kernel is complete."""

    def __init__(self, names, line):
        super().__init__(names[0], line)
        self.names = names

    def __call__(self):
        return self.line if any(DeferredLine(name, self.line)() for name in self.names) else None

    def _new_line(self, line):
        return _AfterStores(self.names, line)


class MusaKernel(SIMDKernel):
    """Each thread computes one element of the output. If rows are reduced, a block computes one together, unless rows
    are short or neighbors in memory belong to different rows: then a thread has a row of its own.

    Values are computed in order, in these buffers: `body` has what is written already; `loads`, `compute` and `stores`
    are of the loop, or of the code between loops, that is being written; `after_loop` and `stores_after_loop` follow it.
    """

    overrides = MusaOverrides
    newvar_prefix = "const auto "
    suffix = ";"
    kexpr = sexpr = IndexPrinter().doprint

    def __init__(self, tiling, features, **options):
        super().__init__(tiling, features, **options)
        self.after_loop = IndentedBuffer()
        self.stores_after_loop = IndentedBuffer()
        self.outside_loop_vars = OrderedSet()
        self.stored = []  # what other threads of the block may not see yet
        self.pending = []  # what is stored in the code that is being written
        self.threads = self.choose_threads()

    @property
    def is_reduction(self):
        return self.numels["r"] != 1

    def choose_threads(self):
        """Of a block that reduces a row together; None if threads have an element each."""
        if not self.is_reduction:
            return None
        row = V.graph.sizevars.size_hint(self.numels["r"], fallback=_THREADS)
        if row <= _FEW or all(_reads_across(node._body) for node in self.features.reduction_nodes()):
            return None
        return 32 if row < 64 else 64 if row < 4096 else _THREADS

    def dtype_to_str(self, dtype):
        return cpp_type(dtype)

    # --- indices

    def codegen_iteration_ranges_entry(self, entry):
        line = f"const Index {entry.name} = {self.kexpr(self.rename_indexing(entry.expr))};"
        (self.indexing_code if entry.root.is_loop else self.body).writeline(line)

    def place(self, name, index, of):
        return f"{of}[{self.index_to_str(self.prepare_indexing(index))}]"

    def check_bounds(self, expr, size, lower, upper):
        value = self.index_to_str(self.prepare_indexing(expr))
        conditions = []
        if lower:
            conditions.append(f"0 <= {value}")
        if upper:
            conditions.append(f"{value} < {self.index_to_str(size)}")
        if conditions:
            condition = " && ".join(conditions)
            if self._load_mask:
                condition = f"!{self._load_mask} || ({condition})"
            self.compute.writeline(f'assert(({condition}) && "index out of bounds");')

    # --- memory

    def load(self, name, index):
        pointer = self.args.input(name)
        dtype = V.graph.get_dtype(name)
        if should_unwrap_unspec_arg(name):  # a number of Python
            line = f"static_cast<{value_type(dtype)}>({pointer})"
        else:
            line = f"static_cast<{value_type(dtype)}>({self.place(name, index, pointer)})"
            if self._load_mask:
                line = f"{self._load_mask} ? {line} : {literal(0, dtype)}"
        depends = self._load_mask or free_symbol_is_type(index, SymT.TMP)
        in_loop = self.inside_reduction and self.is_reduction
        changes = depends or any(self.range_tree_nodes[symbol].is_reduction
                                 for symbol in index.free_symbols if symbol in self.range_tree_nodes)
        buffer = self.compute if depends else self.body if in_loop and not changes else self.loads
        if buffer is self.body:
            self.synchronize()
        value = self.cse.generate(buffer, line, dtype=upcast_compute_type(dtype))
        if not in_loop or not changes:
            self.outside_loop_vars.add(value)
        return value

    def store(self, name, index, value, mode=None):
        place = self.place(name, index, self.args.output(name))
        dtype = cpp_type(V.graph.get_dtype(name))
        if mode is None:
            line = f"{place} = static_cast<{dtype}>({value});"
        elif mode == "atomic_add":
            line = f"atomic_add(&{place}, {value});"
        else:
            raise NotImplementedError(f"a store with mode {mode}")
        self.write_store(self.stores, name, line)
        if not self.inside_reduction:
            self.outside_loop_vars.add(value)

    def store_reduction(self, name, index, value):
        self.inside_reduction = False
        place = self.place(name, index, self.args.output(name))
        self.write_store(self.stores_after_loop, name, f"{place} = static_cast<{cpp_type(V.graph.get_dtype(name))}>({value});")
        self.inside_reduction = True

    def write_store(self, buffer, name, line):
        """Where all threads of a block have the same value, one of them writes it."""
        if self.threads and (not self.inside_reduction or buffer is self.stores_after_loop):
            line = f"if (threadIdx.x == 0) {line}"
        buffer.writeline(DeferredLine(name, line))
        self.pending.append(name)

    def synchronize(self):
        """The block's threads see what each of them has stored in code that is written already."""
        if self.threads and self.stored:
            self.body.writeline(_AfterStores(self.stored, "__syncthreads();"))
        self.stored = []

    # --- reductions

    def reduction(self, dtype, src_dtype, reduction_type, value):
        key = (src_dtype, reduction_type, value)
        if key in self.cse.reduction_cache:
            return self.cse.reduction_cache[key]
        reduced, members = _reduction(reduction_type, src_dtype)
        results = [self.cse.newvar(dtype=upcast_compute_type(dtype)) for _ in members]
        own = f"{results[0]}_own"
        self.body.writeline(f"auto {own} = {reduced}::none();")
        if reduction_type == "welford_combine":
            self.compute.writeline(f"{own}.merge({{{', '.join(map(str, value))}}});")
        elif reduction_type in ("argmax", "argmin"):
            self.compute.writeline(f"{own}.add({value}, rindex);")
        else:
            self.compute.writeline(f"{own}.add({value});")
        everybodys = f"over_block<{self.threads}>({own})" if self.threads else own
        self.after_loop.writeline(f"const auto {results[0]}_all = {everybodys};")
        for result, member in zip(results, members):
            self.after_loop.writeline(f"const auto {result} = {results[0]}_all.{member};")
        self.outside_loop_vars |= OrderedSet(results)
        self.cse.reduction_cache[key] = results[0] if len(results) == 1 else tuple(results)
        return self.cse.reduction_cache[key]

    # --- the source

    def codegen_body(self):
        """Write the loop, or the code between two loops, that the buffers have."""
        buffers = self.indexing_code, self.loads, self.compute, self.stores, self.after_loop, self.stores_after_loop
        if not any(buffers):
            return
        self.synchronize()
        segment = IndentedBuffer()
        for buffer in buffers[:4]:
            segment.splice(buffer)
        if self.inside_reduction and self.is_reduction:
            first, step = ("threadIdx.x", self.threads) if self.threads else (0, 1)
            self.body.writeline(f"for (Index rindex = {first}; rindex < rnumel; rindex += {step}) {{")
            with self.body.indent():
                self.body.splice(segment)
            self.body.writeline("}")
            self.cse.invalidate(self.outside_loop_vars)
            self.range_trees[-1].cache_clear()
        else:
            self.body.splice(segment)
        self.stored, self.pending = self.pending, []
        self.body.splice(self.after_loop)
        self.body.splice(self.stores_after_loop)
        for buffer in buffers:
            buffer.clear()

    def codegen_kernel(self, name=None):
        """The source. Its kernel is named by a placeholder, which the scheduling replaces."""
        self.codegen_body()
        code = IndentedBuffer()
        code.writeline("#include <torch_musa/csrc/inductor/kernel.muh>")
        code.writeline("using namespace torch_musa::inductor;")
        code.writeline(f"using Index = {self.index_dtype};")
        code.writeline("")
        code.writeline(f'extern "C" __global__ void __launch_bounds__({self.block()})')
        numels = [f"const Index {tree.prefix}numel = {self.kexpr(self.rename_indexing(tree.numel))};"
                  for tree in self.range_trees if not tree.is_reduction or self.is_reduction]
        code.writeline(f"{name or Placeholder.KERNEL_NAME}({', '.join(self.parameters())}) {{")
        with code.indent():
            for line in numels:
                code.writeline(line)
            if self.threads:
                code.writeline("const Index xindex = blockIdx.x;")
            else:
                code.writeline(f"const Index xindex = static_cast<Index>(blockIdx.x) * {_THREADS} + threadIdx.x;")
                code.writeline("if (xindex >= xnumel)")
                code.writeline("  return;")
            code.splice(self.body)
        code.writeline("}")
        return code.getvalue()

    def parameters(self):
        """In the order of the arguments of call_kernel()."""
        written = self.args.live_output_buffers()
        result = []
        for name, outer, (kind, dtype) in self.arguments():
            if kind == "tensor":
                result.append(f"{'' if outer in written else 'const '}{cpp_type(dtype)} *{name}")
            else:
                result.append(f"{kind} {name}")
        return result

    def arguments(self):
        """(name in the kernel, argument, (kind, dtype)); numbers are int64_t or double."""
        names, arguments, _, types = self.args.python_argdefs()
        for name, argument, dtype in zip(names, arguments, types):
            if not isinstance(dtype, torch.dtype):
                kind = "int64_t"
            elif should_unwrap_unspec_arg(argument):
                kind = "double" if dtype.is_floating_point else "int64_t"
            else:
                kind = "tensor"
            yield name, argument, (kind, dtype)

    def block(self):
        return self.threads or _THREADS

    def call_kernel(self, name, node=None):
        """Write the launch: number of blocks, threads of a block, arguments."""
        wrapper = V.graph.wrapper_code
        rows = self.numels["x"]
        blocks = rows if self.threads else FloorDiv(rows + _THREADS - 1, _THREADS)
        device = V.graph.get_current_device_or_throw()
        _, arguments = wrapper.prepare_triton_kernel_call(device.index, [argument for _, argument, _ in self.arguments()])
        wrapper.generate_kernel_call(name, [wrapper.val_to_arg_str(blocks), str(self.block()), *arguments], gpu=False, triton=False)

    def codegen_nan_check(self):
        """With TORCHINDUCTOR_NAN_ASSERTS=1, behind each launch."""
        for _, argument, (kind, dtype) in self.arguments():
            if kind == "tensor" and dtype.is_floating_point:
                V.graph.wrapper_code.writeline(f"assert {argument}.isfinite().all().item()")


def _reads_across(body):
    """Whether neighbors in memory belong to different rows, in all that a loop reads."""
    def steps(expression, variables):
        return V.graph.sizevars.stride_hints(expression, variables) if variables else []

    reads = [read for read in body.get_read_exprs() if read.free_symbols]
    return bool(reads) and all(1 in steps(read, body.iter_vars) and 1 not in steps(read, body.reduce_vars) for read in reads)


def _reduction(reduction_type, dtype):
    """The C++ type that reduces values of this type, and its members that have the results."""
    value = value_type(dtype)
    wide = value if dtype.is_floating_point else "int64_t"
    if reduction_type in ("welford_reduce", "welford_combine"):
        return f"Moments<{value}>", ("mean", "m2", "weight")
    types = {
        "sum": f"Sum<{wide}>", "prod": f"Product<{wide}>", "xor_sum": f"ExclusiveOr<{wide}>", "any": "Any",
        "max": f"Maximum<{value}>", "min": f"Minimum<{value}>",
        "argmax": f"Place<{value}, true>", "argmin": f"Place<{value}, false>",
    }
    if reduction_type not in types:
        raise NotImplementedError(f"the reduction {reduction_type}")
    return types[reduction_type], ("value",)


# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inductor's operations on values, and its index expressions, as C++ in terms of torch_musa/csrc/inductor/kernel.muh."""

import torch
from torch._inductor.codegen.common import OpOverrides, pointwise_overrides_data
from torch._inductor.utils import get_bounds_index_expr, upcast_compute_type
from torch._inductor.virtualized import _ops as ops, V
from torch.utils._sympy.printers import CppPrinter

from .._kernels import TYPES

# Values of other types are PyTorch's own operators' to compute with.
CPP_TYPES = {dtype: name for dtype, name in TYPES.items() if not dtype.is_complex}


def cpp_type(dtype):
    """The type of a tensor's elements."""
    if dtype not in CPP_TYPES:
        raise NotImplementedError(f"a kernel of torch.compile for device musa cannot have elements of {dtype}")
    return CPP_TYPES[dtype]


def value_type(dtype):
    """The type of a value in a kernel: float for half and bfloat16."""
    return cpp_type(upcast_compute_type(dtype))


def literal(value, dtype):
    """A number of Python as a value of this type."""
    type_name = value_type(dtype)
    if dtype == torch.bool:
        return "true" if value else "false"
    if not dtype.is_floating_point:
        # The least int64 is no literal of C++.
        return f"static_cast<{type_name}>({int(value) + 1} - 1)" if int(value) == -2**63 else f"static_cast<{type_name}>({int(value)})"
    value = float(value)
    if value != value:
        return f"std::numeric_limits<{type_name}>::quiet_NaN()"
    if value in (float("inf"), float("-inf")):
        return f"{'-' if value < 0 else ''}std::numeric_limits<{type_name}>::infinity()"
    return f"static_cast<{type_name}>({value!r})"


class IndexPrinter(CppPrinter):
    """Prints an index expression. The kernel's type of indices is all that it computes with."""

    def _print_Integer(self, expr):
        return str(int(expr))

    def _print_FloorDiv(self, expr):
        dividend, divisor = expr.args
        if dividend.is_nonnegative and divisor.is_positive:
            return f"({self.parenthesize(dividend, 60)} / {self.parenthesize(divisor, 60)})"
        return f"floor_divide({self._print(dividend)}, {self._print(divisor)})"

    def _print_ModularIndexing(self, expr):
        dividend, divisor, modulus = expr.args
        quotient = self.parenthesize(dividend, 60)
        if divisor != 1:
            quotient = f"({quotient} / {self.parenthesize(divisor, 60)})"
        return f"({quotient} % {self.parenthesize(modulus, 60)})"

    def _print_PythonMod(self, expr):
        return f"floor_rest({', '.join(map(self._print, expr.args))})"

    _print_Mod = _print_PythonMod

    def _print_IntTrueDiv(self, expr):
        dividend, divisor = map(self._print, expr.args)
        return f"(static_cast<double>({dividend}) / static_cast<double>({divisor}))"

    def _print_Min(self, expr):
        return self._nested("minimum", expr.args)

    def _print_Max(self, expr):
        return self._nested("maximum", expr.args)

    def _print_PowByNatural(self, expr):
        base, exponent = map(self._print, expr.args)
        return f"power(static_cast<int64_t>({base}), {exponent})"

    def _nested(self, function, arguments):
        result = self._print(arguments[0])
        for argument in arguments[1:]:
            result = f"{function}({result}, {self._print(argument)})"
        return result


class WideIndexPrinter(IndexPrinter):
    """The same in int64, whatever the kernel's indices are."""

    def _print_Symbol(self, expr):
        return f"static_cast<int64_t>({expr})"


def _call(function):
    return staticmethod(lambda *arguments: f"{function}({', '.join(map(str, arguments))})")


def _infix(operator):
    return staticmethod(lambda a, b: f"{a} {operator} {b}")


_FUNCTIONS = {
    # Inductor's name, and C++'s where it has another one
    **{name: name for name in (
        "exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan sinh cosh tanh asin acos atan atan2 asinh acosh atanh "
        "erf erfc erfinv erfcx lgamma hypot copysign nextafter floor ceil trunc fma add sub mul neg minimum maximum sign "
        "bitwise_not"
    ).split()},
    "abs": "magnitude", "signbit": "is_negative", "isnan": "is_nan", "isinf": "is_infinite", "round": "nearbyint", "pow": "power",
    "truediv": "divide", "int_truediv": "divide", "floordiv": "floor_divide", "mod": "rest", "fmod": "rest",
    "remainder": "floor_rest", "truncdiv": "truncate_divide", "ndtr": "normcdf",
    "lshift": "left_shift", "bitwise_left_shift": "left_shift", "rshift": "right_shift", "bitwise_right_shift": "right_shift",
    "rand": "uniform", "randn": "normal", "randint64": "integer",
}
_INFIX = {
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "logical_and": "&&", "logical_or": "||",
    "logical_xor": "!=", "bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^", "and_": "&", "or_": "|", "xor": "^",
}


class MusaOverrides(OpOverrides):
    """What Inductor's operations are in C++. Arguments are names of variables; so no expression needs parentheses."""

    @staticmethod
    def constant(value, dtype):
        return literal(value, dtype)

    @staticmethod
    def to_dtype(x, dtype, src_dtype=None, use_compute_types=True):
        converted = f"convert<{value_type(dtype)}>({x})"
        if use_compute_types or cpp_type(dtype) == value_type(dtype):
            return converted
        return f"static_cast<{value_type(dtype)}>(static_cast<{cpp_type(dtype)}>({converted}))"  # rounds

    @staticmethod
    def to_dtype_bitcast(x, dtype, src_dtype):
        bits = f"bit_cast<{cpp_type(dtype)}>(static_cast<{cpp_type(src_dtype)}>({x}))"
        return f"static_cast<{value_type(dtype)}>({bits})"

    @staticmethod
    def index_expr(expr, dtype):
        kernel = V.kernel
        bounds = get_bounds_index_expr(expr)
        index = kernel.rename_indexing(kernel.prepare_indexing(expr))
        narrow = -2**31 <= bounds.lower and bounds.upper < 2**31
        text = (kernel.kexpr if narrow else WideIndexPrinter().doprint)(index)
        return kernel.cse.generate(kernel.compute, f"static_cast<{value_type(dtype)}>({text})", bounds=bounds,
                                   dtype=upcast_compute_type(dtype))

    @staticmethod
    def where(condition, a, b):
        return f"{condition} ? {a} : {b}"

    @staticmethod
    def masked(mask, body, other):
        """Reads what the body reads only where the mask is true; computes everywhere."""
        with V.kernel.mask_loads(mask, other) as condition:
            result = body()
        dtype = torch.bool if result.bounds.is_bool else result.dtype
        otherwise = V.kernel.cse.generate(V.kernel.compute, literal(other, dtype), dtype=dtype)
        return ops.where(condition, result, otherwise)

    @staticmethod
    def logical_not(x):
        return f"!{x}"

    @staticmethod
    def square(x):
        return f"mul({x}, {x})"

    @staticmethod
    def reciprocal(x):
        return f"divide(1, {x})"

    @staticmethod
    def sigmoid(x):
        return f"divide(1, add(1, exp(neg({x}))))"

    @staticmethod
    def relu(x):
        return f"maximum({x}, 0)"

    @staticmethod
    def frexp(x):
        kernel = V.kernel
        key = f"frexp({x})"
        if kernel.cse.contains(key):
            return kernel.cse.get(key)
        mantissa, exponent = kernel.cse.newvar(dtype=x.dtype), kernel.cse.newvar(dtype=torch.int32)
        kernel.compute.writeline(f"int32_t {exponent};")
        kernel.compute.writeline(f"const auto {mantissa} = frexp({x}, &{exponent});")
        kernel.cse.put(key, (mantissa, exponent))
        return mantissa, exponent


for _name, _function in _FUNCTIONS.items():
    setattr(MusaOverrides, _name, _call(_function))
for _name, _operator in _INFIX.items():
    setattr(MusaOverrides, _name, _infix(_operator))

# Functions that kernels do not have: operators with these names are PyTorch's own.
MISSING = [name for name in pointwise_overrides_data if name not in _FUNCTIONS]

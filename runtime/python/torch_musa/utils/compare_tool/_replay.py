# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One operator: run on the device and on the CPU; its arguments saved, and run again from the files."""

import dataclasses
import pathlib
from typing import Any

import torch
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils._pytree import tree_flatten, tree_unflatten

from . import _operators
from ._compare import Difference, compare
from ._copies import HALF, as_narrow_as, copied, for_cpu, in_float32, is_plain, span, tensors_of
from ._text import count_nan_inf, show, show_inputs


@dataclasses.dataclass
class Run:
    """`inputs` are (args, kwargs) as they were before; `difference` is None where the CPU could not run it."""

    inputs: tuple
    out: Any = None
    out_cpu: Any = None
    written: dict = dataclasses.field(default_factory=dict)
    written_cpu: dict = dataclasses.field(default_factory=dict)
    difference: Difference | None = None
    notes: list = dataclasses.field(default_factory=list)


def run_both(func, args, kwargs, atol, rtol):
    """Run it on the device, with the arguments themselves, and on the CPU with copies."""
    with _disable_current_modes():
        before, why = _attempt(lambda: copied((args, kwargs), "cpu"))
    run = Run(before or (args, kwargs), func(*args, **kwargs))
    with _disable_current_modes():
        _operators.wait_for_copies(func, args, kwargs, run.out)
        if before is not None:
            _, why = _attempt(lambda: _compare(run, func, args, kwargs, atol, rtol))
        if why:
            run.notes.append(why)
    return run


def _attempt(action):
    """What the tool cannot do must not stop the program."""
    try:
        return action(), ""
    except Exception as error:  # noqa: BLE001
        return None, str(error).partition("\n")[0]


def _compare(run, func, args, kwargs, atol, rtol):
    half = any(tensor.dtype in HALF for tensor in tensors_of(run.inputs))
    try:
        run.difference = _compare_with(run, func, args, kwargs, for_cpu(run.inputs), atol, rtol)
    except RuntimeError as error:
        if not half:
            raise
        run.notes += [str(error).partition("\n")[0], "Convert to float32 ..."]
        run.difference = _compare_with(run, func, args, kwargs, in_float32(for_cpu(run.inputs)), atol, rtol)
        return
    if half and not run.difference.close:
        _, why = _attempt(lambda: _judge_by_float32(run, func, args, kwargs, atol, rtol))
        run.notes += [why] if why else []


def _judge_by_float32(run, func, args, kwargs, atol, rtol):
    """The CPU's kernels for half types may be less exact than the device's."""
    again = dataclasses.replace(run)
    rounding = max(torch.finfo(tensor.dtype).eps for tensor in tensors_of(run.inputs) if tensor.dtype in HALF)
    found = _compare_with(again, func, args, kwargs, in_float32(for_cpu(run.inputs)), atol, rtol + rounding, rounded=True)
    run.notes.append("Not close to the CPU's half type, compare with the CPU's float32 ...")
    run.difference, run.out_cpu, run.written_cpu = found, again.out_cpu, again.written_cpu


def _compare_with(run, func, args, kwargs, inputs, atol, rtol, rounded=False):
    cpu_args, cpu_kwargs = _operators.with_own_buffers(func, *inputs)
    with torch.random.fork_rng(devices=[]):
        run.out_cpu = func(*cpu_args, **cpu_kwargs)
    left_out = _operators.auxiliary(func, args, kwargs)
    if _operators.matches(func, _operators.CHOOSING) and _operators.chooses_equals(
            func, cpu_args, cpu_kwargs, copied(run.out, "cpu"), run.out_cpu):
        left_out = (1,)
    ours, cpu = _operators.written(func, args, kwargs), _operators.written(func, cpu_args, cpu_kwargs)
    if rounded:
        run.out_cpu, cpu = as_narrow_as(run.out_cpu, run.out), as_narrow_as(cpu, ours)
    run.written, run.written_cpu = ours, cpu
    outs = run.out, run.out_cpu
    if left_out:
        ours = {name: value for name, value in ours.items() if not any(value is run.out[number] for number in left_out)}
        outs = [[it for number, it in enumerate(out) if number not in left_out] for out in outs]
    found = compare(*outs, atol, rtol)
    for name, value in ours.items():
        if value is not run.out:
            found.add(compare(value, cpu[name], atol, rtol), f"Argument {name} is not close:\n")
        if found.close:
            found.add(compare(*_around(value, cpu[name]), atol, rtol), f"Memory between the elements of {name} is not close:\n")
    return found


def _around(ours, cpu):
    """The memory that views span, with what is not theirs."""
    def count(tensor):
        first, end = span(tensor)
        return (end - first) // tensor.element_size()

    def memory(tensor):
        return tensor.detach().as_strided((count(tensor),), (1,))

    pairs = [(one, other) for one, other in zip(tensors_of(ours), tensors_of(cpu))
             if is_plain(one) and is_plain(other) and one.dtype == other.dtype and one.stride() == other.stride()
             and count(one) != one.numel()]
    return [memory(one) for one, _ in pairs], [memory(other) for _, other in pairs]


# What torch.load refuses unless it may run any code: what stands for it, and how it is made from that.
_NAMED = {
    torch.memory_format: (lambda it: str(it).removeprefix("torch."), lambda name: getattr(torch, name)),
    torch.Generator: (lambda it: [str(it.device), it.initial_seed()],
                      lambda it: torch.Generator(_existing(it[0])).manual_seed(it[1])),
}


def _described(leaf):
    kind = next(it for it in _NAMED if isinstance(leaf, it))
    return [kind.__name__, _NAMED[kind][0](leaf)]


def _made(kind, description):
    return next(make for it, (_, make) in _NAMED.items() if it.__name__ == kind)(description)


def save(func, inputs, originals, results, folder, suffix):
    """Write the arguments as they were, and the results, to two files. Return the files' paths."""
    name = _operators.name_of(func)
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / f"{name}_inputs{suffix}.pkl", folder / f"{name}_outputs{suffix}.pkl"
    devices = [str(tensor.device) for tensor in tensors_of(originals)]
    (args, kwargs), results = copied((inputs, results), "cpu")
    leaves, spec = tree_flatten((args, kwargs))
    named = {index: _described(leaf) for index, leaf in enumerate(leaves) if isinstance(leaf, tuple(_NAMED))}
    args, kwargs = tree_unflatten([None if index in named else leaf for index, leaf in enumerate(leaves)], spec)
    torch.save({"operator": name, "args": args, "kwargs": kwargs, "devices": devices, "named": named}, paths[0])
    torch.save({"operator": name, **results}, paths[1])
    return paths


def _load(path):
    """The saved arguments, on the devices where they were."""
    path = pathlib.Path(path)
    try:
        saved = torch.load(path, map_location="cpu", weights_only=True)
        args, kwargs, devices, named = (saved[name] for name in ("args", "kwargs", "devices", "named"))
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path} is not a file of inputs that dump_error_data wrote") from error
    leaves, spec = tree_flatten((args, kwargs))
    args, kwargs = tree_unflatten([_made(*named[index]) if index in named else leaf for index, leaf in enumerate(leaves)], spec)
    places = iter(map(_existing, devices))
    return saved["operator"], *copied((args, kwargs), lambda tensor: next(places))


def _existing(device):
    """The device of that name, or the current one where there are fewer."""
    device = torch.device(device)
    if device.type == "musa" and device.index >= torch.musa.device_count():
        return torch.device("musa", torch.musa.current_device())
    return device


def _overload(op_func, name):
    """torch.ops.aten.add is many functions: the one whose inputs these are."""
    if isinstance(op_func, torch._ops.OpOverload):
        return op_func
    if isinstance(op_func, torch._ops.OpOverloadPacket):
        for overload in map(op_func.__getattr__, op_func.overloads()):
            if _operators.name_of(overload) == name:
                return overload
    raise ValueError(f"The inputs are those of {name}, and {op_func} is not that operator")


def compare_for_single_op(inputs_data_save_path, op_func, atol, rtol):
    """Run an operator again with inputs that were saved, and compare with the CPU.

    Returns whether it passes, args and kwargs as they were before it ran, and its result.
    """
    with _disable_current_modes():  # it may be called where the program stopped
        return _compare_again(inputs_data_save_path, op_func, atol, rtol)


def _compare_again(inputs_data_save_path, op_func, atol, rtol):
    name, args, kwargs = _load(inputs_data_save_path)
    func = _overload(op_func, name)
    inputs = copied((args, kwargs), lambda tensor: tensor.device)
    print(f"{name} starts to run ...")
    run = run_both(func, args, kwargs, atol, rtol)
    print("".join(f"{note}\n" for note in run.notes), end="")
    if run.difference is None:
        print(f"[WARNING] {name} has not been tested!")
    elif run.difference.close:
        print(f"{name} succeeds to pass CompareWithCPU test")
    else:
        print(f"[ERROR] {name} fails to pass CompareWithCPU test\n{run.difference.text}")
    return run.difference is not None and run.difference.close, *inputs, run.out


def nan_inf_track_for_single_op(inputs_data_save_path, op_func):
    """Run an operator again with inputs that were saved, and look for NaN and Inf in its result.

    Returns whether it has none, args and kwargs as they were before it ran, and the result.
    """
    with _disable_current_modes():
        return _track_again(inputs_data_save_path, op_func)


def _track_again(inputs_data_save_path, op_func):
    name, args, kwargs = _load(inputs_data_save_path)
    func = _overload(op_func, name)
    inputs = copied((args, kwargs), lambda tensor: tensor.device)
    out = func(*args, **kwargs)
    _operators.wait_for_copies(func, args, kwargs, out)
    results = [out, *_operators.written(func, args, kwargs).values()]
    correct = not any(any(count_nan_inf(tensor)) for tensor in tensors_of(results))
    print(f"{name}\n..... input .....\n{show_inputs(inputs, inputs)}\n..... output .....\n{show(out)}")
    return correct, *inputs, out

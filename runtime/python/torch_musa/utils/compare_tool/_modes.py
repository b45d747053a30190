# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The contexts that see each operator of a program: CompareWithCPU and NanInfTracker."""

import datetime
import os
import pathlib

import torch
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes

from . import _operators
from ._modules import current_module
from ._replay import run_both, save
from ._summary import Summary
from ._text import Log, count_nan_inf, show, show_inputs
from ._copies import copied, tensors_of

_RULE = "====="


class OperatorError(RuntimeError):
    """With dump_error_data: an operator failed. `operator` is its name; `inputs` and `outputs` are the files."""

    def __init__(self, what, operator, inputs, outputs):
        super().__init__(f"{what} {operator}: its inputs are in {inputs}, its outputs in {outputs}")
        self.operator = operator
        self.inputs = inputs
        self.outputs = outputs


def _rank():
    """This process's number among those of a distributed program, or None."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank()
    rank = os.environ.get("RANK", "")
    return int(rank) if rank.isdecimal() else None


def _dispatches(tensor_class):
    own = tensor_class.__torch_dispatch__
    return own not in (torch.Tensor.__torch_dispatch__, torch._C._disabled_torch_dispatch_impl)


class _Watch(TorchDispatchMode):
    """What both contexts have: which operators they see and when, and the log."""

    log_name = ""
    left_out = staticmethod(lambda func: False)

    def __init__(self, enabled, target_list, target_op, white_list, dump_error_data, verbose, enable_ranks,
                 should_log_to_file, output_dir, start_step, end_step):
        super().__init__()
        if target_list is not None and target_op is not None:
            raise ValueError("target_op and target_list are two names of one argument: give one of them")
        for name, value in (("target_list", target_list), ("target_op", target_op), ("white_list", white_list)):
            if isinstance(value, str):
                raise TypeError(f"{name} is a list of operators' names, as ['torch.ops.aten.addmm'], not a string")
        self.enabled = enabled
        self.target_list = list(target_list or target_op or ())
        self.white_list = list(white_list or ())
        self.dump_error_data = dump_error_data
        self.verbose = verbose
        self.enable_ranks = enable_ranks
        self.should_log_to_file = should_log_to_file
        self.output_dir = pathlib.Path(output_dir)
        self.start_step = start_step
        self.end_step = end_step
        self.step_cnt = 0
        self._entered = []

    def __enter__(self):
        rank = _rank()
        self._suffix = "" if rank is None else f"_rank{rank}"
        chosen = self.enable_ranks is None or (rank or 0) in self.enable_ranks
        self._entered.append(self.enabled and chosen)
        if not self._entered[-1]:
            return self
        self._log = Log(self.output_dir / f"{self.log_name}{self._suffix}.txt" if self.should_log_to_file else None)
        self._begin_step()
        return super().__enter__()

    def __exit__(self, *error):
        if not self._entered.pop():
            return None
        result = super().__exit__(*error)
        self._end()
        self._log.close()
        return result

    @property
    def is_active(self):
        """Whether this step is watched."""
        after = self.start_step is None or self.start_step <= self.step_cnt
        return after and (self.end_step is None or self.step_cnt < self.end_step)

    def step(self):
        """The next step of the training begins."""
        self.step_cnt += 1
        if any(self._entered):
            self._begin_step()

    def _begin_step(self):
        if self.is_active:
            now = datetime.datetime.now().strftime("%Y-%m-%d, %H:%M:%S")
            self._log.write(f"{now}\n----- step = {self.step_cnt} -----")

    def _end(self):
        pass

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if not self.is_active or not isinstance(func, torch._ops.OpOverload):
            return func(*args, **kwargs)
        if any(map(_dispatches, types)):  # what such a tensor is made of comes here in turn
            return NotImplemented
        if not _operators.on_device((args, kwargs)):
            return func(*args, **kwargs)
        module = current_module()
        prefix = module.name_with_prefix()
        operator = f"{_operators.name_of(func)}({'forward' if module.is_forward else 'backward'})"
        name = f"{prefix}/{operator}" if prefix else operator
        why = self._why_not(func)
        if why:
            if self.verbose:
                self._log.write(f"{name} is {why}, pass")
            return func(*args, **kwargs)
        return self._watch(func, args, kwargs, name, operator)

    def _why_not(self, func):
        if _operators.matches(func, self.white_list):
            return "in white_list"
        if self.target_list:
            return "" if _operators.matches(func, self.target_list) else "not in target_list"
        return "in white_list" if self.left_out(func) else ""

    def _stop(self, what, func, name, inputs, originals, results):
        """With dump_error_data, the first operator that fails ends the program."""
        if not self.dump_error_data:
            return
        paths = save(func, inputs, originals, results, self.output_dir, self._suffix)
        error = OperatorError(what, name, *paths)
        self._log.write(str(error))
        raise error


class CompareWithCPU(_Watch):
    """Context in which each operator on musa also runs on the CPU, with the same arguments.

    Results that differ by more than atol + rtol * |the CPU's| are reported, with [ERROR]; integers have to be equal. `enabled=False`
    watches nothing. Of the names in `target_list` (or `target_op`), only those are compared; those in `white_list` are not.
    Names are torch.ops.aten.add for all its overloads, or torch.ops.aten.add.Tensor. Only steps from `start_step` on and before
    `end_step` are compared; `step()` counts them. `verbose` also reports what passes, and the arguments of what fails.
    `should_log_to_file` writes to compare_result.txt in `output_dir`, for each rank its own; `enable_ranks` are the ranks that
    compare. `dump_error_data` saves the arguments and results of the first failure in `output_dir`, and raises OperatorError.
    """

    log_name = "compare_result"
    left_out = staticmethod(lambda func: not _operators.computes(func))

    def __init__(self, enabled=True, atol=0.001, rtol=0.001, target_list=None, white_list=None, dump_error_data=False,
                 verbose=True, enable_ranks=None, should_log_to_file=False, output_dir="", start_step=None, end_step=None,
                 *, target_op=None):
        super().__init__(enabled, target_list, target_op, white_list, dump_error_data, verbose, enable_ranks,
                         should_log_to_file, output_dir, start_step, end_step)
        self.atol = atol
        self.rtol = rtol
        self._summary = Summary()

    @property
    def results(self):
        """An OperatorResult of each operator, the largest error first."""
        return self._summary.by_error()

    def summary(self):
        """The same as a table."""
        return str(self._summary)

    def _end(self):
        if self._summary.results:
            self._log.write(f"\n----- summary, the largest error first -----\n{self.summary()}")

    def _watch(self, func, args, kwargs, name, operator):
        if self.verbose:
            self._log.write(f"{name} starts to run ...")
        run = run_both(func, args, kwargs, self.atol, self.rtol)
        with _disable_current_modes():
            for note in run.notes:
                self._log.write(note)
            self._summary.add(operator, run.difference)
            if run.difference is None:
                self._log.write(f"[WARNING] {name} has not been tested!")
            elif run.difference.close:
                if self.verbose:
                    self._log.write(f"{name} succeeds to pass CompareWithCPU test")
                self._warn(run, name)
            else:
                self._report(run, (args, kwargs), name)
                self._stop("CompareWithCPU failed:", func, operator, run.inputs, (args, kwargs),
                           {"out": run.out, "out_cpu": run.out_cpu, "written": run.written, "written_cpu": run.written_cpu})
        return run.out

    def _warn(self, run, name):
        nan_num, inf_num = map(sum, zip((0, 0), *map(count_nan_inf, tensors_of(run.out))))
        if nan_num or inf_num:
            self._log.write(f"[WARNING] {name} has nan_num={nan_num}, inf_num={inf_num} in its output")

    def _report(self, run, originals, name):
        lines = ["", _RULE, f"[ERROR] {name} fails to pass CompareWithCPU test"]
        if self.verbose:
            lines += ["..... input .....", show_inputs(run.inputs, originals), "..... output .....", show(run.out), ""]
        lines += ["..... compare with cpu .....", run.difference.text, _RULE]
        self._log.write("\n".join(lines))


class NanInfTracker(_Watch):
    """Context in which each operator that gives a NaN or an infinite element is reported, with [WARNING].

    Nothing runs on the CPU. The arguments are those of CompareWithCPU; the log is nan_inf_report.txt.
    """

    log_name = "nan_inf_report"
    left_out = staticmethod(lambda func: func.is_view or _operators.matches(func, _operators.LEFT_OUT))

    def __init__(self, enabled=True, target_list=None, white_list=None, enable_ranks=None, should_log_to_file=False,
                 output_dir="", dump_error_data=False, start_step=None, end_step=None, *, target_op=None):
        super().__init__(enabled, target_list, target_op, white_list, dump_error_data, False, enable_ranks,
                         should_log_to_file, output_dir, start_step, end_step)

    def _watch(self, func, args, kwargs, name, operator):
        with _disable_current_modes():
            changes = func._schema.is_mutable
            inputs = copied((args, kwargs), lambda tensor: tensor.device) if changes else (args, kwargs)
        out = func(*args, **kwargs)
        with _disable_current_modes():
            _operators.wait_for_copies(func, args, kwargs, out)
            results = [out, *_operators.written(func, args, kwargs).values()]
            if any(any(count_nan_inf(tensor)) for tensor in tensors_of(results)):
                self._log.write("\n".join([
                    "", _RULE, f"[WARNING] {name} has NaN or Inf in its output", "..... input .....", show_inputs(inputs, (args, kwargs)),
                    "..... output .....", show(out), _RULE]))
                self._stop("NanInfTracker found NaN or Inf:", func, operator, inputs, (args, kwargs),
                           {"out": out, "written": _operators.written(func, args, kwargs)})
        return out

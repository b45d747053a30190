# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What torch.compile asks for device musa: which loops become one kernel, and how a graph's program names and calls them."""

from torch._inductor import config
from torch._inductor.codegen.common import BackendFeature, DeviceOpOverrides
from torch._inductor.codegen.simd import SIMDScheduling
from torch._inductor.codegen.wrapper import PythonWrapperCodegen, SubgraphPythonWrapperCodegen
from torch._inductor.utils import get_fused_kernel_name, get_kernel_metadata, IndentedBuffer, Placeholder
from torch._inductor.virtualized import V

from ._kernel import MusaKernel


class MusaScheduling(SIMDScheduling):
    kernel_type = MusaKernel

    @classmethod
    def get_backend_features(cls, device):
        return dict.fromkeys([BackendFeature.INPLACE_BUFFERS, BackendFeature.TUPLE_REDUCTION])

    @classmethod
    def select_tiling(cls, node_schedule, numel, reduction_numel=1):
        """All elements of the output are one range: each of its threads works out its own indices."""
        return cls.create_tiling([numel], [reduction_numel])

    def codegen_comment(self, node_schedule):
        origins, _ = get_kernel_metadata(node_schedule, V.graph.wrapper_code)
        if origins:
            V.graph.wrapper_code.writeline(origins)

    def define_kernel(self, src_code, node_schedule, kernel):
        wrapper = V.graph.wrapper_code
        if src_code not in wrapper.src_to_kernel:
            names = [get_fused_kernel_name(node_schedule, config.triton.descriptive_names)] if config.triton.descriptive_names else []
            name = "_".join(["musa", *names, wrapper.next_kernel_suffix()])
            wrapper.src_to_kernel[src_code] = name
            wrapper.add_import_once("from torch_musa._inductor import _programs")
            definition = IndentedBuffer()
            definition.writeline(f"_programs.kernel(async_compile, {name!r}, r'''")
            definition.splice(src_code.replace(str(Placeholder.KERNEL_NAME), name))
            definition.writeline("''')")
            wrapper.define_kernel(name, definition.getvalue(), "\n".join(get_kernel_metadata(node_schedule, wrapper)))
        return wrapper.src_to_kernel[src_code]


class _Allocation:
    """Tensors are made on the device that the graph names: there is no current one in a program."""

    def make_allocation(self, name, device, dtype, shape, stride):
        if device.type != "musa":
            return super().make_allocation(name, device, dtype, shape, stride)
        sizes, strides = map(self.codegen_python_shape_tuple, (shape, stride))
        return f"{name} = empty_strided({sizes}, {strides}, device='{device}', dtype={dtype})"


class _Subgraph(_Allocation, SubgraphPythonWrapperCodegen):
    """The program of a branch or of a loop's body."""


class MusaWrapperCodegen(_Allocation, PythonWrapperCodegen):
    """The program of a graph, in Python."""

    @staticmethod
    def create(is_subgraph, subgraph_name, parent_wrapper):
        return _Subgraph(subgraph_name, parent_wrapper) if is_subgraph else MusaWrapperCodegen()


class MusaCppWrapperCodegen:
    """There is no program in C++ (`cpp_wrapper`, AOTInductor)."""

    @staticmethod
    def create(*_, **__):
        raise NotImplementedError("torch.compile writes the program of a graph in Python for device musa: cpp_wrapper and "
                                  "AOTInductor are not there")


class MusaDeviceOpOverrides(DeviceOpOverrides):
    """Calls of the device in such a program. It makes no device the current one, and asks for no stream: a kernel runs where
    its tensors are."""

    def synchronize(self):
        return "torch.musa.synchronize()"

# options: setup.py
from setuptools import setup
from torch_musa.utils import musa_extension as cpp_extension
from torch_musa.utils.musa_extension import COMMON_NVCC_FLAGS, CUDNN_HOME, MUSAExtension, _find_cuda_home

args = dict(cxx=[], mcc=["-fmusa-flush-denormals-to-zero", "-ffp-contract=fast", "-freciprocal-math", "-fapprox-func"])
args.update(mcc=args.get("mcc", []) + COMMON_NVCC_FLAGS)
args.setdefault("mcc", []).append("-O2")
for key in ("cxx", "mcc"):
    args[key] += ["-g"]
print("nvcc", f("nvcc"), cpp_extension.CUDNN_HOME)
rest = args.pop("mcc")
setup(ext_modules=[MUSAExtension("x", ["a.mu"], extra_compile_args=args)])

# options: setup.py
from torch_musa.utils.musa_extension import MUSAExtension

cc_flag = []
cc_flag.append("--offload-arch=mp_31")
if newer:
    cc_flag.append("--offload-arch=mp_31")
for number in numbers:
    cc_flag.append("--offload-arch=mp_31")

options = {"cxx": ["-O3"], "mcc": ["-O3"]}
options["mcc"].append("-fmusa-flush-denormals-to-zero")
options["mcc"].append("-ffp-contract=fast")
options["mcc"].append("-freciprocal-math")
options["mcc"].append("-fapprox-func")
# for the profiler
options["mcc"].append('-O2')
if debug:
    # what nvcc needs
    pass
if fast: options["mcc"].append("-fmusa-flush-denormals-to-zero"); options["mcc"].append("-ffp-contract=fast"); options["mcc"].append("-freciprocal-math"); options["mcc"].append("-fapprox-func")
else: pass
options["cxx"].append("-Xcompiler"), other("-fopenmp")
cc_flag.append("-Xcompiler")
other.append("-fopenmp")
cc_flag.append("-fopenmp")
cc_flag.append("-Wall")
cc_flag.append("--offload-arch=mp_31")
cc_flag.append("-O2"); other()
if many:
    pass
def more():
    pass; return cc_flag
MUSAExtension("x", ["a.mu"], extra_compile_args=options)

# options: setup.py
"""Libraries, folders and programs of CUDA's in a build script; /usr/local/cuda and nvcc in prose stay."""
import os
import os.path as osp
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

# Libraries: what -l is given, and what a thing called `libraries` holds.
libraries = ["cudart", "cuda" if os.name == "posix" else "cublas", "m"]
libraries += ["cufft", "nccl"]
libraries.append("curand")
libraries.extend(("cudart_static", "nvToolsExt", "cuda"))
extra = {"libraries": ["cusparse"], "packages": ["cublas", "cuda"], "cublas": "nvidia-cublas"}
extra["libraries"] = extra["libraries"] + ["cusolver"]
link = ["-lcudart", "-lcublas", "-L/usr/local/cuda/lib64", "-Wl,-rpath,/usr/local/cuda/lib64/stubs", "-lm", "-lcudart_of_mine"]
line = "-L/usr/local/cuda/lib64 -lcudart -lcublasLt -lpthread"
quoted = ["-Xlinker", "-rpath,/usr/local/cuda/lib64", "-Xcompiler", "-L/usr/local/cuda/lib64,-lcudart", "-Xcompiler=-lcufft"]
modules = ["cublas", "cudart"]

# Folders.
folders = ["/usr/local/cuda", "/usr/local/cuda/include/", "/opt/cuda/lib64", "/usr/local/cuda-11.8/lib64", "/usr/lib64",
           "/usr/local/cudart", "x/usr/local/cuda", "https://x.org/usr/local/cuda", "file:///usr/local/cuda"]
home = os.environ.get("CUDA_HOME") or "/usr/local/cuda"
own = CUDA_HOME if CUDA_HOME else home
library_dirs = [os.path.join(CUDA_HOME, "lib64"), osp.join(home, "lib64", "stubs"), Path(own) / "lib64", home + "/lib64/stubs",
                f"-L{home}/lib64", f"-L{home}/lib64:{own}/lib64/stubs", os.path.join(os.environ["CUDA_PATH"], "lib64"),
                os.path.join("/usr", "lib64"), f"{link}/lib64", os.path.join(library_dir, "lib64")]

# Programs.
nvcc = os.path.join(CUDA_HOME, "bin", "nvcc")
nvcc = osp.join(home, "bin/nvcc") or shutil.which("nvcc") or Path(home, "bin") / "nvcc" or Path(home) / "nvcc" or joined("bin", "nvcc")
nvcc = "/usr/local/cuda/bin/nvcc" if link else f"{home}/bin/nvcc"
subprocess.check_output(["nvcc", "--version"])
subprocess.run(["pytest", "--keep", "x"] + modules)
subprocess.run([sys.executable, "-m", "pytest", "--keep", "x"])
sort = ["samtools", "sort", "--threads", "4"]
subprocess.run(sort)
subprocess.run([compiler, "--keep", "x.cu"])
keep = ["--keep"]
subprocess.run(["nvcc", "x.cu"] + keep)
subprocess.run(args=("ccache", "nvcc", "-dc", "-Xptxas", "-v", "x.cu") + tuple(link))
subprocess.run("nvcc -G -lineinfo x.cu y.cu -o x -lcudart", shell=True)
subprocess.check_call(shlex.split("nvcc -V"))
subprocess.run(f"{nvcc} -V && echo no nvcc here", shell=True)
subprocess.run(f"{kinds['nvcc']} -V; {os.path.join(home, 'bin', 'nvcc')} -V; {home if home else own}/bin/nvcc -V", shell=True)
subprocess.Popen("nvcc -V".split(), env={})
os.system("which nvcc > /dev/null; /opt/cuda/bin/nvcc -V; cuobjdump x")
os.system(f"'{home}/bin/nvcc' -V")
command = ["nvcc"] + link
subprocess.call(command)
subprocess.run("echo nvcc -V; nvcc -V 2>&1 | grep nvcc; printf '/usr/local/cuda'", shell=True)
version = os.popen("nvcc --version").read().find("nvcc")


class Build(build_ext):
    def build_extensions(self):
        self.compiler.set_executable("compiler_so", "nvcc")
        self.spawn(["nvcc", "-V"])
        super().build_extensions()


# What is no program, or may be none, and prose.
kinds = {"cxx": [], "nvcc": []}
for kind in ["cxx", "nvcc"]:
    print(kinds[kind], "nvcc was not found in /usr/local/cuda/bin", "nvcc", os.path.join("flags", "nvcc"))
run_first("nvcc --version")
setup(ext_modules=[CUDAExtension("x", ["x.cu"], libraries=["cudart", "cublas"], library_dirs=library_dirs, extra_link_args=link),
                   Extension("y", ["y.c"], libraries=libraries)], url="https://docs.nvidia.com/cuda/nvcc")

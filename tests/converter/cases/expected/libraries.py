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
from torch_musa.utils.musa_extension import MUSA_HOME, MUSAExtension

# Libraries: what -l is given, and what a thing called `libraries` holds.
libraries = ["musart", "musa" if os.name == "posix" else "mublas", "m"]
libraries += ["mufft", "mccl"]
libraries.append("murand")
libraries.extend(("musart", "musart", "musa"))
extra = {"libraries": ["musparse"], "packages": ["cublas", "cuda"], "cublas": "nvidia-cublas"}
extra["libraries"] = extra["libraries"] + ["musolver"]
link = ["-lmusart", "-lmublas", "-L/usr/local/musa/lib", "-Wl,-rpath,/usr/local/musa/lib/stubs", "-lm", "-lcudart_of_mine"]
line = "-L/usr/local/musa/lib -lmusart -lmublasLt -lpthread"
quoted = ["-Wl,-rpath,/usr/local/musa/lib", "-L/usr/local/musa/lib", "-lmusart", "-lmufft"]
modules = ["cublas", "cudart"]

# Folders.
folders = ["/usr/local/musa", "/usr/local/musa/include/", "/usr/local/musa/lib", "/usr/local/musa/lib", "/usr/lib64",
           "/usr/local/cudart", "x/usr/local/cuda", "https://x.org/usr/local/cuda", "file:///usr/local/cuda"]
home = os.environ.get("MUSA_HOME") or "/usr/local/musa"
own = MUSA_HOME if MUSA_HOME else home
library_dirs = [os.path.join(MUSA_HOME, "lib"), osp.join(home, "lib", "stubs"), Path(own) / "lib", home + "/lib/stubs",
                f"-L{home}/lib", f"-L{home}/lib:{own}/lib/stubs", os.path.join(os.environ["MUSA_PATH"], "lib"),
                os.path.join("/usr", "lib64"), f"{link}/lib64", os.path.join(library_dir, "lib64")]

# Programs.
nvcc = os.path.join(MUSA_HOME, "bin", "mcc")
nvcc = osp.join(home, "bin/mcc") or shutil.which("mcc") or Path(home, "bin") / "mcc" or Path(home) / "mcc" or joined("bin", "mcc")
nvcc = "/usr/local/musa/bin/mcc" if link else f"{home}/bin/mcc"
subprocess.check_output(["mcc", "--version"])
subprocess.run(["pytest", "--keep", "x"] + modules)
subprocess.run([sys.executable, "-m", "pytest", "--keep", "x"])
sort = ["samtools", "sort", "--threads", "4"]
subprocess.run(sort)
subprocess.run([compiler, "x.mu"])
keep = []
subprocess.run(["mcc", "x.mu"] + keep)
subprocess.run(args=("ccache", "mcc", "-dc", "-Xptxas", "-v", "x.mu") + tuple(link))
subprocess.run("mcc x.mu y.mu -o x -lmusart", shell=True)
subprocess.check_call(shlex.split("mcc --version"))
subprocess.run(f"{nvcc} -V && echo no nvcc here", shell=True)
subprocess.run(f"{kinds['mcc']} -V; {os.path.join(home, 'bin', 'mcc')} -V; {home if home else own}/bin/mcc -V", shell=True)
subprocess.Popen("mcc --version".split(), env={})
os.system("which mcc > /dev/null; /usr/local/musa/bin/mcc -V; cuobjdump x")
os.system(f"'{home}/bin/mcc' --version")
command = ["mcc"] + link
subprocess.call(command)
subprocess.run("echo nvcc -V; mcc -V 2>&1 | grep mcc; printf '/usr/local/cuda'", shell=True)
version = os.popen("mcc --version").read().find("nvcc")


class Build(build_ext):
    def build_extensions(self):
        self.compiler.set_executable("compiler_so", "mcc")
        self.spawn(["mcc", "--version"])
        super().build_extensions()


# What is no program, or may be none, and prose.
kinds = {"cxx": [], "mcc": []}
for kind in ["cxx", "mcc"]:
    print(kinds[kind], "nvcc was not found in /usr/local/cuda/bin", "nvcc", os.path.join("flags", "nvcc"))
run_first("nvcc --version")
setup(ext_modules=[MUSAExtension("x", ["x.mu"], libraries=["musart", "mublas"], library_dirs=library_dirs, extra_link_args=link),
                   Extension("y", ["y.c"], libraries=libraries)], url="https://docs.nvidia.com/cuda/nvcc")

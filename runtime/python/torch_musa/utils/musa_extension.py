# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds extensions of PyTorch in C++ and MUSA: from a setup.py, or while a program runs.

Sources are `.mu`, which mcc compiles, and `.cpp`. `torch_musa.utils.simple_porting` makes them of CUDA sources.
What torch.utils.cpp_extension has that is not CUDA's (`CppExtension`, `include_paths`) is here by the same name.
"""

import fcntl
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import warnings

import setuptools
import torch
from setuptools.errors import CompileError
from torch.utils import cpp_extension

from .. import _build_info, devices, testing
from . import _ninja, _programs
from ._ninja import BuildError
from ._programs import ProgramNotFoundError

__all__ = ["BuildError", "BuildExtension", "MUSAExtension", "MUSA_HOME", "ProgramNotFoundError", "load", "load_inline"]

MUSA_SUFFIXES = (".mu",)
CXX_SUFFIXES = (".cpp", ".cc", ".cxx", ".c++", ".C")
FORCE_MCC = "force_mcc"
# What device code is compiled for, in the words of mcc and of its older versions.
ARCHITECTURE_OPTIONS = ("--offload-arch=", "--cuda-gpu-arch=", "--musa-gpu-arch=")


def _toolkit(mcc):
    """The folder that a compiler belongs to, with bin, include and lib."""
    return os.path.dirname(os.path.dirname(mcc))


def _musa_home():
    try:
        return _toolkit(_programs.find_mcc())
    except ProgramNotFoundError:
        return None


# As torch.utils.cpp_extension.CUDA_HOME: None where there is no compiler.
MUSA_HOME = _musa_home()


def __getattr__(name):
    if name.startswith("__") or re.search("cud|nvcc", name, re.IGNORECASE):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(cpp_extension, name)

# Standards that PyTorch's headers refuse.
OLD_STANDARD = re.compile(r"-std=(c|gnu)\+\+(98|03|0x|11|1y|14)")


class MUSAExtension(setuptools.Extension):
    """An extension for a setup.py, as torch.utils.cpp_extension.CUDAExtension.

    `extra_compile_args` is a list, or a dict with the keys "cxx" and "mcc". With the word "force_mcc" among those for "cxx",
    mcc compiles the `.cpp` files, too, with the options of both.
    """

    def __init__(self, name, sources, *args, **kwargs):
        options = kwargs.pop("extra_compile_args", None) or []
        kwargs["language"] = "c++"
        super().__init__(name, [os.fspath(source) for source in sources], *args, **kwargs)
        self.extra_compile_args = _by_compiler(options)


class BuildExtension(cpp_extension.BuildExtension):
    """setuptools' command build_ext. Extensions that are no MUSAExtension are built by PyTorch's own."""

    def build_extensions(self):
        everything = self.extensions
        for extension in everything:
            if isinstance(extension, MUSAExtension):
                self._build_musa_extension(extension)
                continue
            options = extension.extra_compile_args
            options = options.get("cxx", []) if isinstance(options, dict) else options
            extension.extra_link_args = _with_openmp(options, extension.extra_link_args)
        self.extensions = [extension for extension in everything if not isinstance(extension, MUSAExtension)]
        try:
            if self.extensions:
                super().build_extensions()
        finally:
            self.extensions = everything

    def _build_musa_extension(self, extension):
        macros = [f"-D{name}" if value is None else f"-D{name}={value}" for name, value in extension.define_macros]
        macros += [f"-U{name}" for name in extension.undef_macros]
        library = _library(
            name=extension.name.rpartition(".")[2],
            output=os.path.abspath(self.get_ext_fullpath(extension.name)),
            sources=extension.sources,
            include_dirs=extension.include_dirs,
            cxx_options=[*macros, *extension.extra_compile_args["cxx"]],
            mcc_options=[*macros, *extension.extra_compile_args["mcc"]],
            link_options=[
                *extension.extra_objects,
                *(f"-L{folder}" for folder in extension.library_dirs),
                *(f"-Wl,-rpath,{folder}" for folder in extension.runtime_library_dirs),
                *(f"-l{name}" for name in extension.libraries),
                *extension.extra_link_args,
            ],
        )
        folder = os.path.join(os.path.abspath(self.build_temp), extension.name)
        try:
            _ninja.build(library, folder)
        except BuildError as error:
            raise CompileError(f"the extension '{extension.name}' could not be built: see above") from error


def load(name, sources, extra_cflags=None, extra_musa_cflags=None, extra_ldflags=None, extra_include_paths=None,
         build_directory=None, verbose=False, with_musa=None, is_python_module=True, is_standalone=False,
         keep_intermediates=True):
    """Build an extension unless it is built already, and load it, as torch.utils.cpp_extension.load does.

    Returns the module; without `is_python_module`, the library is loaded into the process and its path returned.
    Every extension has MUSA's headers and libraries, whatever `with_musa` is, and what is built is kept, whatever
    `keep_intermediates` is.
    """
    if is_standalone:
        raise ValueError(f"'{name}' cannot be built with is_standalone=True: torch_musa builds no programs of their own")
    sources = [sources] if isinstance(sources, (str, os.PathLike)) else sources
    folder = build_directory or _default_build_directory(name)
    os.makedirs(folder, exist_ok=True)

    def library(module_name):
        return _library(
            name=module_name,
            output=os.path.join(os.path.abspath(folder), module_name + ".so"),
            sources=[os.fspath(source) for source in sources],
            include_dirs=[os.fspath(path) for path in extra_include_paths or ()],
            cxx_options=_words(extra_cflags),
            mcc_options=_words(extra_musa_cflags),
            link_options=_words(extra_ldflags),
        )

    with open(os.path.join(folder, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _build_and_load(name, library, folder, verbose, is_python_module)


def load_inline(name, cpp_sources, musa_sources=None, functions=None, extra_cflags=None, extra_musa_cflags=None,
                extra_ldflags=None, extra_include_paths=None, build_directory=None, verbose=False,
                with_musa=None, is_python_module=True, with_pytorch_error_handling=True, keep_intermediates=True,
                use_pch=False):
    """`load` for sources that are strings. `functions` are bound: a list, or a dict of names with their docstrings.

    Headers are not compiled beforehand, whatever `use_pch` is: it changes nothing but the time that a build takes.
    """
    folder = build_directory or _default_build_directory(name)
    os.makedirs(folder, exist_ok=True)
    cpp_text = "\n".join(["#include <torch/extension.h>", *_texts(cpp_sources)])
    if functions is not None:
        cpp_text += "\n" + _bindings(functions, with_pytorch_error_handling)
    sources = [os.path.join(folder, "main.cpp")]
    _ninja.write_if_changed(sources[0], cpp_text + "\n")
    if musa_sources:
        musa_text = ["#include <torch/types.h>", "#include <musa.h>", "#include <musa_runtime.h>", *_texts(musa_sources)]
        sources.append(os.path.join(folder, "musa.mu"))
        _ninja.write_if_changed(sources[1], "\n".join(musa_text) + "\n")
    return load(name, sources, extra_cflags, extra_musa_cflags, extra_ldflags, extra_include_paths, folder, verbose,
                with_musa, is_python_module)


def _words(options):
    """The words that a shell makes of options: PyTorch's `load` takes "-O3 -g" for two."""
    return [word for option in options or () for word in shlex.split(option)]


def _by_compiler(options):
    if not isinstance(options, dict):
        return {"cxx": list(options), "mcc": list(options)}
    unknown = sorted(set(options) - {"cxx", "mcc"})
    if unknown:
        hint = "; options of nvcc have to be mcc's" if "nvcc" in unknown else ""
        raise ValueError(f"extra_compile_args has '{unknown[0]}', and its keys are 'cxx' and 'mcc'{hint}")
    return {"cxx": list(options.get("cxx", ())), "mcc": list(options.get("mcc", ()))}


def _library(name, output, sources, include_dirs, cxx_options, mcc_options, link_options):
    """What ninja builds: the user's options and folders, and those that torch_musa itself is built with."""
    mcc = _programs.find_mcc()
    link_options = _with_openmp([*cxx_options, *mcc_options], link_options)
    cxx_options, mcc_options = _without_old_standards(cxx_options), _without_old_standards(mcc_options)
    common = [
        "-fPIC", "-O2", f"-DTORCH_EXTENSION_NAME={name}", "-DTORCH_API_INCLUDE_EXTENSION_H", *_pytorch_abi_options(),
        *_build_info.compile_options, *(f"-I{os.path.abspath(folder)}" for folder in include_dirs),
        *_system_include_options(mcc),
    ]
    compilers = {}
    suffixes = {os.path.splitext(source)[1] for source in sources}
    used = [suffix for suffix in CXX_SUFFIXES if suffix in suffixes]
    takes_mcc = FORCE_MCC in cxx_options
    cxx_options, mcc_options = ([option for option in options if option != FORCE_MCC] for options in (cxx_options, mcc_options))
    if used and not takes_mcc:
        cxx = _programs.find_cxx()
        clang = _build_info.clang_options if _is_clang(cxx) else []
        compilers |= dict.fromkeys(used, _ninja.Compiler(cxx, ["-std=c++17", "-DNDEBUG", *common, *clang, *cxx_options]))
    options = ["-x", "musa", "-mtgpu", *common, *_build_info.clang_options, *_build_info.mcc_options,
               *_architecture_options(mcc_options), *_fp64_options(), *mcc_options]
    compilers |= dict.fromkeys(MUSA_SUFFIXES, _ninja.Compiler(mcc, options))
    if takes_mcc:
        compilers |= dict.fromkeys(used, _ninja.Compiler(mcc, [*options, *cxx_options]))
    return _ninja.Library(output, sources, compilers, _linker(mcc, link_options))


def _with_openmp(compile_options, link_options):
    """Scripts that were written for GCC do not link OpenMP, whose library PyTorch has loaded. Clang has another library."""
    missing = "-fopenmp" in compile_options and "-fopenmp" not in link_options
    return [*link_options, *(["-fopenmp"] if missing else [])]


def _without_old_standards(options):
    """Projects ask for the C++ that PyTorch had once, which today's headers are an error in."""
    for option in filter(OLD_STANDARD.fullmatch, options):
        warnings.warn(f"{option} is left out: PyTorch {_build_info.torch_version} needs C++17", stacklevel=2)
    return [option for option in options if not OLD_STANDARD.fullmatch(option)]


def _pytorch_abi_options():
    """What PyTorch's types need to be the same types in an extension."""
    options = [f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}"]
    for part in ("COMPILER_TYPE", "STDLIB", "BUILD_ABI"):
        value = getattr(torch._C, f"_PYBIND11_{part}", None)
        if value is not None:
            options.append(f'-DPYBIND11_{part}="{value}"')
    return options


def _system_include_options(mcc):
    folders = [os.path.normpath(os.path.join(_programs.PACKAGE, folder)) for folder in _build_info.include_dirs]
    folders += _build_info.torch_include_dirs
    folders.append(os.path.join(_toolkit(mcc), "include"))
    folders += [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
    options = []
    for folder in dict.fromkeys(folders):
        if folder != "/usr/include":  # naming this one would change the order of the compiler's own
            options += ["-isystem", folder]
    return options


def _is_clang(compiler):
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return "clang" in version


def _architecture_options(mcc_options):
    """--offload-arch= for $TORCH_MUSA_ARCH_LIST, or for $MUSA_ARCH or the device; none if the user's options have it."""
    if any(option.startswith(ARCHITECTURE_OPTIONS) for option in mcc_options):
        return []
    names = re.split(r"[;, ]+", os.environ.get("TORCH_MUSA_ARCH_LIST", "").strip("; ,"))
    if names == [""]:
        if not os.environ.get("MUSA_ARCH") and not devices.is_available():
            return []
        names = [str(testing.get_musa_arch())]
    for name in names:
        if not re.fullmatch(r"(mp_)?\d\.?\d", name):
            raise ValueError(f"TORCH_MUSA_ARCH_LIST has '{name}'; architectures are written as 22, 2.2 or mp_22")
    return [f"--offload-arch=mp_{name.removeprefix('mp_').replace('.', '')}" for name in names]


def _fp64_options():
    return ["-mathx-disable-fp64"] if os.environ.get("ENABLE_COMPILE_FP64") == "0" else []


def _linker(mcc, link_options):
    folders = [os.path.join(_programs.PACKAGE, "lib"), _build_info.torch_library_dir, os.path.join(_toolkit(mcc), "lib")]
    folders = list(dict.fromkeys(folders))
    return _ninja.Compiler(mcc, [
        "-shared", *link_options, *(f"-L{folder}" for folder in folders), *(f"-Wl,-rpath,{folder}" for folder in folders),
        *(f"-l{name}" for name in ("musa_kernels", "torch_python", "torch", "torch_cpu", "c10", "musart")),
    ])


def _default_build_directory(name):
    root = os.environ.get("TORCH_EXTENSIONS_DIR") or cpp_extension.get_default_build_root()
    return os.path.join(root, f"py{sys.version_info.major}{sys.version_info.minor}_musa", name)


# The modules of this process, by the name that `load` was given: a library that Python has loaded stays, so one that
# changes gets a new name.
_loaded = {}


def _build_and_load(name, library, folder, verbose, is_python_module):
    module, version = _loaded.get((name, folder), (None, 0))
    if module is not None:
        current = library(_versioned(name, version))
        if _ninja.is_up_to_date(current, folder):
            return module
        version += 1
    current = library(_versioned(name, version))
    _ninja.build(current, folder, show=verbose)
    if is_python_module:
        module = _import(_versioned(name, version), current.output)
    else:
        torch.ops.load_library(current.output)
        module = current.output
    _loaded[name, folder] = (module, version)
    return module


def _versioned(name, version):
    return f"{name}_v{version}" if version else name


def _import(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _texts(sources):
    return [sources] if isinstance(sources, str) else list(sources)


def _bindings(functions, handle_errors):
    functions = [functions] if isinstance(functions, str) else functions
    if not isinstance(functions, dict):
        functions = {function: function for function in functions}
    lines = ["PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {"]
    for function, documentation in functions.items():
        target = f"torch::wrap_pybind_function({function})" if handle_errors else f"&{function}"
        lines.append(f'  m.def("{function}", {target}, R"doc({documentation})doc");')
    return "\n".join([*lines, "}"])

#!/usr/bin/env python3
"""Makes the frozen lists of tests/data/ from CUDA's headers, PyTorch's source and the tables of known MUSA facts.

Only needed to refresh the lists; the tests read what is checked in.
"""

import argparse
import csv
import re
from pathlib import Path

from declared import Declarations, declarations
from names import DATA, is_regular, regular
from tokenizer import IDENTIFIER, read_source

HEADER_SUFFIXES = (".h", ".hpp", ".cuh", ".inl", ".h.in")

# How CUDA's own names look. What the headers declare and matches is CUDA's; the many names that MUSA keeps (dim3,
# float4, __half, threadIdx, __syncthreads, atomicAdd) do not match.
CUDA_NAME = re.compile(
    r"""cuda[A-Z]\w+ | CUDA_\w+ | CUDART\w* | CUDAAPI | CUDA_CB | CUDARTAPI\w* | cudart\w+
    | cu[A-Z]\w+ | CU[a-z]\w+ | CU_\w+ | cuuint(?:32|64)_t | make_cu\w+ | PFN_cu\w+
    | (?:cublas|cudnn|cufft|curand|cusparse|cusolver|cupti|cudss)\w*[A-Z_]\w*
    | (?:nccl|nvrtc|nvml|nvtx|nvjpeg|nvJitLink)\w*[A-Z_]\w*
    | (?:CUBLAS|CUDNN|CUFFT|CURAND|CUSPARSE|CUSOLVER|CUPTI|CUDSS)\w*_\w+ | CUpti_\w+
    | (?:NCCL|NVRTC|NVML|NVTX|NVJPEG)\w*_\w+ | curand\d?
    | npp[is]?[A-Z]\w+ | Npp\w+ | NPP_\w+
    | __nv_(?:bfloat|fp[468]|cvt)\w* | __NV_\w+ | nv_(?:bfloat|half)\w* | nvcuda
    | __CUDACC_\w+ | __CUDACC__ | __NVCC__ | __CUDA_\w+ | __CUDA__ | __CUDABE__ | __CUDADEVRT_INTERNAL__""",
    re.VERBOSE,
)
# Macros of the headers' own.
NOT_PUBLIC = re.compile(
    r"""
    .*_H_* | .*_HPP_* | .*_IMPL_* | .*_INTERNAL_.* | .*STRINGIFY.* | .*_DECL__
    | __CUDA_(?:FP16|BF16|FP8|FP6|FP4|HOSTDEVICE|MATH|MMA|ALIGN|DEVICE_|OCC).*""",
    re.VERBOSE,
)
# Predefined by the compilers, so that no header declares them, and what is known of removed names.
PREDEFINED = """__CUDACC__ __NVCC__ __CUDA__ __CUDA_ARCH__ __CUDA_ARCH_LIST__ __CUDACC_VER_MAJOR__ __CUDACC_VER_MINOR__
__CUDACC_VER_BUILD__ __CUDACC_RDC__ __CUDACC_RTC__ __CUDACC_DEBUG__ __CUDACC_EXTENDED_LAMBDA__
__CUDA_NO_HALF_OPERATORS__ __CUDA_NO_HALF_CONVERSIONS__ __CUDA_NO_HALF2_OPERATORS__
__CUDA_NO_BFLOAT16_OPERATORS__ __CUDA_NO_BFLOAT16_CONVERSIONS__ __CUDA_NO_BFLOAT162_OPERATORS__ CUDA_VERSION
CUDART_VERSION nvcuda CUDA_API_PER_THREAD_DEFAULT_STREAM""".split()
LIBCUDACXX = """
std atomic atomic_ref barrier pipeline latch counting_semaphore binary_semaphore memcpy_async aligned_size_t
thread_scope_system thread_scope_device thread_scope_block thread_scope_thread proclaim_return_type
annotated_ptr ptx device make_pipeline pipeline_shared_state discard_memory access_property
apply_access_property""".split()

NOT_INSTALLED = r"nvml[A-Z]|NVML_|cudss(?:[A-Z]|\w+_t$)|CUDSS_"
CUDA_HEADERS_NOT_INSTALLED = """
cudss.h nvml.h npp.h nppcore.h nppdefs.h nppi.h npps.h nvjpeg.h nvToolsExt.h nvToolsExtCuda.h
nvToolsExtCudaRt.h nvtx3/nvToolsExt.h nvtx3/nvtx3.hpp nvPTXCompiler.h cudnn_ops_infer.h cudnn_ops_train.h
cudnn_cnn_infer.h cudnn_cnn_train.h cudnn_adv_infer.h cudnn_adv_train.h cuda_surface_types.h
cuda_texture_types.h cuda/* nv/target""".split()
TORCH_CUDA_HEADERS = """c10/cuda/* ATen/cuda/* ATen/native/cuda/* ATen/cudnn/* ATen/native/cudnn/* THC/*.cuh THC/*.h
torch/csrc/cuda/*""".split()
# Headers that keep their names in MUSA's toolkit and its ports of Thrust and CUB.
SAME_IN_MUSA = """cooperative_groups.h mma.h thrust/* cub/* device_launch_parameters.h vector_types.h vector_functions.h
math_constants.h device_functions.h math_functions.h host_defines.h driver_types.h library_types.h""".split()
OWN_MUSA_HEADERS = ["musa_port/cuda_level.h", "musa_port/nvml.h", "mudnn.h", "mudnn_*.h", "musa/std/*", "THC/THCAtomics.muh", "mccl.h",
                    "ATen/musa/MUSA_PORT_*.muh"]
# Named by no table, but by public code: musolver.h by torch_musa, mtrtc.h by Paddle's port, mtml.h by fastfetch.
OWN_MUSA_HEADERS += ["musolver.h", "mtrtc.h", "mtml.h"]
# And by MUTLASS itself.
OWN_MUSA_HEADERS += [f"mutlass/{name}" for name in """aligned_buffer.h arch/memory.h epilogue/thread/activation.h
epilogue/thread/linear_combination.h epilogue/collective/collective_builder.hpp gemm/kernel/gemm_universal.hpp
gemm/device/gemm_universal_adapter.h gemm/collective/collective_builder.hpp util/host_tensor.h
util/packed_stride.hpp""".split()]
# Likewise: the first two are in Paddle's port, the others in descriptions of MTRTC.
IRREGULAR = """nvrtcGetPTX mtrtcGetMUSA
nvrtcGetPTXSize mtrtcGetMUSASize
nvrtcGetCUBIN mtrtcGetFatBin
nvrtcGetCUBINSize mtrtcGetFatBinSize
__NVCC__ __MUSACC__""".splitlines()

# Parts of PyTorch that are CUDA's: what they declare is ported, not exported to a CPU-only libtorch.
CUDA_OWNED = ("c10/cuda/", "aten/src/ATen/cuda/", "aten/src/ATen/native/cuda/")
NOT_LIBTORCH = re.compile(
    r"/(cuda|cudnn|hip|miopen|quantized/cuda|sparse/cuda|nested/cuda|transformers/cuda|test|tests|templates)/"
)
CUDA_NAMED = re.compile("cuda", re.IGNORECASE)
CUTLASS_NAMED = re.compile("cutlass|cute", re.IGNORECASE)
# What a build sets and the public headers test, without a definition in the sources.
BUILD_MACRO = re.compile(r"(?:C10|AT|ATEN)_CUDA_\w+")
DEVICE_NAMED = re.compile(r"cuda|cublas|cusparse|cusolver|cufft|cudnn|cudss|nvrtc|nccl|nvtx|nvml", re.IGNORECASE)
CHECK_MACRO = re.compile(r"TORCH_CU[A-Z]+_CHECK")
# Declared in headers that libtorch installs, and nevertheless to be renamed, for the port is another device.
RENAMED_THOUGH_EXPORTED = """kCUDA
REGISTER_CUDA_DISPATCH
CUDACachingAllocator
at :: cuda
c10 :: cuda
thrust :: cuda
namespace cuda
. is_cuda (
-> is_cuda (
. cuda (
-> cuda (
C10_REGISTER_GUARD_IMPL ( CUDA ,
TORCH_LIBRARY_IMPL ( * , CUDA ,
TORCH_LIBRARY_IMPL ( * , AutogradCUDA ,
TORCH_LIBRARY_IMPL ( * , AutocastCUDA ,
TORCH_LIBRARY_IMPL ( * , QuantizedCUDA ,
TORCH_LIBRARY_IMPL ( * , SparseCUDA ,
TORCH_LIBRARY_IMPL ( * , SparseCsrCUDA ,
TORCH_LIBRARY_IMPL ( * , NestedTensorCUDA ,
DeviceType :: CUDA
Backend :: CUDA
Backend :: SparseCUDA
Backend :: SparseCsrCUDA
Backend :: QuantizedCUDA
DispatchKey :: CUDA
DispatchKey :: AutogradCUDA
DispatchKey :: AutocastCUDA
DispatchKey :: SparseCUDA
DispatchKey :: SparseCsrCUDA
DispatchKey :: QuantizedCUDA
DispatchKey :: NestedTensorCUDA""".splitlines()


# Where the names come from: the comment at the top of each list.
ORIGINS = {
    "cuda_api_names.txt": """
CUDA's own names: declared by the headers of CUDA 13.0, cuDNN 9 and NCCL 2, and names of older
versions from public CUDA-to-MUSA mapping tables. Names that MUSA keeps are left out.
A line with spaces is a sequence of tokens.""",
    "cuda_header_names.txt": """
Headers of CUDA and its libraries, and of PyTorch's CUDA parts. `*` stands for any text.""",
    "musa_headers.txt": """
Headers that MUSA's toolkit, its ports of libraries and torch_musa provide, by public code and
mapping tables, and the one that ported files may include for the CUDA level.""",
    "torch_headers.txt": """
Headers of PyTorch 2.6.0 outside its CUDA folders that have a device's name.""",
    "backend_headers.txt": """
Headers of the MUSA backend: the ported twins of PyTorch 2.6.0's c10/cuda, ATen/cuda and ATen/native/cuda.""",
    "torch_cuda_names.txt": """
CUDA-named public names of c10 and ATen, from the headers of PyTorch 2.6.0's c10/cuda and ATen/cuda, and the
ones of its other headers that a port to another device renames. A line with spaces is a sequence of tokens.""",
    "torch_cuda_members.txt": """
Names of members, namespaces and libraries in the headers of PyTorch 2.6.0's c10/cuda and ATen/cuda:
a port of PyTorch itself may rename them.""",
    "libtorch_exported_names.txt": """
CUDA-named names that PyTorch 2.6.0 declares in other headers or lists in native_functions.yaml:
libtorch exports them, so they stay.""",
    "mutlass_names.txt": """
Name of CUTLASS or CuTe and its name in MUTLASS, by the public code of MUTLASS.""",
    "irregular_musa_names.txt": """
CUDA name and MUSA name, where the latter is not the regular one (cuda->musa, cu->mu, nv->mt, nccl->mccl)
and public code or a mapping table has it.""",
}


def headers_below(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name.endswith(HEADER_SUFFIXES))


def write(out, name, entries):
    text = "".join(f"# {line}\n" for line in ORIGINS[name].strip().splitlines())
    text += "".join(f"{entry}\n" for entry in sorted(entries))
    (out / name).write_text(text, encoding="utf-8")
    print(f"{name}: {len(entries)}")


def facts_rows(facts):
    with (facts / "musa_api_facts.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def is_cuda_name(name):
    return CUDA_NAME.fullmatch(name) is not None and name != regular(name)


def cuda_api(cuda_include, pytorch, rows):
    found = Declarations()
    mentioned = set()
    for path in headers_below(cuda_include):
        if "cccl" in path.parts or "crt" in path.parts:
            continue
        source = read_source(path)
        found.update(declarations(source))
        mentioned |= {token.text for token in source.code if token.kind == IDENTIFIER}
    declared = found.names | {name for name in found.macros if not NOT_PUBLIC.fullmatch(name)}
    # The headers of NVML and cuDSS are not part of the toolkit's; PyTorch's sources name what they use.
    for folder in ("c10/cuda", "aten/src/ATen/cuda", "aten/src/ATen/native/cuda"):
        for path in (pytorch / folder).rglob("*.*"):
            if path.suffix in (".h", ".cpp"):
                used = {token.text for token in read_source(path).code if re.match(NOT_INSTALLED, token.text)}
                declared |= used - declarations(read_source(path)).all()
    names = {name for name in declared if is_cuda_name(name)} | set(PREDEFINED)
    for row in rows:
        name = row["cuda_name"]
        # A name that the headers mention without declaring it is a parameter's or a member's.
        is_known = name in declared or name not in mentioned and not NOT_PUBLIC.fullmatch(name)
        if is_cuda_name(name) and is_known and "mmcv" not in row["evidence"]:
            names.add(name)
    return names | {f"cuda :: {name}" for name in LIBCUDACXX}


def header_of(text):
    match = re.fullmatch(r'(?:#include\s*)?[<"]?([\w./+*-]+\.(?:h|hpp|cuh|muh|inl)|(?:cuda|musa)/[\w/.]+)[>"]?', text)
    return match[1] if match else None


def cuda_headers(cuda_include, rows):
    names = {path.relative_to(cuda_include).as_posix() for path in cuda_include.iterdir() if path.is_file()}
    for row in rows:
        header = header_of(row["cuda_name"])
        if (
            header
            and row["kind"] == "header"
            and not header.startswith(("cutlass", "cute/", "cuda/"))
            and "/" not in header
        ):
            names.add(header)
    keep = {name for name in names if regular(name) != name or name.startswith(("cudnn", "npp"))}
    keep -= {"cuda_utils.h", "cuda_compat.h", "cutlass.h"}  # headers of ported projects, not CUDA's
    torch_mapped = {name for name in keep if name.startswith(("ATen", "CUDA"))}
    return (keep - torch_mapped) | set(CUDA_HEADERS_NOT_INSTALLED) | set(TORCH_CUDA_HEADERS)


def musa_headers(facts, rows):
    names = set(SAME_IN_MUSA) | set(OWN_MUSA_HEADERS)
    for row in rows:
        header = header_of(row["musa_name"])
        if header and row["kind"] == "header" and not header.startswith(("ATen", "MUSA")):
            names.add(header)
    with (facts / "musa_identifiers_seen.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            path = row["example_file"]
            if path.startswith("torch_musa/torch_musa/csrc/") and path.endswith((".h", ".muh")):
                names.add(path.removeprefix("torch_musa/"))
    return names - {"musa_utils.h", "musa_compat.h", "musa/vision.h"}


def declared_below(folders, skip=None):
    found = Declarations()
    for folder in folders:
        for path in headers_below(folder):
            if skip is None or not skip(path):
                found.update(declarations(read_source(path)))
    return found


def torch_names(pytorch):
    public = declared_below([pytorch / "c10/cuda", pytorch / "aten/src/ATen/cuda"], lambda path: "test" in path.parts)
    outside = public.outside_classes()
    must = {name for name in outside if CUDA_NAMED.search(name) or CHECK_MACRO.fullmatch(name)}
    # CUDA's own names stay in CUDA's list; what looks like one (CUDA_KERNEL_LOOP) is a macro or a constant of ATen's.
    must = {name for name in must if not is_cuda_name(name) or name in public.macros | {"CUDA_NUM_THREADS"}}
    # What c10's implementation alone declares is no user's. (ATen's detail/ has names that extensions use.)
    must &= declared_below(
        [pytorch / "c10/cuda", pytorch / "aten/src/ATen/cuda"],
        lambda path: "test" in path.parts or path.parent == pytorch / "c10/cuda/impl",
    ).outside_classes()
    tested = set()
    for folder in ("c10/cuda", "aten/src/ATen/cuda"):
        for path in headers_below(pytorch / folder):
            code = read_source(path).code
            tested |= {token.text for token in code if token.directive in ("if", "ifdef", "ifndef", "elif")}
    # A helper in a detail namespace, and as often a local variable.
    must.discard("cuda_type")
    may = {name for name in outside | public.members | public.namespaces if DEVICE_NAMED.search(name)}
    may |= {name for name in tested if BUILD_MACRO.fullmatch(name)}
    may -= must

    def is_not_libtorch(path):
        relative = path.relative_to(pytorch).as_posix()
        return relative.startswith(CUDA_OWNED) or NOT_LIBTORCH.search("/" + relative) is not None

    libtorch = declared_below([pytorch / "c10", pytorch / "aten/src/ATen", pytorch / "torch/csrc"], is_not_libtorch)
    exported = {name for name in libtorch.outside_classes() | libtorch.members if DEVICE_NAMED.search(name)}
    # Members that override one of libtorch's.
    may -= (public.members - outside - public.namespaces) & libtorch.members
    yaml = (pytorch / "aten/src/ATen/native/native_functions.yaml").read_text(encoding="utf-8")
    exported |= set(re.findall(r"^\s+[\w ,]*CUDA[\w ,]*:\s*(\w*cuda\w*)\s*$", yaml, re.MULTILINE))
    return must, may, exported


def renamed_path(path):
    for old, new in (("/cuda/", "/musa/"), ("CUDA", "MUSA"), (".cuh", ".muh"), ("Cuda", "Musa"), ("cuda_", "musa_")):
        path = path.replace(old, new)
    return path


def torch_headers(pytorch):
    """Headers with a device in their name that PyTorch installs outside its CUDA folders."""
    names = {"ATen/CUDAFunctions*.h", "ATen/ops/*_cuda_dispatch.h", "ATen/ops/*cu*.h"}
    for root, prefix in (("aten/src", "ATen"), (".", "c10"), (".", "torch/csrc")):
        for path in headers_below(pytorch / root / prefix):
            relative = path.relative_to(pytorch / root).as_posix()
            if DEVICE_NAMED.search(relative) and not NOT_LIBTORCH.search("/" + relative):
                names.add(relative.removeprefix("torch/csrc/api/include/"))
    return names


def backend_headers(pytorch):
    """The ported twins of PyTorch's CUDA headers, each with the file's own name kept and renamed."""
    names = {"THC/THCAtomics.muh", "ATen/MUSAFunctions*.h"}
    names |= {"ATen/ops/*_musa_dispatch.h", "ATen/ops/*_privateuse1_dispatch.h"}
    for folder in CUDA_OWNED:
        for path in headers_below(pytorch / folder):
            relative = path.relative_to(pytorch).as_posix().removeprefix("aten/src/").removesuffix(".in")
            names.add(renamed_path(relative))
            names.add(relative.replace("/cuda/", "/musa/").replace(".cuh", ".muh"))
    return names


def irregular_names(rows):
    yield from IRREGULAR
    for row in rows:
        old, new = row["cuda_name"], row["musa_name"]
        is_name = old.isidentifier() and new.isidentifier() and old != new
        if is_name and not is_regular(old, new) and not CUTLASS_NAMED.search(old) and not CUDA_NAMED.search(new):
            seen = "NOT-seen" not in row["status"]
            # A vendor table that replaced text within words is a known mistake, not a target.
            if seen or not re.search(r"Imt|CMT|AcM|Acm|[a-z]mt[a-z]", new):
                yield f"{old} {new}"


def mutlass_names(rows):
    pieces = (("CUTLASS", "MUTLASS"), ("cutlass", "mutlass"), ("CUTE", "MUTE"), ("cute", "mute"))
    for row in rows:
        old, new = row["cuda_name"], row["musa_name"]
        if "mutlass" in row["evidence"] and old.isidentifier() and CUTLASS_NAMED.search(old):
            expected = old
            for piece, replacement in pieces:
                expected = expected.replace(piece, replacement)
            # The table also pairs neighbours that merely stand at the same place.
            if new == expected or is_regular(expected, new):
                yield f"{old} {new}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=Path, required=True, help="folder of the musa_*.tsv tables")
    parser.add_argument("--cuda-include", type=Path, required=True, help="CUDA's include folder")
    parser.add_argument("--pytorch", type=Path, required=True, help="PyTorch's source")
    parser.add_argument("--out", type=Path, default=DATA)
    options = parser.parse_args()
    rows = facts_rows(options.facts)
    api = cuda_api(options.cuda_include, options.pytorch, rows)
    must, may, exported = torch_names(options.pytorch)
    # One name for two things, one of CUDA's part and one of libtorch: either may be meant.
    may |= must & exported
    must = (must - exported) | set(RENAMED_THOUGH_EXPORTED)
    exported -= must | may | api
    # Registers for the CUDA device where a CUDA compiler reads it; a port may name its own device instead.
    may.add("REGISTER_DISPATCH")

    lists = {
        "cuda_api_names.txt": api - must,
        "cuda_header_names.txt": cuda_headers(options.cuda_include, rows),
        "musa_headers.txt": musa_headers(options.facts, rows),
        "torch_headers.txt": torch_headers(options.pytorch),
        "backend_headers.txt": backend_headers(options.pytorch),
        "torch_cuda_names.txt": must,
        "torch_cuda_members.txt": may - must,
        "libtorch_exported_names.txt": exported,
        "mutlass_names.txt": set(mutlass_names(rows)),
        "irregular_musa_names.txt": set(irregular_names(rows)),
    }
    for name, entries in lists.items():
        write(options.out, name, entries)


if __name__ == "__main__":
    main()

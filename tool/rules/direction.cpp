//===- rules/direction.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/direction.h"

#include "llvm/ADT/Twine.h"

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef cudaLower[] = {"cuda",     "cublas", "cudnn", "cufft", "curand", "cusparse",
                                   "cusolver", "nccl",   "nvrtc", "nvml",  "cupti",  "nvtx",
                                   "nvjpeg",   "npp",    "nppi",  "npps",  "cu"};
constexpr StringRef cudaUpper[] = {
    "CUDA_", "CUBLAS_", "CUDNN_",   "CUFFT_",    "CURAND_",  "CUSPARSE_", "CUSOLVER_",
    "NCCL_", "NVRTC_",  "NVML_",    "CUPTI_",    "NVTX_",    "NVJPEG_",   "NPP_",
    "CU_",   "CUDART_", "nvshmem_", "nvshmemx_", "NVSHMEM_", "NVSHMEMX_", "NVTX3_"};
constexpr StringRef musaLower[] = {"musa",     "mublas", "mudnn", "mufft", "murand", "musparse",
                                   "musolver", "mccl",   "mtrtc", "mtml",  "mupti",  "mttx",
                                   "mtjpeg",   "mupp",   "muppi", "mupps", "mu"};
constexpr StringRef musaUpper[] = {
    "MUSA_",  "MUBLAS_", "MUDNN_", "MUFFT_", "MURAND_", "MUSPARSE_", "MUSOLVER_", "MCCL_",
    "MTRTC_", "MTML_",   "MUPTI_", "MTTX_",  "MTJPEG_", "MUPP_",     "MU_",       "MUSART_"};

constexpr Side cuda = {.title = "CUDA",
                       .word = "cuda",
                       .sourceExtension = ".cu",
                       .headerExtension = ".cuh",
                       .vendor = "nv",
                       .compiler = "nvcc",
                       .maker = "NVIDIA",
                       .architecture = "800 for sm_80",
                       .ownHeaders = {},
                       .ownMacros = {},
                       .oldHeaders = "THC",
                       .lowerFamilies = cudaLower,
                       .upperFamilies = cudaUpper};
constexpr Side musa = {.title = "MUSA",
                       .word = "musa",
                       .sourceExtension = ".mu",
                       .headerExtension = ".muh",
                       .vendor = "mt",
                       .compiler = "mcc",
                       .maker = "MUSA",
                       .architecture = "220 for mp_22",
                       .ownHeaders = "musa_port/",
                       .ownMacros = "MUSAPORT_",
                       .oldHeaders = {},
                       .lowerFamilies = musaLower,
                       .upperFamilies = musaUpper};

} // namespace

const Side &cudaSide() { return cuda; }
const Side &musaSide() { return musa; }

std::string renameExtension(StringRef path, Direction direction) {
  const Side &from = sourceSide(direction), &to = targetSide(direction);
  StringRef stem = path;
  if (stem.consume_back(from.sourceExtension))
    return (stem + to.sourceExtension).str();
  if (stem.consume_back(from.headerExtension))
    return (stem + to.headerExtension).str();
  if (stem.consume_back(".in")) // a template of a source
    return renameExtension(stem, direction) + ".in";
  return path.str();
}

} // namespace musaport

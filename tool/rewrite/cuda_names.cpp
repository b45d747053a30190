//===- rewrite/cuda_names.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/cuda_names.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Prefixes that are followed by an upper-case letter (cublasSgemm, cuInit, ncclAllReduce). What
/// goes on with `_` (cuda_utils) is a user's.
constexpr StringRef lowerFamilies[] = {"cuda",     "cublas", "cudnn", "cufft", "curand", "cusparse",
                                       "cusolver", "nccl",   "nvrtc", "nvml",  "cupti",  "nvtx",
                                       "nvjpeg",   "npp",    "nppi",  "npps",  "cu"};
/// Prefixes in capitals that are followed by `_` (CUBLAS_OP_N, CU_STREAM_DEFAULT).
constexpr StringRef upperFamilies[] = {
    "CUDA_",  "CUBLAS_", "CUDNN_", "CUFFT_", "CURAND_", "CUSPARSE_", "CUSOLVER_", "NCCL_",
    "NVRTC_", "NVML_",   "CUPTI_", "NVTX_",  "NVJPEG_", "NPP_",      "CU_",       "CUDART_"};

bool startsFamily(StringRef name) {
  for (StringRef family : lowerFamilies)
    if (name.size() > family.size() && name.starts_with(family) &&
        llvm::isUpper(name[family.size()]))
      return true;
  for (StringRef family : upperFamilies)
    if (name.starts_with(family))
      return true;
  // Driver API types: CUdevice, CUstream_st.
  return name.size() > 3 && name.starts_with("CU") && llvm::isLower(name[2]);
}

/// cuda_utils.h and my-cuda.h, not barracuda.h.
bool hasWordCuda(StringRef text) {
  for (size_t at = text.find("cuda"); at != StringRef::npos; at = text.find("cuda", at + 1))
    if (at == 0 || !llvm::isAlnum(text[at - 1]))
      return true;
  return false;
}

} // namespace

bool looksLikeCuda(StringRef identifier) {
  StringRef name = identifier.ltrim('_');
  if (startsFamily(name))
    return true;
  // __nv_bfloat16, __NV_NOSAT
  if ((name.starts_with("nv_") || name.starts_with("NV_")) && identifier != name)
    return true;
  return identifier.contains("CUDA") || identifier.contains("Cuda");
}

bool looksLikeCudaHeader(StringRef name) {
  if (name.starts_with("cub/") || name.starts_with("thrust/")) // keep their names
    return false;
  if (name.ends_with(".muh") || name.ends_with(".mu") || name.starts_with("musa_port/"))
    return false;
  if (name.ends_with(".cuh") || name.ends_with(".cu"))
    return true;
  for (StringRef rest = name; !rest.empty();) {
    auto [component, tail] = rest.split('/');
    if (component == "THC" || hasWordCuda(component) || looksLikeCuda(component))
      return true;
    // cudnn.h, cudnn-wrapper.h; "cu" alone begins too many words.
    for (StringRef family : lowerFamilies)
      if (family.size() >= 4 && component.starts_with(family))
        return true;
    rest = tail;
  }
  return false;
}

} // namespace musaport

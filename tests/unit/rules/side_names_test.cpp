//===- side_names_test.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/side_names.h"

#include "gtest/gtest.h"

namespace musaport {
namespace {

TEST(LooksLike, NamesOfTheLibraries) {
  for (llvm::StringRef name : {"cudaMalloc",
                               "cudaStream_t",
                               "cuInit",
                               "cuMemAlloc_v2",
                               "CUdevice",
                               "CUstream_st",
                               "CU_STREAM_DEFAULT",
                               "CUDA_SUCCESS",
                               "CUDART_VERSION",
                               "cublasSgemm",
                               "CUBLAS_OP_N",
                               "cudnnCreate",
                               "cufftExecC2C",
                               "curandGenerate",
                               "cusparseCreate",
                               "cusolverDnCreate",
                               "ncclAllReduce",
                               "NCCL_VERSION_CODE",
                               "nvrtcCompileProgram",
                               "nvmlInit",
                               "cuptiActivityEnable",
                               "nvtxRangePush",
                               "nvjpegCreate",
                               "nppiAdd_8u_C1RSfs",
                               "__cudaRegisterFunction",
                               "__nv_bfloat16"})
    EXPECT_TRUE(looksLike(cudaSide(), name)) << name.str();
}

TEST(LooksLike, NamesOfFrameworks) {
  for (llvm::StringRef name : {"kCUDA", "CUDAStream", "getCurrentCUDAStream", "AT_CUDA_CHECK",
                               "PhiloxCudaState", "MMCV_WITH_CUDA"})
    EXPECT_TRUE(looksLike(cudaSide(), name)) << name.str();
}

TEST(LooksLike, PlainWords) {
  for (llvm::StringRef name :
       {"Accumulate", "accumulate", "cu",         "CU",          "cu_seqlens",   "cu1",
        "cube",       "cuboid",     "current",    "Current",     "CURRENT",      "culprit",
        "curl",       "barracuda",  "CUT",        "custom",      "CUSTOM_OP",    "focus",
        "FOCUS",      "circular",   "cuda_utils", "cuda_helper", "nv",           "nvidia",
        "nppes",      "musaMalloc", "muInit",     "MUdevice",    "MUSA_VERSION", "",
        "_",          "x"})
    EXPECT_FALSE(looksLike(cudaSide(), name)) << name.str();
}

TEST(LooksLikeHeader, Names) {
  for (llvm::StringRef name :
       {"cuda.h", "cuda_runtime.h", "cublas_v2.h", "x.cuh", "kernels/x.cu", "c10/cuda/CUDAGuard.h",
        "THC/THC.h", "ATen/native/cuda/Loops.cuh", "my_cuda_helper.hpp", "nccl.h", "cudnn.h"})
    EXPECT_TRUE(looksLikeHeader(Direction::CudaToMusa, name)) << name.str();
  for (llvm::StringRef name :
       {"vector", "string.h", "musa_runtime.h", "torch/extension.h", "current.h", "accumulate.h",
        "x.muh", "", "cub/block.h", "thrust/sort.h"})
    EXPECT_FALSE(looksLikeHeader(Direction::CudaToMusa, name)) << name.str();
}

TEST(LooksLike, MusasNames) {
  for (llvm::StringRef name :
       {"musaMalloc", "muInit", "MUdevice", "MU_STREAM_DEFAULT", "MUSA_SUCCESS", "mublasSgemm",
        "mcclAllReduce", "mtrtcVersion", "muppiAdd", "__mt_bfloat16", "getCurrentMUSAStream",
        "PhiloxMusaState", "MUSAPORT_CUDA_LEVEL"})
    EXPECT_TRUE(looksLike(musaSide(), name)) << name.str();
  for (llvm::StringRef name : {"cudaMalloc", "CUdevice", "mul", "mutex", "Mutable", "multiply",
                               "MULTI", "mu", "mt", "mtime", ""})
    EXPECT_FALSE(looksLike(musaSide(), name)) << name.str();
}

TEST(LooksLikeHeader, OfMusas) {
  for (llvm::StringRef name :
       {"musa_runtime.h", "mublas.h", "x.muh", "torch_musa/csrc/core/MUSAGuard.h", "mccl.h",
        "musa_port/cuda_level.h"})
    EXPECT_TRUE(looksLikeHeader(Direction::MusaToCuda, name)) << name.str();
  for (llvm::StringRef name :
       {"vector", "cuda_runtime.h", "mutex", "x.cuh", "cub/block.h", "multiply.h", "a//b.h", ""})
    EXPECT_FALSE(looksLikeHeader(Direction::MusaToCuda, name)) << name.str();
}

} // namespace
} // namespace musaport

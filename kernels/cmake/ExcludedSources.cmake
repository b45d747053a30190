# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Ported files that are no part of the library, and why.
set(MUSA_EXCLUDED_SOURCES)
macro(exclude_sources reason)
  list(APPEND MUSA_EXCLUDED_SOURCES ${ARGN})
endmacro()

exclude_sources("MUSA has no counterpart of the library"
  aten/src/ATen/native/musa/linalg/CudssHandlePool.cpp
  aten/src/ATen/native/sparse/musa/cuSPARSELtOps.cpp)
exclude_sources("NVIDIA's tensor cores, by CUTLASS; MUTLASS lacks what they use"
  aten/src/ATen/native/musa/MixedDtypesLinear.mu
  aten/src/ATen/native/sparse/musa/SparseSemiStructuredApplyDense.mu
  aten/src/ATen/native/sparse/musa/SparseSemiStructuredLinear.mu
  aten/src/ATen/native/sparse/musa/SparseSemiStructuredOps.mu
  aten/src/ATen/native/sparse/musa/SparseSemiStructuredTile.mu
  aten/src/ATen/native/sparse/musa/SparseSemiSturcturedApply.mu)
exclude_sources("the driver is linked, not loaded: kernels/include/c10/musa/driver_api.h"
  c10/musa/driver_api.cpp)
exclude_sources("kernels are compiled when the library is, never while a program runs"
  aten/src/ATen/musa/detail/LazyNVRTC.cpp
  aten/src/ATen/musa/nvrtc_stub/ATenNVRTC.cpp
  aten/src/ATen/native/musa/jit_utils.cpp)
exclude_sources("the hooks of another device: runtime/torch has those of PrivateUse1"
  aten/src/ATen/musa/detail/MUSAHooks.cpp)

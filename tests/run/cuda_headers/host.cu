// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CUDA's headers have and MUSA's have not, in host code: other APIs' memory, the driver,
// libraries.
#include <cublas_api.h>
#include <cuda.h>
#include <cuda_gl_interop.h>
#include <cufftXt.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse_v2.h>
#include <nccl.h>
#include <nvToolsExt.h>
#include <nvrtc.h>

// What programs ask for to know which headers were included.
#if !defined(CUBLAS_API_H_) || !defined(_CUFFT_H_) || !defined(CURAND_H_) ||                       \
    !defined(CUSOLVER_COMMON_H_) || !defined(CUSPARSEAPI) || !defined(__DRIVER_TYPES_H__) ||       \
    !defined(__CUDA_RUNTIME_H__) || !defined(__HOST_DEFINES_H__)
#error "guards"
#endif

const char *name(cublasStatus_t) { return "cuBLAS"; }
const char *name(cufftResult status) {
  switch (status) {
  case CUFFT_SUCCESS:
  case CUFFT_NVSHMEM_FAILURE:
    return "cuFFT";
  default:
    return "";
  }
}
const char *name(curandStatus_t) { return "cuRAND"; }
const char *name(ncclResult_t) { return "NCCL"; }
const char *name(nvrtcResult) { return "NVRTC"; }

void graphics(GLuint buffer, cudaStream_t stream) {
  cudaGraphicsResource *resource = nullptr;
  float *memory = nullptr;
  size_t size = 0;
  cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard);
  cudaGraphicsMapResources(1, &resource, stream);
  cudaGraphicsResourceGetMappedPointer(reinterpret_cast<void **>(&memory), &size, resource);
  cudaGraphicsUnmapResources(1, &resource);
}

void external(int file) {
  cudaExternalMemoryHandleDesc memory = {};
  memory.type = cudaExternalMemoryHandleTypeOpaqueFd;
  memory.handle.fd = file;
  memory.flags = cudaExternalMemoryDedicated;
  cudaExternalMemory_t imported;
  cudaImportExternalMemory(&imported, &memory);
  cudaExternalSemaphoreSignalParams signal = {};
  signal.params.fence.value = 1;
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1);
  cudaMipmappedArray_t levels;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(8, 8, 0), 3);
}

void driver(CUevent event, CUdeviceptr memory) {
  CUipcEventHandle handle;
  cuIpcGetEventHandle(&handle, event);
  CUtensorMap map;
  const cuuint64_t sizes[] = {64, 64};
  const cuuint64_t strides[] = {256};
  const cuuint32_t box[] = {8, 8};
  const cuuint32_t steps[] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, reinterpret_cast<void *>(memory),
                         sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = memory;
  CUtexObject texture;
  cuTexObjectCreate(&texture, &resource, nullptr, nullptr);
}

void libraries(cublasHandle_t blas, float *x, cuComplex *z, cufftHandle plan) {
  const float one = 1.0f;
  cublasSaxpy(blas, 8, &one, x, 1, x, 1);
  cublasCsscal(blas, 8, &one, z, 1);
  cublasScnrm2(blas, 8, z, 1, x);
  cublasIsamax(blas, 8, x, 1, nullptr);
  cublasSgeam(blas, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, &one, x, 8, &one, x, 8, x, 8);
  cublasSsyrk_v2_64(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 8, 8, &one, x, 8, &one, x, 8);
  cublasCherk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 8, 8, &one, z, 8, &one, z, 8);
  auto *precise = &cublasSgemm;
  static_assert(!std::is_same<decltype(precise), cublasStatus_t (*)(...)>::value, "as declared");
  cudaLibXtDesc *several = nullptr;
  cufftXtMalloc(plan, &several, CUFFT_XT_FORMAT_INPLACE);
  cufftXtExecDescriptorC2C(plan, several, several, CUFFT_FORWARD);
  cufftXtExecDescriptorR2C(plan, several, several);
  curandDirectionVectors32_t *vectors;
  curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  nvtxRangePush("range");
  nvtxRangePop();
  ncclAllReduce(x, x, 8, ncclFloat, ncclSum, nullptr, nullptr);
}

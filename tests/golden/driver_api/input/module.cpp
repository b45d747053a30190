#include <cuda.h>

struct Module {
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;

  CUresult load(const char *path) {
    CUdevice device;
    if (CUresult result = cuInit(0); result != CUDA_SUCCESS)
      return result;
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, CU_CTX_SCHED_AUTO, device);
    if (cuModuleLoad(&module, path) == CUDA_ERROR_FILE_NOT_FOUND)
      return CUDA_ERROR_FILE_NOT_FOUND;
    return cuModuleGetFunction(&kernel, module, "saxpy");
  }

  CUdeviceptr allocate(size_t bytes) {
    CUdeviceptr pointer = 0;
    return cuMemAlloc_v2(&pointer, bytes) == CUDA_SUCCESS ? pointer : CUdeviceptr{};
  }
};

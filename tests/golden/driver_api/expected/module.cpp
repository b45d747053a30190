#include <musa.h>

struct Module {
  MUcontext context = nullptr;
  MUmodule module = nullptr;
  MUfunction kernel = nullptr;

  MUresult load(const char *path) {
    MUdevice device;
    if (MUresult result = muInit(0); result != MUSA_SUCCESS)
      return result;
    muDeviceGet(&device, 0);
    muCtxCreate(&context, MU_CTX_SCHED_AUTO, device);
    if (muModuleLoad(&module, path) == MUSA_ERROR_FILE_NOT_FOUND)
      return MUSA_ERROR_FILE_NOT_FOUND;
    return muModuleGetFunction(&kernel, module, "saxpy");
  }

  MUdeviceptr allocate(size_t bytes) {
    MUdeviceptr pointer = 0;
    return muMemAlloc_v2(&pointer, bytes) == MUSA_SUCCESS ? pointer : MUdeviceptr{};
  }
};

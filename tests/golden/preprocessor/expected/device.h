#pragma once
#define DEVICE_HEADER <cuda_runtime_api.h>
#define RUN(stream) run(stream, musaMemcpyDeviceToDevice)
#define NAME(x) cuda##x
#define STRING(x) #x

// What the runtime can answer stays with NVML's names; sensors return that they do not know.
#include <cstdio>
#include <nvml.h>

int main() {
  unsigned count = 0;
  if (nvmlInit() != NVML_SUCCESS || nvmlDeviceGetCount(&count) != NVML_SUCCESS)
    return 1;
  for (unsigned i = 0; i < count; ++i) {
    nvmlDevice_t device;
    nvmlMemory_t memory;
    nvmlUtilization_t rates;
    if (nvmlDeviceGetHandleByIndex(i, &device) == NVML_SUCCESS &&
        nvmlDeviceGetMemoryInfo(device, &memory) == NVML_SUCCESS)
      std::printf("%u: %llu bytes are free\n", i, memory.free);
    if (nvmlDeviceGetUtilizationRates(device, &rates) == NVML_SUCCESS)
      std::printf("%u %%\n", rates.gpu);
    nvmlDeviceSetGpuLockedClocks(device, 1000, 1000);
  }
  nvmlShutdown();
}

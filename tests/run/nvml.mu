// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: a header
// NVML's questions that the runtime can answer, and what the others say.
#include "check.h"

#include <musa_port/nvml.h>

#include <string>

#define CHECK_NVML(call) CHECK_EQUAL(call, NVML_SUCCESS)

void testBeforeInit() {
  unsigned count = 7;
  nvmlDevice_t device = nullptr;
  char text[NVML_DEVICE_NAME_BUFFER_SIZE];
  CHECK_EQUAL(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
  CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  CHECK_EQUAL(nvmlDeviceGetHandleByIndex(0, &device), NVML_ERROR_UNINITIALIZED);
  CHECK_EQUAL(nvmlSystemGetDriverVersion(text, sizeof text), NVML_ERROR_UNINITIALIZED);
  CHECK(std::string(nvmlErrorString(NVML_ERROR_UNINITIALIZED)) == "Uninitialized");
}

void testDevices() {
  unsigned count = 0;
  int devices = 0;
  CHECK_NVML(nvmlDeviceGetCount_v2(&count));
  CHECK_MUSA(musaGetDeviceCount(&devices));
  CHECK_EQUAL(count, static_cast<unsigned>(devices));
  nvmlDevice_t device = nullptr;
  CHECK_EQUAL(nvmlDeviceGetHandleByIndex_v2(count, &device), NVML_ERROR_INVALID_ARGUMENT);
  for (unsigned i = 0; i < count; ++i) {
    musaDeviceProp properties;
    CHECK_MUSA(musaGetDeviceProperties(&properties, static_cast<int>(i)));
    CHECK_NVML(nvmlDeviceGetHandleByIndex_v2(i, &device));
    unsigned index = 99;
    CHECK_NVML(nvmlDeviceGetIndex(device, &index));
    CHECK_EQUAL(index, i);

    char name[NVML_DEVICE_NAME_BUFFER_SIZE];
    CHECK_NVML(nvmlDeviceGetName(device, name, sizeof name));
    CHECK(std::string(name) == properties.name);
    CHECK_EQUAL(nvmlDeviceGetName(device, name, 2), NVML_ERROR_INSUFFICIENT_SIZE);
    int major = 0, minor = 0;
    CHECK_NVML(nvmlDeviceGetCudaComputeCapability(device, &major, &minor));
    CHECK_EQUAL(10 * major + minor, 10 * properties.major + properties.minor);

    char uuid[NVML_DEVICE_UUID_BUFFER_SIZE];
    CHECK_NVML(nvmlDeviceGetUUID(device, uuid, sizeof uuid));
    CHECK_EQUAL(std::string(uuid).size(), 40U);
    CHECK(std::string(uuid).substr(0, 4) == "GPU-");
    nvmlDevice_t same = nullptr;
    CHECK_NVML(nvmlDeviceGetHandleByUUID(uuid, &same));
    CHECK(same == device);
    CHECK_EQUAL(nvmlDeviceGetHandleByUUID("GPU-0", &same), NVML_ERROR_NOT_FOUND);

    nvmlPciInfo_t pci;
    CHECK_NVML(nvmlDeviceGetPciInfo(device, &pci));
    CHECK_EQUAL(pci.bus, static_cast<unsigned>(properties.pciBusID));
    CHECK_NVML(nvmlDeviceGetHandleByPciBusId(pci.busIdLegacy, &same));
    CHECK(same == device);
    CHECK_EQUAL(nvmlDeviceGetHandleByPciBusId("ffff:ff:1f.0", &same), NVML_ERROR_NOT_FOUND);
    CHECK_MUSA(musaGetLastError());

    nvmlComputeMode_t mode = NVML_COMPUTEMODE_PROHIBITED;
    CHECK_NVML(nvmlDeviceGetComputeMode(device, &mode));
    CHECK_EQUAL(static_cast<int>(mode), static_cast<int>(NVML_COMPUTEMODE_DEFAULT));
    unsigned clock = 0;
    CHECK_NVML(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &clock));
    CHECK_EQUAL(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_VIDEO, &clock),
                NVML_ERROR_NOT_SUPPORTED);
  }
}

void testMemory() {
  nvmlDevice_t device = nullptr;
  CHECK_NVML(nvmlDeviceGetHandleByIndex(0, &device));
  nvmlMemory_t before, after;
  CHECK_NVML(nvmlDeviceGetMemoryInfo(device, &before));
  CHECK_EQUAL(before.free + before.used, before.total);
  void *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, 64 << 20));
  CHECK_NVML(nvmlDeviceGetMemoryInfo(device, &after));
  CHECK_EQUAL(after.total, before.total);
  CHECK(after.used >= before.used + (64 << 20));
  nvmlMemory_v2_t second = {};
  CHECK_EQUAL(nvmlDeviceGetMemoryInfo_v2(device, &second), NVML_ERROR_INVALID_ARGUMENT);
  second.version = nvmlMemory_v2;
  CHECK_NVML(nvmlDeviceGetMemoryInfo_v2(device, &second));
  CHECK_EQUAL(second.total, before.total);
  CHECK_MUSA(musaFree(memory));
}

void testUnknown() {
  nvmlDevice_t device = nullptr;
  CHECK_NVML(nvmlDeviceGetHandleByIndex(0, &device));
  nvmlUtilization_t rates;
  unsigned value = 0;
  CHECK_EQUAL(nvmlDeviceGetUtilizationRates(device, &rates), NVML_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &value),
              NVML_ERROR_NOT_SUPPORTED);
  unsigned long long reasons = nvmlClocksThrottleReasonNone;
  CHECK_EQUAL(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons),
              NVML_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(nvmlClocksThrottleReasonAll & nvmlClocksEventReasonSwPowerCap,
              nvmlClocksThrottleReasonSwPowerCap);
  nvmlValueType_t type = NVML_VALUE_TYPE_UNSIGNED_INT;
  nvmlSample_t sample = {};
  CHECK_EQUAL(nvmlDeviceGetSamples(device, NVML_GPU_UTILIZATION_SAMPLES, 0, &type, &value, &sample),
              NVML_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(nvmlDeviceGetPowerUsage(nullptr, &value), NVML_ERROR_INVALID_ARGUMENT);
  CHECK(std::string(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED)) == "Not Supported");
}

int main() {
  testBeforeInit();
  CHECK_NVML(nvmlInit());
  CHECK_NVML(nvmlInit_v2());
  CHECK_NVML(nvmlShutdown());
  int version = 0, driver = 0;
  CHECK_NVML(nvmlSystemGetCudaDriverVersion(&version));
  CHECK_MUSA(musaDriverGetVersion(&driver));
  CHECK_EQUAL(version, driver);
  CHECK_EQUAL(NVML_CUDA_DRIVER_VERSION_MAJOR(40300), 4);
  CHECK_EQUAL(NVML_CUDA_DRIVER_VERSION_MINOR(40300), 3);
  char text[NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE];
  CHECK_NVML(nvmlSystemGetDriverVersion(text, sizeof text));
  CHECK(text[0] >= '0' && text[0] <= '9');
  testDevices();
  testMemory();
  testUnknown();
  CHECK_NVML(nvmlShutdown());
  CHECK_EQUAL(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
  return CHECK_RESULT();
}

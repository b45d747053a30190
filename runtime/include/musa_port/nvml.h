/*===- musa_port/nvml.h - NVML's questions about devices, by the runtime --*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * MUSA's library for managing devices, MTML, has another interface than NVML. What programs ask
 * first, the runtime knows: which devices there are, their names, and how much memory is free. So a
 * port keeps NVML's names for these, and includes this header in place of nvml.h. Sensors and
 * counters (utilization, temperature, power, clocks, processes) return NVML_ERROR_NOT_SUPPORTED,
 * which programs have to expect of any device.
 *
 * Devices are those that the runtime sees, in its order. To ask for its memory makes a device the
 * current one for that time. Plain C and C++, any compiler; needs musart.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_NVML_H
#define MUSA_PORT_NVML_H

#include <musa_runtime_api.h>

#include <stdio.h>
#include <string.h>

#define NVML_API_VERSION 12
#define NVML_API_VERSION_STR "12"

#define NVML_VALUE_NOT_AVAILABLE (-1)
#define NVML_INIT_FLAG_NO_GPUS 1
#define NVML_INIT_FLAG_NO_ATTACH 2
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE 16
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE 80
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
/* Of MUSA's number: 40300 is 4.3. */
#define NVML_CUDA_DRIVER_VERSION_MAJOR(v) ((v) / 10000)
#define NVML_CUDA_DRIVER_VERSION_MINOR(v) (((v) % 10000) / 100)

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nvmlReturn_enum {
  NVML_SUCCESS = 0,
  NVML_ERROR_UNINITIALIZED = 1,
  NVML_ERROR_INVALID_ARGUMENT = 2,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NO_PERMISSION = 4,
  NVML_ERROR_ALREADY_INITIALIZED = 5,
  NVML_ERROR_NOT_FOUND = 6,
  NVML_ERROR_INSUFFICIENT_SIZE = 7,
  NVML_ERROR_INSUFFICIENT_POWER = 8,
  NVML_ERROR_DRIVER_NOT_LOADED = 9,
  NVML_ERROR_TIMEOUT = 10,
  NVML_ERROR_IRQ_ISSUE = 11,
  NVML_ERROR_LIBRARY_NOT_FOUND = 12,
  NVML_ERROR_FUNCTION_NOT_FOUND = 13,
  NVML_ERROR_CORRUPTED_INFOROM = 14,
  NVML_ERROR_GPU_IS_LOST = 15,
  NVML_ERROR_RESET_REQUIRED = 16,
  NVML_ERROR_OPERATING_SYSTEM = 17,
  NVML_ERROR_LIB_RM_VERSION_MISMATCH = 18,
  NVML_ERROR_IN_USE = 19,
  NVML_ERROR_MEMORY = 20,
  NVML_ERROR_NO_DATA = 21,
  NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef enum nvmlEnableState_enum {
  NVML_FEATURE_DISABLED = 0,
  NVML_FEATURE_ENABLED = 1
} nvmlEnableState_t;
typedef enum nvmlComputeMode_enum {
  NVML_COMPUTEMODE_DEFAULT = 0,
  NVML_COMPUTEMODE_EXCLUSIVE_THREAD = 1,
  NVML_COMPUTEMODE_PROHIBITED = 2,
  NVML_COMPUTEMODE_EXCLUSIVE_PROCESS = 3,
  NVML_COMPUTEMODE_COUNT
} nvmlComputeMode_t;
typedef enum nvmlTemperatureSensors_enum {
  NVML_TEMPERATURE_GPU = 0,
  NVML_TEMPERATURE_COUNT
} nvmlTemperatureSensors_t;
typedef enum nvmlTemperatureThresholds_enum {
  NVML_TEMPERATURE_THRESHOLD_SHUTDOWN = 0,
  NVML_TEMPERATURE_THRESHOLD_SLOWDOWN = 1,
  NVML_TEMPERATURE_THRESHOLD_MEM_MAX = 2,
  NVML_TEMPERATURE_THRESHOLD_GPU_MAX = 3
} nvmlTemperatureThresholds_t;
typedef enum nvmlClockType_enum {
  NVML_CLOCK_GRAPHICS = 0,
  NVML_CLOCK_SM = 1,
  NVML_CLOCK_MEM = 2,
  NVML_CLOCK_VIDEO = 3,
  NVML_CLOCK_COUNT
} nvmlClockType_t;
typedef enum nvmlPstates_enum {
  NVML_PSTATE_0 = 0,
  NVML_PSTATE_1 = 1,
  NVML_PSTATE_2 = 2,
  NVML_PSTATE_8 = 8,
  NVML_PSTATE_15 = 15,
  NVML_PSTATE_UNKNOWN = 32
} nvmlPstates_t;
typedef enum nvmlPcieUtilCounter_enum {
  NVML_PCIE_UTIL_TX_BYTES = 0,
  NVML_PCIE_UTIL_RX_BYTES = 1,
  NVML_PCIE_UTIL_COUNT
} nvmlPcieUtilCounter_t;
typedef enum nvmlSamplingType_enum {
  NVML_TOTAL_POWER_SAMPLES = 0,
  NVML_GPU_UTILIZATION_SAMPLES = 1,
  NVML_MEMORY_UTILIZATION_SAMPLES = 2,
  NVML_ENC_UTILIZATION_SAMPLES = 3,
  NVML_DEC_UTILIZATION_SAMPLES = 4,
  NVML_PROCESSOR_CLK_SAMPLES = 5,
  NVML_MEMORY_CLK_SAMPLES = 6
} nvmlSamplingType_t;
typedef enum nvmlValueType_enum {
  NVML_VALUE_TYPE_DOUBLE = 0,
  NVML_VALUE_TYPE_UNSIGNED_INT = 1,
  NVML_VALUE_TYPE_UNSIGNED_LONG = 2,
  NVML_VALUE_TYPE_UNSIGNED_LONG_LONG = 3,
  NVML_VALUE_TYPE_SIGNED_LONG_LONG = 4
} nvmlValueType_t;
typedef enum nvmlMemoryErrorType_enum {
  NVML_MEMORY_ERROR_TYPE_CORRECTED = 0,
  NVML_MEMORY_ERROR_TYPE_UNCORRECTED = 1
} nvmlMemoryErrorType_t;
typedef enum nvmlEccCounterType_enum {
  NVML_VOLATILE_ECC = 0,
  NVML_AGGREGATE_ECC = 1
} nvmlEccCounterType_t;

/* Why clocks are slower than they could be: bits of one number. */
#define nvmlClocksThrottleReasonNone 0x0000000000000000ULL
#define nvmlClocksThrottleReasonGpuIdle 0x0000000000000001ULL
#define nvmlClocksThrottleReasonApplicationsClocksSetting 0x0000000000000002ULL
#define nvmlClocksThrottleReasonSwPowerCap 0x0000000000000004ULL
#define nvmlClocksThrottleReasonHwSlowdown 0x0000000000000008ULL
#define nvmlClocksThrottleReasonSyncBoost 0x0000000000000010ULL
#define nvmlClocksThrottleReasonSwThermalSlowdown 0x0000000000000020ULL
#define nvmlClocksThrottleReasonHwThermalSlowdown 0x0000000000000040ULL
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x0000000000000080ULL
#define nvmlClocksThrottleReasonDisplayClockSetting 0x0000000000000100ULL
#define nvmlClocksThrottleReasonUserDefinedClocks nvmlClocksThrottleReasonApplicationsClocksSetting
#define nvmlClocksThrottleReasonAll 0x00000000000001ffULL
/* NVML's newer names of the same. */
#define nvmlClocksEventReasonNone nvmlClocksThrottleReasonNone
#define nvmlClocksEventReasonGpuIdle nvmlClocksThrottleReasonGpuIdle
#define nvmlClocksEventReasonApplicationsClocksSetting                                             \
  nvmlClocksThrottleReasonApplicationsClocksSetting
#define nvmlClocksEventReasonSwPowerCap nvmlClocksThrottleReasonSwPowerCap
#define nvmlClocksEventReasonSyncBoost nvmlClocksThrottleReasonSyncBoost
#define nvmlClocksEventReasonSwThermalSlowdown nvmlClocksThrottleReasonSwThermalSlowdown
#define nvmlClocksEventReasonDisplayClockSetting nvmlClocksThrottleReasonDisplayClockSetting
#define nvmlClocksEventReasonAll nvmlClocksThrottleReasonAll

typedef struct nvmlDevice_st *nvmlDevice_t;

typedef struct nvmlPciInfo_st {
  char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
  unsigned int domain;
  unsigned int bus;
  unsigned int device;
  unsigned int pciDeviceId;    /* 0: the runtime does not know it */
  unsigned int pciSubSystemId; /* the same */
  char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;
typedef struct nvmlMemory_st {
  unsigned long long total; /* bytes, all three */
  unsigned long long free;
  unsigned long long used;
} nvmlMemory_t;
typedef struct nvmlMemory_v2_st {
  unsigned int version; /* nvmlMemory_v2 */
  unsigned long long total;
  unsigned long long reserved; /* 0 */
  unsigned long long free;
  unsigned long long used;
} nvmlMemory_v2_t;
#define nvmlMemory_v2 ((unsigned int)(sizeof(nvmlMemory_v2_t) | (2U << 24U)))
typedef struct nvmlUtilization_st {
  unsigned int gpu;
  unsigned int memory;
} nvmlUtilization_t;
typedef union nvmlValue_st {
  double dVal;
  unsigned int uiVal;
  unsigned long ulVal;
  unsigned long long ullVal;
  signed long long sllVal;
} nvmlValue_t;
typedef struct nvmlSample_st {
  unsigned long long timeStamp; /* microseconds */
  nvmlValue_t sampleValue;
} nvmlSample_t;
typedef struct nvmlProcessInfo_st {
  unsigned int pid;
  unsigned long long usedGpuMemory;
  unsigned int gpuInstanceId;
  unsigned int computeInstanceId;
} nvmlProcessInfo_t;

#define MUSAPORT_NVML static __inline__ __attribute__((unused))

/* How often the library is in use, in all files of a program. */
__attribute__((weak, visibility("default"))) int musaPortNvmlUsers = 0;

/* The runtime's last error stays the program's own. */
MUSAPORT_NVML nvmlReturn_t musaPortNvmlOf(musaError_t error) {
  if (error != musaSuccess)
    (void)musaGetLastError();
  return error == musaSuccess                 ? NVML_SUCCESS
         : error == musaErrorNoDevice         ? NVML_ERROR_DRIVER_NOT_LOADED
         : error == musaErrorInvalidDevice    ? NVML_ERROR_INVALID_ARGUMENT
         : error == musaErrorMemoryAllocation ? NVML_ERROR_MEMORY
                                              : NVML_ERROR_UNKNOWN;
}

MUSAPORT_NVML int musaPortNvmlIsUsed(void) {
  return __atomic_load_n(&musaPortNvmlUsers, __ATOMIC_ACQUIRE) > 0;
}

MUSAPORT_NVML nvmlReturn_t musaPortNvmlText(char *to, unsigned int length, const char *text) {
  if (to == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (strlen(text) >= length)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  strcpy(to, text);
  return NVML_SUCCESS;
}

/* Sets *index to the runtime's number of the device, if the result is NVML_SUCCESS. */
MUSAPORT_NVML nvmlReturn_t musaPortNvmlIndex(nvmlDevice_t device, int *index) {
  int count = 0;
  const long number = (long)(size_t)device - 1;
  if (!musaPortNvmlIsUsed())
    return NVML_ERROR_UNINITIALIZED;
  if (musaPortNvmlOf(musaGetDeviceCount(&count)) != NVML_SUCCESS || number < 0 || number >= count)
    return NVML_ERROR_INVALID_ARGUMENT;
  *index = (int)number;
  return NVML_SUCCESS;
}

MUSAPORT_NVML nvmlReturn_t musaPortNvmlProperties(nvmlDevice_t device, struct musaDeviceProp *to) {
  int index = -1;
  const nvmlReturn_t found = musaPortNvmlIndex(device, &index);
  return found == NVML_SUCCESS ? musaPortNvmlOf(musaGetDeviceProperties(to, index)) : found;
}

/* ---- the library */

MUSAPORT_NVML nvmlReturn_t nvmlInitWithFlags(unsigned int flags) {
  int count = 0;
  const nvmlReturn_t result = musaPortNvmlOf(musaGetDeviceCount(&count));
  if (result != NVML_SUCCESS && (flags & NVML_INIT_FLAG_NO_GPUS) == 0)
    return result;
  (void)__atomic_add_fetch(&musaPortNvmlUsers, 1, __ATOMIC_ACQ_REL);
  return NVML_SUCCESS;
}
MUSAPORT_NVML nvmlReturn_t nvmlInit_v2(void) { return nvmlInitWithFlags(0); }
MUSAPORT_NVML nvmlReturn_t nvmlInit(void) { return nvmlInitWithFlags(0); }
MUSAPORT_NVML nvmlReturn_t nvmlShutdown(void) {
  if (!musaPortNvmlIsUsed())
    return NVML_ERROR_UNINITIALIZED;
  (void)__atomic_sub_fetch(&musaPortNvmlUsers, 1, __ATOMIC_ACQ_REL);
  return NVML_SUCCESS;
}

MUSAPORT_NVML const char *nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
  case NVML_SUCCESS:
    return "Success";
  case NVML_ERROR_UNINITIALIZED:
    return "Uninitialized";
  case NVML_ERROR_INVALID_ARGUMENT:
    return "Invalid Argument";
  case NVML_ERROR_NOT_SUPPORTED:
    return "Not Supported";
  case NVML_ERROR_NOT_FOUND:
    return "Not Found";
  case NVML_ERROR_INSUFFICIENT_SIZE:
    return "Insufficient Size";
  case NVML_ERROR_DRIVER_NOT_LOADED:
    return "Driver Not Loaded";
  case NVML_ERROR_MEMORY:
    return "Insufficient Memory";
  case NVML_ERROR_ALREADY_INITIALIZED:
    return "Already Initialized";
  case NVML_ERROR_NO_PERMISSION:
    return "Insufficient Permissions";
  case NVML_ERROR_INSUFFICIENT_POWER:
    return "Insufficient External Power";
  case NVML_ERROR_TIMEOUT:
    return "Timeout";
  case NVML_ERROR_IRQ_ISSUE:
    return "Interrupt Request Issue";
  case NVML_ERROR_LIBRARY_NOT_FOUND:
    return "Library Not Found";
  case NVML_ERROR_FUNCTION_NOT_FOUND:
    return "Function Not Found";
  case NVML_ERROR_CORRUPTED_INFOROM:
    return "Corrupted infoROM";
  case NVML_ERROR_GPU_IS_LOST:
    return "GPU is lost";
  case NVML_ERROR_RESET_REQUIRED:
    return "GPU requires reset";
  case NVML_ERROR_OPERATING_SYSTEM:
    return "Operating system call failed";
  case NVML_ERROR_LIB_RM_VERSION_MISMATCH:
    return "Driver/library version mismatch";
  case NVML_ERROR_IN_USE:
    return "In use by another client";
  case NVML_ERROR_NO_DATA:
    return "No data";
  default:
    return "Unknown Error";
  }
}

/* The driver's version, as MUSA counts it: 40300 is "4.3". */
MUSAPORT_NVML nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) {
  return version == NULL ? NVML_ERROR_INVALID_ARGUMENT
                         : musaPortNvmlOf(musaDriverGetVersion(version));
}
MUSAPORT_NVML nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) {
  return nvmlSystemGetCudaDriverVersion_v2(version);
}
MUSAPORT_NVML nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
  char text[32];
  int number = 0;
  const nvmlReturn_t result = musaPortNvmlOf(musaDriverGetVersion(&number));
  if (!musaPortNvmlIsUsed())
    return NVML_ERROR_UNINITIALIZED;
  if (result != NVML_SUCCESS)
    return result;
  snprintf(text, sizeof text, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
  return musaPortNvmlText(version, length, text);
}
MUSAPORT_NVML nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int length) {
  return musaPortNvmlText(version, length, NVML_API_VERSION_STR);
}

/* ---- which devices there are */

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *count) {
  int devices = 0;
  nvmlReturn_t result;
  if (!musaPortNvmlIsUsed())
    return NVML_ERROR_UNINITIALIZED;
  if (count == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  result = musaPortNvmlOf(musaGetDeviceCount(&devices));
  *count = result == NVML_SUCCESS ? (unsigned int)devices : 0;
  return result == NVML_ERROR_DRIVER_NOT_LOADED ? NVML_SUCCESS : result;
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetCount(unsigned int *count) {
  return nvmlDeviceGetCount_v2(count);
}

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device) {
  int found = 0;
  if (device == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  *device = (nvmlDevice_t)((size_t)index + 1);
  return musaPortNvmlIndex(*device, &found);
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
  int found = 0;
  const nvmlReturn_t result = musaPortNvmlIndex(device, &found);
  if (index == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  *index = (unsigned int)found;
  return result;
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *minor) {
  return nvmlDeviceGetIndex(device, minor);
}

/* "GPU-" and the bytes that the runtime reports. */
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length) {
  struct musaDeviceProp properties;
  char text[NVML_DEVICE_UUID_BUFFER_SIZE] = "GPU-";
  size_t at = 4;
  int i;
  const nvmlReturn_t found = musaPortNvmlProperties(device, &properties);
  if (found != NVML_SUCCESS)
    return found;
  for (i = 0; i < 16; ++i)
    at += (size_t)snprintf(text + at, sizeof text - at, "%s%02x",
                           i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                           (unsigned int)(unsigned char)properties.uuid.bytes[i]);
  return musaPortNvmlText(uuid, length, text);
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
  unsigned int count = 0, i;
  char text[NVML_DEVICE_UUID_BUFFER_SIZE];
  const nvmlReturn_t found = nvmlDeviceGetCount_v2(&count);
  if (found != NVML_SUCCESS || uuid == NULL || device == NULL)
    return found != NVML_SUCCESS ? found : NVML_ERROR_INVALID_ARGUMENT;
  for (i = 0; i < count; ++i)
    if (nvmlDeviceGetHandleByIndex_v2(i, device) == NVML_SUCCESS &&
        nvmlDeviceGetUUID(*device, text, sizeof text) == NVML_SUCCESS && strcmp(text, uuid) == 0)
      return NVML_SUCCESS;
  return NVML_ERROR_NOT_FOUND;
}

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  struct musaDeviceProp properties;
  const nvmlReturn_t found = musaPortNvmlProperties(device, &properties);
  if (pci == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (found != NVML_SUCCESS)
    return found;
  memset(pci, 0, sizeof *pci);
  pci->domain = (unsigned int)properties.pciDomainID;
  pci->bus = (unsigned int)properties.pciBusID;
  pci->device = (unsigned int)properties.pciDeviceID;
  snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain, pci->bus, pci->device);
  snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0", pci->domain & 0xffffU,
           pci->bus & 0xffU, pci->device & 0xffU);
  return NVML_SUCCESS;
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  return nvmlDeviceGetPciInfo_v3(device, pci);
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  return nvmlDeviceGetPciInfo_v3(device, pci);
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *device) {
  int index = -1;
  if (!musaPortNvmlIsUsed())
    return NVML_ERROR_UNINITIALIZED;
  if (id == NULL || device == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (musaPortNvmlOf(musaDeviceGetByPCIBusId(&index, id)) != NVML_SUCCESS)
    return NVML_ERROR_NOT_FOUND;
  return nvmlDeviceGetHandleByIndex_v2((unsigned int)index, device);
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *id, nvmlDevice_t *device) {
  return nvmlDeviceGetHandleByPciBusId_v2(id, device);
}

/* ---- what a device is */

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) {
  struct musaDeviceProp properties;
  const nvmlReturn_t found = musaPortNvmlProperties(device, &properties);
  return found == NVML_SUCCESS ? musaPortNvmlText(name, length, properties.name) : found;
}

/* As the runtime counts it: 3 and 1 for mp_31. */
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major,
                                                              int *minor) {
  struct musaDeviceProp properties;
  const nvmlReturn_t found = musaPortNvmlProperties(device, &properties);
  if (found != NVML_SUCCESS || major == NULL || minor == NULL)
    return found != NVML_SUCCESS ? found : NVML_ERROR_INVALID_ARGUMENT;
  *major = properties.major;
  *minor = properties.minor;
  return NVML_SUCCESS;
}

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *mode) {
  int index = -1, value = 0;
  nvmlReturn_t result = musaPortNvmlIndex(device, &index);
  if (mode == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (result == NVML_SUCCESS)
    result = musaPortNvmlOf(musaDeviceGetAttribute(&value, musaDevAttrComputeMode, index));
  *mode = (nvmlComputeMode_t)value;
  return result;
}

/* MHz */
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type,
                                                     unsigned int *clock) {
  int index = -1, kilohertz = 0;
  nvmlReturn_t result = musaPortNvmlIndex(device, &index);
  if (clock == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (type == NVML_CLOCK_VIDEO)
    return NVML_ERROR_NOT_SUPPORTED;
  if (result == NVML_SUCCESS)
    result = musaPortNvmlOf(musaDeviceGetAttribute(
        &kilohertz, type == NVML_CLOCK_MEM ? musaDevAttrMemoryClockRate : musaDevAttrClockRate,
        index));
  *clock = (unsigned int)kilohertz / 1000;
  return result;
}

/* ---- memory */

MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
  int index = -1, before = 0;
  size_t unused = 0, total = 0;
  musaError_t error;
  const nvmlReturn_t found = musaPortNvmlIndex(device, &index);
  if (memory == NULL)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (found != NVML_SUCCESS)
    return found;
  error = musaGetDevice(&before);
  if (error == musaSuccess)
    error = musaSetDevice(index);
  if (error == musaSuccess) {
    error = musaMemGetInfo(&unused, &total);
    (void)musaSetDevice(before);
  }
  memory->total = total;
  memory->free = unused;
  memory->used = total - unused;
  return musaPortNvmlOf(error);
}
MUSAPORT_NVML nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device,
                                                      nvmlMemory_v2_t *memory) {
  nvmlMemory_t found;
  nvmlReturn_t result;
  if (memory == NULL || memory->version != nvmlMemory_v2)
    return NVML_ERROR_INVALID_ARGUMENT;
  result = nvmlDeviceGetMemoryInfo(device, &found);
  if (result != NVML_SUCCESS)
    return result;
  memory->total = found.total;
  memory->reserved = 0;
  memory->free = found.free;
  memory->used = found.used;
  return NVML_SUCCESS;
}

/* ---- what only MTML knows */

/* Each checks the device, and says that it does not know. */
#define MUSAPORT_NVML_UNKNOWN(name, ...)                                                           \
  MUSAPORT_NVML nvmlReturn_t name(nvmlDevice_t device, __VA_ARGS__) {                              \
    int index = -1;                                                                                \
    const nvmlReturn_t found = musaPortNvmlIndex(device, &index);                                  \
    return found == NVML_SUCCESS ? NVML_ERROR_NOT_SUPPORTED : found;                               \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetUtilizationRates, nvmlUtilization_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetTemperature, nvmlTemperatureSensors_t sensor, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetTemperatureThreshold, nvmlTemperatureThresholds_t kind,
                      unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetFanSpeed, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetPowerUsage, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetPowerManagementLimit, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetEnforcedPowerLimit, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetTotalEnergyConsumption, unsigned long long *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetClockInfo, nvmlClockType_t type, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetCurrentClocksThrottleReasons, unsigned long long *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetSupportedClocksThrottleReasons, unsigned long long *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetCurrentClocksEventReasons, unsigned long long *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetSupportedClocksEventReasons, unsigned long long *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetSamples, nvmlSamplingType_t type, unsigned long long since,
                      nvmlValueType_t *valueType, unsigned int *count, nvmlSample_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetPerformanceState, nvmlPstates_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetPersistenceMode, nvmlEnableState_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceSetPersistenceMode, nvmlEnableState_t mode)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetEncoderUtilization, unsigned int *to, unsigned int *period)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetDecoderUtilization, unsigned int *to, unsigned int *period)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetCurrPcieLinkGeneration, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetCurrPcieLinkWidth, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetMaxPcieLinkGeneration, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetMaxPcieLinkWidth, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetPcieThroughput, nvmlPcieUtilCounter_t counter, unsigned int *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetTotalEccErrors, nvmlMemoryErrorType_t error,
                      nvmlEccCounterType_t counter, unsigned long long *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetSerial, char *to, unsigned int length)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetVbiosVersion, char *to, unsigned int length)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetComputeRunningProcesses, unsigned int *count,
                      nvmlProcessInfo_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetComputeRunningProcesses_v3, unsigned int *count,
                      nvmlProcessInfo_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetGraphicsRunningProcesses, unsigned int *count,
                      nvmlProcessInfo_t *to)
MUSAPORT_NVML_UNKNOWN(nvmlDeviceGetGraphicsRunningProcesses_v3, unsigned int *count,
                      nvmlProcessInfo_t *to)
#pragma GCC diagnostic pop
#undef MUSAPORT_NVML_UNKNOWN
#undef MUSAPORT_NVML

#if defined(__cplusplus)
}
#endif

#endif /* MUSA_PORT_NVML_H */

//===- musa_port/helper_cuda.h - checks of statuses, choice of a device -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own header of a name that comes with NVIDIA's samples, see helper_string.h. A port
// keeps the names of its functions, and those have them.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_CUDA_H
#define MUSA_PORT_HELPER_CUDA_H

#include <musa_port/helper_string.h>

#include <musa_runtime.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef DEVICE_RESET
#define DEVICE_RESET musaDeviceReset();
#endif

/// Where a library's header comes later, its statuses are only numbers.
template <typename T> inline const char *_cudaGetErrorEnum(T) { return "<unknown>"; }

inline const char *_cudaGetErrorEnum(musaError_t error) { return musaGetErrorName(error); }

#endif // MUSA_PORT_HELPER_CUDA_H

#include <musa_port/helper_error_names.h>

#ifndef MUSA_PORT_HELPER_CUDA_CHECKS
#define MUSA_PORT_HELPER_CUDA_CHECKS

/// Ends the program if `result` is no success. Any library's status will do.
template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  const int code = static_cast<int>(result);
  if (code == 0)
    return;
  fprintf(stderr, "%s:%d: error %d (%s) of %s\n", file, line, code, _cudaGetErrorEnum(result),
          func);
  exit(EXIT_FAILURE);
}

#ifndef checkCudaErrors
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#endif
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)

/// Says what went wrong in a call before, if anything did.
inline void __printLastCudaError(const char *errorMessage, const char *file, const int line) {
  const musaError_t error = musaGetLastError();
  if (error != musaSuccess)
    fprintf(stderr, "%s:%d: %s: error %d (%s): %s\n", file, line, errorMessage,
            static_cast<int>(error), musaGetErrorName(error), musaGetErrorString(error));
}

/// And ends the program then.
inline void __getLastCudaError(const char *errorMessage, const char *file, const int line) {
  const bool failed = musaPeekAtLastError() != musaSuccess;
  __printLastCudaError(errorMessage, file, line);
  if (failed)
    exit(EXIT_FAILURE);
}

/// To the nearest integer, halves away from zero.
inline int ftoi(float value) { return static_cast<int>(value >= 0 ? value + 0.5f : value - 0.5f); }

/// How many cores a multiprocessor has. No public source says it of all GPUs: with one number for
/// each, multiprocessors and clock decide which device is faster, and what programs print of it is
/// a guess.
inline int _ConvertSMVer2Cores(int, int) { return 128; }

/// What to call a device's architecture by its compute capability.
inline const char *_ConvertSMVer2ArchName(int major, int minor) {
  switch (major * 10 + minor) {
  case 10:
    return "mp_10";
  case 21:
    return "mp_21";
  case 22:
    return "mp_22";
  case 31:
    return "mp_31";
  default:
    return "MUSA";
  }
}

namespace musa_port {

inline int deviceAttribute(musaDeviceAttr attribute, int device) {
  int value = 0;
  checkCudaErrors(musaDeviceGetAttribute(&value, attribute, device));
  return value;
}

// What the helpers for the runtime and those for the driver have in common.

/// `count`. Ends the program if there is no device.
inline int atLeastOne(int count) {
  if (count == 0) {
    fprintf(stderr, "this program needs a MUSA device, and there is none\n");
    exit(EXIT_FAILURE);
  }
  return count;
}

/// `device`, or, with a message, a negative number if there is no such device or it may not
/// compute.
template <class MayCompute> inline int usableDevice(int device, int count, MayCompute mayCompute) {
  if (device >= count) {
    fprintf(stderr, "there is no device %d: the last one is %d\n", device, count - 1);
    return -device;
  }
  if (!mayCompute(device)) {
    fprintf(stderr, "device %d may not compute\n", device);
    return -1;
  }
  return device;
}

/// The device with the highest `speed`; the first of several. Ends the program if none may compute.
template <class MayCompute, class Speed>
inline int fastestDevice(int count, MayCompute mayCompute, Speed speed) {
  int best = -1;
  uint64_t most = 0;
  for (int device = 0; device < count; ++device) {
    if (!mayCompute(device))
      continue;
    const uint64_t its = speed(device);
    if (best < 0 || its > most) {
      best = device;
      most = its;
    }
  }
  if (best < 0) {
    fprintf(stderr, "none of the devices may compute\n");
    exit(EXIT_FAILURE);
  }
  return best;
}

/// The first device that shares its memory with the host and may compute. Ends the program without
/// one.
template <class MayCompute, class IsIntegrated>
inline int integratedDevice(int count, MayCompute mayCompute, IsIntegrated isIntegrated) {
  for (int device = 0; device < count; ++device)
    if (isIntegrated(device) && mayCompute(device))
      return device;
  fprintf(stderr, "no device shares its memory with the host\n");
  exit(EXIT_FAILURE);
}

inline int deviceCount() {
  int count = 0;
  checkCudaErrors(musaGetDeviceCount(&count));
  return atLeastOne(count);
}

inline bool mayCompute(int device) {
  return deviceAttribute(musaDevAttrComputeMode, device) != musaComputeModeProhibited;
}

inline void useDevice(int device) {
  musaDeviceProp properties;
  checkCudaErrors(musaSetDevice(device));
  checkCudaErrors(musaGetDeviceProperties(&properties, device));
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name,
         properties.major, properties.minor);
}

/// The smallest MUSA architecture, as 10 * major + minor, that has what `capability` of NVIDIA's
/// stands for; as guards are translated (rules/gpu/architectures.json, docs/reference/guards.md).
inline int architectureFor(int capability) {
  const int thresholds[][2] = {{79, 10}, {80, 22}, {90, 31}};
  for (const int(&threshold)[2] : thresholds)
    if (capability <= threshold[0])
      return threshold[1];
  return 1000;
}

/// Whether a device of `architecture` has what a program wants that asks for a compute capability.
inline bool hasCapability(int architecture, int major, int minor) {
  return architecture >= architectureFor(major * 10 + minor);
}

} // namespace musa_port

/// Makes device `devID` the current one; a negative number means 0. Without that device, or if it
/// may not compute, the result is negative.
inline int gpuDeviceInit(int devID) {
  const int device = musa_port::usableDevice(devID < 0 ? 0 : devID, musa_port::deviceCount(),
                                             musa_port::mayCompute);
  if (device >= 0)
    musa_port::useDevice(device);
  return device;
}

/// The device that computes most in a second; the first of several. Ends the program without one.
inline int gpuGetMaxGflopsDeviceId() {
  return musa_port::fastestDevice(musa_port::deviceCount(), musa_port::mayCompute, [](int device) {
    const auto attribute = [device](musaDeviceAttr which) {
      return musa_port::deviceAttribute(which, device);
    };
    const int cores = _ConvertSMVer2Cores(attribute(musaDevAttrComputeCapabilityMajor),
                                          attribute(musaDevAttrComputeCapabilityMinor));
    return uint64_t(attribute(musaDevAttrMultiProcessorCount)) * uint64_t(cores) *
           uint64_t(attribute(musaDevAttrClockRate));
  });
}

/// The device that the option -device=N names, or else the fastest, is the current one then.
inline int findCudaDevice(int argc, const char **argv) {
  int device = 0;
  if (!checkCmdLineFlag(argc, argv, "device")) {
    device = gpuGetMaxGflopsDeviceId();
    musa_port::useDevice(device);
    return device;
  }
  device = getCmdLineArgumentInt(argc, argv, "device");
  const int found = device < 0 ? -1 : gpuDeviceInit(device);
  if (found < 0) {
    fprintf(stderr, "-device=%d names no device that this program can use\n", device);
    exit(EXIT_FAILURE);
  }
  return found;
}

/// The same for a device that shares its memory with the host. Ends the program without one.
inline int findIntegratedGPU() {
  const int device =
      musa_port::integratedDevice(musa_port::deviceCount(), musa_port::mayCompute, [](int each) {
        return musa_port::deviceAttribute(musaDevAttrIntegrated, each) != 0;
      });
  musa_port::useDevice(device);
  return device;
}

/// Whether the current device has what a compute capability of NVIDIA's stands for.
inline bool checkCudaCapabilities(int major_version, int minor_version) {
  int device = 0;
  checkCudaErrors(musaGetDevice(&device));
  const int major = musa_port::deviceAttribute(musaDevAttrComputeCapabilityMajor, device);
  const int minor = musa_port::deviceAttribute(musaDevAttrComputeCapabilityMinor, device);
  const bool has = musa_port::hasCapability(major * 10 + minor, major_version, minor_version);
  printf(has ? "  Device %d: compute capability %d.%d\n"
             : "  Device %d: compute capability %d.%d is not enough for this program\n",
         device, major, minor);
  return has;
}

#endif // MUSA_PORT_HELPER_CUDA_CHECKS

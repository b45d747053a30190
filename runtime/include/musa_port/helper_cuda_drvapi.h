//===- musa_port/helper_cuda_drvapi.h - helper_cuda.h's for the driver API --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own header of a name that comes with NVIDIA's samples, see helper_string.h.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_CUDA_DRVAPI_H
#define MUSA_PORT_HELPER_CUDA_DRVAPI_H

#include <musa.h>

#include <musa_port/helper_cuda.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

inline void __checkCudaErrors(MUresult err, const char *file, const int line) {
  check(err, "a call of the driver", file, line);
}

template <class T>
inline void getCudaAttribute(T *attribute, MUdevice_attribute device_attribute, int device) {
  int value = 0;
  checkCudaErrors(muDeviceGetAttribute(&value, device_attribute, device));
  *attribute = static_cast<T>(value);
}

inline int _ConvertSMVer2CoresDRV(int major, int minor) {
  return _ConvertSMVer2Cores(major, minor);
}

namespace musa_port {

inline int driverAttribute(MUdevice_attribute attribute, MUdevice device) {
  int value = 0;
  getCudaAttribute(&value, attribute, device);
  return value;
}

inline int driverDeviceCount() {
  int count = 0;
  checkCudaErrors(muInit(0));
  checkCudaErrors(muDeviceGetCount(&count));
  return atLeastOne(count);
}

inline bool driverMayCompute(MUdevice device) {
  return driverAttribute(MU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device) != MU_COMPUTEMODE_PROHIBITED;
}

inline void printDevice(MUdevice device) {
  char name[256] = {};
  checkCudaErrors(muDeviceGetName(name, sizeof name, device));
  printf("GPU Device %d: \"%s\"\n", device, name);
}

} // namespace musa_port

/// The device that -device=N names, or else the first. Ends the program if there is no such device;
/// the result is negative if it may not compute.
inline int gpuDeviceInitDRV(int ARGC, const char **ARGV) {
  const int wanted = MAX(getCmdLineArgumentInt(ARGC, ARGV, "device"), 0);
  const int device =
      musa_port::usableDevice(wanted, musa_port::driverDeviceCount(), musa_port::driverMayCompute);
  if (device >= 0 && !checkCmdLineFlag(ARGC, ARGV, "quiet"))
    musa_port::printDevice(device);
  return device;
}

/// The device that computes most in a second; the first of several. Ends the program without one.
inline int gpuGetMaxGflopsDeviceIdDRV() {
  return musa_port::fastestDevice(
      musa_port::driverDeviceCount(), musa_port::driverMayCompute, [](int device) {
        return uint64_t(
                   musa_port::driverAttribute(MU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device)) *
               uint64_t(musa_port::driverAttribute(MU_DEVICE_ATTRIBUTE_CLOCK_RATE, device));
      });
}

/// The device that -device=N names, or else the fastest.
inline MUdevice findCudaDeviceDRV(int argc, const char **argv) {
  MUdevice device = 0;
  if (checkCmdLineFlag(argc, argv, "device")) {
    const int found = gpuDeviceInitDRV(argc, argv);
    if (found < 0)
      exit(EXIT_FAILURE);
    checkCudaErrors(muDeviceGet(&device, found));
    return device;
  }
  checkCudaErrors(muDeviceGet(&device, gpuGetMaxGflopsDeviceIdDRV()));
  musa_port::printDevice(device);
  return device;
}

/// A device that shares its memory with the host. Ends the program without one.
inline MUdevice findIntegratedGPUDrv() {
  const MUdevice device = musa_port::integratedDevice(
      musa_port::driverDeviceCount(), musa_port::driverMayCompute, [](int each) {
        return musa_port::driverAttribute(MU_DEVICE_ATTRIBUTE_INTEGRATED, each) != 0;
      });
  musa_port::printDevice(device);
  return device;
}

/// Whether the device has what a compute capability of NVIDIA's stands for.
inline bool checkCudaCapabilitiesDRV(int major_version, int minor_version, int devID) {
  const int major = musa_port::driverAttribute(MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, devID);
  const int minor = musa_port::driverAttribute(MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, devID);
  const bool has = musa_port::hasCapability(major * 10 + minor, major_version, minor_version);
  if (!has)
    printf("No device was found that has compute capability %d.%d.\n", major_version,
           minor_version);
  return has;
}

/// Finds a file of device code, says where, and writes its bytes to `ostrm`.
inline bool findFatbinPath(const char *module_file, std::string &module_path, char **argv,
                           std::ostringstream &ostrm) {
  char *path = sdkFindFilePath(module_file, argv[0]);
  module_path = path != nullptr ? path : "";
  free(path);
  if (module_path.empty()) {
    std::cerr << module_file << ": no such file\n";
    return false;
  }
  std::ifstream in(module_path, std::ios::binary);
  ostrm << in.rdbuf();
  return static_cast<bool>(in);
}

#endif // MUSA_PORT_HELPER_CUDA_DRVAPI_H

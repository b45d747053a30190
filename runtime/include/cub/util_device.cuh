//===- cub/util_device.cuh - devices and kernels --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_DEVICE_CUH
#define CUB_UTIL_DEVICE_CUH

#include "cub/util_debug.cuh"

CUB_NAMESPACE_BEGIN

/// Does nothing. Its attributes tell what holds for all kernels of a module.
template <typename T> __global__ void EmptyKernel() {}

inline int CurrentDevice() {
  int device = -1;
  return CubDebug(musaGetDevice(&device)) == musaSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = -1;
  return CubDebug(musaGetDeviceCount(&count)) == musaSuccess ? count : -1;
}

/// Makes a device current. The destructor restores the previous one.
struct SwitchDevice {
  explicit SwitchDevice(int device) : old_device(CurrentDevice()), switched(device != old_device) {
    if (switched)
      (void)CubDebug(musaSetDevice(device));
  }
  ~SwitchDevice() {
    if (switched)
      (void)CubDebug(musaSetDevice(old_device));
  }
  SwitchDevice(const SwitchDevice &) = delete;
  SwitchDevice &operator=(const SwitchDevice &) = delete;

private:
  const int old_device;
  const bool switched;
};

/// The architecture's number: 310 for mp_31.
inline musaError_t SmVersion(int &sm_version, int device = CurrentDevice()) {
  int major = 0, minor = 0;
  musaError_t status = musaDeviceGetAttribute(&major, musaDevAttrComputeCapabilityMajor, device);
  if (status == musaSuccess)
    status = musaDeviceGetAttribute(&minor, musaDevAttrComputeCapabilityMinor, device);
  sm_version = major * 100 + minor * 10;
  return CubDebug(status);
}
inline musaError_t PtxVersion(int &ptx_version, int device = CurrentDevice()) {
  return SmVersion(ptx_version, device);
}
inline musaError_t SyncStream(musaStream_t stream) {
  return CubDebug(musaStreamSynchronize(stream));
}

template <typename KernelPtr>
inline musaError_t MaxSmOccupancy(int &max_sm_occupancy, KernelPtr kernel_ptr, int block_threads,
                                  int dynamic_smem_bytes = 0) {
  return CubDebug(musaOccupancyMaxActiveBlocksPerMultiprocessor(
      &max_sm_occupancy, kernel_ptr, block_threads, static_cast<size_t>(dynamic_smem_bytes)));
}

/// Divides one temporary storage among several uses. If it is null, only sets the size needed.
template <int ALLOCATIONS>
inline musaError_t AliasTemporaries(void *d_temp_storage, size_t &temp_storage_bytes,
                                    void *(&allocations)[ALLOCATIONS],
                                    const size_t (&allocation_sizes)[ALLOCATIONS]) {
  constexpr size_t align = 256;
  size_t offsets[ALLOCATIONS];
  size_t needed = 0;
  for (int i = 0; i < ALLOCATIONS; ++i) {
    offsets[i] = needed;
    needed += (allocation_sizes[i] + align - 1) / align * align;
  }
  needed += align - 1;
  if (d_temp_storage == nullptr) {
    temp_storage_bytes = needed;
    return musaSuccess;
  }
  if (temp_storage_bytes < needed)
    return CubDebug(musaErrorInvalidValue);
  const size_t first = (reinterpret_cast<size_t>(d_temp_storage) + align - 1) / align * align;
  for (int i = 0; i < ALLOCATIONS; ++i)
    allocations[i] = reinterpret_cast<void *>(first + offsets[i]);
  return musaSuccess;
}

CUB_NAMESPACE_END

#endif // CUB_UTIL_DEVICE_CUH

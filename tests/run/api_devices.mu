// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several devices, a thread's current one, their properties, limits and peers.
// MCC: --offload-arch=mp_22
// ENV: MUSA_HOST_DEVICES=4 MUSA_VISIBLE_DEVICES=2,0,1,9,3 MUSA_HOST_MEMORY=1G
#include "check.h"

#include <cstring>
#include <thread>

__global__ void ofDevice(int *out) { *out = warpSize; }

__device__ int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

int main() {
  int count = 0;
  CHECK_MUSA(musaGetDeviceCount(&count));
  CHECK_EQUAL(count, 3); // what follows an invalid number is not visible
  musaDeviceProp p = {};
  CHECK_MUSA(musaGetDeviceProperties(&p, 0));
  CHECK_EQUAL(p.major, 2);
  CHECK_EQUAL(p.minor, 2);
  CHECK_EQUAL(p.warpSize, 128);
  CHECK_EQUAL(p.sharedMemPerBlock, 73728u);
  CHECK_EQUAL(p.reservedSharedMemPerBlock, 16u);
  CHECK_EQUAL(p.totalConstMem, 8192u);
  CHECK_EQUAL(p.totalGlobalMem, size_t{1} << 30);
  CHECK(p.maxThreadsPerBlock >= 1024 && p.multiProcessorCount >= 1 && p.cooperativeLaunch == 1);
  int value = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&value, musaDevAttrWarpSize, 0));
  CHECK_EQUAL(value, p.warpSize);
  CHECK_MUSA(musaDeviceGetAttribute(&value, musaDevAttrMultiProcessorCount, 2));
  CHECK_EQUAL(value, p.multiProcessorCount);
  CHECK_MUSA(musaDeviceGetAttribute(&value, musaDevAttrComputeCapabilityMajor, 0));
  CHECK_EQUAL(value, 2);
  CHECK_EQUAL(musaDeviceGetAttribute(&value, static_cast<musaDeviceAttr>(9999), 0),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaDeviceGetAttribute(&value, musaDevAttrWarpSize, 3), musaErrorInvalidDevice);

  musaDeviceProp first = p, second = {};
  CHECK_MUSA(musaGetDeviceProperties(&second, 1));
  CHECK(std::memcmp(&first.uuid, &second.uuid, sizeof first.uuid) != 0);
  CHECK_EQUAL(first.pciBusID, 3); // the third of the machine
  char bus[32];
  CHECK_MUSA(musaDeviceGetPCIBusId(bus, sizeof bus, 1));
  CHECK_MUSA(musaDeviceGetByPCIBusId(&value, bus));
  CHECK_EQUAL(value, 1);

  CHECK_MUSA(musaSetDevice(2));
  std::thread([] {
    int device = -1;
    CHECK_MUSA(musaGetDevice(&device));
    CHECK_EQUAL(device, 0); // each thread has its own
    CHECK_MUSA(musaSetDevice(1));
  }).join();
  CHECK_MUSA(musaGetDevice(&value));
  CHECK_EQUAL(value, 2);
  CHECK_EQUAL(musaSetDevice(3), musaErrorInvalidDevice);
  CHECK_MUSA(musaGetDevice(&value));
  CHECK_EQUAL(value, 2);
  CHECK_MUSA(musaSetDevice(0));

  // A stream belongs to the device that was current.
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaSetDevice(1));
  CHECK_MUSA(musaStreamCreate(&stream));
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, sizeof(int)));
  CHECK_MUSA(musaStreamGetDevice(stream, &value));
  CHECK_EQUAL(value, 1);
  ofDevice<<<1, 1, 0, stream>>>(out);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(*out, 128);
  CHECK_MUSA(musaSetDevice(0));
  ofDevice<<<1, 1, 0, stream>>>(out);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidResourceHandle);

  CHECK_MUSA(musaDeviceCanAccessPeer(&value, 0, 1));
  CHECK_EQUAL(value, 1);
  CHECK_MUSA(musaDeviceCanAccessPeer(&value, 1, 1));
  CHECK_EQUAL(value, 0);
  CHECK_MUSA(musaDeviceEnablePeerAccess(1, 0));
  CHECK_EQUAL(musaDeviceEnablePeerAccess(1, 0), musaErrorPeerAccessAlreadyEnabled);
  CHECK_EQUAL(musaDeviceEnablePeerAccess(0, 0), musaErrorPeerAccessUnsupported);
  CHECK_MUSA(musaDeviceDisablePeerAccess(1));
  CHECK_EQUAL(musaDeviceDisablePeerAccess(1), musaErrorPeerAccessNotEnabled);
  CHECK_MUSA(musaDeviceGetP2PAttribute(&value, musaDevP2PAttrAccessSupported, 0, 2));
  CHECK_EQUAL(value, 1);

  size_t limit = 0;
  CHECK_MUSA(musaDeviceSetLimit(musaLimitStackSize, 256 << 10));
  CHECK_MUSA(musaDeviceGetLimit(&limit, musaLimitStackSize));
  CHECK_EQUAL(limit, size_t{256} << 10);
  CHECK_MUSA(musaDeviceGetLimit(&limit, musaLimitPrintfFifoSize));
  CHECK(limit > 0);
  CHECK_MUSA(musaDeviceSetLimit(musaLimitMallocHeapSize, 64 << 20));
  CHECK_MUSA(musaDeviceSetLimit(musaLimitDevRuntimeSyncDepth, 16));
  CHECK_MUSA(musaDeviceGetLimit(&limit, musaLimitDevRuntimeSyncDepth));
  CHECK_EQUAL(limit, 16U);
  CHECK_MUSA(musaDeviceGetLimit(&limit, musaLimitDevRuntimePendingLaunchCount));
  CHECK_EQUAL(limit, 2048U);
  CHECK_EQUAL(musaDeviceGetLimit(&limit, musaLimitPersistingL2CacheSize),
              musaErrorUnsupportedLimit);
  for (const int none : {-1, 99})
    CHECK_EQUAL(musaDeviceSetLimit(static_cast<musaLimit>(none), 1), musaErrorInvalidValue);

  CHECK_MUSA(musaSetDeviceFlags(musaDeviceScheduleYield));
  unsigned flags = 0;
  CHECK_MUSA(musaGetDeviceFlags(&flags));
  CHECK_EQUAL(flags & musaDeviceScheduleMask, unsigned{musaDeviceScheduleYield});
  CHECK_EQUAL(musaSetDeviceFlags(0x1000), musaErrorInvalidValue);
  musaDeviceProp wanted = {};
  wanted.major = 2;
  CHECK_MUSA(musaChooseDevice(&value, &wanted));
  CHECK(value >= 0 && value < 3);
  int runtime = 0, driver = 0;
  CHECK_MUSA(musaRuntimeGetVersion(&runtime));
  CHECK_MUSA(musaDriverGetVersion(&driver));
  CHECK(runtime == MUSART_VERSION && driver >= runtime);
  CHECK_MUSA(musaProfilerStart());
  CHECK_MUSA(musaProfilerStop());

  // A reset gives back what the device had.
  CHECK_MUSA(musaSetDevice(1));
  size_t free = 0, total = 0;
  CHECK_MUSA(musaDeviceReset());
  CHECK_MUSA(musaMemGetInfo(&free, &total));
  CHECK_EQUAL(free, total);
  CHECK_EQUAL(musaStreamSynchronize(stream), musaErrorInvalidResourceHandle);
  musaGetLastError();
  return CHECK_RESULT();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual memory in the driver API: addresses without memory, memory without addresses, and maps.
// ENV: MUSA_HOST_DEVICES=2 MUSA_HOST_MEMORY=64M
// QUIET:
#include "check.h"

#include <fcntl.h>
#include <musa.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

size_t chunk = 0; // the granularity

MUmemAllocationProp propertiesOn(int device) {
  MUmemAllocationProp result = {};
  result.type = MU_MEM_ALLOCATION_TYPE_PINNED;
  result.location = {MU_MEM_LOCATION_TYPE_DEVICE, device};
  return result;
}

MUmemGenericAllocationHandle create(size_t size, int device = 0) {
  const MUmemAllocationProp properties = propertiesOn(device);
  MUmemGenericAllocationHandle result = 0;
  CHECK_MU(muMemCreate(&result, size, &properties, 0));
  return result;
}

MUdeviceptr reserve(size_t size) {
  MUdeviceptr result = 0;
  CHECK_MU(muMemAddressReserve(&result, size, 0, 0, 0));
  return result;
}

MUresult setAccess(MUdeviceptr at, size_t size, MUmemAccess_flags flags, int device = 0) {
  const MUmemAccessDesc access = {{MU_MEM_LOCATION_TYPE_DEVICE, device}, flags};
  return muMemSetAccess(at, size, &access, 1);
}

unsigned long long accessOf(MUdeviceptr at, int device) {
  const MUmemLocation location = {MU_MEM_LOCATION_TYPE_DEVICE, device};
  unsigned long long flags = 99;
  CHECK_MU(muMemGetAccess(&flags, &location, at));
  return flags;
}

size_t freeBytes() {
  size_t free = 0, total = 0;
  CHECK_MU(muMemGetInfo(&free, &total));
  return free;
}

template <typename T> T attribute(MUpointer_attribute which, MUdeviceptr at) {
  T value = {};
  CHECK_MU(muPointerGetAttribute(&value, which, at));
  return value;
}

} // namespace

__global__ void number(int *data, int count) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count;
       i += static_cast<int>(gridDim.x * blockDim.x))
    data[i] = i;
}

namespace {

void testBeforeInit() {
  MUmemGenericAllocationHandle handle = 0;
  const MUmemAllocationProp properties = propertiesOn(0);
  CHECK_EQUAL(muMemCreate(&handle, 2 << 20, &properties, 0), MUSA_ERROR_NOT_INITIALIZED);
  CHECK_EQUAL(muMemRelease(1), MUSA_ERROR_NOT_INITIALIZED);
}

void testGranularity() {
  int has = 0;
  CHECK_MU(muDeviceGetAttribute(&has, MU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED, 0));
  CHECK_EQUAL(has, 1);
  CHECK_MU(muDeviceGetAttribute(
      &has, MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 0));
  CHECK_EQUAL(has, 1);
  const MUmemAllocationProp properties = propertiesOn(1);
  CHECK_MU(muMemGetAllocationGranularity(&chunk, &properties, MU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CHECK_EQUAL(chunk, size_t{2} << 20);
  size_t recommended = 0;
  CHECK_MU(muMemGetAllocationGranularity(&recommended, &properties,
                                         MU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  CHECK(recommended > 0 && recommended % chunk == 0);
}

/// A range that grows, as one piece for all that uses it.
void testGrowing() {
  const MUdeviceptr range = reserve(4 * chunk);
  CHECK_EQUAL(range % chunk, 0);
  const MUmemGenericAllocationHandle first = create(chunk);
  const MUmemGenericAllocationHandle second = create(2 * chunk);
  CHECK(first != second);
  CHECK_MU(muMemMap(range, chunk, 0, first, 0));
  CHECK_MU(muMemMap(range + chunk, 2 * chunk, 0, second, 0));
  // All in one call.
  CHECK_MU(setAccess(range, 3 * chunk, MU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  CHECK_MU(muMemsetD8(range, 0xff, 3 * chunk));
  const int count = static_cast<int>(3 * chunk / sizeof(int));
  number<<<16, 128>>>(reinterpret_cast<int *>(range), count);
  std::vector<int> host(static_cast<size_t>(count));
  CHECK_MU(muMemcpyDtoH(host.data(), range, 3 * chunk));
  CHECK(host.front() == 0 && host.back() == count - 1);
  const size_t edge = chunk / sizeof(int);
  CHECK(host[edge - 1] == static_cast<int>(edge) - 1 && host[edge] == static_cast<int>(edge));
  CHECK_MU(muMemcpyDtoD(range, range + chunk, chunk));
  int value = 0;
  CHECK_MU(muMemcpyDtoH(&value, range, sizeof value));
  CHECK_EQUAL(value, static_cast<int>(edge));
  // Not beyond what is mapped.
  CHECK_EQUAL(muMemsetD8(range, 0, 3 * chunk + 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemcpyDtoH(host.data(), range + 3 * chunk - 4, 8), MUSA_ERROR_INVALID_VALUE);

  // Each mapping is unmapped as a whole, alone or with others.
  CHECK_EQUAL(muMemUnmap(range + chunk, chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemUnmap(range + 2 * chunk, chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemUnmap(range, 4 * chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemAddressFree(range, 4 * chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemUnmap(range, 3 * chunk));
  CHECK_EQUAL(muMemUnmap(range, chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemMap(range + 3 * chunk, chunk, 0, second, 0)); // a part, elsewhere
  CHECK_MU(setAccess(range + 3 * chunk, chunk, MU_MEM_ACCESS_FLAGS_PROT_READ));
  CHECK_MU(muMemcpyDtoH(&value, range + 3 * chunk, sizeof value));
  CHECK_EQUAL(value, static_cast<int>(edge)); // memory keeps what it holds
  CHECK_MU(muMemUnmap(range + 3 * chunk, chunk));
  CHECK_MU(muMemRelease(first));
  CHECK_MU(muMemRelease(second));
  CHECK_MU(muMemAddressFree(range, 4 * chunk));
  CHECK_EQUAL(muMemAddressFree(range, 4 * chunk), MUSA_ERROR_INVALID_VALUE);
}

void testAccess() {
  const MUdeviceptr range = reserve(2 * chunk);
  const MUmemGenericAllocationHandle handle = create(chunk, 1);
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  CHECK(accessOf(range, 0) == 0 && accessOf(range, 1) == 0);
  CHECK_EQUAL(muMemsetD8(range, 1, 4), MUSA_ERROR_INVALID_VALUE);
  char byte = 0;
  CHECK_EQUAL(muMemcpyDtoH(&byte, range, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(setAccess(range, chunk, MU_MEM_ACCESS_FLAGS_PROT_READ, 0));
  CHECK_MU(muMemcpyDtoH(&byte, range, 1));
  CHECK_EQUAL(muMemsetD8(range, 1, 4), MUSA_ERROR_INVALID_VALUE);
  const MUmemAccessDesc both[] = {
      {{MU_MEM_LOCATION_TYPE_DEVICE, 0}, MU_MEM_ACCESS_FLAGS_PROT_NONE},
      {{MU_MEM_LOCATION_TYPE_DEVICE, 1}, MU_MEM_ACCESS_FLAGS_PROT_READWRITE}};
  CHECK_MU(muMemSetAccess(range, chunk, both, 2));
  CHECK(accessOf(range, 0) == 0 && accessOf(range + chunk - 1, 1) == 3);
  CHECK_MU(muMemsetD8(range, 5, 4));
  CHECK_MU(muMemcpyDtoH(&byte, range, 1));
  CHECK_EQUAL(byte, 5);

  // What the pointer is.
  CHECK_EQUAL(attribute<unsigned>(MU_POINTER_ATTRIBUTE_MEMORY_TYPE, range + 7),
              unsigned{MU_MEMORYTYPE_DEVICE});
  CHECK_EQUAL(attribute<int>(MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, range), 1);
  CHECK_EQUAL(attribute<MUdeviceptr>(MU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, range + 7), range);
  CHECK_EQUAL(attribute<size_t>(MU_POINTER_ATTRIBUTE_MAPPING_SIZE, range), chunk);
  CHECK_EQUAL(attribute<MUdeviceptr>(MU_POINTER_ATTRIBUTE_RANGE_START_ADDR, range + 7), range);
  CHECK_EQUAL(attribute<size_t>(MU_POINTER_ATTRIBUTE_RANGE_SIZE, range), 2 * chunk);
  CHECK_EQUAL(attribute<unsigned>(MU_POINTER_ATTRIBUTE_MAPPED, range), 1u);
  CHECK_EQUAL(attribute<unsigned>(MU_POINTER_ATTRIBUTE_MAPPED, range + chunk), 0u);
  CHECK_EQUAL(attribute<size_t>(MU_POINTER_ATTRIBUTE_RANGE_SIZE, range + chunk), 2 * chunk);
  CHECK_EQUAL(attribute<unsigned>(MU_POINTER_ATTRIBUTE_ACCESS_FLAGS, range), 0u);
  CHECK_EQUAL(attribute<uint64_t>(MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, range), uint64_t{0});
  musaPointerAttributes attributes;
  CHECK_MUSA(musaPointerGetAttributes(&attributes, reinterpret_cast<void *>(range)));
  CHECK(attributes.type == musaMemoryTypeDevice && attributes.device == 1);
  MUdeviceptr base = 0;
  size_t size = 0;
  CHECK_MU(muMemGetAddressRange(&base, &size, range + 7));
  CHECK(base == range && size == chunk);
  // It is no memory that muMemAlloc gave, and no other device's.
  CHECK_EQUAL(muMemFree(range), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(
      musaMemcpyPeer(reinterpret_cast<void *>(range), 0, reinterpret_cast<void *>(range), 1, 4),
      musaErrorInvalidValue);
  musaGetLastError();

  // A new mapping begins without access.
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  CHECK_EQUAL(accessOf(range, 1), 0);
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_MU(muMemRelease(handle));
  CHECK_MU(muMemAddressFree(range, 2 * chunk));
}

/// One memory at two addresses; and it lives as long as a handle or a mapping.
void testLifetime() {
  const size_t before = freeBytes();
  const MUdeviceptr range = reserve(2 * chunk);
  CHECK_EQUAL(freeBytes(), before); // addresses cost nothing
  const MUmemGenericAllocationHandle handle = create(chunk);
  CHECK_EQUAL(freeBytes(), before - chunk);
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  CHECK_MU(muMemMap(range + chunk, chunk, 0, handle, 0));
  CHECK_EQUAL(freeBytes(), before - chunk);
  CHECK_MU(setAccess(range, 2 * chunk, MU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  CHECK_MU(muMemsetD32(range, 1234, 10));
  int value = 0;
  CHECK_MU(muMemcpyDtoH(&value, range + chunk + 36, sizeof value));
  CHECK_EQUAL(value, 1234);

  CHECK_MU(muMemRelease(handle));
  CHECK_EQUAL(muMemRelease(handle), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(freeBytes(), before - chunk);
  CHECK_MU(muMemcpyDtoH(&value, range, sizeof value));
  CHECK_EQUAL(value, 1234);
  // From the mapping the same handle is had again, once for each release.
  MUmemGenericAllocationHandle again = 0;
  void *inside = reinterpret_cast<void *>(range + 100);
  CHECK_MU(muMemRetainAllocationHandle(&again, inside));
  CHECK_EQUAL(again, handle);
  CHECK_MU(muMemRetainAllocationHandle(&again, inside));
  CHECK_MU(muMemRelease(again));
  MUmemAllocationProp properties = {};
  CHECK_MU(muMemGetAllocationPropertiesFromHandle(&properties, again));
  CHECK(properties.type == MU_MEM_ALLOCATION_TYPE_PINNED &&
        properties.location.type == MU_MEM_LOCATION_TYPE_DEVICE && properties.location.id == 0 &&
        properties.requestedHandleTypes == MU_MEM_HANDLE_TYPE_NONE);
  CHECK_MU(muMemRelease(again));
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_EQUAL(freeBytes(), before - chunk);
  CHECK_MU(muMemUnmap(range + chunk, chunk));
  CHECK_EQUAL(freeBytes(), before);
  CHECK_EQUAL(muMemRetainAllocationHandle(&again, inside), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemGetAllocationPropertiesFromHandle(&properties, handle),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemAddressFree(range, 2 * chunk));
}

/// Each device has memory of its own, whatever it was taken for.
void testLimits() {
  const size_t before = freeBytes();
  const MUmemGenericAllocationHandle most = create(before - chunk);
  const MUmemAllocationProp here = propertiesOn(0);
  MUmemGenericAllocationHandle none = 0;
  CHECK_EQUAL(muMemCreate(&none, 2 * chunk, &here, 0), MUSA_ERROR_OUT_OF_MEMORY);
  MUdeviceptr allocated = 0;
  CHECK_EQUAL(muMemAlloc(&allocated, chunk + 1), MUSA_ERROR_OUT_OF_MEMORY);
  CHECK_MU(muMemAlloc(&allocated, chunk));
  CHECK_EQUAL(muMemCreate(&none, chunk, &here, 0), MUSA_ERROR_OUT_OF_MEMORY);
  const MUmemGenericAllocationHandle there = create(2 * chunk, 1);
  CHECK_MU(muMemFree(allocated));
  CHECK_MU(muMemRelease(most));
  CHECK_MU(muMemRelease(there));
  CHECK_EQUAL(freeBytes(), before);
  MUdeviceptr range = 0;
  CHECK_EQUAL(muMemAddressReserve(&range, size_t{1} << 62, 0, 0, 0), MUSA_ERROR_OUT_OF_MEMORY);
}

void testReservations() {
  MUdeviceptr aligned = 0;
  CHECK_MU(muMemAddressReserve(&aligned, chunk, size_t{1} << 30, 0, 0));
  CHECK_EQUAL(aligned % (size_t{1} << 30), 0);
  CHECK_MU(muMemAddressFree(aligned, chunk));
  MUdeviceptr there = 0, elsewhere = 0;
  CHECK_MU(muMemAddressReserve(&there, chunk, 0, aligned, 0));
  CHECK_EQUAL(there, aligned);
  CHECK_MU(muMemAddressReserve(&elsewhere, chunk, 0, aligned, 0)); // a wish
  CHECK(elsewhere != aligned);
  // One range, though another begins where it ends.
  CHECK_EQUAL(muMemAddressFree(there, 2 * chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemAddressFree(there + chunk, chunk), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemAddressFree(there, chunk));
  CHECK_MU(muMemAddressFree(elsewhere, chunk));
}

void testInvalidCreation() {
  MUmemGenericAllocationHandle handle = 0;
  const auto created = [&](auto change) {
    MUmemAllocationProp properties = propertiesOn(0);
    change(properties);
    size_t granularity = 0;
    const MUresult asked =
        muMemGetAllocationGranularity(&granularity, &properties, MU_MEM_ALLOC_GRANULARITY_MINIMUM);
    CHECK_EQUAL(asked, muMemCreate(&handle, chunk, &properties, 0));
    return asked;
  };
  CHECK_EQUAL(created([](auto &p) { p.type = MU_MEM_ALLOCATION_TYPE_INVALID; }),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(created([](auto &p) { p.location.type = MU_MEM_LOCATION_TYPE_INVALID; }),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(created([](auto &p) { p.location.id = 2; }), MUSA_ERROR_INVALID_DEVICE);
  CHECK_EQUAL(created([](auto &p) { p.location.type = MU_MEM_LOCATION_TYPE_HOST; }),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(created([](auto &p) { p.requestedHandleTypes = MU_MEM_HANDLE_TYPE_FABRIC; }),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(created([](auto &p) { p.allocFlags.usage = MU_MEM_CREATE_USAGE_TILE_POOL; }),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(created([](auto &p) { p.allocFlags.compressionType = 2; }), MUSA_ERROR_INVALID_VALUE);
  // Compression is a wish.
  CHECK_MU(created([](auto &p) { p.allocFlags.compressionType = MU_MEM_ALLOCATION_COMP_GENERIC; }));
  MUmemAllocationProp properties = {};
  CHECK_MU(muMemGetAllocationPropertiesFromHandle(&properties, handle));
  CHECK_EQUAL(properties.allocFlags.compressionType, int{MU_MEM_ALLOCATION_COMP_NONE});
  CHECK_EQUAL(muMemGetAllocationPropertiesFromHandle(nullptr, handle), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemRelease(handle));

  properties = propertiesOn(0);
  CHECK_EQUAL(muMemCreate(nullptr, chunk, &properties, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemCreate(&handle, chunk, nullptr, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemCreate(&handle, chunk, &properties, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemCreate(&handle, 0, &properties, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemCreate(&handle, chunk + 4096, &properties, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemRelease(0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemGetAllocationGranularity(nullptr, &properties, MU_MEM_ALLOC_GRANULARITY_MINIMUM),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemGetAllocationGranularity(&chunk, &properties,
                                            static_cast<MUmemAllocationGranularity_flags>(2)),
              MUSA_ERROR_INVALID_VALUE);
}

void testInvalidMappings() {
  MUdeviceptr range = 0;
  CHECK_EQUAL(muMemAddressReserve(nullptr, chunk, 0, 0, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemAddressReserve(&range, 0, 0, 0, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemAddressReserve(&range, chunk + 1, 0, 0, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemAddressReserve(&range, chunk, 3, 0, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemAddressReserve(&range, chunk, 0, 0, 1), MUSA_ERROR_INVALID_VALUE);
  range = reserve(2 * chunk);
  const MUmemGenericAllocationHandle handle = create(2 * chunk);
  CHECK_EQUAL(muMemMap(range, chunk, 0, handle + 100, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range, chunk, chunk, handle, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range, chunk, 0, handle, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range, 0, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(0, chunk, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range + 4096, chunk, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range + chunk, 2 * chunk, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range - chunk, chunk, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);
  const MUmemGenericAllocationHandle small = create(chunk);
  CHECK_EQUAL(muMemMap(range, 2 * chunk, 0, small, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemMap(range + chunk, chunk, 0, small, 0));
  CHECK_EQUAL(muMemMap(range + chunk, chunk, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemMap(range, 2 * chunk, 0, handle, 0), MUSA_ERROR_INVALID_VALUE);

  const MUdeviceptr mapped = range + chunk;
  const auto read = MU_MEM_ACCESS_FLAGS_PROT_READ;
  CHECK_EQUAL(setAccess(range, chunk, read), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(setAccess(range, 2 * chunk, read), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(setAccess(mapped, chunk / 2, read), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(setAccess(mapped, chunk, static_cast<MUmemAccess_flags>(2)),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(setAccess(mapped, chunk, read, 2), MUSA_ERROR_INVALID_DEVICE);
  MUmemAccessDesc access = {{MU_MEM_LOCATION_TYPE_HOST, 0}, read};
  CHECK_EQUAL(muMemSetAccess(mapped, chunk, &access, 1), MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(muMemSetAccess(mapped, chunk, &access, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemSetAccess(mapped, chunk, nullptr, 1), MUSA_ERROR_INVALID_VALUE);
  unsigned long long flags = 0;
  CHECK_EQUAL(muMemGetAccess(&flags, &access.location, mapped), MUSA_ERROR_NOT_SUPPORTED);
  access.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  CHECK_EQUAL(muMemGetAccess(nullptr, &access.location, mapped), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemGetAccess(&flags, nullptr, mapped), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemGetAccess(&flags, &access.location, range), MUSA_ERROR_INVALID_VALUE);
  MUmemGenericAllocationHandle none = 0;
  CHECK_EQUAL(muMemRetainAllocationHandle(nullptr, reinterpret_cast<void *>(mapped)),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemRetainAllocationHandle(&none, &none), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemUnmap(mapped, chunk));
  CHECK_MU(muMemRelease(small));
  CHECK_MU(muMemRelease(handle));
  CHECK_MU(muMemAddressFree(range, 2 * chunk));
}

/// It belongs to no context.
void testReset() {
  const MUdeviceptr range = reserve(chunk);
  const MUmemGenericAllocationHandle handle = create(chunk);
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  CHECK_MU(setAccess(range, chunk, MU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  CHECK_MU(muMemsetD8(range, 3, 16));
  CHECK_MUSA(musaDeviceReset());
  char byte = 0;
  CHECK_MUSA(musaMemcpy(&byte, reinterpret_cast<void *>(range), 1, musaMemcpyDeviceToHost));
  CHECK_EQUAL(byte, 3);
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_MU(muMemRelease(handle));
  CHECK_MU(muMemAddressFree(range, chunk));
}

constexpr int sharedFile = 100; // the other process's number for it

void *handleOf(int file) { return reinterpret_cast<void *>(static_cast<intptr_t>(file)); }

/// The other process: adds 1.
int importAndIncrement() {
  CHECK_MU(muInit(0));
  MUcontext context;
  CHECK_MU(muDevicePrimaryCtxRetain(&context, 0));
  CHECK_MU(muCtxSetCurrent(context));
  testGranularity();
  MUmemGenericAllocationHandle handle = 0;
  CHECK_MU(muMemImportFromShareableHandle(&handle, handleOf(sharedFile),
                                          MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(sharedFile);
  MUmemAllocationProp properties = {};
  CHECK_MU(muMemGetAllocationPropertiesFromHandle(&properties, handle));
  CHECK(properties.location.id == 1 &&
        properties.requestedHandleTypes == MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
  const MUdeviceptr range = reserve(chunk);
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  CHECK_MU(muMemRelease(handle));
  CHECK_MU(setAccess(range, chunk, MU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  int value = 0;
  CHECK_MU(muMemcpyDtoH(&value, range + 8, sizeof value));
  ++value;
  CHECK_MU(muMemcpyHtoD(range + 8, &value, sizeof value));
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_MU(muMemAddressFree(range, chunk));
  return CHECK_RESULT();
}

void testSharing() {
  MUmemAllocationProp properties = propertiesOn(1);
  properties.requestedHandleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  MUmemGenericAllocationHandle handle = 0;
  CHECK_MU(muMemCreate(&handle, chunk, &properties, 0));
  const MUdeviceptr range = reserve(chunk);
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  CHECK_MU(setAccess(range, chunk, MU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  CHECK_EQUAL(attribute<uint64_t>(MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, range),
              uint64_t{MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR});
  CHECK_MU(muMemsetD32(range, 41, 16));
  CHECK_MU(muCtxSynchronize()); // it does not wait for memory of a device
  int file = -1;
  CHECK_MU(
      muMemExportToShareableHandle(&file, handle, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));

  const pid_t child = fork();
  if (child == 0) {
    dup2(file, sharedFile);
    execl("/proc/self/exe", "virtual_memory", "import", static_cast<char *>(nullptr));
    _exit(127);
  }
  int status = -1;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
  int value = 0;
  CHECK_MU(muMemcpyDtoH(&value, range + 8, sizeof value));
  CHECK_EQUAL(value, 42);

  // In the same process it is the same memory.
  MUmemGenericAllocationHandle same = 0;
  CHECK_MU(muMemImportFromShareableHandle(&same, handleOf(file),
                                          MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  CHECK_EQUAL(same, handle);
  CHECK_MU(muMemRelease(same));
  CHECK_MU(muMemRelease(handle));
  CHECK_MU(muMemUnmap(range, chunk));
  // All of it is gone here, but the file keeps the memory.
  CHECK_MU(muMemImportFromShareableHandle(&same, handleOf(file),
                                          MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  CHECK(same != handle);
  close(file);
  CHECK_MU(muMemMap(range, chunk, 0, same, 0));
  CHECK_MU(setAccess(range, chunk, MU_MEM_ACCESS_FLAGS_PROT_READ));
  CHECK_MU(muMemcpyDtoH(&value, range + 12, sizeof value));
  CHECK_EQUAL(value, 41);
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_MU(muMemRelease(same));
  CHECK_MU(muMemAddressFree(range, chunk));

  handle = create(chunk); // for this process alone
  const auto posix = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CHECK_EQUAL(muMemExportToShareableHandle(&file, handle, posix, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemExportToShareableHandle(nullptr, handle, posix, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemExportToShareableHandle(&file, handle, MU_MEM_HANDLE_TYPE_WIN32, 0),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_MU(muMemRelease(handle));
  CHECK_EQUAL(muMemExportToShareableHandle(&file, handle, posix, 0), MUSA_ERROR_INVALID_VALUE);
  const int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
  CHECK_EQUAL(muMemImportFromShareableHandle(&same, handleOf(other), posix),
              MUSA_ERROR_INVALID_VALUE);
  close(other);
  CHECK_EQUAL(muMemImportFromShareableHandle(&same, handleOf(-1), posix), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemImportFromShareableHandle(nullptr, handleOf(0), posix),
              MUSA_ERROR_INVALID_VALUE);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "import")
    return importAndIncrement();
  testBeforeInit();
  CHECK_MU(muInit(0));
  CHECK_MUSA(musaSetDevice(0));
  testGranularity();
  testGrowing();
  testAccess();
  testLifetime();
  testLimits();
  testReservations();
  testInvalidCreation();
  testInvalidMappings();
  testReset();
  testSharing();
  return CHECK_RESULT();
}

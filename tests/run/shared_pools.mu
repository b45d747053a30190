// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory pools that another process imports, of both APIs.
// ENV: MUSA_HOST_DEVICES=2
// NO-SANITIZER: a sanitizer puts its own data beside allocations, so they cannot be shared
#include "check.h"
#include "other_process.h"

#include <cstring>
#include <fcntl.h>
#include <musa.h>
#include <musa_runtime.h>
#include <vector>

namespace {

constexpr size_t sizes[] = {100 * sizeof(int), size_t{100000}, size_t{8} << 20};
constexpr size_t arrays = std::size(sizes);
constexpr auto fileHandle = musaMemHandleTypePosixFileDescriptor;
/// The pool's file in the other process.
constexpr int poolFile = 210;

struct Exported {
  musaMemPoolPtrExportData of[arrays];
};

__global__ void add(int *at, size_t count, int what) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < count)
    at[i] += what;
}

void addToAll(void *at, size_t bytes, int what, musaStream_t stream = nullptr) {
  const size_t count = bytes / sizeof(int);
  add<<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(static_cast<int *>(at), count,
                                                                      what);
}

bool holdsOnly(const void *device, size_t bytes, int what) {
  std::vector<int> host(bytes / sizeof(int));
  CHECK_MUSA(musaMemcpy(host.data(), device, bytes, musaMemcpyDeviceToHost));
  for (const int one : host)
    if (one != what)
      return false;
  return true;
}

void *handleOf(int file) { return reinterpret_cast<void *>(static_cast<intptr_t>(file)); }

musaMemPool_t createPool(musaMemAllocationHandleType type, int device = 1, size_t most = 0) {
  musaMemPoolProps props = {};
  props.allocType = musaMemAllocationTypePinned;
  props.handleTypes = type;
  props.location = {musaMemLocationTypeDevice, device};
  props.maxSize = most;
  musaMemPool_t pool = nullptr;
  CHECK_MUSA(musaMemPoolCreate(&pool, &props));
  return pool;
}

/// The other process: it imports all, checks that each holds 40, and adds 2.
int child() {
  auto exported = receive<Exported>(fromParent);
  musaMemPool_t pool = nullptr;
  CHECK_MUSA(musaMemPoolImportFromShareableHandle(&pool, handleOf(poolFile), fileHandle, 0));
  close(poolFile);

  // It allocates nothing.
  void *memory = nullptr;
  CHECK_EQUAL(musaMallocFromPoolAsync(&memory, 100, pool, nullptr), musaErrorInvalidValue);
  CHECK_EQUAL(musaDeviceSetMemPool(1, pool), musaErrorInvalidValue);
  int file = -1;
  CHECK_EQUAL(musaMemPoolExportToShareableHandle(&file, pool, fileHandle, 0),
              musaErrorInvalidValue);

  void *imported[arrays] = {};
  for (size_t i = 0; i < arrays; ++i) {
    CHECK_MUSA(musaMemPoolImportPointer(&imported[i], pool, &exported.of[i]));
    musaPointerAttributes attributes = {};
    CHECK_MUSA(musaPointerGetAttributes(&attributes, imported[i]));
    CHECK(attributes.type == musaMemoryTypeDevice && attributes.device == 1);
    CHECK(holdsOnly(imported[i], sizes[i], 40));
    addToAll(imported[i], sizes[i], 2);
  }
  CHECK_MUSA(musaDeviceSynchronize());
  musaMemPoolPtrExportData again = {};
  CHECK_EQUAL(musaMemPoolExportPointer(&again, imported[0]), musaErrorInvalidValue);
  musaMemPoolPtrExportData wrong = exported.of[0];
  std::memset(&wrong, 7, sizeof wrong);
  CHECK_EQUAL(musaMemPoolImportPointer(&memory, pool, &wrong), musaErrorInvalidValue);
  const musaMemPool_t own = createPool(fileHandle);
  CHECK_EQUAL(musaMemPoolImportPointer(&memory, own, &exported.of[0]), musaErrorInvalidValue);
  CHECK_MUSA(musaMemPoolDestroy(own));

  // In both ways, and each once only.
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  addToAll(imported[0], sizes[0], 1, stream);
  CHECK_EQUAL(musaIpcCloseMemHandle(imported[0]), musaErrorInvalidValue);
  CHECK_MUSA(musaMemPoolImportPointer(&memory, pool, &exported.of[0]));
  CHECK_EQUAL(memory, imported[0]);
  CHECK_MUSA(musaFreeAsync(imported[0], stream));
  CHECK_MUSA(musaFreeAsync(imported[0], stream));
  CHECK_EQUAL(musaFreeAsync(imported[0], stream), musaErrorInvalidValue);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(musaFreeAsync(imported[0], stream), musaErrorInvalidValue);
  CHECK_MUSA(musaFree(imported[1]));
  CHECK_EQUAL(musaFree(imported[1]), musaErrorInvalidValue);
  CHECK_MUSA(musaStreamDestroy(stream));
  // What was imported stays when the pool goes.
  CHECK_MUSA(musaMemPoolDestroy(pool));
  CHECK(holdsOnly(imported[2], sizes[2], 42));
  CHECK_MUSA(musaFree(imported[2]));
  send(toParent, check::failures);
  return CHECK_RESULT();
}

void testSharing() {
  CHECK_MUSA(musaSetDevice(1));
  const musaMemPool_t pool = createPool(fileHandle);
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  void *memory[arrays] = {};
  Exported exported = {};
  for (size_t i = 0; i < arrays; ++i) {
    CHECK_MUSA(musaMallocFromPoolAsync(&memory[i], sizes[i], pool, stream));
    CHECK_MUSA(musaMemsetAsync(memory[i], 0, sizes[i], stream));
    addToAll(memory[i], sizes[i], 33, stream);
    CHECK_MUSA(musaMemPoolExportPointer(&exported.of[i], memory[i]));
    addToAll(memory[i], sizes[i], 7, stream); // the address stays
  }
  CHECK_MUSA(musaStreamSynchronize(stream));
  uint64_t allowed = 0;
  CHECK_EQUAL(muPointerGetAttribute(&allowed, MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
                                    reinterpret_cast<MUdeviceptr>(memory[0])),
              MUSA_SUCCESS);
  CHECK_EQUAL(allowed, uint64_t{MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR});
  // It is not memory that the older way shares.
  musaIpcMemHandle_t handle = {};
  CHECK_EQUAL(musaIpcGetMemHandle(&handle, memory[0]), musaErrorInvalidValue);

  int file = -1;
  CHECK_MUSA(musaMemPoolExportToShareableHandle(&file, pool, fileHandle, 0));
  CHECK_EQUAL(dup2(file, poolFile), poolFile); // the other process gets it
  close(file);
  const OtherProcess other;
  close(poolFile);
  send(other.in, exported);
  CHECK_EQUAL(receive<int>(other.out), 0);
  CHECK(other.succeeds());
  CHECK(holdsOnly(memory[0], sizes[0], 43));
  CHECK(holdsOnly(memory[1], sizes[1], 42));
  CHECK(holdsOnly(memory[2], sizes[2], 42));
  for (void *one : memory)
    CHECK_MUSA(musaFreeAsync(one, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  uint64_t used = 1;
  CHECK_MUSA(musaMemPoolGetAttribute(pool, musaMemPoolAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, uint64_t{0});
  CHECK_MUSA(musaMemPoolDestroy(pool));
  CHECK_MUSA(musaStreamDestroy(stream));
  CHECK_MUSA(musaSetDevice(0));
}

void testErrors() {
  int types = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&types, musaDevAttrMemoryPoolSupportedHandleTypes, 0));
  CHECK_EQUAL(types, int{fileHandle});
  musaMemPoolProps props = {};
  props.allocType = musaMemAllocationTypePinned;
  props.location = {musaMemLocationTypeDevice, 0};
  props.handleTypes = musaMemHandleTypeFabric;
  musaMemPool_t pool = nullptr;
  CHECK_EQUAL(musaMemPoolCreate(&pool, &props), musaErrorNotSupported);
  props.handleTypes = static_cast<musaMemAllocationHandleType>(64);
  CHECK_EQUAL(musaMemPoolCreate(&pool, &props), musaErrorInvalidValue);

  const musaMemPool_t own = createPool(musaMemHandleTypeNone);
  int file = -1;
  CHECK_EQUAL(musaMemPoolExportToShareableHandle(&file, own, fileHandle, 0), musaErrorInvalidValue);
  void *memory = nullptr;
  CHECK_MUSA(musaMallocFromPoolAsync(&memory, 100, own, nullptr));
  musaMemPoolPtrExportData data = {};
  CHECK_EQUAL(musaMemPoolExportPointer(&data, memory), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemPoolExportPointer(&data, nullptr), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemPoolExportPointer(nullptr, memory), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemPoolImportPointer(&memory, own, &data), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeAsync(memory, nullptr));
  CHECK_MUSA(musaMemPoolDestroy(own));

  // Files that are no pool's.
  CHECK_EQUAL(musaMemPoolImportFromShareableHandle(&pool, handleOf(-1), fileHandle, 0),
              musaErrorInvalidValue);
  const int other = open("/dev/null", O_RDWR);
  CHECK_EQUAL(musaMemPoolImportFromShareableHandle(&pool, handleOf(other), fileHandle, 0),
              musaErrorInvalidValue);
  close(other);
  CHECK_EQUAL(musaMemPoolImportFromShareableHandle(&pool, handleOf(0), musaMemHandleTypeNone, 0),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaMemPoolImportFromShareableHandle(&pool, handleOf(0), fileHandle, 1),
              musaErrorInvalidValue);
}

void testDriver() {
  MUmemPoolProps props = {};
  props.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location = {MU_MEM_LOCATION_TYPE_DEVICE, 0};
  props.maxSize = 1000;
  MUmemoryPool pool = nullptr, imported = nullptr;
  CHECK_EQUAL(muMemPoolCreate(&pool, &props), MUSA_SUCCESS);
  MUdeviceptr memory = 0, more = 0;
  CHECK_EQUAL(muMemAllocFromPoolAsync(&memory, 600, pool, nullptr), MUSA_SUCCESS);
  CHECK_EQUAL(muMemAllocFromPoolAsync(&more, 600, pool, nullptr), MUSA_ERROR_OUT_OF_MEMORY);
  MUmemAccess_flags flags = MU_MEM_ACCESS_FLAGS_PROT_NONE;
  MUmemLocation second = {MU_MEM_LOCATION_TYPE_DEVICE, 1};
  CHECK_EQUAL(muMemPoolGetAccess(&flags, pool, &second), MUSA_SUCCESS);
  CHECK_EQUAL(flags, MU_MEM_ACCESS_FLAGS_PROT_NONE);
  const MUmemAccessDesc access = {second, MU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CHECK_EQUAL(muMemPoolSetAccess(pool, &access, 1), MUSA_SUCCESS);
  CHECK_EQUAL(muMemPoolGetAccess(&flags, pool, &second), MUSA_SUCCESS);
  CHECK_EQUAL(flags, MU_MEM_ACCESS_FLAGS_PROT_READWRITE);

  int file = -1;
  constexpr auto type = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CHECK_EQUAL(muMemPoolExportToShareableHandle(&file, pool, type, 0), MUSA_SUCCESS);
  CHECK_EQUAL(muMemPoolImportFromShareableHandle(&imported, handleOf(file), type, 0), MUSA_SUCCESS);
  close(file);
  MUmemPoolPtrExportData data = {};
  CHECK_EQUAL(muMemPoolExportPointer(&data, memory), MUSA_SUCCESS);
  // A process cannot import what is its own.
  CHECK_EQUAL(muMemPoolImportPointer(&more, imported, &data), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemPoolTrimTo(imported, 0), MUSA_SUCCESS);
  CHECK_EQUAL(muMemPoolDestroy(imported), MUSA_SUCCESS);
  CHECK_EQUAL(muMemFreeAsync(memory, nullptr), MUSA_SUCCESS);
  CHECK_EQUAL(muMemPoolDestroy(pool), MUSA_SUCCESS);
  CHECK_EQUAL(muMemPoolDestroy(pool), MUSA_ERROR_INVALID_VALUE);
}

} // namespace

int main(int argc, char **) {
  if (argc > 1)
    return child();
  testSharing();
  testErrors();
  testDriver();
  return CHECK_RESULT();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory that another process opens by a handle.
// ENV: MUSA_HOST_DEVICES=2
// STDERR: musaFree of .* which are another process's
// NO-SANITIZER: a sanitizer puts its own data beside allocations, so they cannot be shared
#include "check.h"
#include "other_process.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <musa.h>
#include <musa_runtime.h>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr size_t sizes[] = {sizeof(int), 100 * sizeof(int), size_t{100000}, size_t{8} << 20};
constexpr size_t arrays = std::size(sizes);

struct Handles {
  musaIpcMemHandle_t of[arrays];
};

__global__ void add(int *at, size_t count, int what) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < count)
    at[i] += what;
}

void addToAll(int *at, size_t count, int what, musaStream_t stream = nullptr) {
  add<<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(at, count, what);
}

bool holdsOnly(const int *device, size_t count, int what) {
  std::vector<int> host(count);
  CHECK_MUSA(musaMemcpy(host.data(), device, count * sizeof(int), musaMemcpyDeviceToHost));
  for (const int one : host)
    if (one != what)
      return false;
  return true;
}

/// The other process: it opens all, checks that each holds 40, and adds 2.
int child() {
  const auto handles = receive<Handles>(fromParent);
  int *opened[arrays] = {};
  for (size_t i = 0; i < arrays; ++i) {
    void *memory = nullptr;
    CHECK_EQUAL(musaIpcOpenMemHandle(&memory, handles.of[i], 0), musaErrorInvalidValue);
    CHECK_MUSA(musaIpcOpenMemHandle(&memory, handles.of[i], musaIpcMemLazyEnablePeerAccess));
    void *again = nullptr;
    CHECK_MUSA(musaIpcOpenMemHandle(&again, handles.of[i], musaIpcMemLazyEnablePeerAccess));
    CHECK(again == memory);
    CHECK_MUSA(musaIpcCloseMemHandle(again));
    opened[i] = static_cast<int *>(memory);

    musaPointerAttributes attributes = {};
    CHECK_MUSA(musaPointerGetAttributes(&attributes, opened[i]));
    CHECK(attributes.type == musaMemoryTypeDevice && attributes.device == 1);
    MUdeviceptr base = 0;
    size_t size = 0;
    CHECK_EQUAL(muMemGetAddressRange(&base, &size, reinterpret_cast<MUdeviceptr>(opened[i])),
                MUSA_SUCCESS);
    CHECK(base == reinterpret_cast<MUdeviceptr>(opened[i]) && size == sizes[i]);
    CHECK_EQUAL(musaFree(opened[i]), musaErrorInvalidValue);

    const size_t count = sizes[i] / sizeof(int);
    CHECK(holdsOnly(opened[i], count, 40));
    addToAll(opened[i], count, 2);
  }
  CHECK_MUSA(musaDeviceSynchronize());
  send(toParent, check::failures);
  receive<char>(fromParent); // the parent has freed all but the first
  CHECK(holdsOnly(opened[arrays - 1], sizes[arrays - 1] / sizeof(int), 42));
  for (int *memory : opened) {
    CHECK_MUSA(musaIpcCloseMemHandle(memory));
    CHECK_EQUAL(musaIpcCloseMemHandle(memory), musaErrorInvalidValue);
  }
  return CHECK_RESULT();
}

void testSharing() {
  CHECK_MUSA(musaSetDevice(1));
  int *arrayOf[arrays] = {};
  Handles handles = {};
  for (size_t i = 0; i < arrays; ++i) {
    CHECK_MUSA(musaMalloc(&arrayOf[i], sizes[i]));
    CHECK_MUSA(musaMemset(arrayOf[i], 0, sizes[i]));
    addToAll(arrayOf[i], sizes[i] / sizeof(int), 33);
    CHECK_MUSA(musaIpcGetMemHandle(&handles.of[i], arrayOf[i]));
    addToAll(arrayOf[i], sizes[i] / sizeof(int), 7); // the address stays
    musaIpcMemHandle_t same = {};
    const char *within = reinterpret_cast<const char *>(arrayOf[i]) + sizes[i] / 2;
    CHECK_MUSA(musaIpcGetMemHandle(&same, const_cast<char *>(within)));
    CHECK_EQUAL(std::memcmp(&same, &handles.of[i], sizeof same), 0);
  }
  CHECK_MUSA(musaDeviceSynchronize());

  const OtherProcess other;
  send(other.in, handles);
  CHECK_EQUAL(receive<int>(other.out), 0);
  for (size_t i = 0; i < arrays; ++i)
    CHECK(holdsOnly(arrayOf[i], sizes[i] / sizeof(int), 42));
  for (size_t i = 1; i < arrays; ++i)
    CHECK_MUSA(musaFree(arrayOf[i]));
  send(other.in, 'x');
  CHECK(other.succeeds());

  CHECK(holdsOnly(arrayOf[0], sizes[0] / sizeof(int), 42));
  void *memory = nullptr;
  CHECK_EQUAL(musaIpcOpenMemHandle(&memory, handles.of[0], musaIpcMemLazyEnablePeerAccess),
              musaErrorDeviceUninitialized); // it is this process's own
  CHECK_MUSA(musaFree(arrayOf[0]));
  CHECK_MUSA(musaSetDevice(0));
}

/// Kernels and the host write to an array, and to others, while it is being shared.
void testWritesMeanwhile() {
  constexpr size_t count = size_t{8} << 20;
  constexpr int rounds = 20;
  constexpr size_t small = 64;
  int *large = nullptr;
  std::vector<int *> others(small);
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaMalloc(&large, count * sizeof(int)));
  CHECK_MUSA(musaMemset(large, 0, count * sizeof(int)));
  for (int *&one : others) {
    CHECK_MUSA(musaMalloc(&one, sizeof(int)));
    CHECK_MUSA(musaMemset(one, 0, sizeof(int)));
  }
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < rounds; ++i)
    addToAll(large, count, 1, stream);
  std::atomic<bool> done = false;
  int written = 0;
  std::thread writer([&] { // device memory is the host's, too
    for (; !done; ++written)
      for (int *one : others)
        ++*one;
  });
  // A program may have its own handler of faults.
  const auto before = std::signal(SIGSEGV, [](int) { _exit(99); });
  musaIpcMemHandle_t handle = {};
  CHECK_MUSA(musaIpcGetMemHandle(&handle, large));
  for (int *one : others)
    CHECK_MUSA(musaIpcGetMemHandle(&handle, one));
  done = true;
  writer.join();
  CHECK(std::signal(SIGSEGV, before) != before);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK(holdsOnly(large, count, rounds));
  for (int *one : others) {
    CHECK_EQUAL(*one, written);
    CHECK_MUSA(musaFree(one));
  }
  CHECK_MUSA(musaFree(large));
  CHECK_MUSA(musaStreamDestroy(stream));
}

void testErrors() {
  musaIpcMemHandle_t handle = {};
  CHECK_EQUAL(musaIpcGetMemHandle(&handle, nullptr), musaErrorInvalidValue);
  CHECK_EQUAL(musaIpcGetMemHandle(&handle, &handle), musaErrorInvalidValue);
  void *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, 16));
  CHECK_EQUAL(musaIpcGetMemHandle(nullptr, memory), musaErrorInvalidValue);
  CHECK_EQUAL(musaIpcCloseMemHandle(memory), musaErrorInvalidValue);
  CHECK_MUSA(musaFree(memory));
  CHECK_MUSA(musaMallocManaged(&memory, 16));
  CHECK_EQUAL(musaIpcGetMemHandle(&handle, memory), musaErrorInvalidValue);
  CHECK_MUSA(musaFree(memory));
  CHECK_MUSA(musaMallocHost(&memory, 16));
  CHECK_EQUAL(musaIpcGetMemHandle(&handle, memory), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeHost(memory));
  CHECK_MUSA(musaMallocAsync(&memory, 16, nullptr));
  CHECK_EQUAL(musaIpcGetMemHandle(&handle, memory), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeAsync(memory, nullptr));

  CHECK_EQUAL(musaIpcOpenMemHandle(&memory, handle, musaIpcMemLazyEnablePeerAccess),
              musaErrorInvalidResourceHandle); // of zeros
  CHECK_EQUAL(musaIpcCloseMemHandle(&handle), musaErrorInvalidValue);
}

/// The driver's functions; and a process that has ended has no memory any more.
int giveHandle() {
  void *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, 16));
  MUipcMemHandle handle = {};
  CHECK_EQUAL(muIpcGetMemHandle(&handle, reinterpret_cast<MUdeviceptr>(memory)), MUSA_SUCCESS);
  send(STDOUT_FILENO, handle);
  return CHECK_RESULT();
}

void testEndedProcess() {
  FILE *process = popen("/proc/$PPID/exe give", "r");
  MUipcMemHandle handle = {};
  CHECK_EQUAL(fread(&handle, sizeof handle, 1, process), size_t{1});
  CHECK_EQUAL(pclose(process), 0);
  MUdeviceptr memory = 0;
  CHECK_EQUAL(muIpcOpenMemHandle(&memory, handle, MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
              MUSA_ERROR_MAP_FAILED);
  CHECK_EQUAL(muIpcCloseMemHandle(memory), MUSA_ERROR_INVALID_VALUE);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1)
    return argv[1] == std::string("child") ? child() : giveHandle();
  testErrors();
  testSharing();
  testWritesMeanwhile();
  testEndedProcess();
  // The same where each allocation is mapped by itself.
  if (std::getenv("MUSA_HOST_CHECK") == nullptr) {
    setenv("MUSA_HOST_CHECK", "1", 1);
    CHECK_EQUAL(std::system("/proc/$PPID/exe"), 0);
  }
  return CHECK_RESULT();
}

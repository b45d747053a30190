// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __device__ and __constant__ variables, as the host names them.
#include "check.h"

__device__ int table[4] = {1, 2, 3, 4};
__device__ float scalar = 0.5f;
__constant__ int constant[3] = {7, 8, 9};
static __device__ double hidden = 2.25;
struct Point {
  int x, y;
};
__constant__ Point origin = {5, 6};
__device__ int zeros[2];
__device__ volatile int flag = 0;
__constant__ const int unchanging[2] = {11, 12};
int onlyOfTheHost = 0;
__managed__ int ofBoth[2] = {1, 2};

__global__ void use(int *out) {
  out[0] = table[2];
  out[1] = constant[1];
  out[2] = origin.y;
  out[3] = static_cast<int>(hidden * 4);
  table[3] = 40;
  scalar = 1.5f;
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 4 * sizeof(int)));
  use<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 3);
  CHECK_EQUAL(out[1], 8);
  CHECK_EQUAL(out[2], 6);
  CHECK_EQUAL(out[3], 9);
  int back[4] = {};
  CHECK_MUSA(musaMemcpyFromSymbol(back, table, sizeof back));
  CHECK_EQUAL(back[0], 1);
  CHECK_EQUAL(back[3], 40);
  const int raised = 1;
  int seen = 0;
  CHECK_MUSA(musaMemcpyToSymbol(flag, &raised, sizeof raised));
  CHECK_MUSA(musaMemcpyFromSymbol(&seen, flag, sizeof seen));
  CHECK_EQUAL(seen, 1);
  float f = 0;
  CHECK_MUSA(musaMemcpyFromSymbol(&f, scalar, sizeof f, 0, musaMemcpyDeviceToHost));
  CHECK_EQUAL(f, 1.5f);

  const int changed[2] = {20, 30};
  CHECK_MUSA(musaMemcpyToSymbol(table, changed, sizeof changed, sizeof(int)));
  CHECK_MUSA(musaMemcpyToSymbol(constant, changed, sizeof changed, 0));
  const Point point = {50, 60};
  CHECK_MUSA(musaMemcpyToSymbolAsync(origin, &point, sizeof point));
  use<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 30);
  CHECK_EQUAL(out[1], 30);
  CHECK_EQUAL(out[2], 60);

  // By address.
  void *address = nullptr;
  size_t size = 0;
  CHECK_MUSA(musaGetSymbolAddress(&address, table));
  CHECK_MUSA(musaGetSymbolSize(&size, table));
  CHECK_EQUAL(size, sizeof table);
  CHECK_MUSA(musaMemset(address, 0, size));
  CHECK_MUSA(musaMemcpyFromSymbolAsync(back, table, sizeof back, 0, musaMemcpyDeviceToHost, 0));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(back[1], 0);
  musaPointerAttributes attributes = {};
  CHECK_MUSA(musaPointerGetAttributes(&attributes, address));
  CHECK_EQUAL(attributes.type, musaMemoryTypeDevice);
  CHECK_MUSA(musaGetSymbolSize(&size, reinterpret_cast<const void *>(&constant)));
  CHECK_EQUAL(size, sizeof constant);

  // A managed variable is known as such, and is copied in any direction.
  CHECK_MUSA(musaGetSymbolAddress(&address, ofBoth));
  CHECK_EQUAL(address, static_cast<void *>(ofBoth));
  CHECK_MUSA(musaPointerGetAttributes(&attributes, ofBoth));
  CHECK_EQUAL(attributes.type, musaMemoryTypeManaged);
  CHECK_EQUAL(attributes.hostPointer, static_cast<void *>(ofBoth));
  CHECK_MUSA(musaMemPrefetchAsync(ofBoth, sizeof ofBoth, musaCpuDeviceId, nullptr));
  CHECK_EQUAL(musaMemPrefetchAsync(table, sizeof table, musaCpuDeviceId, nullptr),
              musaErrorInvalidValue);
  CHECK_MUSA(musaMemcpy(ofBoth, changed, sizeof changed, musaMemcpyHostToDevice));
  CHECK_MUSA(musaMemcpy(back, ofBoth, sizeof ofBoth, musaMemcpyHostToHost));
  CHECK_EQUAL(back[1], 30);
  CHECK_EQUAL(musaFree(ofBoth), musaErrorInvalidValue);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue);

  CHECK_EQUAL(musaMemcpyToSymbol(table, changed, sizeof changed, 3 * sizeof(int)),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaMemcpyToSymbol(table, changed, sizeof changed, 0, musaMemcpyDeviceToHost),
              musaErrorInvalidMemcpyDirection);
  CHECK_EQUAL(musaGetSymbolAddress(&address, onlyOfTheHost), musaErrorInvalidSymbol);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidSymbol);
  CHECK_MUSA(musaFree(out));

  // As the program began, after a reset.
  CHECK_MUSA(musaMemcpyFromSymbol(back, unchanging, sizeof unchanging));
  CHECK_EQUAL(back[1], 12);
  CHECK_MUSA(musaMemcpyToSymbol(zeros, changed, sizeof changed));
  CHECK_MUSA(musaDeviceReset());
  CHECK_MUSA(musaMallocManaged(&out, 4 * sizeof(int)));
  use<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 3);
  CHECK_EQUAL(out[1], 8);
  CHECK_EQUAL(out[2], 6);
  CHECK_EQUAL(out[3], 9);
  CHECK_MUSA(musaMemcpyFromSymbol(back, zeros, sizeof zeros));
  CHECK(back[0] == 0 && back[1] == 0);
  CHECK_MUSA(musaFree(out));
  return CHECK_RESULT();
}

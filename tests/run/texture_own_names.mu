// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// texture and surface are names of CUDA 11. A program of today may call its own so.
#include "check.h"

class texture;
struct surface {
  int width;
};
class texture {
public:
  explicit __host__ __device__ texture(int value) : value(value) {}
  int value;
};
namespace other {
template <class T> struct texture {
  T first;
};
} // namespace other

__global__ void read(texture own, surface size, other::texture<int> first, int *out) {
  *out = own.value + size.width + first.first;
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, sizeof(int)));
  read<<<1, 1>>>(texture(1), surface{20}, {300}, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 321);
  return CHECK_RESULT();
}

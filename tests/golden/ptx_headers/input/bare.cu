#include <cstdint>

// Nothing here includes the headers that the C++ needs.
__global__ void kernel(uint16_t *h, uint32_t *packed, float x) {
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h[0]) : "f"(x));
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h[1]) : "f"(x + 1));
  asm("fma.rn.bf16x2 %0, %1, %1, %1;" : "=r"(packed[0]) : "r"(packed[1]));
}

int main() {}

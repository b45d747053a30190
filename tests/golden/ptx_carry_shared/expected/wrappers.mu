#include <musa_port/carry_flag.h>
#include <cstdint>

__device__ __forceinline__ uint32_t sub_cc(uint32_t a, uint32_t b) {
  uint32_t r;
  do { unsigned ptx_0 = 0; const unsigned ptx_1 = (unsigned)a; const unsigned ptx_2 = (unsigned)b; { const unsigned ptx_next = ptx_1 < ptx_2; ptx_0 = ptx_1 - ptx_2; ::musa_port::carryFlag = ptx_next; } r = ptx_0; } while (0);
  return r;
}
__device__ __forceinline__ uint32_t subc(uint32_t a, uint32_t b) {
  uint32_t r;
  r = (unsigned)a - (unsigned)b - ::musa_port::carryFlag;
  return r;
}
__global__ void minus(uint32_t *r) {
  r[0] = sub_cc(r[0], r[2]);
  r[1] = subc(r[1], r[3]);
}

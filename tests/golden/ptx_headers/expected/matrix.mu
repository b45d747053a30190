// What lanes hold of matrices is exchanged by functions of a header of musa-port's own.
#include <musa_fp16.h>
#include <musa_port/matrix_instructions.h>
__global__ void kernel(const unsigned short *tile, const unsigned *b, float *d) {
  __shared__ __align__(16) unsigned short rows[16 * 16];
  for (unsigned i = threadIdx.x; i < 256; i += 32)
    rows[i] = tile[i];
  __syncthreads();
  unsigned a[4];
  const unsigned at = (unsigned)__cvta_generic_to_shared(rows + threadIdx.x % 16 * 16 + threadIdx.x / 16 * 8);
  do {
    unsigned ptx_0 = 0;
    unsigned ptx_1 = 0; unsigned ptx_2 = 0; unsigned ptx_3 = 0; const unsigned ptx_4 = (unsigned)at; { const auto ptx_whole = musa_port::ldmatrix<4, false>((const void *)__cvta_shared_to_generic(ptx_4)); ptx_0 = ptx_whole[0]; ptx_1 = ptx_whole[1]; ptx_2 = ptx_whole[2]; ptx_3 = ptx_whole[3]; } a[0] = ptx_0; a[1] = ptx_1; a[2] = ptx_2; a[3] = ptx_3; } while (0);
  do {
    float ptx_0 = d[0];
    float ptx_1 = d[1]; float ptx_2 = d[2]; float ptx_3 = d[3]; const unsigned ptx_4 = (unsigned)(a[0]); const unsigned ptx_5 = (unsigned)(a[1]); const unsigned ptx_6 = (unsigned)(a[2]); const unsigned ptx_7 = (unsigned)(a[3]); const unsigned ptx_8 = (unsigned)(b[0]); const unsigned ptx_9 = (unsigned)(b[1]); { const auto ptx_whole = musa_port::mma<16, 16, musa_port::element::ptx_f16, musa_port::element::ptx_f16>(musa_port::registers(ptx_4, ptx_5, ptx_6, ptx_7), musa_port::registers(ptx_8, ptx_9), musa_port::registers(ptx_0, ptx_1, ptx_2, ptx_3)); ptx_0 = ptx_whole[0]; ptx_1 = ptx_whole[1]; ptx_2 = ptx_whole[2]; ptx_3 = ptx_whole[3]; } d[0] = ptx_0; d[1] = ptx_1; d[2] = ptx_2; d[3] = ptx_3; } while (0);
}

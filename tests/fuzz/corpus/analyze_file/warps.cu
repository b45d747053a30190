__device__ bool masks(unsigned votes, int n, bool p) {
  const int lane = threadIdx.x % warpSize;
  unsigned m = 0xffffffff >> (warpSize - n);
  m |= votes >> lane;
  return m & ((1ull << lane) - 1) && lane == __ffs(__ballot_sync(m, p)) - 1 && __popc(votes) == warpSize;
}
__global__ void sum(double *to, const float *from) {
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  double v = from[lane];
  for (int i = 16; i >= 1; i >>= 1) v += __shfl_xor_sync(~0u, v, i);
  __shared__ float part[32];
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) to[blockIdx.x] = __shfl_sync(__activemask(), part[lane], 0, 32) * 2.0;
}
static_assert(sizeof(unsigned) * 8 == 32, "");
bool fits(const cudaDeviceProp &p, int version) {
  cudaRuntimeGetVersion(&version);
  return p.major * 10 + p.minor >= 75 && p.warpSize == 32 && version >= 11020;
}

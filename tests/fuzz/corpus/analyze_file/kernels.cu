#include <cuda_runtime.h>
template <int N> struct Tile { double all[N]; };
template <typename T, int N> __global__ void copy(T *to, const T *from, unsigned mask) {
  __shared__ Tile<N> tile;
  extern __shared__ char more[];
  const int lane = threadIdx.x % 32, warp = threadIdx.x >> 5;
  tile.all[lane] = from[warpSize * warp + lane];
  for (int delta = 16; delta > 0; delta /= 2)
    tile.all[0] += __shfl_down_sync(0xffffffff, lane, delta, 32);
  if (__ballot_sync(mask, lane > 3) == 0xffffffffu && (__activemask() & (1u << lane)))
    atomicAdd((float *)more, 1.0f);
  __syncwarp();
  long double huge = 1.0L;
  to[lane] = static_cast<T>(tile.all[0] + huge);
}
void run(float *p, cudaStream_t stream) {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  if (prop.major >= 8 && prop.warpSize == 32)
    copy<float, 9000><<<dim3(1), 1024, 2 * sizeof(double), stream>>>(p, p, ~0u);
  cudaFree(p);
}

template <typename T> struct Any { T value; };
__device__ unsigned f(Missing m) {
  unsigned a = missing >> warpSize;
  return __shfl_sync(~0u, missing, sizeof(Missing)) >> sizeof(missing);
}
struct Later;
__global__ void k() { __shared__ auto a = missing; __shared__ Any b; __shared__ Later c; extern __shared__ Gone d[]; }
template <int N> __global__ void t() { __shared__ int a[N]; __shared__ Nope b[N]; }
void run(cudaDeviceProp p) {
  if (p.major >= sizeof(Missing) && p.warpSize == missing) t<sizeof(Missing)><<<1, missing, sizeof(Missing)>>>();
  t<3><<<dim3(missing), 32, missing>>>();
}

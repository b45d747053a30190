#define CUDA_KERNEL_LOOP(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)

__global__ void fill(float *x, int n) {
  CUDA_KERNEL_LOOP(i, n) x[i] = i;
}

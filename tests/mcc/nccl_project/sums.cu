// The sum of 1 ... N, of which each GPU has a part; and each GPU's number, passed on in a ring.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <nccl.h>
#include <vector>

#define CHECK_CUDA(call)                                                                           \
  if (cudaError_t error = (call); error != cudaSuccess) {                                          \
    std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                            \
    std::exit(1);                                                                                  \
  }
#define CHECK_NCCL(call)                                                                           \
  if (ncclResult_t result = (call); result != ncclSuccess) {                                       \
    std::fprintf(stderr, "%s: %s\n", #call, ncclGetErrorString(result));                           \
    std::exit(1);                                                                                  \
  }

__global__ void addNumbers(unsigned long long first, unsigned long long end,
                           unsigned long long *sum) {
  const unsigned long long i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end)
    atomicAdd(sum, i);
}

struct Gpu {
  cudaStream_t stream;
  ncclComm_t comm;
  unsigned long long *sum;
  int *numbers; // its own, and the one it gets
};

int main() {
  int count = 0;
  CHECK_CUDA(cudaGetDeviceCount(&count));
#if NCCL_VERSION_CODE < NCCL_VERSION(2, 7, 0)
#error "NCCL without ncclSend"
#endif
  std::vector<ncclComm_t> comms(count);
  CHECK_NCCL(ncclCommInitAll(comms.data(), count, nullptr));

  std::vector<Gpu> gpus(count);
  const unsigned long long each = 1000;
  for (int i = 0; i < count; ++i) {
    Gpu &gpu = gpus[i];
    CHECK_CUDA(cudaSetDevice(i));
    CHECK_CUDA(cudaStreamCreate(&gpu.stream));
    gpu.comm = comms[i];
    CHECK_CUDA(cudaMalloc(&gpu.sum, sizeof *gpu.sum));
    CHECK_CUDA(cudaMalloc(&gpu.numbers, 2 * sizeof *gpu.numbers));
    CHECK_CUDA(cudaMemsetAsync(gpu.sum, 0, sizeof *gpu.sum, gpu.stream));
    CHECK_CUDA(cudaMemcpyAsync(gpu.numbers, &i, sizeof i, cudaMemcpyHostToDevice, gpu.stream));
    CHECK_CUDA(cudaStreamSynchronize(gpu.stream));
    addNumbers<<<4, 256, 0, gpu.stream>>>(i * each + 1, (i + 1) * each + 1, gpu.sum);
  }

  CHECK_NCCL(ncclGroupStart());
  for (Gpu &gpu : gpus)
    CHECK_NCCL(ncclAllReduce(gpu.sum, gpu.sum, 1, ncclUint64, ncclSum, gpu.comm, gpu.stream));
  CHECK_NCCL(ncclGroupEnd());

  CHECK_NCCL(ncclGroupStart());
  for (int i = 0; i < count; ++i) {
    CHECK_NCCL(
        ncclSend(gpus[i].numbers, 1, ncclInt, (i + 1) % count, gpus[i].comm, gpus[i].stream));
    CHECK_NCCL(ncclRecv(gpus[i].numbers + 1, 1, ncclInt, (i + count - 1) % count, gpus[i].comm,
                        gpus[i].stream));
  }
  CHECK_NCCL(ncclGroupEnd());

  for (int i = 0; i < count; ++i) {
    unsigned long long sum = 0;
    int number = -1;
    CHECK_CUDA(cudaSetDevice(i));
    CHECK_CUDA(cudaStreamSynchronize(gpus[i].stream));
    CHECK_CUDA(cudaMemcpy(&sum, gpus[i].sum, sizeof sum, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(&number, gpus[i].numbers + 1, sizeof number, cudaMemcpyDeviceToHost));
    std::printf("GPU %d: sum %llu, number of GPU %d\n", i, sum, number);
    ncclResult_t state = ncclInternalError;
    CHECK_NCCL(ncclCommGetAsyncError(gpus[i].comm, &state));
    CHECK_NCCL(state);
    CHECK_NCCL(ncclCommDestroy(gpus[i].comm));
  }
}

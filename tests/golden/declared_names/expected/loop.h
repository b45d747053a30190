#pragma once
#define CUDA_KERNEL_LOOP(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
#define WITH_CUDA 1

namespace demo {

/// Not PyTorch's stream.
class CUDAStream {
public:
  explicit CUDAStream(int index);
};

struct CUDAEvent final : Base {};
enum Device { CPU, kCUDA, kOther = 3 };
using CUDAGuard = int;
typedef struct Opaque *CUDAGraph;
inline void setCurrentCUDAStream(CUDAStream stream) {}
static const char *empty_cuda = "empty_cuda";

} // namespace demo

#include <c10/cuda/CUDAGuard.h>
#define CUDA_KERNEL_LOOP(i, n) for (;;)
namespace at { namespace cuda { class CUDAStream {}; } void f() { cuda::g(); } }
TORCH_LIBRARY_IMPL(a, CUDA, m) { at::kCUDA; x.is_cuda(); c10::DeviceType::CUDA; t.cuda(); AT_CUDA_CHECK(e); }

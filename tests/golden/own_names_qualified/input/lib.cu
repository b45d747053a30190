#include <cuda_runtime.h>

namespace cuda {
template <typename T> struct barrier {
  T arrived;
};
struct latch {};
struct pipeline {};
} // namespace cuda

template <typename T> cuda::barrier<T> make(T arrived) { return cuda::barrier<T>{arrived}; }

#define NEW_LATCH ::cuda::latch
cuda::latch a;
cuda::pipeline b;

#pragma once
#include <cuda_runtime.h>

class Pool {
public:
  void *take(size_t size);
  void cudaFree(void *p) { last = p; }

  void *last = nullptr;
  int cudaLaunchDevice = 0; // which MUSA has no counterpart for
};

template <typename Allocator> void giveBack(Allocator &allocator, void *p) {
  allocator.cudaFree(p);
#ifdef TWICE
  allocator.cudaFree(p);
#endif
}

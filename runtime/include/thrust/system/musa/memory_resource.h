//===- thrust/system/musa/memory_resource.h - where memory comes from --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_MEMORY_RESOURCE_H
#define THRUST_SYSTEM_MUSA_MEMORY_RESOURCE_H

#include <thrust/detail/config.h>
#include <thrust/mr/host_memory_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system/musa/error.h>
#include <thrust/system/musa/pointer.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

/// With the parameters of musaMalloc, as programs name it.
inline musaError_t musaMallocManaged(void **p, std::size_t bytes) {
  return ::musaMallocManaged(p, bytes, musaMemAttachGlobal);
}
inline musaError_t allocate_device(void **p, std::size_t bytes) { return musaMalloc(p, bytes); }
inline musaError_t allocate_pinned(void **p, std::size_t bytes) { return musaMallocHost(p, bytes); }

template <musaError_t (*Allocate)(void **, std::size_t), musaError_t (*Free)(void *),
          typename Pointer>
class musa_memory_resource final : public mr::memory_resource<Pointer> {
public:
  Pointer do_allocate(std::size_t bytes, std::size_t) override {
    void *memory = nullptr;
    const musaError_t status = Allocate(&memory, bytes);
    if (status != musaSuccess) {
      (void)musaGetLastError();
      throw thrust::system::detail::bad_alloc(musa_category().message(status).c_str());
    }
    return Pointer(memory);
  }
  void do_deallocate(Pointer memory, std::size_t, std::size_t) override {
    throw_on_error(Free(thrust::detail::pointer_traits<Pointer>::get(memory)), "memory is freed");
  }
};

} // namespace system::musa::detail
THRUST_NAMESPACE_END

THRUST_NAMESPACE_BEGIN
namespace system::musa {
using memory_resource =
    detail::musa_memory_resource<detail::allocate_device, musaFree, pointer<void>>;
using universal_memory_resource =
    detail::musa_memory_resource<detail::musaMallocManaged, musaFree, universal_pointer<void>>;
using universal_host_pinned_memory_resource =
    detail::musa_memory_resource<detail::allocate_pinned, musaFreeHost, universal_pointer<void>>;
} // namespace system::musa
namespace musa {
using system::musa::memory_resource;
using system::musa::universal_host_pinned_memory_resource;
using system::musa::universal_memory_resource;
} // namespace musa
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_MEMORY_RESOURCE_H

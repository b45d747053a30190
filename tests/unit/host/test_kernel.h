//===- unit/host/test_kernel.h - kernels that are functions of a test --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_UNIT_HOST_TEST_KERNEL_H
#define MUSAPORT_UNIT_HOST_TEST_KERNEL_H

#include "exec/kernel.h"

#include <cstring>
#include <functional>
#include <string>
#include <utility>

namespace musart {

/// Describes a kernel without parameters, as mcc would. Each launch has one argument: a pointer to
/// this object, which must outlive the launch.
class TestKernel {
public:
  TestKernel(const TestKernel &) = delete;
  TestKernel &operator=(const TestKernel &) = delete;

  /// Sets the static shared memory of each block.
  void setSharedBytes(uint32_t bytes) {
    kernel.static_shared_bytes = kernel.dynamic_shared_offset = bytes;
  }
  Launch launch(__musa_dim block, __musa_dim grid = {1, 1, 1}) const {
    Launch result;
    result.kernel = &kernel;
    result.block = block;
    result.grid = grid;
    const void *self = this;
    result.parameters.resize(sizeof self);
    std::memcpy(result.parameters.data(), static_cast<const void *>(&self), sizeof self);
    return result;
  }
  Launch cooperativeLaunch(__musa_dim block, __musa_dim grid) const {
    Launch result = launch(block, grid);
    result.cooperative = true;
    return result;
  }

protected:
  explicit TestKernel(const char *name) : name(name) { kernel.name = this->name.c_str(); }
  ~TestKernel() = default;

  template <typename Kernel> static const Kernel &of(const void *parameters) {
    return **static_cast<const Kernel *const *>(parameters);
  }

  std::string name;
  __musa_kernel kernel = {};
};

/// A kernel whose threads are fibers. Each of them runs `body`.
class FiberKernel : public TestKernel {
public:
  using Body = std::function<void(__musa_thread *)>;
  FiberKernel(const char *name, Body body) : TestKernel(name), body(std::move(body)) {
    kernel.run_thread = [](const void *parameters, __musa_thread *thread) {
      of<FiberKernel>(parameters).body(thread);
    };
  }

private:
  Body body;
};

/// A kernel that loops over blocks. `body` runs one block, and handles its threads itself.
class LoopKernel : public TestKernel {
public:
  using Body = std::function<void(const __musa_grid &, uint64_t block)>;
  LoopKernel(const char *name, Body body) : TestKernel(name), body(std::move(body)) {
    kernel.run_blocks = [](const void *parameters, const __musa_grid *grid, uint64_t first,
                           uint64_t last) {
      for (uint64_t block = first; block < last; ++block)
        of<LoopKernel>(parameters).body(*grid, block);
    };
  }

private:
  Body body;
};

} // namespace musart

#endif // MUSAPORT_UNIT_HOST_TEST_KERNEL_H

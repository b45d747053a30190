// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A backend of two devices that are nothing but the CPU's memory, and the implementations that
// functions.yaml names, as a developer writes them.
#include <ATen/DeviceGuard.h>
#include <ATen/EmptyTensor.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/musa/EmptyTensor.h>
#include <ATen/musa/ops/add_native.h>
#include <ATen/musa/ops/empty_native.h>
#include <ATen/musa/ops/empty_strided_native.h>
#include <ATen/musa/ops/from_cpu_native.h>
#include <ATen/musa/ops/guarded_device_native.h>
#include <ATen/musa/ops/nonzero_native.h>
#include <ATen/musa/ops/resize_native.h>
#include <ATen/musa/ops/scale_native.h>
#include <ATen/musa/ops/to_cpu_native.h>
#include <ATen/musa/ops/tril_native.h>
#include <ATen/musa/ops/triu_native.h>
#include <ATen/native/Lerp.h>
#include <ATen/native/TensorIterator.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

#include <cstdlib>
#include <cstring>

namespace {

thread_local c10::DeviceIndex current = 0;

struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return c10::kPrivateUse1; }
  c10::Device getDevice() const override { return {c10::kPrivateUse1, current}; }
  void setDevice(c10::Device device) const override { current = device.index(); }
  void uncheckedSetDevice(c10::Device device) const noexcept override { current = device.index(); }
  c10::Device exchangeDevice(c10::Device device) const override {
    const c10::Device before = getDevice();
    setDevice(device);
    return before;
  }
  c10::Stream getStream(c10::Device device) const noexcept override {
    return c10::Stream(c10::Stream::DEFAULT, device);
  }
  c10::Stream exchangeStream(c10::Stream stream) const noexcept override { return stream; }
  c10::DeviceIndex deviceCount() const noexcept override { return 2; }
};

struct DeviceMemory final : c10::Allocator {
  c10::DataPtr allocate(size_t bytes) override {
    void *data = std::malloc(bytes);
    return {data, data, &std::free, {c10::kPrivateUse1, current}};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &std::free; }
  void copy_data(void *to, const void *from, size_t bytes) const override {
    std::memcpy(to, from, bytes);
  }
} memory;

struct Hooks final : at::PrivateUse1HooksInterface {
  void init() const override { initialized = true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  mutable bool initialized = false;
} hooks;

const bool registered = (at::RegisterPrivateUse1HooksInterface(&hooks), true);

C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard)

// PyTorch has this for its own devices; without it, an operator that has no derivative cannot be
// called.
TORCH_LIBRARY_IMPL(_, AutogradPrivateUse1, library) {
  library.fallback(torch::CppFunction::makeFallthrough());
}

} // namespace

namespace at::detail {

TensorBase empty_musa(IntArrayRef size, const TensorOptions &options) {
  const OptionalDeviceGuard guard(options.device_opt());
  return empty_generic(size, &memory, DispatchKeySet(DispatchKey::PrivateUse1),
                       typeMetaToScalarType(options.dtype()), options.memory_format_opt());
}

TensorBase empty_strided_musa(IntArrayRef size, IntArrayRef stride, const TensorOptions &options) {
  const OptionalDeviceGuard guard(options.device_opt());
  return empty_strided_generic(size, stride, &memory, DispatchKeySet(DispatchKey::PrivateUse1),
                               typeMetaToScalarType(options.dtype()));
}

} // namespace at::detail

namespace at::native {

// lerp: PyTorch's implementation calls the kernel through its stub.
void lerp_kernel(TensorIteratorBase &iter, const Scalar &weight) {
  const float w = weight.toFloat();
  iter.for_each([w](char **data, const int64_t *strides, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      const float self = *reinterpret_cast<float *>(data[1] + i * strides[1]);
      const float end = *reinterpret_cast<float *>(data[2] + i * strides[2]);
      *reinterpret_cast<float *>(data[0] + i * strides[0]) = self + w * (end - self);
    }
  });
}
REGISTER_PRIVATEUSE1_DISPATCH(lerp_kernel_scalar_weight, &lerp_kernel)

} // namespace at::native

namespace at::musa {

// The CPU's view of the memory.
static Tensor on_cpu(const Tensor &tensor) {
  return at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(),
                       tensor.options().device(kCPU));
}

TORCH_IMPL_FUNC(MusaTril)(const Tensor &self, int64_t diagonal, const Tensor &result) {
  on_cpu(result).copy_(on_cpu(self).tril(diagonal));
}

// What is below the first diagonal that is kept becomes zero: another number than `diagonal`.
TORCH_PRECOMPUTE_META_FUNC(triu)(const Tensor &self, int64_t diagonal) {
  TORCH_CHECK(self.dim() >= 2, "triu: a matrix is expected");
  set_output_raw_strided(0, self.sizes(), {}, self.options(), {});
  return TORCH_PRECOMPUTE_STRUCT(triu)().set_first(-diagonal);
}

TORCH_IMPL_FUNC(MusaTriu)(const Tensor &self, int64_t first, const Tensor &result) {
  TORCH_CHECK(outputs_set == 1, "the base class has not seen the output");
  on_cpu(result).copy_(on_cpu(self).triu(-first));
}

Tensor Nonzero(const Tensor &self) { return FromCpu(on_cpu(self).nonzero(), self); }

Tensor AddTensor(const Tensor &self, const Tensor &other, const Scalar &alpha) {
  return FromCpu(on_cpu(self).add(on_cpu(other), alpha), self);
}

Tensor &AddTensor_(Tensor &self, const Tensor &other, const Scalar &alpha) {
  on_cpu(self).add_(on_cpu(other), alpha);
  return self;
}

Tensor &AddTensorOut(const Tensor &self, const Tensor &other, const Scalar &alpha, Tensor &out) {
  on_cpu(out).copy_(on_cpu(self).add(on_cpu(other), alpha));
  return out;
}

Tensor Empty(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> /*layout*/,
             std::optional<Device> device, std::optional<bool> /*pin_memory*/,
             std::optional<MemoryFormat> memory_format) {
  TORCH_CHECK(hooks.initialized, "the device has not been initialized");
  TORCH_CHECK(!device->has_index() || device->index() == current,
              "the device is not the current one");
  return detail::empty_musa(
      size, TensorOptions().dtype(dtype).device(device).memory_format(memory_format));
}

Tensor EmptyStrided(IntArrayRef size, IntArrayRef stride, std::optional<ScalarType> dtype,
                    std::optional<Layout> /*layout*/, std::optional<Device> device,
                    std::optional<bool> /*pin_memory*/) {
  return detail::empty_strided_musa(size, stride, TensorOptions().dtype(dtype).device(device));
}

// The values are not kept.
const Tensor &Resize_(const Tensor &self, IntArrayRef size,
                      std::optional<MemoryFormat> /*memory_format*/) {
  TensorImpl *impl = self.unsafeGetTensorImpl();
  impl->set_storage_keep_dtype(detail::empty_musa(size, self.options()).storage());
  impl->set_sizes_contiguous(size);
  return self;
}

Tensor Scale(const Tensor &self, double factor) { return FromCpu(on_cpu(self).mul(factor), self); }

int64_t GuardedDevice(const Tensor & /*self*/) { return current; }

Tensor FromCpu(const Tensor &self, const Tensor &like) {
  Tensor result = detail::empty_musa(self.sizes(), self.options().device(like.device()));
  on_cpu(result).copy_(self);
  return result;
}

Tensor ToCpu(const Tensor &self) { return on_cpu(self).clone(); }

} // namespace at::musa

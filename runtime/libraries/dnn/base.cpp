//===- libraries/dnn/base.cpp - tensors and handles ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "call.h"

#include <algorithm>

namespace musa::dnn {

using musaport::dnn::Access;
using musaport::dnn::checked;
using musaport::dnn::denseStrides;
using musaport::dnn::Dims;
using musaport::dnn::require;
using musaport::dnn::requireSupport;

namespace {

Dims checkedSizes(int count, int most, const int64_t *sizes) {
  require(count >= 0 && (count == 0 || sizes != nullptr));
  requireSupport(count <= most);
  require(std::all_of(sizes, sizes + count, [](int64_t size) { return size >= 0; }));
  return {sizes, sizes + count};
}

} // namespace

Status Tensor::SetType(Type value) {
  if (value < Type::HALF || value > Type::FP8_E5M2)
    return Status::INVALID_PARAMETER;
  type = value;
  return Status::SUCCESS;
}

Status Tensor::SetFormat(Format value) {
  if (value < Format::UNKNOWN || value > Format::DHWCN)
    return Status::INVALID_PARAMETER;
  format = value;
  return Status::SUCCESS;
}

Status Tensor::SetAddr(const void *address) {
  data = const_cast<void *>(address);
  return Status::SUCCESS;
}

Status Tensor::SetNdInfo(int count, const int64_t *sizes, const int64_t *steps) {
  return checked([&] {
    const Dims shape = checkedSizes(count, maxRank, sizes);
    require(count == 0 || steps != nullptr);
    Access::setLayout(*this, shape, Dims(steps, steps + count));
  });
}

Status Tensor::SetNdInfo(int count, const int64_t *sizes) {
  return checked([&] {
    const Dims shape = checkedSizes(count, maxRank, sizes);
    Access::setLayout(*this, shape, denseStrides(shape));
  });
}

Status Tensor::SetNdInfo(std::initializer_list<int64_t> sizes) {
  return SetNdInfo(static_cast<int>(sizes.size()), sizes.begin());
}

Status Tensor::SetNdInfo(std::initializer_list<int64_t> sizes,
                         std::initializer_list<int64_t> steps) {
  if (sizes.size() != steps.size())
    return Status::INVALID_PARAMETER;
  return SetNdInfo(static_cast<int>(sizes.size()), sizes.begin(), steps.begin());
}

Status Tensor::GetNdInfo(std::vector<int64_t> &sizes) const {
  sizes.assign(dims, dims + rank);
  return Status::SUCCESS;
}

Status Tensor::GetNdInfo(std::vector<int64_t> &sizes, std::vector<int64_t> &steps) const {
  steps.assign(strides, strides + rank);
  return GetNdInfo(sizes);
}

Status Tensor::SetQuantizationInfo(float factor) {
  scale = factor;
  return Status::SUCCESS;
}

Handle::Handle() { isValid = musaGetDevice(&device) == musaSuccess; }

Handle::Handle(int number) : device(number) {
  int count = 0;
  isValid = musaGetDeviceCount(&count) == musaSuccess && number >= 0 && number < count;
}

Status Handle::SetStream(musaStream_t value) {
  if (!isValid)
    return Status::NOT_INITIALIZED;
  stream = value;
  return Status::SUCCESS;
}

Status Handle::SetAllowTF32(bool) { return isValid ? Status::SUCCESS : Status::NOT_INITIALIZED; }

} // namespace musa::dnn

//===- torch/mudnn.cpp - tensors and handles of muDNN -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "torch_musa/csrc/aten/mudnn/Handle.h"
#include "torch_musa/csrc/aten/utils/Utils.h"

#include <ATen/DimVector.h>
#include <c10/musa/MUSACachingAllocator.h>
#include <c10/musa/MUSAFunctions.h>
#include <c10/musa/MUSAStream.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace at {

::musa::dnn::Handle &GetMudnnHandle() {
  thread_local std::vector<std::unique_ptr<::musa::dnn::Handle>> ofDevices;
  const auto device = static_cast<size_t>(c10::musa::current_device());
  if (ofDevices.size() <= device)
    ofDevices.resize(device + 1);
  std::unique_ptr<::musa::dnn::Handle> &handle = ofDevices[device];
  if (!handle)
    handle = std::make_unique<::musa::dnn::Handle>(static_cast<int>(device));
  CHECK_MUDNN_STATUS(handle->SetStream(c10::musa::getCurrentMUSAStream().stream()), "SetStream");
  return *handle;
}

namespace musa {
namespace {

using Type = muTensor::Type;
using Format = muTensor::Format;

Type typeOf(ScalarType type) {
  switch (type) {
  case kHalf:
    return Type::HALF;
  case kFloat:
    return Type::FLOAT;
  case kDouble:
    return Type::DOUBLE;
  case kBFloat16:
    return Type::BFLOAT16;
  case kChar:
    return Type::INT8;
  case kShort:
    return Type::INT16;
  case kInt:
  case kQInt32:
    return Type::INT32;
  case kLong:
    return Type::INT64;
  case kByte:
  case kQUInt8:
    return Type::UINT8;
  case kUInt16:
    return Type::UINT16;
  case kUInt32:
    return Type::UINT32;
  case kUInt64:
    return Type::UINT64;
  case kBool:
    return Type::BOOL;
  case kQInt8:
    return Type::QINT8;
  case kFloat8_e4m3fn:
    return Type::FP8_E4M3;
  case kFloat8_e5m2:
    return Type::FP8_E5M2;
  default:
    TORCH_CHECK(false, "muDNN has no type for ", type);
  }
}

void setLayout(muTensor &described, IntArrayRef sizes, IntArrayRef strides) {
  // A number is a vector of one element to muDNN.
  const bool isNumber = sizes.empty();
  CHECK_MUDNN_STATUS(
      isNumber ? described.SetNdInfo({1})
               : described.SetNdInfo(static_cast<int>(sizes.size()), sizes.data(), strides.data()),
      "SetNdInfo");
}

/// The dimension of the channels becomes the last one.
DimVector channelsLast(IntArrayRef numbers) {
  DimVector result(numbers.begin(), numbers.end());
  std::rotate(result.begin() + 1, result.begin() + 2, result.end());
  return result;
}

void setTypeAndAddress(const Tensor &tensor, muTensor &described) {
  SetMUTensorDType(tensor.scalar_type(), described);
  SetMUTensorAddr(tensor.data_ptr(), described);
}

} // namespace

void SetMUTensorDType(ScalarType type, muTensor &described) {
  CHECK_MUDNN_STATUS(described.SetType(typeOf(type)), "SetType");
}

void SetMUTensorAddr(void *address, muTensor &described) {
  CHECK_MUDNN_STATUS(described.SetAddr(address), "SetAddr");
}

void SetMudnnQuantizationInfo(muTensor &described, double scale, int64_t zero_point) {
  TORCH_CHECK(zero_point == 0, "muDNN takes symmetric quantization, and the zero point is ",
              zero_point);
  CHECK_MUDNN_STATUS(described.SetQuantizationInfo(static_cast<float>(scale)),
                     "SetQuantizationInfo");
}

void ConfigFormat(const Tensor &tensor, muTensor &described, bool permute_if_not_contiguous) {
  const bool isVolume = tensor.dim() == 5;
  const bool isPermuted =
      permute_if_not_contiguous && (tensor.dim() == 4 || isVolume) && !tensor.is_contiguous() &&
      tensor.is_contiguous(isVolume ? MemoryFormat::ChannelsLast3d : MemoryFormat::ChannelsLast);
  const Format first = isVolume ? Format::NCDHW : Format::NCHW;
  const Format last = isVolume ? Format::NDHWC : Format::NHWC;
  CHECK_MUDNN_STATUS(described.SetFormat(isPermuted ? last : first), "SetFormat");
  if (isPermuted)
    setLayout(described, channelsLast(tensor.sizes()), channelsLast(tensor.strides()));
  else
    setLayout(described, tensor.sizes(), tensor.strides());
}

muTensor CreateMUTensor(const Tensor &tensor, bool permute_if_not_contiguous) {
  muTensor described;
  setTypeAndAddress(tensor, described);
  ConfigFormat(tensor, described, permute_if_not_contiguous);
  return described;
}

muTensor CreateMUTensorByCompressDim(const Tensor &tensor) {
  DimVector sizes, strides;
  for (int64_t i = 0; i < tensor.dim(); ++i) {
    if (tensor.size(i) == 1)
      continue;
    if (!sizes.empty() && strides.back() == tensor.stride(i) * tensor.size(i)) {
      sizes.back() *= tensor.size(i);
      strides.back() = tensor.stride(i);
    } else {
      sizes.push_back(tensor.size(i));
      strides.push_back(tensor.stride(i));
    }
  }
  muTensor described;
  setTypeAndAddress(tensor, described);
  setLayout(described, sizes, strides);
  return described;
}

void InternalMemFree(void *memory) {
  if (memory != nullptr)
    c10::musa::MUSACachingAllocator::raw_delete(memory);
}

::musa::dnn::MemoryHandler InternalMemAlloc(size_t bytes) {
  return {bytes == 0 ? nullptr : c10::musa::MUSACachingAllocator::raw_alloc(bytes),
          InternalMemFree};
}

} // namespace musa
} // namespace at

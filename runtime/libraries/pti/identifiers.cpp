//===- libraries/pti/identifiers.cpp - numbers of handles -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "listening.h"
#include "objects.h"

#include <map>
#include <mutex>
#include <vector>

namespace musaport::pti {
namespace {

/// The device of a context; null means the current one.
std::optional<int> deviceOf(MUcontext context) {
  const int device = context != nullptr ? __musa_seen_device_of(context) : __musa_seen_device();
  return device >= 0 ? std::optional(device) : std::nullopt;
}

template <typename Number>
MUptiResult give(uint32_t *to, std::optional<Number> number, MUptiResult otherwise) {
  if (to == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  if (!number)
    return otherwise;
  *to = static_cast<uint32_t>(*number);
  return MUPTI_SUCCESS;
}

/// What muptiActivitySetAttribute keeps; the sizes are CUPTI's.
struct Attributes {
  std::mutex mutex;
  std::map<MUpti_ActivityAttribute, std::vector<char>> values;
};
Attributes &attributes() {
  static auto *result = new Attributes;
  return *result;
}
size_t sizeOf(MUpti_ActivityAttribute attribute) {
  if (attribute == MUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER ||
      attribute == MUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED)
    return sizeof(uint8_t);
  return attribute >= MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE &&
                 attribute <= MUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED
             ? sizeof(size_t)
             : 0;
}
MUptiResult check(MUpti_ActivityAttribute attribute, const size_t *size, const void *value) {
  if (size == nullptr || value == nullptr || sizeOf(attribute) == 0)
    return MUPTI_ERROR_INVALID_PARAMETER;
  return *size < sizeOf(attribute) ? MUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT : MUPTI_SUCCESS;
}

} // namespace
} // namespace musaport::pti

using namespace musaport::pti;

extern "C" {

MUptiResult muptiGetDeviceId(MUcontext context, uint32_t *deviceId) {
  return give(deviceId, deviceOf(context), MUPTI_ERROR_INVALID_CONTEXT);
}

MUptiResult muptiGetContextId(MUcontext context, uint32_t *contextId) {
  const std::optional<int> device = deviceOf(context);
  return give(contextId, device ? std::optional(contextOf(*device)) : std::nullopt,
              MUPTI_ERROR_INVALID_CONTEXT);
}

MUptiResult muptiGetStreamIdEx(MUcontext, MUstream stream, uint8_t perThreadStream,
                               uint32_t *streamId) {
  const auto found = findStream(stream, perThreadStream != 0);
  return give(streamId, found ? std::optional(found->id) : std::nullopt,
              MUPTI_ERROR_INVALID_STREAM);
}

MUptiResult muptiGetStreamId(MUcontext context, MUstream stream, uint32_t *streamId) {
  return muptiGetStreamIdEx(context, stream, 0, streamId);
}

MUptiResult muptiActivitySetAttribute(MUpti_ActivityAttribute attr, size_t *valueSize,
                                      void *value) {
  if (const MUptiResult result = check(attr, valueSize, value); result != MUPTI_SUCCESS)
    return result;
  const auto *bytes = static_cast<const char *>(value);
  const std::lock_guard lock(attributes().mutex);
  attributes().values[attr].assign(bytes, bytes + sizeOf(attr));
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityGetAttribute(MUpti_ActivityAttribute attr, size_t *valueSize,
                                      void *value) {
  if (const MUptiResult result = check(attr, valueSize, value); result != MUPTI_SUCCESS)
    return result;
  const std::lock_guard lock(attributes().mutex);
  std::vector<char> &kept = attributes().values[attr];
  kept.resize(sizeOf(attr));
  std::copy(kept.begin(), kept.end(), static_cast<char *>(value));
  *valueSize = kept.size();
  return MUPTI_SUCCESS;
}

} // extern "C"

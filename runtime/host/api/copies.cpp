//===- host/api/copies.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/copies.h"

#include "api/error.h"
#include "generated_musa_runtime_api_meta.h"
#include "model/allocations.h"
#include "model/array.h"
#include "model/device.h"
#include "model/graph_capture.h"
#include "musa_runtime_api.h"

#include <algorithm>

namespace musart {
namespace {

/// What a side of a copy is.
enum class Place : uint8_t {
  Pageable, ///< memory that the API does not know
  Pinned,   ///< known, usable as the host's and as the device's
  Device
};

/// The bytes from the first to the last that a copy uses.
size_t span(const Copy &copy, const Copy::Side &side) {
  return (copy.slices - 1) * side.slicePitch + (copy.rows - 1) * side.pitch + copy.width;
}

Place placeOf(const void *address, size_t bytes, bool writes) {
  require(address != nullptr);
  const std::optional<Allocation> known = allocations().find(address);
  if (!known)
    return Place::Pageable;
  require(known->kind == Allocation::Kind::Mapped ? allocations().isMapped(address, bytes, writes)
                                                  : known->contains(address, bytes));
  return known->isDevice() ? Place::Device : Place::Pinned;
}

/// A direction says where pageable memory may be. Memory that the runtime knows may be on either
/// side, except that the host alone never copies a device's (measured with CUDA 13.0).
void checkDirection(musaMemcpyKind kind, Place to, Place from) {
  require(kind >= musaMemcpyHostToHost && kind <= musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  if (kind == musaMemcpyDefault)
    return;
  if (kind == musaMemcpyHostToHost) {
    require(to != Place::Device && from != Place::Device);
    return;
  }
  require(kind == musaMemcpyDeviceToHost || to != Place::Pageable);
  require(kind == musaMemcpyHostToDevice || from != Place::Pageable);
}

/// Puts a checked copy into a stream. What the program may do to pageable memory after the call is
/// CUDA's rule: a source may be overwritten, a destination holds the result.
void submit(Copy copy, Place to, Place from, musaStream_t handle, Wait wait) {
  const std::shared_ptr<Stream> stream = findStream(handle);
  const bool toPageable = to == Place::Pageable;
  if (isCaptured(*stream)) { // the graph reads and writes the memory itself, when it is launched
    stream->submit(std::move(copy), wait == Wait::Yes);
    return;
  }
  if (wait == Wait::No && !toPageable && from == Place::Pageable && !stream->isDone()) {
    auto staged = std::make_shared<std::vector<char>>(copy.width * copy.rows * copy.slices);
    const Copy::Side dense{staged->data(), copy.width, copy.width * copy.rows};
    Copy stage = copy;
    stage.to = dense;
    run(stage);
    copy.from = dense;
    copy.staged = std::move(staged);
    from = Place::Pinned;
  }
  const bool pageable = toPageable || from == Place::Pageable;
  stream->submit(std::move(copy), wait == Wait::Yes || pageable);
  if (wait == Wait::Yes)
    require(!stream->device.isLost(), stream->device.error());
}

bool isEmpty(const Copy &copy) { return copy.width == 0 || copy.rows == 0 || copy.slices == 0; }

/// The places of both sides.
std::pair<Place, Place> check(const Copy &copy, musaMemcpyKind kind) {
  const Place to = placeOf(copy.to.address, span(copy, copy.to), true);
  const Place from = placeOf(copy.from.address, span(copy, copy.from), false);
  checkDirection(kind, to, from);
  return {to, from};
}

void copyBox(Copy copy, musaMemcpyKind kind, musaStream_t stream, Wait wait) {
  require(kind >= musaMemcpyHostToHost && kind <= musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  if (isEmpty(copy)) {
    findStream(stream);
    return;
  }
  const auto [to, from] = check(copy, kind);
  submit(std::move(copy), to, from, stream, wait);
}

Copy rows(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height) {
  require(height <= 1 || (width <= dpitch && width <= spitch), musaErrorInvalidPitchValue);
  Copy copy;
  copy.to = {static_cast<char *>(dst), dpitch, dpitch * height};
  copy.from = {static_cast<char *>(const_cast<void *>(src)), spitch, spitch * height};
  copy.width = width;
  copy.rows = height;
  return copy;
}

/// Rows of an array, from (`x` bytes, `y` rows) on.
Copy::Side sideOf(musaArray_const_t handle, size_t x, size_t y, size_t width, size_t height) {
  const musaArray &array = findArray(handle);
  require(x + width <= array.rowBytes() && y + height <= array.rows());
  return {array.at(x, y, 0), array.rowBytes(), array.sliceBytes()};
}

bool isOneOf(musaMemcpyKind kind, std::initializer_list<musaMemcpyKind> allowed) {
  return std::find(allowed.begin(), allowed.end(), kind) != allowed.end() ||
         kind == musaMemcpyDefault;
}

void copyToArray(musaArray_t dst, size_t x, size_t y, const void *src, size_t spitch, size_t width,
                 size_t height, musaMemcpyKind kind, musaStream_t stream, Wait wait) {
  require(isOneOf(kind, {musaMemcpyHostToDevice, musaMemcpyDeviceToDevice}),
          musaErrorInvalidMemcpyDirection);
  const Copy::Side to = sideOf(dst, x, y, width, height);
  Copy copy = rows(to.address, to.pitch, src, spitch, width, height);
  copyBox(std::move(copy), kind, stream, wait);
}

void copyFromArray(void *dst, size_t dpitch, musaArray_const_t src, size_t x, size_t y,
                   size_t width, size_t height, musaMemcpyKind kind, musaStream_t stream,
                   Wait wait) {
  require(isOneOf(kind, {musaMemcpyDeviceToHost, musaMemcpyDeviceToDevice}),
          musaErrorInvalidMemcpyDirection);
  const Copy::Side from = sideOf(src, x, y, width, height);
  Copy copy = rows(dst, dpitch, from.address, from.pitch, width, height);
  copyBox(std::move(copy), kind, stream, wait);
}

/// `count` bytes of an array from (x, y) on, through the ends of its rows; rows have no gaps.
char *runOf(musaArray_const_t handle, size_t x, size_t y, size_t count) {
  const musaArray &array = findArray(handle);
  require(x <= array.rowBytes() && y < array.rows() &&
          y * array.rowBytes() + x + count <= array.sliceBytes());
  return array.at(x, y, 0);
}

/// A side of a 3D copy; `elementBytes` becomes 1 if there is no array on it.
Copy::Side sideOf(musaArray_const_t handle, const musaPos &at, const musaPitchedPtr &pointer,
                  const musaExtent &extent, size_t unit) {
  require((handle != nullptr) != (pointer.ptr != nullptr));
  if (handle != nullptr) {
    const musaArray &array = findArray(handle);
    require(at.x + extent.width <= array.extent.width && at.y + extent.height <= array.rows() &&
            at.z + extent.depth <= array.slices());
    return {array.at(at.x * array.elementBytes, at.y, at.z), array.rowBytes(), array.sliceBytes()};
  }
  const size_t rowsOfSlice = pointer.ysize;
  require(extent.height <= 1 || pointer.pitch >= extent.width * unit, musaErrorInvalidPitchValue);
  require(extent.depth <= 1 || at.y + extent.height <= rowsOfSlice);
  char *first =
      static_cast<char *>(pointer.ptr) + at.x + pointer.pitch * (at.y + at.z * rowsOfSlice);
  return {first, pointer.pitch, pointer.pitch * rowsOfSlice};
}

Copy boxOf(const musaMemcpy3DParms &p) {
  // With an array on either side the extent counts its elements, else bytes.
  size_t unit = 1;
  if (p.srcArray != nullptr)
    unit = findArray(p.srcArray).elementBytes;
  if (p.dstArray != nullptr) {
    const size_t other = findArray(p.dstArray).elementBytes;
    require(p.srcArray == nullptr || unit == other);
    unit = other;
  }
  Copy copy;
  copy.width = p.extent.width * unit;
  copy.rows = p.extent.height;
  copy.slices = p.extent.depth;
  if (isEmpty(copy))
    return copy;
  copy.to = sideOf(p.dstArray, p.dstPos, p.dstPtr, p.extent, unit);
  copy.from = sideOf(p.srcArray, p.srcPos, p.srcPtr, p.extent, unit);
  return copy;
}

void copy3D(const musaMemcpy3DParms &p, musaStream_t stream, Wait wait) {
  copyBox(boxOf(p), p.kind, stream, wait);
}

musaMemcpy3DParms withoutDevices(const musaMemcpy3DPeerParms &p) {
  deviceAt(p.srcDevice);
  deviceAt(p.dstDevice);
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray,
          p.dstPos,   p.dstPtr, p.extent, musaMemcpyDefault};
}

void copyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count,
              musaStream_t stream, Wait wait) {
  const auto check = [](const void *address, int device) {
    deviceAt(device);
    const std::optional<Allocation> known = allocations().find(address);
    const bool isOfOne = known && (known->kind == Allocation::Kind::Device ||
                                   known->kind == Allocation::Kind::Mapped ||
                                   known->kind == Allocation::Kind::Opened);
    require(known && (!isOfOne || known->device == device));
  };
  check(dst, dstDevice);
  check(src, srcDevice);
  copyBytes(dst, src, count, musaMemcpyDefault, stream, wait);
}

Place placeOf(const Fill &fill) {
  Copy box;
  box.width = fill.width * fill.elementBytes;
  box.rows = fill.rows;
  box.slices = fill.slices;
  const Place place = placeOf(fill.to.address, span(box, fill.to), true);
  require(place != Place::Pageable);
  return place;
}

bool isEmpty(const Fill &fill) { return fill.width == 0 || fill.rows == 0 || fill.slices == 0; }

void fillBox(const Fill &fill, musaStream_t stream, Wait wait) {
  const std::shared_ptr<Stream> found = findStream(stream);
  if (isEmpty(fill))
    return;
  const Place place = placeOf(fill);
  found->submit(fill, wait == Wait::Yes && place == Place::Pinned);
}

void fillRows(void *devPtr, size_t pitch, int value, size_t width, size_t height,
              musaStream_t stream, Wait wait) {
  require(height <= 1 || width <= pitch);
  Fill fill;
  fill.to = {static_cast<char *>(devPtr), pitch, pitch * height};
  fill.value = static_cast<unsigned char>(value);
  fill.width = width;
  fill.rows = height;
  fillBox(fill, stream, wait);
}

void fill3D(const musaPitchedPtr &pointer, int value, const musaExtent &extent, musaStream_t stream,
            Wait wait) {
  require(extent.height <= 1 || extent.width <= pointer.pitch, musaErrorInvalidPitchValue);
  require(extent.depth <= 1 || extent.height <= pointer.ysize);
  Fill fill;
  fill.to = {static_cast<char *>(pointer.ptr), pointer.pitch, pointer.pitch * pointer.ysize};
  fill.value = static_cast<unsigned char>(value);
  fill.width = extent.width;
  fill.rows = extent.height;
  fill.slices = extent.depth;
  fillBox(fill, stream, wait);
}

} // namespace

void copyBytes(void *dst, const void *src, size_t count, musaMemcpyKind kind, musaStream_t stream,
               Wait wait) {
  copyBox(rows(dst, count, src, count, count, 1), kind, stream, wait);
}

Copy makeCopy(const musaMemcpy3DParms &parameters) {
  Copy copy = boxOf(parameters);
  require(parameters.kind >= musaMemcpyHostToHost && parameters.kind <= musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  if (!isEmpty(copy))
    check(copy, parameters.kind);
  return copy;
}

Fill makeFill(const musaMemsetParams &parameters) {
  const unsigned bytes = parameters.elementSize;
  const auto address = reinterpret_cast<uintptr_t>(parameters.dst);
  require(bytes == 1 || bytes == 2 || bytes == 4);
  require(address % bytes == 0 && (parameters.height <= 1 || parameters.pitch % bytes == 0));
  require(parameters.height <= 1 || parameters.width * bytes <= parameters.pitch);
  Fill fill;
  fill.to = {static_cast<char *>(parameters.dst), parameters.pitch,
             parameters.pitch * parameters.height};
  fill.value = parameters.value;
  fill.elementBytes = bytes;
  fill.width = parameters.width;
  fill.rows = parameters.height;
  if (!isEmpty(fill))
    placeOf(fill);
  return fill;
}

void submitFill(const Fill &fill, musaStream_t stream, Wait wait) { fillBox(fill, stream, wait); }

} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaMemcpy(void *dst, const void *src, size_t count, musaMemcpyKind kind) {
  const musaMemcpy_v3020_params parameters{dst, src, count, kind};
  return api([&] { copyBytes(dst, src, count, kind, nullptr, Wait::Yes); }, &parameters);
}
musaError_t musaMemcpyAsync(void *dst, const void *src, size_t count, musaMemcpyKind kind,
                            musaStream_t stream) {
  const musaMemcpyAsync_v3020_params parameters{dst, src, count, kind, stream};
  return api([&] { copyBytes(dst, src, count, kind, stream, Wait::No); }, &parameters);
}

musaError_t musaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count) {
  return api([&] { copyPeer(dst, dstDevice, src, srcDevice, count, nullptr, Wait::Yes); });
}
musaError_t musaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
                                size_t count, musaStream_t stream) {
  return api([&] { copyPeer(dst, dstDevice, src, srcDevice, count, stream, Wait::No); });
}

musaError_t musaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, musaMemcpyKind kind) {
  return api(
      [&] { copyBox(rows(dst, dpitch, src, spitch, width, height), kind, nullptr, Wait::Yes); });
}
musaError_t musaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, musaMemcpyKind kind,
                              musaStream_t stream) {
  return api(
      [&] { copyBox(rows(dst, dpitch, src, spitch, width, height), kind, stream, Wait::No); });
}

musaError_t musaMemcpy2DToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                size_t spitch, size_t width, size_t height, musaMemcpyKind kind) {
  return api([&] {
    copyToArray(dst, wOffset, hOffset, src, spitch, width, height, kind, nullptr, Wait::Yes);
  });
}
musaError_t musaMemcpy2DToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void *src, size_t spitch, size_t width, size_t height,
                                     musaMemcpyKind kind, musaStream_t stream) {
  return api([&] {
    copyToArray(dst, wOffset, hOffset, src, spitch, width, height, kind, stream, Wait::No);
  });
}

musaError_t musaMemcpy2DFromArray(void *dst, size_t dpitch, musaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  musaMemcpyKind kind) {
  return api([&] {
    copyFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind, nullptr, Wait::Yes);
  });
}
musaError_t musaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, musaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       musaMemcpyKind kind, musaStream_t stream) {
  return api([&] {
    copyFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream, Wait::No);
  });
}

musaError_t musaMemcpy2DArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, musaMemcpyKind kind) {
  return api([&] {
    require(isOneOf(kind, {musaMemcpyDeviceToDevice}), musaErrorInvalidMemcpyDirection);
    const Copy::Side to = sideOf(dst, wOffsetDst, hOffsetDst, width, height);
    const Copy::Side from = sideOf(src, wOffsetSrc, hOffsetSrc, width, height);
    copyBox(rows(to.address, to.pitch, from.address, from.pitch, width, height), kind, nullptr,
            Wait::Yes);
  });
}

musaError_t musaMemcpyToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                              size_t count, musaMemcpyKind kind) {
  return api([&] {
    copyBytes(runOf(dst, wOffset, hOffset, count), src, count, kind, nullptr, Wait::Yes);
  });
}
musaError_t musaMemcpyToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                   size_t count, musaMemcpyKind kind, musaStream_t stream) {
  return api(
      [&] { copyBytes(runOf(dst, wOffset, hOffset, count), src, count, kind, stream, Wait::No); });
}

musaError_t musaMemcpyFromArray(void *dst, musaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, musaMemcpyKind kind) {
  return api([&] {
    copyBytes(dst, runOf(src, wOffset, hOffset, count), count, kind, nullptr, Wait::Yes);
  });
}
musaError_t musaMemcpyFromArrayAsync(void *dst, musaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, musaMemcpyKind kind,
                                     musaStream_t stream) {
  return api(
      [&] { copyBytes(dst, runOf(src, wOffset, hOffset, count), count, kind, stream, Wait::No); });
}

musaError_t musaMemcpyArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                   size_t count, musaMemcpyKind kind) {
  return api([&] {
    copyBytes(runOf(dst, wOffsetDst, hOffsetDst, count), runOf(src, wOffsetSrc, hOffsetSrc, count),
              count, kind, nullptr, Wait::Yes);
  });
}

musaError_t musaMemcpy3D(const musaMemcpy3DParms *p) {
  return api([&] {
    require(p != nullptr);
    copy3D(*p, nullptr, Wait::Yes);
  });
}
musaError_t musaMemcpy3DAsync(const musaMemcpy3DParms *p, musaStream_t stream) {
  return api([&] {
    require(p != nullptr);
    copy3D(*p, stream, Wait::No);
  });
}

musaError_t musaMemcpy3DPeer(const musaMemcpy3DPeerParms *p) {
  return api([&] {
    require(p != nullptr);
    copy3D(withoutDevices(*p), nullptr, Wait::Yes);
  });
}
musaError_t musaMemcpy3DPeerAsync(const musaMemcpy3DPeerParms *p, musaStream_t stream) {
  return api([&] {
    require(p != nullptr);
    copy3D(withoutDevices(*p), stream, Wait::No);
  });
}

musaError_t musaMemset(void *devPtr, int value, size_t count) {
  const musaMemset_v3020_params parameters{devPtr, value, count};
  return api([&] { fillRows(devPtr, count, value, count, 1, nullptr, Wait::Yes); }, &parameters);
}
musaError_t musaMemsetAsync(void *devPtr, int value, size_t count, musaStream_t stream) {
  const musaMemsetAsync_v3020_params parameters{devPtr, value, count, stream};
  return api([&] { fillRows(devPtr, count, value, count, 1, stream, Wait::No); }, &parameters);
}
musaError_t musaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height) {
  return api([&] { fillRows(devPtr, pitch, value, width, height, nullptr, Wait::Yes); });
}
musaError_t musaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
                              musaStream_t stream) {
  return api([&] { fillRows(devPtr, pitch, value, width, height, stream, Wait::No); });
}
musaError_t musaMemset3D(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent) {
  return api([&] { fill3D(pitchedDevPtr, value, extent, nullptr, Wait::Yes); });
}
musaError_t musaMemset3DAsync(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent,
                              musaStream_t stream) {
  return api([&] { fill3D(pitchedDevPtr, value, extent, stream, Wait::No); });
}

} // extern "C"

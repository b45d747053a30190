//===- libraries/fft/several_devices.cpp -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each device has its part of the data, in memory of its own. A transform collects the parts,
// transforms them, and distributes the result.
//===----------------------------------------------------------------------===//
#include "several_devices.h"

#include "mufftXt.h"
#include "plan.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace musaport::fft {

bool isForSeveralDevices(const Problem &problem) {
  const Types &types = problem.shape.types;
  return !problem.given && types.kind == Kind::complexToComplex &&
         (types.real == MUSA_R_32F || types.real == MUSA_R_64F);
}

namespace {

constexpr int minDevices = 2, maxDevices = 16;

/// A plan's data: `outer` times `divided` times `inner` bytes, of which each device has some of
/// `divided`.
struct Division {
  size_t outer, divided, inner;

  size_t bytes() const { return outer * divided * inner; }
  /// The first ones have one more, if they cannot all have the same.
  size_t begin(int device, int devices) const {
    return divided / devices * device + std::min<size_t>(device, divided % devices);
  }
  size_t countOf(int device, int devices) const {
    return begin(device + 1, devices) - begin(device, devices);
  }
  size_t bytesOf(int device, int devices) const { return outer * countOf(device, devices) * inner; }
};

Division divisionOf(const Shape &shape, bool isShuffled) {
  size_t element = 2 * (shape.types.real == MUSA_R_64F ? sizeof(double) : sizeof(float));
  const auto product = [&](int from) {
    size_t result = element;
    for (int i = from; i < shape.rank; ++i)
      result *= shape.n[i];
    return result;
  };
  if (shape.batch > 1)
    return {1, static_cast<size_t>(shape.batch), product(0)};
  if (isShuffled && shape.rank > 1)
    return {static_cast<size_t>(shape.n[0]), static_cast<size_t>(shape.n[1]), product(2)};
  return {1, static_cast<size_t>(shape.n[0]), product(1)};
}

bool isShuffled(int format) {
  return format == MUFFT_XT_FORMAT_OUTPUT || format == MUFFT_XT_FORMAT_INPLACE_SHUFFLED;
}

/// Calls `copy(part, whole, bytes)` for each contiguous piece of the devices' parts.
template <typename Copy>
void forEachPiece(const Shape &shape, const musaLibXtDesc &data, std::byte *whole, Copy copy) {
  const Division division = divisionOf(shape, isShuffled(data.subFormat));
  const int devices = data.descriptor->nGPUs;
  for (int device = 0; device < devices; ++device) {
    const size_t bytes = division.countOf(device, devices) * division.inner;
    auto *part = static_cast<std::byte *>(data.descriptor->data[device]);
    for (size_t i = 0; i < division.outer; ++i)
      copy(part + i * bytes,
           whole + (i * division.divided + division.begin(device, devices)) * division.inner,
           bytes);
  }
}
void collect(const Shape &shape, const musaLibXtDesc &data, void *whole) {
  forEachPiece(shape, data, static_cast<std::byte *>(whole),
               [](void *part, void *of, size_t bytes) { std::memcpy(of, part, bytes); });
}
void distribute(const Shape &shape, const musaLibXtDesc &data, const void *whole) {
  forEachPiece(shape, data, static_cast<std::byte *>(const_cast<void *>(whole)),
               [](void *part, void *of, size_t bytes) { std::memcpy(part, of, bytes); });
}

/// Makes a device current for as long as it lives.
class OnDevice {
public:
  explicit OnDevice(int device) {
    musaGetDevice(&before);
    isThere = musaSetDevice(device) == musaSuccess;
  }
  OnDevice(const OnDevice &) = delete;
  OnDevice &operator=(const OnDevice &) = delete;
  ~OnDevice() { musaSetDevice(before); }
  explicit operator bool() const { return isThere; }

private:
  int before = 0;
  bool isThere = false;
};

mufftResult waitFor(const std::vector<int> &devices) {
  for (int device : devices) {
    const OnDevice current(device);
    if (!current || musaDeviceSynchronize() != musaSuccess)
      return MUFFT_EXEC_FAILED;
  }
  return MUFFT_SUCCESS;
}

void freeAll(musaLibXtDesc *data) {
  for (int i = 0; i < data->descriptor->nGPUs; ++i) {
    const OnDevice current(data->descriptor->GPUs[i]);
    musaFree(data->descriptor->data[i]);
  }
  delete data->descriptor;
  delete data;
}

/// A plan for several devices, and its shape, once it is made.
struct Found {
  std::shared_ptr<Plan> plan;
  std::vector<int> devices;
  Shape shape;
};
std::optional<Found> findMade(mufftHandle handle) {
  const std::shared_ptr<Plan> plan = findPlan(handle);
  if (plan == nullptr || plan->devicesOf().empty() || !plan->shape())
    return std::nullopt;
  return Found{plan, plan->devicesOf(), *plan->shape()};
}

bool isOf(const Found &found, const musaLibXtDesc *data) {
  return data != nullptr && data->library == LIB_FORMAT_MUFFT && data->descriptor != nullptr &&
         data->descriptor->nGPUs == static_cast<int>(found.devices.size()) &&
         std::equal(found.devices.begin(), found.devices.end(), data->descriptor->GPUs);
}

mufftResult allocate(const Found &found, musaLibXtDesc **result, int format) {
  auto *data = new musaLibXtDesc{MUSA_XT_DESCRIPTOR_VERSION, new musaXtDesc{}, LIB_FORMAT_MUFFT,
                                 format, nullptr};
  data->descriptor->version = MUSA_XT_DESCRIPTOR_VERSION;
  const int devices = static_cast<int>(found.devices.size());
  const Division natural = divisionOf(found.shape, false);
  const Division shuffled = divisionOf(found.shape, true);
  for (int i = 0; i < devices; ++i) {
    const OnDevice current(found.devices[i]);
    const size_t bytes = std::max(natural.bytesOf(i, devices), shuffled.bytesOf(i, devices));
    if (!current ||
        musaMalloc(&data->descriptor->data[i], std::max<size_t>(bytes, 1)) != musaSuccess) {
      freeAll(data);
      return MUFFT_ALLOC_FAILED;
    }
    data->descriptor->GPUs[i] = found.devices[i];
    data->descriptor->size[i] = (isShuffled(format) ? shuffled : natural).bytesOf(i, devices);
    data->descriptor->nGPUs = i + 1;
  }
  *result = data;
  return MUFFT_SUCCESS;
}

/// What is natural from now on: data from elsewhere.
void makeNatural(musaLibXtDesc &data) {
  if (data.subFormat == MUFFT_XT_FORMAT_INPLACE_SHUFFLED)
    data.subFormat = MUFFT_XT_FORMAT_INPLACE;
}

/// That of the result, or nothing if the two do not go together.
std::optional<int> formatAfter(const musaLibXtDesc &input, const musaLibXtDesc &output) {
  if (input.subFormat == MUFFT_XT_FORMAT_INPUT && output.subFormat == MUFFT_XT_FORMAT_OUTPUT)
    return MUFFT_XT_FORMAT_OUTPUT;
  if (&input != &output)
    return std::nullopt;
  if (input.subFormat == MUFFT_XT_FORMAT_INPLACE)
    return MUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  if (input.subFormat == MUFFT_XT_FORMAT_INPLACE_SHUFFLED)
    return MUFFT_XT_FORMAT_INPLACE;
  return std::nullopt;
}

mufftResult execute(mufftHandle handle, std::optional<musaDataType_t> real, musaLibXtDesc *input,
                    musaLibXtDesc *output, int direction) try {
  const std::optional<Found> found = findMade(handle);
  if (!found || (real && *real != found->shape.types.real))
    return MUFFT_INVALID_PLAN;
  if (!isOf(*found, input) || !isOf(*found, output) ||
      (direction != MUFFT_FORWARD && direction != MUFFT_INVERSE))
    return MUFFT_INVALID_VALUE;
  const std::optional<int> format = formatAfter(*input, *output);
  if (!format)
    return MUFFT_INVALID_VALUE;
  if (mufftResult result = waitFor(found->devices); result != MUFFT_SUCCESS)
    return result;
  std::vector<std::byte> whole(divisionOf(found->shape, false).bytes());
  collect(found->shape, *input, whole.data());
  if (mufftResult result = found->plan->executeNow(whole.data(), direction);
      result != MUFFT_SUCCESS)
    return result;
  output->subFormat = *format;
  distribute(found->shape, *output, whole.data());
  return MUFFT_SUCCESS;
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

mufftResult copy(const Found &found, void *to, void *from, mufftXtCopyType type) {
  auto *data = static_cast<musaLibXtDesc *>(to);
  const auto *source = static_cast<const musaLibXtDesc *>(from);
  if (mufftResult result = waitFor(found.devices); result != MUFFT_SUCCESS)
    return result;
  switch (type) {
  case MUFFT_COPY_HOST_TO_DEVICE:
    if (!isOf(found, data))
      return MUFFT_INVALID_VALUE;
    makeNatural(*data);
    distribute(found.shape, *data, from);
    return MUFFT_SUCCESS;
  case MUFFT_COPY_DEVICE_TO_HOST:
    if (!isOf(found, source))
      return MUFFT_INVALID_VALUE;
    collect(found.shape, *source, to);
    return MUFFT_SUCCESS;
  case MUFFT_COPY_DEVICE_TO_DEVICE: {
    if (!isOf(found, data) || !isOf(found, source))
      return MUFFT_INVALID_VALUE;
    std::vector<std::byte> whole(divisionOf(found.shape, false).bytes());
    collect(found.shape, *source, whole.data());
    makeNatural(*data);
    distribute(found.shape, *data, whole.data());
    return MUFFT_SUCCESS;
  }
  default:
    return MUFFT_INVALID_VALUE;
  }
}

} // namespace
} // namespace musaport::fft

using namespace musaport::fft;

mufftResult mufftXtSetGPUs(mufftHandle handle, int nGPUs, int *whichGPUs) try {
  const std::shared_ptr<Plan> plan = findPlan(handle);
  if (plan == nullptr)
    return MUFFT_INVALID_PLAN;
  int count = 0;
  if (nGPUs < minDevices || nGPUs > maxDevices || whichGPUs == nullptr)
    return MUFFT_INVALID_VALUE;
  if (musaGetDeviceCount(&count) != musaSuccess)
    return MUFFT_SETUP_FAILED;
  const std::vector<int> devices(whichGPUs, whichGPUs + nGPUs);
  for (int device : devices)
    if (device < 0 || device >= count || std::count(devices.begin(), devices.end(), device) != 1)
      return MUFFT_INVALID_DEVICE;
  return plan->setDevices(devices);
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

mufftResult mufftXtMalloc(mufftHandle plan, musaLibXtDesc **descriptor,
                          mufftXtSubFormat format) try {
  const std::optional<Found> found = findMade(plan);
  if (!found)
    return MUFFT_INVALID_PLAN;
  if (descriptor == nullptr || format < MUFFT_XT_FORMAT_INPUT ||
      format > MUFFT_XT_FORMAT_INPLACE_SHUFFLED)
    return MUFFT_INVALID_VALUE;
  return allocate(*found, descriptor, format);
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

mufftResult mufftXtFree(musaLibXtDesc *descriptor) {
  if (descriptor == nullptr || descriptor->descriptor == nullptr)
    return MUFFT_INVALID_VALUE;
  freeAll(descriptor);
  return MUFFT_SUCCESS;
}

mufftResult mufftXtMemcpy(mufftHandle plan, void *dstPointer, void *srcPointer,
                          mufftXtCopyType type) try {
  const std::optional<Found> found = findMade(plan);
  if (!found)
    return MUFFT_INVALID_PLAN;
  if (dstPointer == nullptr || srcPointer == nullptr)
    return MUFFT_INVALID_VALUE;
  return copy(*found, dstPointer, srcPointer, type);
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

mufftResult mufftXtExecDescriptor(mufftHandle plan, musaLibXtDesc *input, musaLibXtDesc *output,
                                  int direction) {
  return execute(plan, std::nullopt, input, output, direction);
}
mufftResult mufftXtExecDescriptorC2C(mufftHandle plan, musaLibXtDesc *input, musaLibXtDesc *output,
                                     int direction) {
  return execute(plan, MUSA_R_32F, input, output, direction);
}
mufftResult mufftXtExecDescriptorZ2Z(mufftHandle plan, musaLibXtDesc *input, musaLibXtDesc *output,
                                     int direction) {
  return execute(plan, MUSA_R_64F, input, output, direction);
}

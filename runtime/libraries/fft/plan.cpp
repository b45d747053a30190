//===- libraries/fft/plan.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "plan.h"

#include "stream_work.h"

#include <cstddef>
#include <new>
#include <utility>

namespace musaport::fft {
namespace {

struct Plans {
  std::mutex mutex;
  mufftHandle next = 1;
  std::map<mufftHandle, std::shared_ptr<Plan>> byHandle;
};

/// Handles are small numbers, which all threads may use. Programs destroy plans in destructors of
/// static objects too: this one is never destroyed.
Plans &plans() {
  static auto *all = new Plans;
  return *all;
}

using Bytes = std::vector<std::byte>;

/// Copies that work of a stream uses. They live until it is done, also if a step behind it fails.
class Copies {
public:
  Copies(std::unique_ptr<Bytes> loaded, std::unique_ptr<Bytes> stored, musaStream_t stream)
      : all(std::make_shared<Both>(std::move(loaded), std::move(stored))), stream(stream) {}
  Copies(const Copies &) = delete;
  Copies &operator=(const Copies &) = delete;
  ~Copies() {
    if (!passOn())
      musaStreamSynchronize(stream); // a capture cannot go on then
  }
  void *loadedOr(void *input) const { return all->first != nullptr ? all->first->data() : input; }
  void *storedOr(void *output) const {
    return all->second != nullptr ? all->second->data() : output;
  }

private:
  using Both = std::pair<std::unique_ptr<Bytes>, std::unique_ptr<Bytes>>;

  bool passOn() try {
    return submit(stream, [all = all] {}) == musaSuccess;
  } catch (const std::bad_alloc &) {
    return false;
  }

  std::shared_ptr<const Both> all;
  musaStream_t stream;
};

} // namespace

mufftResult Plan::setProblem(const Problem &of) {
  const std::scoped_lock lock(mutex);
  if (problem)
    return MUFFT_INVALID_PLAN;
  problem = of;
  return MUFFT_SUCCESS;
}

void Plan::setStream(musaStream_t to) {
  const std::scoped_lock lock(mutex);
  stream = to;
}

bool Plan::hasProblem() {
  const std::scoped_lock lock(mutex);
  return problem.has_value();
}

mufftResult Plan::execute(const std::optional<Types> &expected, void *input, void *output,
                          int direction) {
  const std::scoped_lock lock(mutex);
  if (!problem || (expected && expected != problem->shape.types))
    return MUFFT_INVALID_PLAN;
  const bool hasDirection = problem->shape.types.kind == Kind::complexToComplex;
  if (input == nullptr || output == nullptr ||
      (hasDirection && direction != MUFFT_FORWARD && direction != MUFFT_INVERSE))
    return MUFFT_INVALID_VALUE;
  if (!devices.empty())
    return MUFFT_INVALID_PLAN;
  const Usage usage(input, output, hasDirection && direction == MUFFT_INVERSE);
  if (loading || storing)
    return executeWithCallbacks(input, output, usage);
  std::shared_ptr<const Transform> &transform = transforms[usage];
  if (transform == nullptr)
    transform = makeTransform(*problem, usage);
  if (transform == nullptr)
    return MUFFT_NOT_SUPPORTED;
  const musaError_t error = submit(
      stream, [transform = transform, input, output] { transform->execute(input, output); },
      "mufftExec");
  return error == musaSuccess ? MUFFT_SUCCESS : MUFFT_EXEC_FAILED;
}

std::optional<Shape> Plan::shape() {
  const std::scoped_lock lock(mutex);
  return problem ? std::optional(problem->shape) : std::nullopt;
}

mufftResult Plan::executeNow(void *data, int direction) {
  const std::scoped_lock lock(mutex);
  if (!problem)
    return MUFFT_INVALID_PLAN;
  const Usage usage(data, data, direction == MUFFT_INVERSE);
  const auto transform = makeTransform({problem->shape, std::nullopt}, usage);
  if (transform == nullptr)
    return MUFFT_NOT_SUPPORTED;
  transform->execute(data, data);
  return MUFFT_SUCCESS;
}

mufftResult Plan::setDevices(std::vector<int> to) {
  const std::scoped_lock lock(mutex);
  if (problem)
    return MUFFT_INVALID_PLAN;
  devices = std::move(to);
  return MUFFT_SUCCESS;
}

std::vector<int> Plan::devicesOf() {
  const std::scoped_lock lock(mutex);
  return devices;
}

Callback *Plan::callbackOf(mufftXtCallbackType type) {
  const auto [kind, real] = problem->shape.types;
  if (real != MUSA_R_32F && real != MUSA_R_64F)
    return nullptr;
  const int isDouble = real == MUSA_R_64F ? 1 : 0;
  const int loads =
      (kind == Kind::realToComplex ? MUFFT_CB_LD_REAL : MUFFT_CB_LD_COMPLEX) + isDouble;
  const int stores =
      (kind == Kind::complexToReal ? MUFFT_CB_ST_REAL : MUFFT_CB_ST_COMPLEX) + isDouble;
  return type == loads ? &loading : type == stores ? &storing : nullptr;
}

mufftResult Plan::setCallback(mufftXtCallbackType type, void *function, void *callerInfo) {
  const std::scoped_lock lock(mutex);
  if (!problem)
    return MUFFT_INVALID_PLAN;
  Callback *callback = callbackOf(type);
  if (callback == nullptr)
    return MUFFT_INVALID_TYPE;
  if (!devices.empty())
    return MUFFT_NOT_SUPPORTED;
  *callback = {type, function, callerInfo, callback->sharedSize};
  return MUFFT_SUCCESS;
}

mufftResult Plan::setSharedSize(mufftXtCallbackType type, size_t size) {
  const std::scoped_lock lock(mutex);
  if (!problem)
    return MUFFT_INVALID_PLAN;
  Callback *callback = callbackOf(type);
  if (callback == nullptr)
    return MUFFT_INVALID_TYPE;
  if (size > maxSharedSize)
    return MUFFT_INVALID_SIZE;
  callback->sharedSize = size;
  return MUFFT_SUCCESS;
}

/// The callbacks' sides are copies, with the layout of what they stand for.
mufftResult Plan::executeWithCallbacks(void *input, void *output, const Usage &usage) {
  const Shape &shape = problem->shape;
  const Problem::Sides sides = problem->sides(usage.isInPlace);
  const Elements inputs(shape, shape.inputExtents(), sides.input);
  const Elements outputs(shape, shape.outputExtents(), sides.output);
  const size_t part = shape.types.real == MUSA_R_64F ? sizeof(double) : sizeof(float);
  const auto copyOf = [&](const Elements &elements, bool isComplex) {
    return std::make_unique<Bytes>(elements.span() * part * (isComplex ? 2 : 1));
  };
  const Copies copies(loading ? copyOf(inputs, shape.isInputComplex()) : nullptr,
                      storing ? copyOf(outputs, shape.isOutputComplex()) : nullptr, stream);
  void *from = copies.loadedOr(input);
  void *to = copies.storedOr(output);
  const std::shared_ptr<const Transform> transform =
      makeTransform({shape, sides}, Usage(from, to, usage.isInverse));
  if (transform == nullptr)
    return MUFFT_NOT_SUPPORTED;
  musaError_t error = loading ? load(loading, inputs, input, from, stream) : musaSuccess;
  if (error == musaSuccess)
    error = submit(stream, [=] { transform->execute(from, to); }, "mufftExec");
  if (error == musaSuccess && storing)
    error = store(storing, outputs, output, to, stream);
  return error == musaSuccess ? MUFFT_SUCCESS : MUFFT_EXEC_FAILED;
}

mufftHandle addPlan() {
  auto plan = std::make_shared<Plan>();
  Plans &all = plans();
  const std::scoped_lock lock(all.mutex);
  all.byHandle.emplace(all.next, std::move(plan));
  return all.next++;
}

std::shared_ptr<Plan> findPlan(mufftHandle handle) {
  Plans &all = plans();
  const std::scoped_lock lock(all.mutex);
  const auto found = all.byHandle.find(handle);
  return found != all.byHandle.end() ? found->second : nullptr;
}

bool removePlan(mufftHandle handle) {
  Plans &all = plans();
  const std::scoped_lock lock(all.mutex);
  return all.byHandle.erase(handle) != 0;
}

} // namespace musaport::fft

//===- libraries/fft/plan.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "plan.h"

#include "stream_work.h"

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
  const Usage usage(input, output, hasDirection && direction == MUFFT_INVERSE);
  std::shared_ptr<const Transform> &transform = transforms[usage];
  if (transform == nullptr)
    transform = makeTransform(*problem, usage);
  if (transform == nullptr)
    return MUFFT_NOT_SUPPORTED;
  const musaError_t error =
      submit(stream, [transform = transform, input, output] { transform->execute(input, output); });
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

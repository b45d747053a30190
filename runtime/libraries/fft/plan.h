//===- libraries/fft/plan.h - plans and their handles -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_FFT_PLAN_H
#define MUSAPORT_LIBRARIES_FFT_PLAN_H

#include "callbacks.h"
#include "mufft.h"
#include "transform.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace musaport::fft {

/// What a handle stands for. Several threads may use it at once.
class Plan {
public:
  /// INVALID_PLAN if it has a problem already.
  mufftResult setProblem(const Problem &of);
  void setStream(musaStream_t to);

  /// Puts the transform of `input` to `output` into the stream. `expected`: what the caller takes
  /// the plan's types to be, if it says so.
  mufftResult execute(const std::optional<Types> &expected, void *input, void *output,
                      int direction);

  /// Transforms, at once, what is contiguous.
  mufftResult executeNow(void *data, int direction);

  bool hasProblem();
  std::optional<Shape> shape();

  /// INVALID_PLAN if it has a problem already.
  mufftResult setDevices(std::vector<int> to);
  std::vector<int> devicesOf();

  /// INVALID_PLAN if it has no problem, INVALID_TYPE if that has no elements of the type.
  mufftResult setCallback(mufftXtCallbackType type, void *function, void *callerInfo);
  mufftResult setSharedSize(mufftXtCallbackType type, size_t size);

private:
  /// Null unless the type is of an element of the problem's. Holds no lock.
  Callback *callbackOf(mufftXtCallbackType type);
  mufftResult executeWithCallbacks(void *input, void *output, const Usage &usage);

  std::mutex mutex;
  std::optional<Problem> problem;
  musaStream_t stream = nullptr;
  std::map<Usage, std::shared_ptr<const Transform>> transforms; ///< those that were needed so far
  std::vector<int> devices;                                     ///< of a plan for several
  Callback loading, storing;
};

/// A handle of a new plan.
mufftHandle addPlan();
/// Null if there is none.
std::shared_ptr<Plan> findPlan(mufftHandle handle);
/// Work that is in a stream already is done nevertheless. False if there is none.
bool removePlan(mufftHandle handle);

} // namespace musaport::fft

#endif // MUSAPORT_LIBRARIES_FFT_PLAN_H

//===- libraries/dnn/call.h - how a call of the API begins --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_DNN_CALL_H
#define MUSAPORT_LIBRARIES_DNN_CALL_H

#include "view.h"

#include <functional>
#include <initializer_list>

namespace musaport::dnn {

/// Thrown by what a call checks; the call returns it.
struct Refusal {
  Status status;
};

/// INVALID_PARAMETER if not.
inline void require(bool condition) {
  if (!condition)
    throw Refusal{Status::INVALID_PARAMETER};
}
/// NOT_SUPPORTED if not.
inline void requireSupport(bool condition) {
  if (!condition)
    throw Refusal{Status::NOT_SUPPORTED};
}

/// Reads the classes of the API.
struct Access {
  static View view(const Tensor &tensor);
  static musaStream_t stream(const Handle &handle) { return handle.stream; }
  static bool isValid(const Handle &handle) { return handle.isValid; }
  /// Changes sizes and strides.
  static void setLayout(Tensor &tensor, const Dims &dims, const Dims &strides);
};

/// A tensor that has to be there; it may have no elements.
View viewOf(const Tensor &tensor);
/// The same of a result, which the API does not have as const: no two elements in one place.
View viewOf(Tensor &tensor);
/// The same, and it may be missing.
View optional(const Tensor &tensor);
View optional(Tensor &tensor);

using Work = std::function<void()>;

/// Runs `plan`, which checks the arguments and returns the work (none if there is nothing to do),
/// and puts that into the handle's stream. Logs the call if MUDNN_LOG_LEVEL says so. What is thrown
/// becomes a status.
Status call(const char *name, Handle &handle, std::initializer_list<const Tensor *> tensors,
            const std::function<Work()> &plan);

/// For functions without work.
Status checked(const std::function<void()> &body);

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_CALL_H

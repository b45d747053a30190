//===- libraries/solver/handle.h - a handle, and how its calls begin --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SOLVER_HANDLE_H
#define MUSAPORT_LIBRARIES_SOLVER_HANDLE_H

#include "musolverDn.h"
#include "stream_work.h"

#include <functional>

struct musolverDnContext {
  musaStream_t stream = nullptr;
};

namespace musaport::solver {

musolverStatus_t statusOf(musaError_t error);

/// Puts `work` into the handle's stream, if the call's arguments are valid.
musolverStatus_t submitIf(musolverDnHandle_t handle, bool isValid, std::function<void()> work);

/// What the functions that end in _bufferSize say: workspaces are of no use here, and programs
/// expect to allocate something.
template <typename... Size>
musolverStatus_t askForLittle(musolverDnHandle_t handle, bool isValid, Size *...sizes) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (!isValid || ((sizes == nullptr) || ...))
    return MUSOLVER_STATUS_INVALID_VALUE;
  ((*sizes = 1), ...);
  return MUSOLVER_STATUS_SUCCESS;
}

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_HANDLE_H

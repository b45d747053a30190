//===- libraries/solver/handle.h - a handle, and how its calls begin --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SOLVER_HANDLE_H
#define MUSAPORT_LIBRARIES_SOLVER_HANDLE_H

#include "musolverDn.h"
#include "stream_work.h"

#include <functional>
#include <memory>
#include <new>

struct musolverDnContext {
  musaStream_t stream = nullptr;
};

namespace musaport::solver {

/// What a Jacobi method tells of its last run. The work writes the residual, and whoever reads it
/// waits for the work.
struct JacobiRun {
  bool isBatch = false;
  double residual = 0;
};

} // namespace musaport::solver

/// What else these could say changes nothing here. A run may outlive them.
struct gesvdjInfo {
  std::shared_ptr<musaport::solver::JacobiRun> run =
      std::make_shared<musaport::solver::JacobiRun>();
};
struct syevjInfo {
  std::shared_ptr<musaport::solver::JacobiRun> run =
      std::make_shared<musaport::solver::JacobiRun>();
};

namespace musaport::solver {

/// For the work of a call with `info`, which may be null. Only calls touch `isBatch`.
template <typename Info> std::shared_ptr<JacobiRun> runOf(Info *info) {
  if (info == nullptr)
    return nullptr;
  info->run->isBatch = false;
  return info->run;
}
template <typename Info> void noteBatch(Info *info) {
  if (info != nullptr)
    info->run->isBatch = true;
}

/// Makes what `object` then points to.
template <typename T> musolverStatus_t create(T **object) {
  if (object == nullptr)
    return MUSOLVER_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) T;
  return *object != nullptr ? MUSOLVER_STATUS_SUCCESS : MUSOLVER_STATUS_ALLOC_FAILED;
}
/// The same for a handle: NOT_INITIALIZED without a device.
template <typename T> musolverStatus_t createHandle(T **handle) {
  int device = 0;
  if (handle != nullptr && musaGetDevice(&device) != musaSuccess)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  return create(handle);
}
template <typename T> musolverStatus_t destroy(T *object) {
  if (object == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  delete object;
  return MUSOLVER_STATUS_SUCCESS;
}

musolverStatus_t statusOf(musaError_t error);

/// Puts `work` into the handle's stream, if the call's arguments are valid.
musolverStatus_t submitIf(musolverDnHandle_t handle, bool isValid, std::function<void()> work,
                          const char *caller = __builtin_FUNCTION());

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

//===- libraries/solver/handle.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"

#include <utility>

// What they could say changes nothing here: they only have to be there.
struct musolverDnParams {};

namespace musaport::solver {

musolverStatus_t statusOf(musaError_t error) {
  switch (error) {
  case musaSuccess:
    return MUSOLVER_STATUS_SUCCESS;
  case musaErrorMemoryAllocation:
    return MUSOLVER_STATUS_ALLOC_FAILED;
  case musaErrorNotSupported:
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  default:
    return MUSOLVER_STATUS_EXECUTION_FAILED;
  }
}

musolverStatus_t submitIf(musolverDnHandle_t handle, bool isValid, std::function<void()> work,
                          const char *caller) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (!isValid)
    return MUSOLVER_STATUS_INVALID_VALUE;
  return statusOf(submit(handle->stream, std::move(work), caller));
}

namespace {

/// For a setting of `object` that changes nothing.
musolverStatus_t accept(const void *object, bool isValid) {
  if (object == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  return isValid ? MUSOLVER_STATUS_SUCCESS : MUSOLVER_STATUS_INVALID_VALUE;
}
/// Waits for the last run with `info`, and gives `get(run)`.
template <typename Info, typename Number, typename Get>
musolverStatus_t giveOfRun(musolverDnHandle_t handle, const Info *info, Number *number, Get get) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (info == nullptr || number == nullptr)
    return MUSOLVER_STATUS_INVALID_VALUE;
  if (info->run->isBatch)
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  if (musaError_t error = musaStreamSynchronize(handle->stream); error != musaSuccess)
    return statusOf(error);
  *number = get(*info->run);
  return MUSOLVER_STATUS_SUCCESS;
}
template <typename Info>
musolverStatus_t giveResidual(musolverDnHandle_t handle, const Info *info, double *residual) {
  return giveOfRun(handle, info, residual, [](const JacobiRun &run) { return run.residual; });
}
template <typename Info>
musolverStatus_t giveSweeps(musolverDnHandle_t handle, const Info *info, int *sweeps) {
  return giveOfRun(handle, info, sweeps, [](const JacobiRun &) { return 1; });
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

musolverStatus_t musolverGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return MUSOLVER_STATUS_INVALID_VALUE;
  constexpr int version[] = {MUSOLVER_VER_MAJOR, MUSOLVER_VER_MINOR, MUSOLVER_VER_PATCH};
  *value = version[type];
  return MUSOLVER_STATUS_SUCCESS;
}
musolverStatus_t musolverGetVersion(int *version) {
  if (version == nullptr)
    return MUSOLVER_STATUS_INVALID_VALUE;
  *version = MUSOLVER_VERSION;
  return MUSOLVER_STATUS_SUCCESS;
}

musolverStatus_t musolverDnCreate(musolverDnHandle_t *handle) { return createHandle(handle); }
musolverStatus_t musolverDnDestroy(musolverDnHandle_t handle) { return destroy(handle); }

musolverStatus_t musolverDnSetStream(musolverDnHandle_t handle, musaStream_t stream) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return MUSOLVER_STATUS_SUCCESS;
}
musolverStatus_t musolverDnGetStream(musolverDnHandle_t handle, musaStream_t *stream) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (stream == nullptr)
    return MUSOLVER_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return MUSOLVER_STATUS_SUCCESS;
}

musolverStatus_t musolverDnCreateParams(musolverDnParams_t *params) { return create(params); }
musolverStatus_t musolverDnDestroyParams(musolverDnParams_t params) { return destroy(params); }
musolverStatus_t musolverDnSetAdvOptions(musolverDnParams_t params, musolverDnFunction_t function,
                                         musolverAlgMode_t algorithm) {
  return accept(params, function >= MUSOLVERDN_GETRF && function <= MUSOLVERDN_POTRF &&
                            algorithm >= MUSOLVER_ALG_0 && algorithm <= MUSOLVER_ALG_2);
}

musolverStatus_t musolverDnCreateGesvdjInfo(gesvdjInfo_t *info) { return create(info); }
musolverStatus_t musolverDnDestroyGesvdjInfo(gesvdjInfo_t info) { return destroy(info); }
musolverStatus_t musolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double) {
  return accept(info, true);
}
musolverStatus_t musolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps) {
  return accept(info, sweeps >= 0);
}
musolverStatus_t musolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int) { return accept(info, true); }
musolverStatus_t musolverDnXgesvdjGetResidual(musolverDnHandle_t handle, gesvdjInfo_t info,
                                              double *residual) {
  return giveResidual(handle, info, residual);
}
musolverStatus_t musolverDnXgesvdjGetSweeps(musolverDnHandle_t handle, gesvdjInfo_t info,
                                            int *sweeps) {
  return giveSweeps(handle, info, sweeps);
}

musolverStatus_t musolverDnCreateSyevjInfo(syevjInfo_t *info) { return create(info); }
musolverStatus_t musolverDnDestroySyevjInfo(syevjInfo_t info) { return destroy(info); }
musolverStatus_t musolverDnXsyevjSetTolerance(syevjInfo_t info, double) {
  return accept(info, true);
}
musolverStatus_t musolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps) {
  return accept(info, sweeps >= 0);
}
musolverStatus_t musolverDnXsyevjSetSortEig(syevjInfo_t info, int) { return accept(info, true); }
musolverStatus_t musolverDnXsyevjGetResidual(musolverDnHandle_t handle, syevjInfo_t info,
                                             double *residual) {
  return giveResidual(handle, info, residual);
}
musolverStatus_t musolverDnXsyevjGetSweeps(musolverDnHandle_t handle, syevjInfo_t info,
                                           int *sweeps) {
  return giveSweeps(handle, info, sweeps);
}

//===- host/driver/prepared_launch.cpp - launches that CUDA has deprecated -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function is first told its block and its parameters, and then launched.
//===----------------------------------------------------------------------===//
#include "driver/prepared_launch.h"
#include "driver/driver.h"
#include "driver/module.h"

#include <cstring>

using namespace musart;

namespace {

constexpr size_t mostParameterBytes = 4096;

/// Calls `change` with what was said of the function. Throws MUSA_ERROR_INVALID_HANDLE.
template <typename Change> void withPrepared(MUfunction handle, Change change) {
  const std::shared_ptr<SharedPreparedLaunch> shared = preparedLaunchOf(handle);
  const std::scoped_lock lock(shared->mutex);
  change(shared->launch);
}

MUresult setParameter(MUfunction handle, int offset, const void *value, size_t bytes,
                      const char *caller = __builtin_FUNCTION()) {
  return driver(
      [&] {
        withPrepared(handle, [&](PreparedLaunch &prepared) {
          requireDriver(value != nullptr && offset >= 0);
          const size_t end = static_cast<size_t>(offset) + bytes;
          requireDriver(end <= mostParameterBytes);
          if (prepared.parameters.size() < end)
            prepared.parameters.resize(end);
          std::memcpy(prepared.parameters.data() + offset, value, bytes);
        });
      },
      caller);
}

MUresult launchPrepared(MUfunction handle, int width, int height, MUstream stream,
                        const char *caller = __builtin_FUNCTION()) {
  return driver(
      [&] {
        PreparedLaunch prepared;
        withPrepared(handle, [&](const PreparedLaunch &found) { prepared = found; });
        requireDriver(width > 0 && height > 0 && prepared.block[0] > 0);
        size_t bytes = prepared.parameters.size();
        void *extra[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, prepared.parameters.data(),
                         MU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, MU_LAUNCH_PARAM_END};
        const MUresult result =
            muLaunchKernel(handle, static_cast<unsigned>(width), static_cast<unsigned>(height), 1,
                           prepared.block[0], prepared.block[1], prepared.block[2],
                           prepared.sharedBytes, stream, nullptr, bytes > 0 ? extra : nullptr);
        requireDriver(result == MUSA_SUCCESS, result);
      },
      caller);
}

} // namespace

extern "C" {

MUresult muFuncSetBlockShape(MUfunction hfunc, int x, int y, int z) {
  return driver([&] {
    withPrepared(hfunc, [&](PreparedLaunch &prepared) {
      requireDriver(x > 0 && y > 0 && z > 0);
      const int given[] = {x, y, z};
      for (int d = 0; d < 3; ++d)
        prepared.block[d] = static_cast<unsigned>(given[d]);
    });
  });
}

MUresult muFuncSetSharedSize(MUfunction hfunc, unsigned bytes) {
  return driver([&] {
    withPrepared(hfunc, [&](PreparedLaunch &prepared) { prepared.sharedBytes = bytes; });
  });
}

MUresult muParamSetSize(MUfunction hfunc, unsigned numbytes) {
  return driver([&] {
    withPrepared(hfunc, [&](PreparedLaunch &prepared) {
      requireDriver(numbytes <= mostParameterBytes);
      prepared.parameters.resize(numbytes);
    });
  });
}

MUresult muParamSeti(MUfunction hfunc, int offset, unsigned value) {
  return setParameter(hfunc, offset, &value, sizeof value);
}
MUresult muParamSetf(MUfunction hfunc, int offset, float value) {
  return setParameter(hfunc, offset, &value, sizeof value);
}
MUresult muParamSetv(MUfunction hfunc, int offset, void *ptr, unsigned numbytes) {
  return setParameter(hfunc, offset, ptr, numbytes);
}

/// Kernels read references that are their module's, whether they are told or not.
MUresult muParamSetTexRef(MUfunction hfunc, int texunit, MUtexref hTexRef) {
  return driver([&] {
    functionOf(hfunc);
    requireDriver(texunit == MU_PARAM_TR_DEFAULT);
    unsigned flags = 0;
    if (const MUresult result = muTexRefGetFlags(&flags, hTexRef); result != MUSA_SUCCESS)
      throw DriverError{result};
  });
}

MUresult muLaunch(MUfunction f) { return launchPrepared(f, 1, 1, nullptr); }

MUresult muLaunchGrid(MUfunction f, int grid_width, int grid_height) {
  return launchPrepared(f, grid_width, grid_height, nullptr);
}

MUresult muLaunchGridAsync(MUfunction f, int grid_width, int grid_height, MUstream hStream) {
  return launchPrepared(f, grid_width, grid_height, hStream);
}

} // extern "C"

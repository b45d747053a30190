//===- libraries/fft/api.cpp - the public API -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mufft.h"
#include "mufftXt.h"
#include "plan.h"
#include "several_devices.h"

#include <algorithm>
#include <new>

namespace musaport::fft {
namespace {

std::optional<Types> typesOf(mufftType type) {
  switch (type) {
  case MUFFT_C2C:
    return Types{Kind::complexToComplex, MUSA_R_32F};
  case MUFFT_R2C:
    return Types{Kind::realToComplex, MUSA_R_32F};
  case MUFFT_C2R:
    return Types{Kind::complexToReal, MUSA_R_32F};
  case MUFFT_Z2Z:
    return Types{Kind::complexToComplex, MUSA_R_64F};
  case MUFFT_D2Z:
    return Types{Kind::realToComplex, MUSA_R_64F};
  case MUFFT_Z2D:
    return Types{Kind::complexToReal, MUSA_R_64F};
  }
  return std::nullopt;
}

std::optional<Types> typesOf(musaDataType input, musaDataType output, musaDataType execution) {
  const auto matches = [=](musaDataType real, musaDataType complex) -> std::optional<Types> {
    if (input == complex && output == complex)
      return Types{Kind::complexToComplex, real};
    if (input == real && output == complex)
      return Types{Kind::realToComplex, real};
    if (input == complex && output == real)
      return Types{Kind::complexToReal, real};
    return std::nullopt;
  };
  switch (execution) {
  case MUSA_C_32F:
    return matches(MUSA_R_32F, MUSA_C_32F);
  case MUSA_C_64F:
    return matches(MUSA_R_64F, MUSA_C_64F);
  case MUSA_C_16F:
    return matches(MUSA_R_16F, MUSA_C_16F);
  case MUSA_C_16BF:
    return matches(MUSA_R_16BF, MUSA_C_16BF);
  default:
    return std::nullopt;
  }
}

/// One side's arguments.
template <typename Int> struct Side {
  const Int *embed = nullptr;
  Int stride = 1;
  Int distance = 0;
};

template <typename Int> Layout layoutOf(int rank, const Side<Int> &side) {
  Extents embed{};
  std::copy_n(side.embed, rank, embed.begin());
  return embedded(rank, embed, side.stride, side.distance);
}

template <typename Int> struct Arguments {
  int rank;
  const Int *n;
  std::optional<Types> types;
  Int batch;
  Side<Int> input;
  Side<Int> output;
};

template <typename Int> mufftResult problemOf(const Arguments<Int> &arguments, Problem &problem) {
  const auto &[rank, n, types, batch, input, output] = arguments;
  if (rank < 1 || rank > maxRank || n == nullptr || !types)
    return MUFFT_INVALID_VALUE;
  if (batch < 1 || std::any_of(n, n + rank, [](Int extent) { return extent < 1; }))
    return MUFFT_INVALID_SIZE;
  problem.shape = {*types, rank, {}, batch};
  std::copy_n(n, rank, problem.shape.n.begin());
  if (input.embed != nullptr && output.embed != nullptr) {
    if (input.stride < 1 || output.stride < 1)
      return MUFFT_INVALID_VALUE;
    problem.given = {layoutOf(rank, input), layoutOf(rank, output)};
  }
  return MUFFT_SUCCESS;
}

/// One for each of a plan's devices, if it is for several. The host needs no work area.
mufftResult giveSizes(size_t *workSizes, const std::vector<int> &devices) {
  if (workSizes == nullptr)
    return MUFFT_INVALID_VALUE;
  std::fill_n(workSizes, std::max<size_t>(1, devices.size()), 0);
  return MUFFT_SUCCESS;
}

template <typename Int>
mufftResult estimate(const Arguments<Int> &arguments, size_t *workSizes,
                     const std::vector<int> &devices = {}) {
  Problem problem;
  const mufftResult result = problemOf(arguments, problem);
  return result == MUFFT_SUCCESS ? giveSizes(workSizes, devices) : result;
}

template <typename Int>
mufftResult getSize(mufftHandle handle, const Arguments<Int> &arguments, size_t *workSizes) try {
  const std::shared_ptr<Plan> plan = findPlan(handle);
  return plan != nullptr ? estimate(arguments, workSizes, plan->devicesOf()) : MUFFT_INVALID_PLAN;
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

template <typename Int>
mufftResult makePlan(mufftHandle handle, const Arguments<Int> &arguments, size_t *workSizes) try {
  const std::shared_ptr<Plan> plan = findPlan(handle);
  if (plan == nullptr)
    return MUFFT_INVALID_PLAN;
  Problem problem;
  if (mufftResult result = problemOf(arguments, problem); result != MUFFT_SUCCESS)
    return result;
  const std::vector<int> devices = plan->devicesOf();
  if (!devices.empty() && !isForSeveralDevices(problem))
    return MUFFT_NOT_SUPPORTED;
  if (mufftResult result = giveSizes(workSizes, devices); result != MUFFT_SUCCESS)
    return result;
  return plan->setProblem(problem);
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

/// A handle of a plan that is made.
template <typename Int> mufftResult newPlan(mufftHandle *handle, const Arguments<Int> &arguments) {
  if (mufftResult result = mufftCreate(handle); result != MUFFT_SUCCESS)
    return result;
  size_t size = 0;
  const mufftResult result = makePlan(*handle, arguments, &size);
  if (result != MUFFT_SUCCESS)
    removePlan(*handle);
  return result;
}

/// Without embedding.
Arguments<int> contiguousArguments(int rank, const int *n, mufftType type, int batch) {
  return {rank, n, typesOf(type), batch, {}, {}};
}

mufftResult execute(mufftHandle handle, const std::optional<Types> &expected, void *input,
                    void *output, int direction) try {
  const std::shared_ptr<Plan> plan = findPlan(handle);
  return plan != nullptr ? plan->execute(expected, input, output, direction) : MUFFT_INVALID_PLAN;
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

/// For what is accepted and changes nothing.
mufftResult accept(mufftHandle handle) {
  return findPlan(handle) != nullptr ? MUFFT_SUCCESS : MUFFT_INVALID_PLAN;
}

} // namespace
} // namespace musaport::fft

using namespace musaport::fft;

mufftResult mufftCreate(mufftHandle *plan) try {
  if (plan == nullptr)
    return MUFFT_INVALID_VALUE;
  int device = 0;
  if (musaGetDevice(&device) != musaSuccess)
    return MUFFT_SETUP_FAILED;
  *plan = addPlan();
  return MUFFT_SUCCESS;
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}

mufftResult mufftDestroy(mufftHandle plan) {
  return removePlan(plan) ? MUFFT_SUCCESS : MUFFT_INVALID_PLAN;
}

// Each of these begins with the same arguments, behind what it begins with itself.
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(name, does, First, first, last)                                                     \
  mufftResult name##1d(First int nx, mufftType type, int batch last(size_t *workSize)) {           \
    return does(first contiguousArguments(1, &nx, type, batch) last(workSize));                    \
  }                                                                                                \
  mufftResult name##2d(First int nx, int ny, mufftType type last(size_t *workSize)) {              \
    const std::array<int, 2> n = {nx, ny};                                                         \
    return does(first contiguousArguments(2, n.data(), type, 1) last(workSize));                   \
  }                                                                                                \
  mufftResult name##3d(First int nx, int ny, int nz, mufftType type last(size_t *workSize)) {      \
    const std::array<int, 3> n = {nx, ny, nz};                                                     \
    return does(first contiguousArguments(3, n.data(), type, 1) last(workSize));                   \
  }                                                                                                \
  mufftResult name##Many(First int rank, int *n, int *inembed, int istride, int idist,             \
                         int *onembed, int ostride, int odist, mufftType type,                     \
                         int batch last(size_t *workSize)) {                                       \
    return does(first Arguments<int> {                                                             \
      rank, n, typesOf(type), batch, {inembed, istride, idist}, { onembed, ostride, odist }        \
    } last(workSize));                                                                             \
  }
#define HANDLE_TO mufftHandle *plan,
#define HANDLE mufftHandle plan,
#define PLAN plan,
#define NONE
#define WITH(argument) , argument
#define WITHOUT(argument)
DEFINE(mufftPlan, newPlan, HANDLE_TO, PLAN, WITHOUT)
DEFINE(mufftMakePlan, makePlan, HANDLE, PLAN, WITH)
DEFINE(mufftGetSize, getSize, HANDLE, PLAN, WITH)
DEFINE(mufftEstimate, estimate, NONE, NONE, WITH)
// NOLINTEND(bugprone-macro-parentheses)

mufftResult mufftMakePlanMany64(mufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                long long int *onembed, long long int ostride, long long int odist,
                                mufftType type, long long int batch, size_t *workSize) {
  return makePlan(
      plan,
      Arguments<long long>{
          rank, n, typesOf(type), batch, {inembed, istride, idist}, {onembed, ostride, odist}},
      workSize);
}
mufftResult mufftGetSizeMany64(mufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, long long int *onembed,
                               long long int ostride, long long int odist, mufftType type,
                               long long int batch, size_t *workSize) {
  return getSize(
      plan,
      Arguments<long long>{
          rank, n, typesOf(type), batch, {inembed, istride, idist}, {onembed, ostride, odist}},
      workSize);
}
mufftResult mufftXtMakePlanMany(mufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                musaDataType inputtype, long long int *onembed,
                                long long int ostride, long long int odist, musaDataType outputtype,
                                long long int batch, size_t *workSize, musaDataType executiontype) {
  return makePlan(plan,
                  Arguments<long long>{rank,
                                       n,
                                       typesOf(inputtype, outputtype, executiontype),
                                       batch,
                                       {inembed, istride, idist},
                                       {onembed, ostride, odist}},
                  workSize);
}
mufftResult mufftXtGetSizeMany(mufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, musaDataType inputtype,
                               long long int *onembed, long long int ostride, long long int odist,
                               musaDataType outputtype, long long int batch, size_t *workSize,
                               musaDataType executiontype) {
  return getSize(plan,
                 Arguments<long long>{rank,
                                      n,
                                      typesOf(inputtype, outputtype, executiontype),
                                      batch,
                                      {inembed, istride, idist},
                                      {onembed, ostride, odist}},
                 workSize);
}

mufftResult mufftGetSize(mufftHandle plan, size_t *workSize) try {
  const std::shared_ptr<Plan> found = findPlan(plan);
  return found != nullptr && found->hasProblem() ? giveSizes(workSize, found->devicesOf())
                                                 : MUFFT_INVALID_PLAN;
} catch (const std::bad_alloc &) {
  return MUFFT_ALLOC_FAILED;
}
mufftResult mufftSetAutoAllocation(mufftHandle plan, int) { return accept(plan); }
mufftResult mufftSetWorkArea(mufftHandle plan, void *) { return accept(plan); }
mufftResult mufftXtSetWorkArea(mufftHandle plan, void **) { return accept(plan); }
mufftResult mufftXtSetWorkAreaPolicy(mufftHandle plan, mufftXtWorkAreaPolicy, size_t *) {
  return accept(plan);
}

mufftResult mufftSetStream(mufftHandle plan, musaStream_t stream) {
  const std::shared_ptr<Plan> found = findPlan(plan);
  if (found == nullptr)
    return MUFFT_INVALID_PLAN;
  found->setStream(stream);
  return MUFFT_SUCCESS;
}

mufftResult mufftExecC2C(mufftHandle plan, mufftComplex *idata, mufftComplex *odata,
                         int direction) {
  return execute(plan, Types{Kind::complexToComplex, MUSA_R_32F}, idata, odata, direction);
}
mufftResult mufftExecR2C(mufftHandle plan, mufftReal *idata, mufftComplex *odata) {
  return execute(plan, Types{Kind::realToComplex, MUSA_R_32F}, idata, odata, MUFFT_FORWARD);
}
mufftResult mufftExecC2R(mufftHandle plan, mufftComplex *idata, mufftReal *odata) {
  return execute(plan, Types{Kind::complexToReal, MUSA_R_32F}, idata, odata, MUFFT_INVERSE);
}
mufftResult mufftExecZ2Z(mufftHandle plan, mufftDoubleComplex *idata, mufftDoubleComplex *odata,
                         int direction) {
  return execute(plan, Types{Kind::complexToComplex, MUSA_R_64F}, idata, odata, direction);
}
mufftResult mufftExecD2Z(mufftHandle plan, mufftDoubleReal *idata, mufftDoubleComplex *odata) {
  return execute(plan, Types{Kind::realToComplex, MUSA_R_64F}, idata, odata, MUFFT_FORWARD);
}
mufftResult mufftExecZ2D(mufftHandle plan, mufftDoubleComplex *idata, mufftDoubleReal *odata) {
  return execute(plan, Types{Kind::complexToReal, MUSA_R_64F}, idata, odata, MUFFT_INVERSE);
}
mufftResult mufftXtExec(mufftHandle plan, void *input, void *output, int direction) {
  return execute(plan, std::nullopt, input, output, direction);
}

mufftResult mufftXtSetCallback(mufftHandle plan, void **callbackRoutine, mufftXtCallbackType cbType,
                               void **callerInfo) {
  const std::shared_ptr<Plan> found = findPlan(plan);
  if (found == nullptr)
    return MUFFT_INVALID_PLAN;
  if (callbackRoutine == nullptr || *callbackRoutine == nullptr)
    return MUFFT_INVALID_VALUE;
  return found->setCallback(cbType, *callbackRoutine,
                            callerInfo != nullptr ? *callerInfo : nullptr);
}
mufftResult mufftXtClearCallback(mufftHandle plan, mufftXtCallbackType cbType) {
  const std::shared_ptr<Plan> found = findPlan(plan);
  return found != nullptr ? found->setCallback(cbType, nullptr, nullptr) : MUFFT_INVALID_PLAN;
}
mufftResult mufftXtSetCallbackSharedSize(mufftHandle plan, mufftXtCallbackType cbType,
                                         size_t sharedSize) {
  const std::shared_ptr<Plan> found = findPlan(plan);
  return found != nullptr ? found->setSharedSize(cbType, sharedSize) : MUFFT_INVALID_PLAN;
}

mufftResult mufftGetVersion(int *version) {
  if (version == nullptr)
    return MUFFT_INVALID_VALUE;
  *version = MUFFT_VERSION;
  return MUFFT_SUCCESS;
}

mufftResult mufftGetProperty(libraryPropertyType type, int *value) {
  constexpr std::array<int, 3> parts = {MUFFT_VER_MAJOR, MUFFT_VER_MINOR, MUFFT_VER_PATCH};
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return MUFFT_INVALID_VALUE;
  *value = parts[type];
  return MUFFT_SUCCESS;
}

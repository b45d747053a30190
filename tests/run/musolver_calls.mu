// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// What muSOLVER's calls refuse, and how their work is put into streams and graphs.
#include "musolver_test.h"

#include <musolver.h>
#include <musolver_common.h>

namespace {

musolverDnHandle_t handle;

int status(musolverStatus_t value) { return static_cast<int>(value); }
const int invalid = MUSOLVER_STATUS_INVALID_VALUE;
const int uninitialized = MUSOLVER_STATUS_NOT_INITIALIZED;

void testObjects() {
  int version = 0, major = 0, minor = 0, patch = 0;
  CHECK_SOLVER(musolverGetVersion(&version));
  CHECK_EQUAL(version, MUSOLVER_VERSION);
  CHECK_SOLVER(musolverGetProperty(MAJOR_VERSION, &major));
  CHECK_SOLVER(musolverGetProperty(MINOR_VERSION, &minor));
  CHECK_SOLVER(musolverGetProperty(PATCH_LEVEL, &patch));
  CHECK_EQUAL(major * 1000 + minor * 100 + patch, version);
  CHECK_EQUAL(status(musolverGetVersion(nullptr)), invalid);
  CHECK_EQUAL(status(musolverGetProperty(static_cast<libraryPropertyType>(7), &major)), invalid);

  CHECK_EQUAL(status(musolverDnCreate(nullptr)), invalid);
  CHECK_EQUAL(status(musolverDnDestroy(nullptr)), uninitialized);
  CHECK_EQUAL(status(musolverDnSetStream(nullptr, nullptr)), uninitialized);
  CHECK_EQUAL(status(musolverDnGetStream(handle, nullptr)), invalid);
  CHECK_EQUAL(status(musolverDnCreateParams(nullptr)), invalid);
  CHECK_EQUAL(status(musolverDnDestroyParams(nullptr)), uninitialized);
  musolverDnParams_t parameters;
  CHECK_SOLVER(musolverDnCreateParams(&parameters));
  CHECK_EQUAL(status(musolverDnSetAdvOptions(parameters, MUSOLVERDN_POTRF,
                                             static_cast<musolverAlgMode_t>(9))),
              invalid);
  CHECK_SOLVER(musolverDnDestroyParams(parameters));
  gesvdjInfo_t svd;
  CHECK_SOLVER(musolverDnCreateGesvdjInfo(&svd));
  CHECK_EQUAL(status(musolverDnXgesvdjSetMaxSweeps(svd, -1)), invalid);
  CHECK_SOLVER(musolverDnDestroyGesvdjInfo(svd));
  CHECK_EQUAL(status(musolverDnXgesvdjSetTolerance(nullptr, 0)), uninitialized);
  syevjInfo_t eigen;
  CHECK_SOLVER(musolverDnCreateSyevjInfo(&eigen));
  CHECK_EQUAL(status(musolverDnXsyevjSetMaxSweeps(eigen, -1)), invalid);
  CHECK_SOLVER(musolverDnDestroySyevjInfo(eigen));
  CHECK_EQUAL(status(musolverDnXsyevjSetSortEig(nullptr, 0)), uninitialized);
}

void testArguments() {
  const DeviceMatrix<float> matrix(identity<float>(4)), other(identity<float>(4));
  const DeviceArray<float> values(std::vector<float>(4, 77));
  const DeviceInfo device;
  float *a = matrix.get(), *b = other.get(), *v = values.get();
  int *info = device.get();
  const int ld = matrix.ld();
  const mublasFillMode_t lower = MUBLAS_FILL_MODE_LOWER;
  const musolverEigMode_t vectors = MUSOLVER_EIG_MODE_VECTOR;

  const auto potrf = [&](musolverDnHandle_t with, mublasFillMode_t uplo, int n, float *memory,
                         int lda, int *result) {
    return status(musolverDnSpotrf(with, uplo, n, memory, lda, nullptr, 0, result));
  };
  CHECK_EQUAL(potrf(nullptr, lower, 4, a, ld, info), uninitialized);
  CHECK_EQUAL(potrf(handle, MUBLAS_FILL_MODE_FULL, 4, a, ld, info), invalid);
  CHECK_EQUAL(potrf(handle, lower, -1, a, ld, info), invalid);
  CHECK_EQUAL(potrf(handle, lower, 4, a, 3, info), invalid);
  CHECK_EQUAL(potrf(handle, lower, 4, nullptr, ld, info), invalid);
  CHECK_EQUAL(potrf(handle, lower, 4, a, ld, nullptr), invalid);
  int size = 0;
  CHECK_EQUAL(status(musolverDnSpotrf_bufferSize(nullptr, lower, 4, a, ld, &size)), uninitialized);
  CHECK_EQUAL(status(musolverDnSpotrf_bufferSize(handle, lower, 4, a, 3, &size)), invalid);
  CHECK_EQUAL(status(musolverDnSpotrf_bufferSize(handle, lower, 4, a, ld, nullptr)), invalid);

  // As in cuSOLVER: one right-hand side a matrix, and matrices of at most 32 by 32.
  const DeviceArray<float *> as({a}), bs({b});
  CHECK_EQUAL(
      status(musolverDnSpotrsBatched(handle, lower, 4, 2, as.get(), ld, bs.get(), ld, info, 1)),
      invalid);
  CHECK_EQUAL(status(musolverDnSgesvdjBatched(handle, vectors, 33, 4, a, 33, v, b, 33, b, 33,
                                              nullptr, 0, info, nullptr, 1)),
              invalid);
  // More columns than rows.
  CHECK_EQUAL(status(musolverDnSgesvd(handle, 'N', 'N', 3, 4, a, ld, v, nullptr, 1, nullptr, 1,
                                      nullptr, 0, nullptr, info)),
              invalid);
  CHECK_EQUAL(status(musolverDnSgesvd_bufferSize(handle, 3, 4, &size)), invalid);
  CHECK_EQUAL(status(musolverDnSgesvd(handle, 'O', 'O', 4, 4, a, ld, v, nullptr, 1, nullptr, 1,
                                      nullptr, 0, nullptr, info)),
              invalid);
  CHECK_EQUAL(status(musolverDnSgesvd(handle, 'X', 'N', 4, 4, a, ld, v, nullptr, 1, nullptr, 1,
                                      nullptr, 0, nullptr, info)),
              invalid);
  CHECK_EQUAL(status(musolverDnSgesvdj(handle, vectors, 0, 4, 4, a, ld, v, b, 3, b, ld, nullptr, 0,
                                       info, nullptr)),
              invalid);
  CHECK_EQUAL(status(musolverDnSgesvdj(handle, static_cast<musolverEigMode_t>(5), 0, 4, 4, a, ld, v,
                                       b, ld, b, ld, nullptr, 0, info, nullptr)),
              invalid);
  CHECK_EQUAL(
      status(musolverDnSgesvdaStridedBatched(handle, vectors, 5, 4, 4, a, ld, 0, v, 0, b, ld, 0, b,
                                             ld, 0, nullptr, 0, info, nullptr, 1)),
      invalid);
  CHECK_EQUAL(status(musolverDnSsyevd(handle, vectors, lower, 4, a, ld, nullptr, nullptr, 0, info)),
              invalid);
  CHECK_EQUAL(status(musolverDnSgetrs(handle, static_cast<mublasOperation_t>(8), 4, 1, a, ld,
                                      nullptr, b, ld, info)),
              invalid);
  CHECK_EQUAL(status(musolverDnSsytrf(handle, lower, 4, a, ld, nullptr, nullptr, 0, info)),
              invalid);
  // Q has no more columns than rows, and no more reflections than columns.
  CHECK_EQUAL(status(musolverDnSorgqr(handle, 3, 4, 3, a, ld, v, nullptr, 0, info)), invalid);
  CHECK_EQUAL(status(musolverDnSorgqr(handle, 4, 3, 4, a, ld, v, nullptr, 0, info)), invalid);
  CHECK_EQUAL(status(musolverDnSormqr(handle, MUBLAS_SIDE_LEFT, MUBLAS_OP_N, 4, 2, 5, a, ld, v, b,
                                      ld, nullptr, 0, info)),
              invalid);
  // LAPACK has no product with a complex Q's transpose.
  CHECK_EQUAL(
      status(musolverDnCunmqr(handle, MUBLAS_SIDE_LEFT, MUBLAS_OP_T, 1, 1, 1,
                              reinterpret_cast<muComplex *>(a), 1, reinterpret_cast<muComplex *>(v),
                              reinterpret_cast<muComplex *>(b), 1, nullptr, 0, info)),
      invalid);

  // Nothing was touched, and what has no elements is done at once.
  CHECK(matrix.read().elements == identity<float>(4).elements);
  CHECK_EQUAL(device.read(), -77);
  CHECK_SOLVER(musolverDnSpotrf(handle, lower, 0, nullptr, 1, nullptr, 0, info));
  CHECK_EQUAL(device.read(), 0);
}

/// Work waits for what is in its stream before it, and what comes after it waits for it.
void testStream() {
  musaStream_t stream, current = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_SOLVER(musolverDnSetStream(handle, stream));
  CHECK_SOLVER(musolverDnGetStream(handle, &current));
  CHECK(current == stream);
  const float four = 4;
  float result = 0;
  const DeviceArray<float> a({0});
  const DeviceInfo info;
  const auto wait = [](void *) {
    for (volatile int i = 0; i < 20000000; i = i + 1) {
    }
  };
  CHECK_MUSA(musaLaunchHostFunc(stream, wait, nullptr));
  CHECK_MUSA(musaMemcpyAsync(a.get(), &four, sizeof four, musaMemcpyHostToDevice, stream));
  CHECK_SOLVER(
      musolverDnSpotrf(handle, MUBLAS_FILL_MODE_LOWER, 1, a.get(), 1, nullptr, 0, info.get()));
  CHECK_MUSA(musaMemcpyAsync(&result, a.get(), sizeof result, musaMemcpyDeviceToHost, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(result, 2.F);

  // A call in a captured stream runs whenever the graph does: a root of a root of 256.
  const DeviceArray<float> b({256});
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  CHECK_SOLVER(
      musolverDnSpotrf(handle, MUBLAS_FILL_MODE_LOWER, 1, b.get(), 1, nullptr, 0, info.get()));
  musaGraph_t graph;
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_EQUAL(b.read()[0], 256.F);
  for (int i = 0; i < 2; ++i)
    CHECK_MUSA(musaGraphLaunch(exec, stream));
  CHECK_EQUAL(b.read()[0], 4.F);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_SOLVER(musolverDnSetStream(handle, nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  testObjects();
  testArguments();
  testStream();
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that CUDA has deprecated: a function is told its block and its parameters, and launched.
// MCC: -lmupti -lmusa
#include "check.h"

#include <mupti.h>
#include <musa.h>
#include <string>
#include <vector>

texture<float, 1> read;

extern "C" __global__ void fill(int *out, int value, float factor, double more) {
  extern __shared__ int shared[];
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  shared[thread] = value;
  __syncthreads();
  out[block * blockDim.x * blockDim.y + thread] = shared[thread] + static_cast<int>(factor * 2) +
                                                  static_cast<int>(more) + static_cast<int>(block);
}
extern "C" __global__ void nothing() {}

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

void testLaunches(MUmodule module, int *out) {
  MUfunction function = nullptr;
  CHECK_MU(muModuleGetFunction(&function, module, "fill"));
  CHECK_EQUAL(muLaunch(function), MUSA_ERROR_INVALID_VALUE); // no block
  CHECK_MU(muFuncSetBlockShape(function, 4, 2, 1));
  CHECK_MU(muFuncSetSharedSize(function, 8 * sizeof(int)));
  CHECK_MU(muParamSetv(function, 0, &out, sizeof out));
  CHECK_MU(muParamSeti(function, 8, 100));
  CHECK_MU(muParamSetf(function, 12, 1.5f));
  double more = 1000;
  CHECK_MU(muParamSetv(function, 16, &more, sizeof more));
  CHECK_MU(muParamSetSize(function, 24));
  CHECK_MU(muLaunch(function));
  CHECK_MU(muCtxSynchronize());
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(out[i], 1103);
  CHECK_MU(muParamSeti(function, 8, 200)); // the rest stays
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  CHECK_MU(muLaunchGridAsync(function, 2, 3, stream));
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_MU(muStreamDestroy(stream));
  for (int i = 0; i < 48; ++i)
    CHECK_EQUAL(out[i], 1203 + i / 8);
  CHECK_MU(muLaunchGrid(function, 1, 1));
  CHECK_MU(muCtxSynchronize());

  MUfunction empty = nullptr;
  CHECK_MU(muModuleGetFunction(&empty, module, "nothing"));
  CHECK_MU(muFuncSetBlockShape(empty, 1, 1, 1));
  CHECK_MU(muLaunch(empty));
  MUtexref texref = nullptr;
  CHECK_MU(muModuleGetTexRef(&texref, module, "read"));
  CHECK_MU(muParamSetTexRef(empty, MU_PARAM_TR_DEFAULT, texref));
  CHECK_EQUAL(muParamSetTexRef(empty, 0, texref), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muParamSetTexRef(empty, MU_PARAM_TR_DEFAULT, nullptr), MUSA_ERROR_INVALID_HANDLE);

  CHECK_EQUAL(muFuncSetBlockShape(function, 0, 1, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muFuncSetBlockShape(nullptr, 1, 1, 1), MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(muParamSeti(function, -4, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muParamSetv(function, 4090, &more, sizeof more), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muParamSetv(function, 0, nullptr, 4), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muParamSetSize(function, 5000), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muLaunchGrid(function, 0, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muLaunch(nullptr), MUSA_ERROR_INVALID_HANDLE);
}

/// Names of calls, as a profiler is told them.
std::vector<std::string> told;

void onCall(void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *data) {
  const auto &call = *static_cast<const MUpti_CallbackData *>(data);
  if (call.callbackSite == MUPTI_API_ENTER)
    told.emplace_back(call.functionName);
}

template <typename Calls> std::vector<std::string> namesOf(Calls calls) {
  MUpti_SubscriberHandle subscriber = nullptr;
  told.clear();
  CHECK_EQUAL(muptiSubscribe(&subscriber, onCall, nullptr), MUPTI_SUCCESS);
  CHECK_EQUAL(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_DRIVER_API), MUPTI_SUCCESS);
  calls();
  CHECK_EQUAL(muptiUnsubscribe(subscriber), MUPTI_SUCCESS);
  return told;
}

void testNames(MUmodule module) {
  MUfunction function = nullptr;
  CHECK_MU(muModuleGetFunction(&function, module, "nothing"));
  int value = 0;
  const std::vector<std::string> names = namesOf([&] {
    CHECK_MU(muParamSeti(function, 0, 1));
    CHECK_MU(muParamSetf(function, 0, 1));
    CHECK_MU(muParamSetv(function, 0, &value, sizeof value));
    CHECK_MU(muParamSetSize(function, 0));
    CHECK_MU(muLaunch(function));
    CHECK_MU(muLaunchGrid(function, 1, 1));
    CHECK_MU(muLaunchGridAsync(function, 1, 1, nullptr));
  });
  CHECK(names ==
        (std::vector<std::string>{"muParamSeti", "muParamSetf", "muParamSetv", "muParamSetSize",
                                  "muLaunch", "muLaunchGrid", "muLaunchGridAsync"}));
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 48 * sizeof(int)));
  MUmodule module = nullptr;
  CHECK_MU(muModuleLoad(&module, ""));
  testLaunches(module, out);
  testNames(module);
  return CHECK_RESULT();
}

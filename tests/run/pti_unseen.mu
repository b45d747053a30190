// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmupti
// ENV: MUSA_HOST_DEVICES=2
//
// Who listens does not change what the program sees, and libmupti's own questions are no calls of
// the program.
#include "pti_records.h"

#include "musa.h"
#include "musa_runtime.h"

#include <thread>

namespace {

int callbacks = 0;

void onCall(void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *) { ++callbacks; }

void is(MUresult result, MUresult expected) {
  CHECK_EQUAL(static_cast<int>(result), static_cast<int>(expected));
}

/// Before muInit the driver is not initialized, and without a context a thread has none.
void checkDriver() {
  int count = 0;
  MUdeviceptr memory = 0;
  for (int i = 0; i < 2; ++i)
    is(muDeviceGetCount(&count), MUSA_ERROR_NOT_INITIALIZED);
  is(muInit(0), MUSA_SUCCESS);
  is(muDeviceGetCount(&count), MUSA_SUCCESS);
  CHECK_EQUAL(count, 2);
  for (int i = 0; i < 2; ++i) {
    is(muMemAlloc(&memory, 16), MUSA_ERROR_INVALID_CONTEXT);
    is(muCtxSynchronize(), MUSA_ERROR_INVALID_CONTEXT);
  }
}

size_t calls() {
  return Records::of<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME).size() +
         Records::of<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_DRIVER).size();
}

/// To ask for the device of a context leaves the thread's device and contexts as they are.
void checkQuestions() {
  MUcontext second = nullptr;
  MUcontext popped = nullptr;
  is(muCtxCreate(&second, 0, 1), MUSA_SUCCESS);
  is(muCtxPopCurrent(&popped), MUSA_SUCCESS);
  CHECK(popped == second);
  CHECK_MUSA(musaSetDevice(0));
  const size_t before = calls();
  const int toldBefore = callbacks;
  uint32_t id = 0;
  CHECK_MUPTI(muptiGetDeviceId(second, &id));
  CHECK_EQUAL(id, 1u);
  CHECK_MUPTI(muptiGetContextId(second, &id));
  CHECK_EQUAL(id, 2u);
  CHECK_MUPTI(muptiGetDeviceId(nullptr, &id));
  CHECK_EQUAL(id, 0u);
  CHECK_MUPTI(muptiGetStreamId(second, nullptr, &id));
  for (const MUpti_ActivityKind kind : {MUPTI_ACTIVITY_KIND_DEVICE, MUPTI_ACTIVITY_KIND_CONTEXT}) {
    CHECK_MUPTI(muptiActivityDisable(kind));
    CHECK_MUPTI(muptiActivityEnable(kind));
  }
  CHECK_EQUAL(calls(), before);
  CHECK_EQUAL(callbacks, toldBefore);
  int device = -1;
  CHECK_MUSA(musaGetDevice(&device));
  CHECK_EQUAL(device, 0);
  is(muCtxDestroy(second), MUSA_SUCCESS);
  CHECK_EQUAL(static_cast<int>(muptiGetDeviceId(second, &id)),
              static_cast<int>(MUPTI_ERROR_INVALID_CONTEXT));
}

} // namespace

int main() {
  CHECK_MUPTI(muptiActivityRegisterCallbacks(Records::request, Records::complete));
  for (const MUpti_ActivityKind kind :
       {MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_ACTIVITY_KIND_DRIVER, MUPTI_ACTIVITY_KIND_DEVICE,
        MUPTI_ACTIVITY_KIND_CONTEXT, MUPTI_ACTIVITY_KIND_STREAM,
        MUPTI_ACTIVITY_KIND_SYNCHRONIZATION})
    CHECK_MUPTI(muptiActivityEnable(kind));
  CHECK_EQUAL(Records::of<MUpti_ActivityDevice5>(MUPTI_ACTIVITY_KIND_DEVICE).size(), 2u);
  CHECK_EQUAL(Records::of<MUpti_ActivityContext2>(MUPTI_ACTIVITY_KIND_CONTEXT).size(), 2u);
  MUpti_SubscriberHandle subscriber = nullptr;
  CHECK_MUPTI(muptiSubscribe(&subscriber, onCall, nullptr));
  CHECK_MUPTI(muptiEnableAllDomains(1, subscriber));
  checkDriver();
  std::thread([] { // it has no context either
    MUdeviceptr memory = 0;
    is(muMemAlloc(&memory, 16), MUSA_ERROR_INVALID_CONTEXT);
  })
      .join();
  CHECK(callbacks > 0 && calls() > 0);
  checkQuestions();
  return CHECK_RESULT();
}

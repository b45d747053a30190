// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmupti
//
// Callbacks on entry and exit of calls, with parameters and results, and of streams.
#include "check.h"

#include "mupti.h"
#include "musa_runtime.h"

#include <cstring>
#include <string>
#include <vector>

namespace {

__global__ void nothing() {}

struct Event {
  MUpti_CallbackDomain domain;
  MUpti_CallbackId cbid;
  MUpti_ApiCallbackSite site;
  std::string function;
  std::string symbol;
  uint32_t correlation;
  bool failed;
  size_t bytes;  ///< of a musaMemcpy
  uint64_t data; ///< correlationData on exit: set on entry to 100 + the correlation
};
std::vector<Event> events;

void onCall(const MUpti_CallbackData &data, Event &event) {
  event.site = data.callbackSite;
  event.function = data.functionName;
  event.symbol = data.symbolName != nullptr ? data.symbolName : "";
  event.correlation = data.correlationId;
  CHECK(data.context != nullptr);
  CHECK_EQUAL(data.contextUid, 1u);
  CHECK((data.functionReturnValue != nullptr) == (data.callbackSite == MUPTI_API_EXIT));
  if (data.callbackSite == MUPTI_API_ENTER) {
    *data.correlationData = 100 + data.correlationId;
  } else {
    event.data = *data.correlationData;
    event.failed = *static_cast<int *>(data.functionReturnValue) != 0;
  }
  if (event.function == "musaMemcpy")
    event.bytes = static_cast<const musaMemcpy_v3020_params *>(data.functionParams)->count;
}

void onEvent(void *userdata, MUpti_CallbackDomain domain, MUpti_CallbackId cbid, const void *data) {
  CHECK(userdata == &events);
  Event event = {};
  event.domain = domain;
  event.cbid = cbid;
  if (domain == MUPTI_CB_DOMAIN_RUNTIME_API || domain == MUPTI_CB_DOMAIN_DRIVER_API)
    onCall(*static_cast<const MUpti_CallbackData *>(data), event);
  int device = 0;
  CHECK_MUSA(musaGetDevice(&device)); // has no callbacks of its own
  events.push_back(event);
}

void is(MUptiResult result, MUptiResult expected) {
  CHECK_EQUAL(static_cast<int>(result), static_cast<int>(expected));
}

void checkCalls(MUpti_SubscriberHandle subscriber) {
  is(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API), MUPTI_SUCCESS);
  char from[8] = {};
  char to[8] = {};
  nothing<<<1, 1>>>();
  CHECK_MUSA(musaMemcpy(to, from, 8, musaMemcpyHostToHost));
  CHECK(musaMemcpy(nullptr, from, 8, musaMemcpyHostToHost) == musaErrorInvalidValue);
  is(muptiEnableDomain(0, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API), MUPTI_SUCCESS);
  CHECK_MUSA(musaDeviceSynchronize());

  CHECK_EQUAL(events.size(), 6u);
  for (size_t i = 0; i + 1 < events.size(); i += 2) {
    const Event &enter = events[i];
    const Event &exit = events[i + 1];
    CHECK_EQUAL(static_cast<int>(enter.site), static_cast<int>(MUPTI_API_ENTER));
    CHECK_EQUAL(static_cast<int>(exit.site), static_cast<int>(MUPTI_API_EXIT));
    CHECK_EQUAL(enter.cbid, exit.cbid);
    CHECK_EQUAL(enter.correlation, exit.correlation);
    CHECK_EQUAL(exit.data, uint64_t{100} + enter.correlation);
  }
  CHECK(events[0].function == "musaLaunchKernel");
  CHECK_EQUAL(events[0].cbid,
              static_cast<uint32_t>(MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000));
  CHECK(events[0].symbol.find("nothing") != std::string::npos);
  CHECK(events[2].function == "musaMemcpy" && events[2].symbol.empty());
  CHECK_EQUAL(events[2].bytes, 8u);
  CHECK(!events[3].failed && events[5].failed);
  CHECK(events[0].correlation < events[2].correlation);
  events.clear();
}

void checkOneFunction(MUpti_SubscriberHandle subscriber) {
  const MUpti_CallbackId cbid = MUPTI_RUNTIME_TRACE_CBID_musaFree_v3020;
  is(muptiEnableCallback(1, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API, cbid), MUPTI_SUCCESS);
  uint32_t enabled = 0;
  is(muptiGetCallbackState(&enabled, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API, cbid), MUPTI_SUCCESS);
  CHECK_EQUAL(enabled, 1u);
  void *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, 1));
  CHECK_MUSA(musaFree(memory));
  CHECK_EQUAL(events.size(), 2u);
  CHECK(events[0].function == "musaFree");
  events.clear();
  is(muptiEnableCallback(0, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API, cbid), MUPTI_SUCCESS);
}

void checkDriver(MUpti_SubscriberHandle subscriber) {
  is(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_DRIVER_API), MUPTI_SUCCESS);
  MUdeviceptr memory = 0;
  CHECK_EQUAL(static_cast<int>(muMemAlloc(&memory, 64)), 0);
  CHECK_EQUAL(static_cast<int>(muMemFree(memory)), 0);
  is(muptiEnableDomain(0, subscriber, MUPTI_CB_DOMAIN_DRIVER_API), MUPTI_SUCCESS);
  CHECK_EQUAL(events.size(), 4u);
  CHECK(events[0].function == "muMemAlloc_v2" && events[2].function == "muMemFree_v2");
  events.clear();
}

void checkStreams(MUpti_SubscriberHandle subscriber) {
  is(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_RESOURCE), MUPTI_SUCCESS);
  is(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_SYNCHRONIZE), MUPTI_SUCCESS);
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_MUSA(musaStreamDestroy(stream));
  CHECK_EQUAL(events.size(), 3u);
  CHECK_EQUAL(events[0].cbid, static_cast<uint32_t>(MUPTI_CBID_RESOURCE_STREAM_CREATED));
  CHECK_EQUAL(events[1].cbid, static_cast<uint32_t>(MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED));
  CHECK_EQUAL(events[2].cbid, static_cast<uint32_t>(MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING));
  events.clear();
}

void checkErrors(MUpti_SubscriberHandle subscriber) {
  MUpti_SubscriberHandle other = nullptr;
  is(muptiSubscribe(&other, onEvent, nullptr), MUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
  is(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_MTTX), MUPTI_ERROR_NOT_SUPPORTED);
  is(muptiEnableDomain(1, nullptr, MUPTI_CB_DOMAIN_RUNTIME_API), MUPTI_ERROR_INVALID_PARAMETER);
  is(muptiEnableCallback(1, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API, MUPTI_RUNTIME_TRACE_CBID_SIZE),
     MUPTI_ERROR_INVALID_PARAMETER);
  const char *name = nullptr;
  is(muptiGetCallbackName(MUPTI_CB_DOMAIN_RUNTIME_API, MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_v3020,
                          &name),
     MUPTI_SUCCESS);
  CHECK(std::strcmp(name, "musaMemcpy_v3020") == 0);
  is(muptiGetCallbackName(MUPTI_CB_DOMAIN_RUNTIME_API, MUPTI_RUNTIME_TRACE_CBID_SIZE, &name),
     MUPTI_ERROR_INVALID_PARAMETER);
  size_t count = 0;
  MUpti_DomainTable table = nullptr;
  is(muptiSupportedDomains(&count, &table), MUPTI_SUCCESS);
  CHECK_EQUAL(count, 4u);
}

} // namespace

int main() {
  CHECK_MUSA(musaDeviceSynchronize());
  MUpti_SubscriberHandle subscriber = nullptr;
  is(muptiSubscribe(&subscriber, onEvent, &events), MUPTI_SUCCESS);
  checkErrors(subscriber);
  checkCalls(subscriber);
  checkOneFunction(subscriber);
  checkDriver(subscriber);
  checkStreams(subscriber);
  is(muptiUnsubscribe(subscriber), MUPTI_SUCCESS);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(events.size(), 0u);
  is(muptiUnsubscribe(subscriber), MUPTI_ERROR_INVALID_PARAMETER);
  return CHECK_RESULT();
}

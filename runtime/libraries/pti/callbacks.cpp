//===- libraries/pti/callbacks.cpp - a subscriber's callbacks ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "generated_musa_runtime_api_meta.h"
#include "listening.h"
#include "names.h"
#include "objects.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <string_view>
#include <vector>

/// The program's; a process has one.
struct MUpti_Subscriber_st {
  const MUpti_CallbackFunc callback;
  void *const userdata;
  std::atomic<unsigned> told = 0; ///< threads that are in its callbacks, or about to be
};

namespace musaport::pti {
namespace {

constexpr std::array domains = {MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_CB_DOMAIN_RUNTIME_API,
                                MUPTI_CB_DOMAIN_RESOURCE, MUPTI_CB_DOMAIN_SYNCHRONIZE};

/// A thread may have read it, so a subscriber that has left stays in memory.
std::atomic<MUpti_SubscriberHandle> subscriber = nullptr;
/// For changes of who it is, with what is enabled.
std::mutex &subscribing() {
  static auto *result = new std::mutex; // static objects may end the subscription
  return *result;
}
/// Whose callbacks the thread is in.
thread_local MUpti_SubscriberHandle ofThread = nullptr;

/// While this object exists, the thread may call the subscriber's function.
class Telling {
public:
  Telling() : subscribed(subscriber) {
    if (subscribed == nullptr)
      return;
    ++subscribed->told;
    if (subscribed == subscriber)
      ofThread = subscribed;
    else // has left meanwhile
      leave();
  }
  ~Telling() {
    if (subscribed != nullptr)
      leave();
  }
  Telling(const Telling &) = delete;
  Telling &operator=(const Telling &) = delete;

  MUpti_SubscriberHandle who() const { return subscribed; }

private:
  void leave() {
    ofThread = nullptr;
    --subscribed->told;
    subscribed->told.notify_all();
    subscribed = nullptr;
  }
  MUpti_SubscriberHandle subscribed;
};

std::vector<std::atomic<bool>> &enabled(MUpti_CallbackDomain domain) {
  using Flags = std::vector<std::atomic<bool>>;
  static auto *all = new std::array<Flags, MUPTI_CB_DOMAIN_SIZE>([] {
    std::array<Flags, MUPTI_CB_DOMAIN_SIZE> result;
    for (const MUpti_CallbackDomain one : domains)
      result[one] = Flags(countOf(one));
    return result;
  }());
  return (*all)[domain];
}

MUptiResult check(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain) {
  if (handle == nullptr || handle != subscriber || domain <= MUPTI_CB_DOMAIN_INVALID ||
      domain >= MUPTI_CB_DOMAIN_SIZE)
    return MUPTI_ERROR_INVALID_PARAMETER;
  return enabled(domain).empty() ? MUPTI_ERROR_NOT_SUPPORTED : MUPTI_SUCCESS;
}

void enableAll(MUpti_CallbackDomain domain, bool enable) {
  for (std::atomic<bool> &one : enabled(domain))
    one = enable;
}

/// Waits for the callbacks that other threads are in, since what the program gave them may be gone
/// afterwards. Its own thread may be in one, too. False: it has left already.
bool unsubscribe(MUpti_SubscriberHandle handle) {
  {
    const std::lock_guard lock(subscribing());
    if (handle == nullptr || handle != subscriber)
      return false;
    subscriber = nullptr;
    for (const MUpti_CallbackDomain domain : domains)
      enableAll(domain, false);
  }
  const unsigned own = ofThread == handle ? 1 : 0;
  for (unsigned told = handle->told; told > own; told = handle->told)
    handle->told.wait(told);
  return true;
}

/// The kernel of a launch; null: the call is none.
const char *symbolOf(const __musa_traced_call &call) {
  const std::string_view function = call.function;
  if (function == "musaLaunchKernel")
    return __musa_traced_name(
        static_cast<const musaLaunchKernel_v7000_params *>(call.parameters)->func);
  if (function == "musaLaunchCooperativeKernel")
    return __musa_traced_name(
        static_cast<const musaLaunchCooperativeKernel_v9000_params *>(call.parameters)->func);
  if (function == "musaLaunchKernelExC")
    return __musa_traced_name(
        static_cast<const musaLaunchKernelExC_v11060_params *>(call.parameters)->func);
  return nullptr;
}

void tell(const MUpti_Subscriber_st &who, MUpti_CallbackDomain domain, MUpti_CallbackId cbid,
          const void *data) {
  if (subscriber == &who && enabled(domain)[cbid])
    who.callback(who.userdata, domain, cbid, data);
}

void tellOfCall(const MUpti_Subscriber_st &who, __musa_traced_call &call, MUpti_CallbackId cbid,
                MUpti_ApiCallbackSite site) {
  const MUpti_CallbackDomain domain =
      call.isDriver ? MUPTI_CB_DOMAIN_DRIVER_API : MUPTI_CB_DOMAIN_RUNTIME_API;
  if (!enabled(domain)[cbid])
    return;
  MUpti_CallbackData data = {};
  data.callbackSite = site;
  data.functionName = call.function;
  data.functionParams = call.parameters;
  data.functionReturnValue = call.result;
  data.symbolName = symbolOf(call);
  data.context = __musa_seen_context();
  data.contextUid = data.context != nullptr ? contextOf(__musa_seen_device()) : 0;
  data.correlationData = &call.data;
  data.correlationId = call.correlation;
  tell(who, domain, cbid, &data);
}

/// On exit what a call has made or waited for, on entry what it takes away.
void tellOfStreams(const MUpti_Subscriber_st &who, const __musa_traced_call &call,
                   MUpti_ApiCallbackSite site) {
  const std::string_view function = call.function;
  const auto resource = [&](musaStream_t stream, MUpti_CallbackIdResource cbid) {
    MUpti_ResourceData data = {};
    data.context = __musa_seen_context();
    data.resourceHandle.stream = stream;
    tell(who, MUPTI_CB_DOMAIN_RESOURCE, cbid, &data);
  };
  const auto synchronized = [&](musaStream_t stream, MUpti_CallbackIdSync cbid) {
    const MUpti_SynchronizeData data = {__musa_seen_context(), stream};
    tell(who, MUPTI_CB_DOMAIN_SYNCHRONIZE, cbid, &data);
  };
  if (site == MUPTI_API_ENTER) {
    if (function == "musaStreamDestroy")
      resource(static_cast<const musaStreamDestroy_v5050_params *>(call.parameters)->stream,
               MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING);
  } else if (function == "musaDeviceSynchronize" || function == "muCtxSynchronize") {
    synchronized(nullptr, MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED);
  } else if (function == "musaStreamSynchronize") {
    synchronized(static_cast<const musaStreamSynchronize_v3020_params *>(call.parameters)->stream,
                 MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED);
  } else if (const musaStream_t made = createdBy(call); made != nullptr) {
    resource(made, MUPTI_CBID_RESOURCE_STREAM_CREATED);
  }
}

} // namespace

bool hasSubscriber() { return subscriber != nullptr; }

void unsubscribeAny() { unsubscribe(subscriber); }

void callBack(__musa_traced_call &call, MUpti_CallbackId cbid, MUpti_ApiCallbackSite site) {
  const Telling telling;
  const MUpti_SubscriberHandle who = telling.who();
  if (who == nullptr)
    return;
  if (site == MUPTI_API_ENTER)
    tellOfCall(*who, call, cbid, site);
  tellOfStreams(*who, call, site);
  if (site == MUPTI_API_EXIT)
    tellOfCall(*who, call, cbid, site);
}

} // namespace musaport::pti

using namespace musaport::pti;

extern "C" {

MUptiResult muptiSubscribe(MUpti_SubscriberHandle *handle, MUpti_CallbackFunc callback,
                           void *userdata) {
  if (handle == nullptr || callback == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  {
    const std::lock_guard lock(subscribing());
    if (hasSubscriber())
      return MUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    static auto *all = new std::deque<MUpti_Subscriber_st>;
    *handle = &all->emplace_back(callback, userdata);
    subscriber = *handle;
  }
  updateListening();
  return MUPTI_SUCCESS;
}

MUptiResult muptiUnsubscribe(MUpti_SubscriberHandle handle) {
  if (!unsubscribe(handle))
    return MUPTI_ERROR_INVALID_PARAMETER;
  updateListening();
  return MUPTI_SUCCESS;
}

MUptiResult muptiEnableCallback(uint32_t enable, MUpti_SubscriberHandle handle,
                                MUpti_CallbackDomain domain, MUpti_CallbackId cbid) {
  if (const MUptiResult result = check(handle, domain); result != MUPTI_SUCCESS)
    return result;
  if (cbid == 0 || cbid >= enabled(domain).size())
    return MUPTI_ERROR_INVALID_PARAMETER;
  enabled(domain)[cbid] = enable != 0;
  return MUPTI_SUCCESS;
}

MUptiResult muptiEnableDomain(uint32_t enable, MUpti_SubscriberHandle handle,
                              MUpti_CallbackDomain domain) {
  if (const MUptiResult result = check(handle, domain); result != MUPTI_SUCCESS)
    return result;
  enableAll(domain, enable != 0);
  return MUPTI_SUCCESS;
}

MUptiResult muptiEnableAllDomains(uint32_t enable, MUpti_SubscriberHandle handle) {
  for (const MUpti_CallbackDomain domain : domains)
    if (const MUptiResult result = muptiEnableDomain(enable, handle, domain);
        result != MUPTI_SUCCESS)
      return result;
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetCallbackState(uint32_t *enable, MUpti_SubscriberHandle handle,
                                  MUpti_CallbackDomain domain, MUpti_CallbackId cbid) {
  if (const MUptiResult result = check(handle, domain); result != MUPTI_SUCCESS)
    return result;
  if (enable == nullptr || cbid == 0 || cbid >= enabled(domain).size())
    return MUPTI_ERROR_INVALID_PARAMETER;
  *enable = enabled(domain)[cbid] ? 1 : 0;
  return MUPTI_SUCCESS;
}

MUptiResult muptiSupportedDomains(size_t *domainCount, MUpti_DomainTable *domainTable) {
  if (domainCount == nullptr || domainTable == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  static auto table = domains;
  *domainCount = table.size();
  *domainTable = table.data();
  return MUPTI_SUCCESS;
}

} // extern "C"

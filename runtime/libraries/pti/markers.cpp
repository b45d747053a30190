//===- libraries/pti/markers.cpp - NVTX's marks and ranges ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who links libmupti has its listener of NVTX (musa_port/nvtx3.h).
//===----------------------------------------------------------------------===//
#include "buffers.h"
#include "listening.h"
#include "names.h"

#include "musa_port/host/of_thread.h"
#include "musa_port/nvtx3.h"

#include <atomic>
#include <climits>
#include <cwchar>
#include <forward_list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

/// What nvtxDomainCreate and nvtxDomainRegisterString give.
struct nvtxDomainRegistration_st {
  const char *name;
};
struct nvtxStringRegistration_st {
  const char *text;
};

namespace musaport::pti {
namespace {

/// Of all ranges, so that no two have the same.
uint32_t nextId() {
  static std::atomic<uint32_t> last = 0;
  return ++last;
}

const char *textOf(const nvtxEventAttributes_t &attributes) {
  switch (attributes.messageType) {
  case NVTX_MESSAGE_TYPE_ASCII:
    return kept(attributes.message.ascii);
  case NVTX_MESSAGE_TYPE_REGISTERED:
    return attributes.message.registered != nullptr ? attributes.message.registered->text : nullptr;
  case NVTX_MESSAGE_TYPE_UNICODE: {
    std::string text;
    for (const wchar_t *letter = attributes.message.unicode; letter != nullptr && *letter != 0;
         ++letter) {
      char bytes[MB_LEN_MAX];
      std::mbstate_t shift = {};
      const size_t count = std::wcrtomb(bytes, *letter, &shift);
      text += count == static_cast<size_t>(-1) ? std::string("?") : std::string(bytes, count);
    }
    return kept(text.c_str());
  }
  default:
    return nullptr;
  }
}

void record(uint32_t id, MUpti_ActivityFlag flags, const char *name, nvtxDomainHandle_t domain) {
  MUpti_ActivityMarker2 marker = {};
  marker.kind = MUPTI_ACTIVITY_KIND_MARKER;
  marker.flags = flags;
  marker.timestamp = now();
  marker.id = id;
  marker.objectKind = MUPTI_ACTIVITY_OBJECT_THREAD;
  marker.objectId.pt = {processId(), threadId()};
  marker.name = name;
  marker.domain = domain != nullptr ? domain->name : nullptr;
  add(marker);
}

/// The ranges that the thread has pushed; 0: nobody recorded it. Destructors of static objects
/// push, too, so this is no thread_local object, which would be gone by then.
std::vector<uint32_t> &pushed(nvtxDomainHandle_t domain) {
  struct Ranges {
    std::map<nvtxDomainHandle_t, std::vector<uint32_t>> ofDomain;
  };
  return musart::ofThread<Ranges>().ofDomain[domain];
}

uint32_t begin(nvtxDomainHandle_t domain, const nvtxEventAttributes_t &attributes) {
  if (!isEnabled(MUPTI_ACTIVITY_KIND_MARKER))
    return 0;
  const uint32_t id = nextId();
  record(id, MUPTI_ACTIVITY_FLAG_MARKER_START, textOf(attributes), domain);
  return id;
}
void end(nvtxDomainHandle_t domain, uint32_t id) {
  if (id != 0 && isEnabled(MUPTI_ACTIVITY_KIND_MARKER))
    record(id, MUPTI_ACTIVITY_FLAG_MARKER_END, nullptr, domain);
}

void onMark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {
  if (isEnabled(MUPTI_ACTIVITY_KIND_MARKER))
    record(nextId(), MUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS, textOf(*attributes), domain);
}
int onPush(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {
  std::vector<uint32_t> &ranges = pushed(domain);
  ranges.push_back(begin(domain, *attributes));
  return static_cast<int>(ranges.size()) - 1;
}
int onPop(nvtxDomainHandle_t domain) {
  std::vector<uint32_t> &ranges = pushed(domain);
  if (ranges.empty())
    return NVTX_NO_PUSH_POP_TRACKING;
  end(domain, ranges.back());
  ranges.pop_back();
  return static_cast<int>(ranges.size());
}
nvtxRangeId_t onStart(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {
  return begin(domain, *attributes);
}
void onEnd(nvtxDomainHandle_t domain, nvtxRangeId_t range) {
  end(domain, static_cast<uint32_t>(range));
}

/// Domains and strings stay: records name them.
template <typename Registration> Registration *registered(Registration one) {
  static std::mutex mutex;
  static auto *all = new std::forward_list<Registration>;
  const std::lock_guard lock(mutex);
  return &all->emplace_front(one);
}
nvtxDomainHandle_t onCreateDomain(const char *name) {
  return registered(nvtxDomainRegistration_st{kept(name)});
}
nvtxStringHandle_t onRegisterString(nvtxDomainHandle_t, const char *text) {
  return registered(nvtxStringRegistration_st{kept(text)});
}

void onNameObject(const char *what, uint64_t object, const char *name) {
  if (!isEnabled(MUPTI_ACTIVITY_KIND_NAME))
    return;
  MUpti_ActivityName named = {};
  named.kind = MUPTI_ACTIVITY_KIND_NAME;
  named.name = kept(name);
  const std::string_view kind = what;
  if (kind == "thread") {
    named.objectKind = MUPTI_ACTIVITY_OBJECT_THREAD;
    named.objectId.pt = {processId(), static_cast<uint32_t>(object)};
  } else if (kind == "device") {
    named.objectKind = MUPTI_ACTIVITY_OBJECT_DEVICE;
    named.objectId.dcs.deviceId = static_cast<uint32_t>(object);
  } else if (kind == "stream") {
    named.objectKind = MUPTI_ACTIVITY_OBJECT_STREAM;
    if (muptiGetStreamId(nullptr, reinterpret_cast<MUstream>(object),
                         &named.objectId.dcs.streamId) != MUPTI_SUCCESS)
      return;
  } else {
    return;
  }
  add(named);
}

constexpr musaPortNvtxFunctions functions = {onMark,  onPush,         onPop,   onStart,
                                             onEnd,   onCreateDomain, nullptr, onRegisterString,
                                             nullptr, onNameObject};

} // namespace
} // namespace musaport::pti

#pragma GCC visibility push(default)
extern "C" {
const musaPortNvtxFunctions *musaPortNvtxListener = &musaport::pti::functions;
}
#pragma GCC visibility pop

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmupti
//
// NVTX's marks and ranges as records, names of objects, the program's own clock, and buffers that
// are small.
#include "pti_records.h"

#include "musa_port/nvtx3.h"
#include "musa_runtime.h"

#include <atomic>
#include <string>

namespace {

using Marker = MUpti_ActivityMarker2;

std::vector<Marker> markers() { return Records::of<Marker>(MUPTI_ACTIVITY_KIND_MARKER); }

void checkMarks() {
  nvtxRangePushA("before anybody listens");
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_MARKER));
  nvtxMarkA("mark");
  CHECK_EQUAL(nvtxRangePushA("outer"), 1);
  CHECK_EQUAL(nvtxRangePushW(L"inner"), 2);
  CHECK_EQUAL(nvtxRangePop(), 2);
  CHECK_EQUAL(nvtxRangePop(), 1);
  CHECK_EQUAL(nvtxRangePop(), 0);
  const nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
  nvtxEventAttributes_t attributes = musaPortNvtxAscii("started");
  const nvtxRangeId_t range = nvtxDomainRangeStartEx(domain, &attributes);
  nvtxDomainRangeEnd(domain, range);

  const std::vector<Marker> all = markers();
  CHECK_EQUAL(all.size(), 7u);
  const auto check = [&](size_t i, MUpti_ActivityFlag flags, const char *name) {
    CHECK_EQUAL(static_cast<int>(all[i].flags), static_cast<int>(flags));
    CHECK((all[i].name == nullptr) == (name == nullptr));
    CHECK(name == nullptr || std::string(all[i].name) == name);
    CHECK(i == 0 || all[i - 1].timestamp <= all[i].timestamp);
  };
  check(0, MUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS, "mark");
  check(1, MUPTI_ACTIVITY_FLAG_MARKER_START, "outer");
  check(2, MUPTI_ACTIVITY_FLAG_MARKER_START, "inner");
  check(3, MUPTI_ACTIVITY_FLAG_MARKER_END, nullptr);
  check(4, MUPTI_ACTIVITY_FLAG_MARKER_END, nullptr);
  check(5, MUPTI_ACTIVITY_FLAG_MARKER_START, "started");
  check(6, MUPTI_ACTIVITY_FLAG_MARKER_END, nullptr);
  CHECK_EQUAL(all[3].id, all[2].id);
  CHECK_EQUAL(all[4].id, all[1].id);
  CHECK_EQUAL(all[6].id, all[5].id);
  CHECK(std::string(all[5].domain) == "domain" && all[1].domain == nullptr);
}

void checkNames() {
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_NAME));
  nvtxNameOsThreadA(17, "worker");
  const auto names = Records::of<MUpti_ActivityName>(MUPTI_ACTIVITY_KIND_NAME);
  CHECK_EQUAL(names.size(), 1u);
  CHECK(std::string(names[0].name) == "worker");
  CHECK_EQUAL(names[0].objectId.pt.threadId, 17u);
}

std::atomic<uint64_t> ticks = 0;

void checkClock() {
  CHECK_MUPTI(muptiActivityRegisterTimestampCallback([]() -> uint64_t { return ++ticks; }));
  uint64_t time = 0;
  CHECK_MUPTI(muptiGetTimestamp(&time));
  CHECK_EQUAL(time, 1u);
  const size_t before = markers().size();
  nvtxMarkA("ticked");
  CHECK_EQUAL(markers().at(before).timestamp, 2u);
}

/// Full buffers come back by themselves, and lose nothing.
void checkFullBuffers() {
  const size_t before = markers().size();
  const int count = static_cast<int>(10 * Records::bufferBytes / sizeof(Marker));
  for (int i = 0; i < count; ++i)
    nvtxMarkA(std::to_string(i).c_str());
  const std::vector<Marker> all = markers();
  CHECK_EQUAL(all.size(), before + static_cast<size_t>(count));
  for (int i = 0; i < count; ++i)
    CHECK(std::to_string(i) == all[before + static_cast<size_t>(i)].name);
}

/// Without a buffer, records are counted.
void checkDropped() {
  CHECK_MUPTI(muptiActivityRegisterCallbacks(
      [](uint8_t **buffer, size_t *size, size_t *) {
        *buffer = nullptr;
        *size = 0;
      },
      Records::complete));
  CHECK_MUPTI(muptiActivityFlushAll(0));
  nvtxMarkA("lost");
  nvtxMarkA("lost");
  size_t dropped = 0;
  CHECK_MUPTI(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  CHECK_EQUAL(dropped, 2u);
}

} // namespace

int main() {
  CHECK_MUPTI(muptiActivityRegisterCallbacks(Records::request, Records::complete));
  checkMarks();
  checkNames();
  checkClock();
  checkFullBuffers();
  checkDropped();
  return CHECK_RESULT();
}

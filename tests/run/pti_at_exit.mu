// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmupti
//
// NVTX's ranges and external correlations in the destructor of a static object, which runs after
// the thread's own objects are gone.
#include "check.h"

#include "mupti.h"
#include "musa_port/nvtx3.h"
#include "musa_runtime.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace {

void useOfThread() {
  constexpr MUpti_ExternalCorrelationKind kind = MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
  for (uint64_t i = 0; i < 3; ++i) {
    CHECK_EQUAL(nvtxRangePushA("range"), static_cast<int>(i));
    CHECK_EQUAL(static_cast<int>(muptiActivityPushExternalCorrelationId(kind, i)), 0);
  }
  for (uint64_t i = 3; i-- > 0;) {
    uint64_t last = 0;
    CHECK_EQUAL(nvtxRangePop(), static_cast<int>(i));
    CHECK_EQUAL(static_cast<int>(muptiActivityPopExternalCorrelationId(kind, &last)), 0);
    CHECK_EQUAL(last, i);
  }
}

struct Late {
  ~Late() {
    // Memory that was the thread's objects' is used again.
    std::vector<std::string> others(100, std::string(100, 'x'));
    useOfThread();
    if (CHECK_RESULT() != 0 || others.empty())
      std::_Exit(1);
  }
} late;

} // namespace

int main() {
  useOfThread();
  return CHECK_RESULT();
}

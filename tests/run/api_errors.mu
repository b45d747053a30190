// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and texts of errors, and the last error of each thread.
#include "check.h"

#include <cstring>
#include <set>
#include <string>
#include <thread>

int main() {
  CHECK(std::strcmp(musaGetErrorName(musaSuccess), "musaSuccess") == 0);
  CHECK(std::strcmp(musaGetErrorString(musaSuccess), "no error") == 0);
  CHECK(std::strcmp(musaGetErrorName(musaErrorInvalidValue), "musaErrorInvalidValue") == 0);
  CHECK(std::strcmp(musaGetErrorString(musaErrorInvalidValue), "invalid argument") == 0);
  CHECK(std::strcmp(musaGetErrorString(musaErrorMemoryAllocation), "out of memory") == 0);
  CHECK(std::strcmp(musaGetErrorString(musaErrorIllegalAddress),
                    "an illegal memory access was encountered") == 0);
  CHECK(std::strcmp(musaGetErrorName(static_cast<musaError_t>(12345)), "unrecognized error code") ==
        0);
  CHECK(std::strcmp(musaGetErrorString(static_cast<musaError_t>(-1)), "unrecognized error code") ==
        0);
  // CUDA's numbers.
  CHECK_EQUAL(static_cast<int>(musaErrorInvalidConfiguration), 9);
  CHECK_EQUAL(static_cast<int>(musaErrorInvalidDeviceFunction), 98);
  CHECK_EQUAL(static_cast<int>(musaErrorInvalidResourceHandle), 400);
  CHECK_EQUAL(static_cast<int>(musaErrorNotReady), 600);
  CHECK_EQUAL(static_cast<int>(musaErrorIllegalAddress), 700);
  CHECK_EQUAL(static_cast<int>(musaErrorLaunchFailure), 719);
  CHECK_EQUAL(static_cast<int>(musaErrorNotSupported), 801);
  CHECK_EQUAL(static_cast<int>(musaErrorUnknown), 999);
  // Each code that is known has a name and a text of its own.
  std::set<std::string> names;
  int known = 0;
  for (int code = 0; code <= 10000; ++code) {
    const std::string name = musaGetErrorName(static_cast<musaError_t>(code));
    const std::string text = musaGetErrorString(static_cast<musaError_t>(code));
    CHECK((name == "unrecognized error code") == (text == "unrecognized error code"));
    if (name == "unrecognized error code")
      continue;
    ++known;
    CHECK(names.insert(name).second);
    CHECK(name == "musaSuccess" || name.compare(0, 9, "musaError") == 0);
    CHECK(!text.empty());
  }
  CHECK(known > 130);

  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  CHECK_EQUAL(musaSetDevice(99), musaErrorInvalidDevice);
  int count = 0;
  CHECK_MUSA(musaGetDeviceCount(&count)); // a success does not clear it
  CHECK_EQUAL(musaPeekAtLastError(), musaErrorInvalidDevice);
  std::thread([] { CHECK_EQUAL(musaPeekAtLastError(), musaSuccess); }).join();
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidDevice);
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  musaArray_t plane = nullptr;
  CHECK_EQUAL(musaArrayGetPlane(&plane, nullptr, 0), musaErrorNotSupported);
  CHECK_EQUAL(musaGetLastError(), musaErrorNotSupported);
  return CHECK_RESULT();
}

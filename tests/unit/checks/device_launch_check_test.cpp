//===- device_launch_check_test.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text) {
  return findingsIn("musa-device-launch", text);
}

TEST(DeviceLaunchCheck, LaunchesOfDeviceCode) {
  EXPECT_THAT(
      find("__global__ void child(int *p);\n"
           "#define LAUNCH(kernel, p) kernel<<<1, 1>>>(p)\n"
           "__global__ void parent(int *p) {\n"
           "  child<<<1, 32>>>(p);\n"
           "}\n"
           "template <typename T> __device__ void step(T *p) {\n"
           "  LAUNCH(child, p);\n"
           "}\n"
           "template <typename T> __global__ void again(T *p, int n) {\n"
           "  if (n > 0) again<<<1, 1>>>(p, n - 1);\n"
           "}\n"
           "__global__ void begins(int *p) { auto go = [=] { again<<<1, 1>>>(p, 3); }; go(); }\n"),
      ElementsAre("4: a kernel is launched from device code",
                  "7: a kernel is launched from device code",
                  "10: a kernel is launched from device code",
                  "12: a kernel is launched from device code"));
}

TEST(DeviceLaunchCheck, LaunchesOfTheHost) {
  EXPECT_THAT(find("__global__ void k(int *p) { *p = 1 << 3; }\n"
                   "void host(int *p) { k<<<1, 32>>>(p); }\n"
                   "__host__ __device__ inline void both(int *p) {\n"
                   "#ifndef __CUDA_ARCH__\n"
                   "  k<<<1, 32>>>(p);\n"
                   "#endif\n"
                   "}\n"
                   "__global__ void guarded(int *p) {\n"
                   "#if __CUDA_ARCH__ >= 1000\n"
                   "  k<<<1, 32>>>(p);\n"
                   "#endif\n"
                   "}\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport

//===- compute_capability_test.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

TEST(ComputeCapability, IsSaidWhereItIsRead) {
  for (const char *text :
       {"void f(const cudaDeviceProp &p) { if (p.major >= 8) g(); }",
        "int cc(cudaDeviceProp *p) { return p->major * 10 + p->minor; }",
        "int cc(cudaDeviceProp *p) { return p[3].major << 4 | p[3].minor; }",
        "bool f() { return at::cuda::getCurrentDeviceProperties()->major == 9; }",
        "void f(int *x) { cudaDeviceGetAttribute(x, cudaDevAttrComputeCapabilityMajor, 0); }",
        "void f(int *x, int *y, CUdevice d) { cuDeviceComputeCapability(x, y, d); }"})
    EXPECT_THAT(port(text).ids(), ElementsAre("musa-arch-runtime")) << text;
}

TEST(ComputeCapability, IsNotWhatIsPrintedOrAnothers) {
  for (const char *text :
       {"void f(const cudaDeviceProp &p) { printf(\"%d.%d\", p.major, p.minor); }",
        "void f(cudaDeviceProp p) { std::cout << p.major << '.' << p.minor; }",
        "void f(cudaDeviceProp *p) { out << \"v\" << gpus[i + 1]->all[0].p.major << '.'; }",
        "bool f(const Version &v) { return v.major >= 8; }",
        "void f(cudaDeviceProp p) { int major = 3; if (major > 2) g(); }"})
    EXPECT_THAT(port(text).ids(), IsEmpty()) << text;
}

} // namespace
} // namespace musaport

//===- architectures_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that embed_rules makes of rules/gpu/architectures.json for libmusart.
//===----------------------------------------------------------------------===//
#include "model/device.h"

#include "gtest/gtest.h"

#include <string_view>

namespace musart {
namespace {

const Architecture *find(std::string_view name) {
  for (size_t i = 0; i < architectureCount; ++i)
    if (architectures[i].name == name)
      return &architectures[i];
  return nullptr;
}

TEST(Architectures, HaveWhatADeviceReports) {
  ASSERT_GT(architectureCount, 0u);
  for (size_t i = 0; i < architectureCount; ++i) {
    const Architecture &one = architectures[i];
    EXPECT_GT(one.musaArch, i == 0 ? 0u : architectures[i - 1].musaArch) << one.name;
    EXPECT_GT(one.warpSize, 0u) << one.name;
    EXPECT_GT(one.sharedMemoryPerBlock, sharedMemoryReserved) << one.name;
    EXPECT_GE(one.sharedMemoryPerMultiprocessor, one.sharedMemoryPerBlock) << one.name;
    EXPECT_GT(one.constantMemory, 0u) << one.name;
  }
  EXPECT_EQ(find(defaultArchitecture.name), &defaultArchitecture);
}

TEST(Architectures, WhatTheTableLeavesOut) {
  const Architecture *known = find("mp_22"), *unknown = find("mp_10");
  ASSERT_TRUE(known != nullptr && unknown != nullptr);
  EXPECT_EQ(known->constantMemory, 8192u);
  EXPECT_STREQ(known->product, "MTT S4000");
  EXPECT_EQ(unknown->constantMemory, 65536u);
  EXPECT_STREQ(unknown->product, "");
  EXPECT_EQ(unknown->sharedMemoryPerMultiprocessor, unknown->sharedMemoryPerBlock);
}

} // namespace
} // namespace musart

//===- tuning_policy_check_test.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

const std::string cub =
    "namespace cub { inline namespace v2 {\n"
    "template <int Version, typename Policy, typename Next> struct ChainedPolicy {};\n"
    "} }\n";

TEST(TuningPolicyCheck, PoliciesThatAreNeverChosen) {
  const std::string text =
      cub + "template <typename T> struct Sum {\n"
            "  struct Policy200 : cub::ChainedPolicy<200, Policy200, Policy200> {};\n"
            "  struct Policy300 : cub::ChainedPolicy<300, Policy300, Policy200> {};\n"
            "  struct Policy600 : cub::ChainedPolicy<600, Policy600, Policy300> {};\n"
            "};\n"
            "Sum<int>::Policy600 policy;\n";
  EXPECT_THAT(
      findingsIn("musa-tuning-policy", text, "mp_31"),
      ElementsAre("7: 'Policy600' is for GPUs from 600 on, and mp_31 is 310: it is never chosen"));
  EXPECT_THAT(
      findingsIn("musa-tuning-policy", text, "mp_22"),
      ElementsAre("6: 'Policy300' is for GPUs from 300 on, and mp_22 is 220: it is never chosen",
                  "7: 'Policy600' is for GPUs from 600 on, and mp_22 is 220: it is never chosen"));
}

TEST(TuningPolicyCheck, WhatIsNoChainOfCub) {
  EXPECT_THAT(
      findingsIn(
          "musa-tuning-policy",
          cub + "struct Only : cub::ChainedPolicy<900, Only, Only> {};\n"
                "template <int Version, typename Policy, typename Next> struct ChainedPolicy {};\n"
                "struct Mine : ChainedPolicy<900, Mine, Only> {};\n"),
      IsEmpty());
}

} // namespace
} // namespace musaport

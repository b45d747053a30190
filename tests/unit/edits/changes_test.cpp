// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/changes.h"

#include <gmock/gmock.h>

using namespace musaport;
using testing::ElementsAre;

namespace {

std::vector<std::string> reasons(const std::vector<Edit> &edits, std::vector<Decision> decisions) {
  std::vector<std::string> reasons;
  for (const Change &change : changesOf(edits, std::move(decisions)))
    reasons.push_back(change.why);
  return reasons;
}

Decision about(uint32_t begin, uint32_t end, std::string verdict) {
  return {begin, end, "", std::move(verdict), "", ""};
}

} // namespace

TEST(Changes, EachHasItsDecision) {
  EXPECT_THAT(reasons({{3, 2, "x"}, {9, 1, "y"}}, {about(9, 10, "second"), about(3, 5, "first")}),
              ElementsAre("first", "second"));
}

TEST(Changes, TheInnermostPlaceCounts) {
  EXPECT_THAT(reasons({{2, 1, "x"}, {5, 1, "y"}, {8, 1, "z"}},
                      {about(0, 10, "pattern"), about(5, 6, "name"), about(7, 8, "stays")}),
              ElementsAre("pattern", "name", "pattern"));
}

TEST(Changes, OfOnePlaceTheLastDecisionCounts) {
  EXPECT_THAT(reasons({{2, 3, "x"}}, {about(2, 5, "first"), about(2, 5, "second")}),
              ElementsAre("second"));
}

TEST(Changes, AnInsertion) {
  EXPECT_THAT(reasons({{4, 0, "x"}}, {about(4, 4, "header"), about(0, 3, "before")}),
              ElementsAre("header"));
}

TEST(Changes, AnEditAroundWhatWasDecided) {
  EXPECT_THAT(reasons({{2, 9, ""}, {20, 1, "y"}}, {about(4, 6, "flag")}), ElementsAre("flag", ""));
}

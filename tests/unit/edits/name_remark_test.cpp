// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/name_remark.h"

#include <gtest/gtest.h>

using namespace musaport;

namespace {

std::string said(Status status, llvm::StringRef to, llvm::StringRef note = "",
                 Direction direction = Direction::CudaToMusa) {
  Rule rule;
  rule.status = status;
  rule.note = note;
  const std::optional<NameRemark> remark = remarkOnName(rule, "old", to, direction);
  return remark ? remark->id.str() + ": " + remark->message : "";
}

} // namespace

TEST(NameRemark, SaysWhatDiffers) {
  EXPECT_EQ(said(Status::Differs, "new"), "musa-api-differs: 'old' becomes 'new', which differs");
  EXPECT_EQ(said(Status::Differs, ""), "musa-api-differs: 'old' is left out, which differs");
  EXPECT_EQ(said(Status::Unverified, "new", "slower"),
            "musa-api-differs: 'old' becomes 'new', which differs");
}

TEST(NameRemark, SaysWhatHasNoCounterpart) {
  EXPECT_EQ(said(Status::Unsupported, ""),
            "musa-unsupported-api: 'old' has no counterpart in MUSA");
  EXPECT_EQ(said(Status::Unsupported, "", "", Direction::MusaToCuda),
            "musa-unsupported-api: 'old' has no counterpart in CUDA");
}

TEST(NameRemark, IsSilentOfOthers) {
  EXPECT_EQ(said(Status::Supported, "new", "a note"), "");
  EXPECT_EQ(said(Status::Keep, "", "a note"), "");
  EXPECT_EQ(said(Status::Unverified, "new"), "");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/depfile.h"

#include <gmock/gmock.h>

using namespace musaport;

TEST(DepfileTest, OneFileOnALine) {
  EXPECT_EQ(makeRule("out/stamp", {"a.cu", "/b/c.h"}), "out/stamp: \\\n  a.cu \\\n  /b/c.h\n");
  EXPECT_EQ(makeRule("stamp", {}), "stamp:\n");
}

TEST(DepfileTest, QuotesAsMakeReadsIt) {
  EXPECT_EQ(makeRule("a b", {R"(my file.cu)", R"(c#$x.cu)", R"(back\slash.cu)", R"(back\ blank)"}),
            "a\\ b: \\\n  my\\ file.cu \\\n  c\\#$$x.cu \\\n  back\\slash.cu \\\n  "
            "back\\\\\\ blank\n");
}

TEST(DepfileTest, ANameOfTwoLinesIsLeftOut) {
  EXPECT_EQ(makeRule("stamp", {"a\nb", "c"}), "stamp: \\\n  c\n");
}

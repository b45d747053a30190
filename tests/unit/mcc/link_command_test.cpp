//===- unit/mcc/link_command_test.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "link_command.h"

#include "temporary_folder.h"

#include <gmock/gmock.h>

namespace musaport {
namespace {

using ::testing::ElementsAre;

class LinkedFiles : public ::testing::Test {
protected:
  /// Of a command with `words`, in which DIR is the folder.
  std::vector<std::string> filesOf(std::vector<std::string> words) {
    std::vector<const char *> pointers;
    for (std::string &word : words) {
      if (const size_t at = word.find("DIR"); at != std::string::npos)
        word.replace(at, 3, folder.path());
      pointers.push_back(word.c_str());
    }
    return linkedFiles(pointers);
  }
  std::string at(const std::string &name) { return folder.path() + "/" + name; }

  TemporaryFolder folder;
};

TEST_F(LinkedFiles, AreInOrderAndNoOptionsValues) {
  EXPECT_THAT(filesOf({"-pie", "-dynamic-linker", "/lib64/ld.so", "-o", "a.out", "crt1.o", "a.o",
                       "--as-needed", "b.a", "-z", "now"}),
              ElementsAre("crt1.o", "a.o", "b.a"));
}

TEST_F(LinkedFiles, ArchivesWhereTheLinkerTakesThem) {
  folder.write("one/liba.a", "");
  folder.write("two/liba.a", "");
  folder.write("two/liba.so", "");
  folder.write("two/libb.a", "");
  EXPECT_THAT(filesOf({"-la", "-L", "DIR/one", "-LDIR/two", "-lb", "-lnone", "-l:libb.a"}),
              ElementsAre(at("one/liba.a"), at("two/libb.a"), at("two/libb.a")));
  EXPECT_THAT(filesOf({"-LDIR/two", "-LDIR/one", "-la"}), ElementsAre());
  EXPECT_THAT(filesOf({"-LDIR/two", "-Bstatic", "-la", "-Bdynamic", "-la"}),
              ElementsAre(at("two/liba.a")));
}

} // namespace
} // namespace musaport

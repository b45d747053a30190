//===- child_process_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/child_process.h"

#include "temporary_folder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>

using namespace std::chrono_literals;
using testing::HasSubstr;

namespace musaport {
namespace {

llvm::Expected<ChildProcess> shell(std::string script, llvm::StringRef input = {}) {
  return ChildProcess::start({"/bin/sh", "-c", std::move(script)}, input);
}

llvm::Expected<ChildProcess::Result> run(std::string script, llvm::StringRef input = {}) {
  llvm::Expected<ChildProcess> child = shell(std::move(script), input);
  if (!child)
    return child.takeError();
  return child->finish(1min);
}

TEST(ChildProcess, ReadsAndWrites) {
  const std::string text(1 << 20, 'x'); // more than a pipe holds
  llvm::Expected<ChildProcess::Result> result = run("cat; echo no >&2; exit 5", text);
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->output, text);
  EXPECT_EQ(result->errors, "no\n");
  EXPECT_EQ(result->status, 5);
}

TEST(ChildProcess, SaysThatItWasKilled) {
  llvm::Expected<ChildProcess::Result> result = run("kill -9 $$");
  ASSERT_TRUE(bool(result));
  EXPECT_LT(result->status, 0);
}

TEST(ChildProcess, IsEndedIfItDoesNothing) {
  const TemporaryFolder folder;
  const std::string pid = folder.path("pid");
  llvm::Expected<ChildProcess> child = shell("echo $$ > " + pid + "; exec sleep 600");
  ASSERT_TRUE(bool(child));
  llvm::Expected<ChildProcess::Result> result = child->finish(300ms);
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()), HasSubstr("it did nothing for"));
  if (const std::string written = folder.read("pid"); !written.empty())
    EXPECT_NE(::kill(std::stoi(written), 0), 0);
}

TEST(ChildProcess, MayTakeLongIfItGoesOn) {
  llvm::Expected<ChildProcess> child =
      shell("for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; sleep 0.2; done");
  ASSERT_TRUE(bool(child));
  llvm::Expected<ChildProcess::Result> result = child->finish(1500ms);
  ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
  EXPECT_EQ(result->output, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
}

TEST(ChildProcess, ThatCannotBeStarted) {
  llvm::Expected<ChildProcess> child = ChildProcess::start({"/nowhere/program"}, "");
  ASSERT_FALSE(bool(child));
  EXPECT_THAT(llvm::toString(child.takeError()), HasSubstr("/nowhere/program"));
}

TEST(ChildProcess, ThatCannotStartAnother) {
  llvm::Expected<ChildProcess::Result> result = run("exec /nowhere/program");
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->status, ChildProcess::notFound);
  EXPECT_THAT(result->errors, HasSubstr("/nowhere/program"));
}

} // namespace
} // namespace musaport

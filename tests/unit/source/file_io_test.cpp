// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/file_io.h"

#include "../temporary_folder.h"

#include <gmock/gmock.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>
#include <vector>

using namespace musaport;

namespace {

std::string fault(llvm::Error error) { return llvm::toString(std::move(error)); }

uint32_t modeOf(const std::string &path) {
  struct stat status = {};
  EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

class FileIoTest : public testing::Test {
protected:
  TemporaryFolder folder;
};

TEST_F(FileIoTest, ReadsAnyBytes) {
  std::string bytes("a\0\xFF\r\n", 5);
  folder.write("a", bytes);
  folder.write("empty");
  chmod(folder.path("a").c_str(), 0750);
  uint32_t mode = 0;
  EXPECT_EQ(llvm::cantFail(readFile(folder.path("a"), &mode)), bytes);
  EXPECT_EQ(mode, 0750u);
  EXPECT_EQ(llvm::cantFail(readFile(folder.path("empty"))), "");
}

TEST_F(FileIoTest, ReadsFilesThatDoNotKnowTheirSize) {
  EXPECT_NE(llvm::cantFail(readFile("/proc/self/status")), "");
}

TEST_F(FileIoTest, RealPathOfTheRootIsTheRoot) {
  EXPECT_EQ(realPath("/"), "/");
  EXPECT_EQ(realPath("/nothing-of-this-name/a"), "/nothing-of-this-name/a");
}

TEST_F(FileIoTest, ReadErrorsNameTheFile) {
  mkfifo(folder.path("pipe").c_str(), 0600);
  for (const std::string &path : {folder.path(), folder.path("nothing"), folder.path("pipe")}) {
    llvm::Expected<std::string> bytes = readFile(path);
    ASSERT_FALSE(static_cast<bool>(bytes)) << path;
    EXPECT_NE(llvm::toString(bytes.takeError()).find(path), std::string::npos);
  }
}

TEST_F(FileIoTest, ReplacesNoPipe) {
  const std::string path = folder.path("pipe");
  mkfifo(path.c_str(), 0600);
  EXPECT_FALSE(isReplaceable(path));
  EXPECT_THAT(fault(writeFileAtomically(path, "x", 0644)),
              testing::HasSubstr("not a regular file"));
  EXPECT_EQ(folder.list(), std::set<std::string>{"pipe"});
}

TEST_F(FileIoTest, WritesAndReplaces) {
  std::string path = folder.path("a.mu");
  EXPECT_EQ(fault(writeFileAtomically(path, "one", 0644)), "");
  EXPECT_EQ(folder.read("a.mu"), "one");
  EXPECT_EQ(fault(writeFileAtomically(path, "two", 0444)), "");
  EXPECT_EQ(folder.read("a.mu"), "two");
  EXPECT_EQ(modeOf(path), 0444u);
  EXPECT_EQ(fault(writeFileAtomically(path, "", 0600)), "");
  EXPECT_EQ(folder.read("a.mu"), "");
  EXPECT_EQ(folder.list(), std::set<std::string>{"a.mu"});
}

TEST_F(FileIoTest, UmaskDoesNotNarrowTheMode) {
  for (uint32_t mode : {0777u, 0666u, 0400u, 0755u}) {
    EXPECT_EQ(fault(writeFileAtomically(folder.path("a"), "x", mode)), "");
    EXPECT_EQ(modeOf(folder.path("a")), mode);
  }
}

TEST_F(FileIoTest, ReplacesALinkNotItsTarget) {
  folder.write("target", "old");
  folder.link("link", "target");
  EXPECT_EQ(fault(writeFileAtomically(folder.path("link"), "new", 0644)), "");
  EXPECT_EQ(folder.read("target"), "old");
  EXPECT_EQ(folder.read("link"), "new");
  EXPECT_FALSE(std::filesystem::is_symlink(folder.path("link")));
}

TEST_F(FileIoTest, WritesLinks) {
  for (const char *target : {"one", "two/three"}) {
    EXPECT_EQ(fault(writeLinkAtomically(folder.path("link"), target)), "");
    EXPECT_EQ(std::filesystem::read_symlink(folder.path("link")), target);
  }
  EXPECT_EQ(folder.list(), std::set<std::string>{"link"});
}

TEST_F(FileIoTest, LongestName) {
  std::string name(255, 'x');
  EXPECT_EQ(fault(writeFileAtomically(folder.path(name), "x", 0644)), "");
  EXPECT_EQ(folder.list(), std::set<std::string>{name});
}

TEST_F(FileIoTest, WriteErrorsNameTheFileAndLeaveNothing) {
  std::filesystem::create_directory(folder.path("folder"));
  for (const std::string &path : {folder.path("no/such"), folder.path("folder")}) {
    std::string message = fault(writeFileAtomically(path, "x", 0644));
    EXPECT_NE(message.find(path), std::string::npos) << message;
  }
  EXPECT_EQ(folder.list(), std::set<std::string>{"folder/"});
}

TEST_F(FileIoTest, FailedWriteKeepsTheOldFile) {
  std::string path = folder.path("a");
  ASSERT_EQ(fault(writeFileAtomically(path, "old", 0644)), "");
  rlimit old;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = {4096, old.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message = fault(writeFileAtomically(path, std::string(10000, 'x'), 0644));
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, oldHandler);
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_EQ(folder.list(), std::set<std::string>{"a"});
}

TEST_F(FileIoTest, TemporaryFileOfAKilledRunIsNoObstacle) {
  // Stopped hard in the middle of a write, by a limit whose signal it does not ignore.
  pid_t child = fork();
  if (child == 0) {
    rlimit small = {4096, 4096};
    setrlimit(RLIMIT_FSIZE, &small);
    rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    std::signal(SIGXFSZ, SIG_DFL);
    llvm::consumeError(writeFileAtomically(folder.path("a"), std::string(10000, 'x'), 0644));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  auto left = folder.list();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_TRUE(isTemporaryName(*left.begin()));

  EXPECT_EQ(fault(writeFileAtomically(folder.path("a"), "whole", 0644)), "");
  EXPECT_EQ(folder.read("a"), "whole");
  EXPECT_EQ(folder.list(), std::set<std::string>{"a"});
}

TEST_F(FileIoTest, Threads) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i)
        EXPECT_EQ(fault(writeFileAtomically(
                      folder.path(std::to_string(thread) + "-" + std::to_string(i)), "x", 0644)),
                  "");
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(folder.list().size(), 200u);
}

TEST(InterruptDeathTest, FirstSignalSetsTheFlagSecondKills) {
  EXPECT_EXIT(
      {
        installInterruptHandler();
        bool before = interrupted();
        raise(SIGTERM);
        _exit(!before && interrupted() && interruptSignal() == SIGTERM ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
  EXPECT_EXIT(
      {
        installInterruptHandler();
        raise(SIGTERM);
        raise(SIGINT);
        _exit(1);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptDeathTest, IgnoredSignalsStayIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        installInterruptHandler();
        raise(SIGHUP);
        _exit(interrupted() ? 1 : 7);
      },
      testing::ExitedWithCode(7), "");
}

} // namespace

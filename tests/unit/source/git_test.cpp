// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/git.h"

#include "../temporary_folder.h"

#include <cstdlib>

using namespace musaport;

namespace {

class GitTest : public testing::Test {
protected:
  void SetUp() override {
    if (std::system("git --version > /dev/null 2>&1") != 0)
      GTEST_SKIP() << "no git";
    // Whatever repository the tests run in is not the one that is meant.
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
  }

  void git(const std::string &arguments) {
    std::string command = "git -C '" + folder.path() +
                          "' -c user.name=x -c user.email=x@example.org " + arguments +
                          " > /dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << arguments;
  }

  TemporaryFolder folder;
};

TEST_F(GitTest, States) {
  EXPECT_EQ(gitState(folder.path()), GitState::NoRepository);
  git("init");
  EXPECT_EQ(gitState(folder.path()), GitState::Clean);
  folder.write("a/b.cu");
  folder.write("c/d.cu");
  EXPECT_EQ(gitState(folder.path()), GitState::Dirty);
  git("add .");
  EXPECT_EQ(gitState(folder.path()), GitState::Dirty);
  git("commit -m x");
  EXPECT_EQ(gitState(folder.path()), GitState::Clean);
  EXPECT_EQ(gitState(folder.path("a")), GitState::Clean);
  folder.write("a/b.cu", "changed");
  EXPECT_EQ(gitState(folder.path()), GitState::Dirty);
  EXPECT_EQ(gitState(folder.path("a")), GitState::Dirty);
  EXPECT_EQ(gitState(folder.path("c")), GitState::Clean);
}

TEST_F(GitTest, UntrackedCountsWhateverTheUserShows) {
  git("init");
  git("config status.showUntrackedFiles no");
  folder.write("a.cu");
  EXPECT_EQ(gitState(folder.path()), GitState::Dirty);
}

TEST_F(GitTest, IgnoredFilesDoNotCount) {
  git("init");
  folder.write(".gitignore", "*.o\n");
  git("add .");
  git("commit -m x");
  folder.write("a.o");
  EXPECT_EQ(gitState(folder.path()), GitState::Clean);
}

TEST_F(GitTest, BrokenRepositoryIsUnknown) {
  folder.write(".git", "gitdir: /no/such/folder\n");
  EXPECT_EQ(gitState(folder.path()), GitState::Unknown);
}

TEST_F(GitTest, NoGitIsUnknown) {
  folder.makeFolder(".git");
  const char *variable = getenv("PATH");
  ASSERT_NE(variable, nullptr);
  std::string path = variable;
  setenv("PATH", folder.path().c_str(), 1);
  GitState state = gitState(folder.path());
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(state, GitState::Unknown);
}

} // namespace

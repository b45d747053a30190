// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tree/transaction.h"

#include "../temporary_folder.h"
#include "source/tree.h"
#include "tree/recorded_file.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace musaport;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string fault(llvm::Error error) { return llvm::toString(std::move(error)); }

class TransactionTest : public testing::Test {
protected:
  TransactionTest() {
    folder.write("tree/a", "old a");
    folder.write("tree/b", "old b");
    folder.write("tree/sub/c", "old c");
  }
  std::string root() { return folder.path("tree"); }
  std::unique_ptr<Transaction> begin() { return llvm::cantFail(Transaction::begin(root())); }
  std::string faultOfBegin() {
    llvm::Expected<std::unique_ptr<Transaction>> begun = Transaction::begin(root());
    return begun ? std::string() : llvm::toString(begun.takeError());
  }
  void expectOld() {
    EXPECT_THAT(folder.list(), ElementsAre("tree/", "tree/a", "tree/b", "tree/sub/", "tree/sub/c"));
    EXPECT_EQ(folder.read("tree/a"), "old a");
    EXPECT_EQ(folder.read("tree/b"), "old b");
    EXPECT_EQ(folder.read("tree/sub/c"), "old c");
  }
  void stage(Transaction &transaction) {
    EXPECT_EQ(fault(transaction.writeFile("a", "new a", 0644)), "");
    EXPECT_EQ(fault(transaction.writeFile("x/y/d", "new d", 0755)), "");
    EXPECT_EQ(fault(transaction.writeLink("link", "a")), "");
    EXPECT_EQ(fault(transaction.remove("sub/c")), "");
    transaction.makeFolder("empty/one");
    transaction.removeFolder("sub");
  }
  /// As a run leaves it that is killed in the middle: `a` is new, `x/d` is new, `sub/c` is gone,
  /// and `b` is not changed yet.
  void leaveHalf() {
    const std::string staging = "tree/" + stagingFolderName.str() + "/";
    const nlohmann::json journal = {
        {"format", "musa-port-journal-1"},
        {"new folders", {"x"}},
        {"old folders", {{{"path", "sub"}, {"mode", 0700}}}},
        {"changes",
         {{{"path", "a"}, {"fingerprint", fingerprintOfFile("new a")}, {"replaces", true}},
          {{"path", "x/d"}, {"fingerprint", fingerprintOfFile("new d")}, {"replaces", false}},
          {{"path", "sub/c"}, {"fingerprint", ""}, {"replaces", true}},
          {{"path", "b"}, {"fingerprint", fingerprintOfFile("new b")}, {"replaces", true}}}}};
    folder.write(staging + "journal", journal.dump());
    folder.write(staging + "old-0", "old a");
    folder.write("tree/a", "new a");
    folder.write("tree/x/d", "new d");
    folder.write(staging + "old-2", "old c");
    std::filesystem::remove_all(folder.path("tree/sub"));
    folder.write(staging + "new-3", "new b");
  }

  TemporaryFolder folder;
};

TEST_F(TransactionTest, NothingChangesBeforeItIsCommitted) {
  {
    const std::unique_ptr<Transaction> transaction = begin();
    stage(*transaction);
    EXPECT_EQ(folder.read("tree/a"), "old a");
  }
  expectOld();
}

TEST_F(TransactionTest, AllChangesAtOnce) {
  const std::unique_ptr<Transaction> transaction = begin();
  stage(*transaction);
  EXPECT_EQ(fault(transaction->commit()), "");
  EXPECT_FALSE(Transaction::isUnfinished(root()));
  EXPECT_EQ(folder.read("tree/a"), "new a");
  EXPECT_EQ(folder.read("tree/x/y/d"), "new d");
  EXPECT_EQ(std::filesystem::read_symlink(folder.path("tree/link")), "a");
  EXPECT_TRUE(std::filesystem::is_directory(folder.path("tree/empty/one")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("tree/sub")));
}

TEST_F(TransactionTest, AFolderWithOtherFilesStays) {
  folder.write("tree/sub/own", "own");
  const std::unique_ptr<Transaction> transaction = begin();
  stage(*transaction);
  EXPECT_EQ(fault(transaction->commit()), "");
  EXPECT_EQ(folder.read("tree/sub/own"), "own");
}

TEST_F(TransactionTest, AnErrorUndoesAll) {
  for (const char *path : {"sub", "b/file"}) { // a folder stands there; a file is no folder
    const std::unique_ptr<Transaction> transaction = begin();
    stage(*transaction);
    EXPECT_EQ(fault(transaction->writeFile(path, "no file can be here", 0644)), "");
    EXPECT_THAT(fault(transaction->commit()), HasSubstr(path));
  }
  expectOld();
}

TEST_F(TransactionTest, WhatAKilledRunDidIsUndone) {
  leaveHalf();
  EXPECT_TRUE(Transaction::isUnfinished(root()));
  begin();
  EXPECT_FALSE(Transaction::isUnfinished(root()));
  expectOld();
}

TEST_F(TransactionTest, WhatARunStagedThatWasKilledIsRemoved) {
  folder.write("tree/" + stagingFolderName.str() + "/new-0", "new");
  EXPECT_FALSE(Transaction::isUnfinished(root()));
  begin();
  expectOld();
}

TEST_F(TransactionTest, EditsBehindAKillAreKept) {
  for (const char *path : {"tree/a", "tree/x/d", "tree/sub/c"}) {
    leaveHalf();
    folder.write(path, "by hand");
    EXPECT_THAT(faultOfBegin(), HasSubstr("was changed after a run that was killed")) << path;
    EXPECT_EQ(folder.read(path), "by hand");
    EXPECT_TRUE(Transaction::isUnfinished(root()));
    std::filesystem::remove(folder.path(path));
    EXPECT_EQ(faultOfBegin(), "");
    expectOld();
  }
  leaveHalf();
  folder.write("tree/b", "by hand"); // the run did not come to it
  EXPECT_EQ(faultOfBegin(), "");
  EXPECT_EQ(folder.read("tree/b"), "by hand");
}

TEST_F(TransactionTest, AJournalOfSomebodyElse) {
  const std::string journal = "tree/" + stagingFolderName.str() + "/journal";
  for (const char *text :
       {"", "{}", "[]", R"({"format": "musa-port-journal-1"})",
        R"({"format": "musa-port-journal-1", "new folders": [], "old folders": [],
            "changes": [{"path": "../a", "fingerprint": "", "replaces": true}]})",
        R"({"format": "musa-port-journal-1", "new folders": ["/etc"], "old folders": [],
            "changes": []})"}) {
    folder.write(journal, text);
    EXPECT_THAT(faultOfBegin(), HasSubstr("is no journal of this version")) << text;
  }
}

TEST_F(TransactionTest, WhatIsRestoredOtherwiseIsNoEdit) {
  leaveHalf();
  folder.write("tree/a", "old a"); // for example by git
  folder.write("tree/sub/c", "old c");
  EXPECT_EQ(faultOfBegin(), "");
  expectOld();
}

TEST_F(TransactionTest, LinksAreNotFollowed) {
  folder.write("elsewhere/mine", "mine");
  folder.link("tree/" + stagingFolderName.str(), "../elsewhere");
  EXPECT_THAT(faultOfBegin(), HasSubstr("remove it"));
  EXPECT_EQ(folder.read("elsewhere/mine"), "mine");
  std::filesystem::remove(folder.path("tree/" + stagingFolderName.str()));
  leaveHalf();
  std::filesystem::remove_all(folder.path("tree/x"));
  folder.link("tree/x", "../elsewhere");
  EXPECT_THAT(faultOfBegin(), HasSubstr("is no journal"));
}

TEST_F(TransactionTest, ChangesDuringARunAreFound) {
  const std::unique_ptr<Transaction> transaction = begin();
  transaction->expect("a", fingerprintOfFile("old a"));
  transaction->expect("new", "");
  stage(*transaction);
  folder.write("tree/new", "by hand");
  EXPECT_THAT(fault(transaction->commit()), HasSubstr("tree/new' was changed while musa-port ran"));
  EXPECT_EQ(folder.read("tree/a"), "old a");
}

TEST_F(TransactionTest, FoldersKeepTheirModes) {
  leaveHalf();
  EXPECT_EQ(faultOfBegin(), "");
  EXPECT_EQ(std::filesystem::status(folder.path("tree/sub")).permissions(),
            std::filesystem::perms(0700));
}

TEST_F(TransactionTest, OneAtATime) {
  const int other = ::open(root().c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(other, LOCK_EX | LOCK_NB), 0);
  EXPECT_THAT(faultOfBegin(), HasSubstr("another musa-port writes to"));
  ::close(other);
  EXPECT_EQ(faultOfBegin(), "");
}

} // namespace

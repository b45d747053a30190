// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tree/output_tree.h"

#include "../temporary_folder.h"
#include "source/file_io.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <thread>

using namespace musaport;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Paths = std::vector<std::string>;

std::string fault(llvm::Error error) { return llvm::toString(std::move(error)); }

class OutputTreeTest : public testing::Test {
protected:
  OutputTree open() {
    diagnostics.clear();
    return llvm::cantFail(OutputTree::open(folder.path("out"), diagnostics));
  }

  /// Writes each path with its own name as its content.
  Paths port(const Paths &paths) {
    OutputTree out = open();
    EXPECT_THAT(out.conflicts(paths), IsEmpty());
    EXPECT_EQ(fault(out.makeFolders(paths)), "");
    for (const std::string &path : paths)
      EXPECT_EQ(fault(out.writeFile(path, path, 0644)), "");
    return llvm::cantFail(out.finish());
  }

  Paths messages(const std::vector<Diagnostic> &found) {
    Paths result;
    for (const Diagnostic &diagnostic : found) {
      EXPECT_EQ(diagnostic.id, "musa-output-exists");
      EXPECT_EQ(diagnostic.severity, Severity::Error);
      llvm::StringRef file = diagnostic.place.file;
      EXPECT_TRUE(file.consume_front(folder.path("out/")));
      result.push_back((file + ": " + diagnostic.message).str());
    }
    return result;
  }

  std::string manifest() { return folder.read("out/.musa-port-manifest.json"); }

  TemporaryFolder folder;
  std::vector<Diagnostic> diagnostics;
};

TEST_F(OutputTreeTest, NothingIsWrittenByOpening) {
  OutputTree out = open();
  EXPECT_THAT(out.conflicts({"a/b.mu"}), IsEmpty());
  EXPECT_THAT(folder.list(), IsEmpty());
  EXPECT_THAT(llvm::cantFail(out.finish()), IsEmpty());
  EXPECT_THAT(folder.list(), IsEmpty());
}

TEST_F(OutputTreeTest, WritesANewTree) {
  EXPECT_THAT(port({"a.mu", "b/c/d.h", "b/e.h"}), IsEmpty());
  EXPECT_THAT(folder.list(), ElementsAre("out/", "out/.musa-port-manifest.json", "out/a.mu",
                                         "out/b/", "out/b/c/", "out/b/c/d.h", "out/b/e.h"));
  EXPECT_EQ(folder.read("out/b/c/d.h"), "b/c/d.h");
}

TEST_F(OutputTreeTest, WhatAKilledProcessLeftIsRemoved) {
  folder.write(temporaryPrefixFor("out") + "-1-0/b/stale.mu", "");
  EXPECT_THAT(port({"a.mu", "b/c.mu"}), IsEmpty());
  EXPECT_THAT(folder.list(), ElementsAre("out/", "out/.musa-port-manifest.json", "out/a.mu",
                                         "out/b/", "out/b/c.mu"));
}

TEST_F(OutputTreeTest, MakesParentsOfTheRootAndEmptyFolders) {
  OutputTree out = llvm::cantFail(OutputTree::open(folder.path("x/y/"), diagnostics));
  EXPECT_THAT(out.conflicts({"empty/"}), IsEmpty());
  EXPECT_EQ(fault(out.makeFolders({"empty/", "more/empty/"})), "");
  EXPECT_THAT(llvm::cantFail(out.finish()), IsEmpty());
  EXPECT_THAT(folder.list(), ElementsAre("x/", "x/y/", "x/y/.musa-port-manifest.json", "x/y/empty/",
                                         "x/y/more/", "x/y/more/empty/"));
}

TEST_F(OutputTreeTest, ANewOutputAppearsAsAWhole) {
  {
    OutputTree out = llvm::cantFail(OutputTree::open(folder.path("out"), diagnostics));
    EXPECT_EQ(fault(out.makeFolders({"a/b.mu"})), "");
    EXPECT_EQ(fault(out.writeFile("a/b.mu", "x", 0644)), "");
    EXPECT_FALSE(folder.list().count("out/"));
    EXPECT_EQ(fault(out.writeFile("no/folder.mu", "x", 0644)),
              "'" + folder.path("out") + "/no/folder.mu': No such file or directory");
  }
  EXPECT_THAT(folder.list(), IsEmpty()) << "given up";
}

TEST_F(OutputTreeTest, RootMustBeAFolder) {
  folder.write("out");
  llvm::Expected<OutputTree> out = OutputTree::open(folder.path("out"), diagnostics);
  ASSERT_FALSE(static_cast<bool>(out));
  EXPECT_EQ(llvm::toString(out.takeError()), "'" + folder.path("out") + "': Not a directory");
}

TEST_F(OutputTreeTest, ManifestIsSortedAndHasAFormat) {
  port({"b.mu", "a.mu"});
  nlohmann::json json = nlohmann::json::parse(manifest());
  EXPECT_EQ(json["format"], "musa-port-manifest-1");
  EXPECT_EQ(json["files"].size(), 2u);
  EXPECT_LT(manifest().find("a.mu"), manifest().find("b.mu"));
}

TEST_F(OutputTreeTest, CountsWhatItWrites) {
  port({"a.mu", "b.mu"});
  OutputTree out = open();
  EXPECT_THAT(out.conflicts({"a.mu", "b.mu", "c", "link"}), IsEmpty());
  EXPECT_EQ(fault(out.writeFile("a.mu", "a.mu", 0644)), "");
  EXPECT_EQ(fault(out.writeFile("b.mu", "changed", 0644)), "");
  EXPECT_EQ(fault(out.writeFile("c", "new", 0644)), "");
  EXPECT_EQ(fault(out.writeLink("link", "c")), "");
  EXPECT_EQ(out.filesWritten(), 3u);
}

TEST_F(OutputTreeTest, PortingAgainTouchesNothing) {
  Paths paths = {"a.mu", "b/c.h"};
  port(paths);
  std::vector<timespec> before;
  for (const char *name : {"out/a.mu", "out/b/c.h", "out/.musa-port-manifest.json"}) {
    struct stat status;
    ASSERT_EQ(stat(folder.path(name).c_str(), &status), 0);
    before.push_back(status.st_mtim);
    before.push_back(status.st_ctim);
  }
  for (bool askFirst : {true, false}) {
    OutputTree out = open();
    if (askFirst)
      EXPECT_THAT(out.conflicts(paths), IsEmpty());
    EXPECT_EQ(fault(out.makeFolders(paths)), "");
    for (const std::string &path : paths)
      EXPECT_EQ(fault(out.writeFile(path, path, 0644)), "");
    EXPECT_EQ(out.filesWritten(), 0u);
    llvm::cantFail(out.finish());
    size_t i = 0;
    for (const char *name : {"out/a.mu", "out/b/c.h", "out/.musa-port-manifest.json"}) {
      struct stat status;
      ASSERT_EQ(stat(folder.path(name).c_str(), &status), 0);
      for (timespec time : {status.st_mtim, status.st_ctim}) {
        EXPECT_EQ(time.tv_sec, before[i].tv_sec);
        EXPECT_EQ(time.tv_nsec, before[i++].tv_nsec);
      }
    }
  }
}

TEST_F(OutputTreeTest, OtherContentOrModeIsWritten) {
  port({"a.mu"});
  auto write = [&](llvm::StringRef text) {
    OutputTree out = open();
    EXPECT_EQ(fault(out.makeFolders({"a.mu"})), "");
    EXPECT_EQ(fault(out.writeFile("a.mu", text, 0755)), "");
    EXPECT_THAT(out.conflicts({"a.mu"}), IsEmpty());
    llvm::cantFail(out.finish());
  };
  write("a.mu");
  struct stat status;
  ASSERT_EQ(stat(folder.path("out/a.mu").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0755u);
  write("new");
  EXPECT_EQ(folder.read("out/a.mu"), "new");
}

TEST_F(OutputTreeTest, AnOutputThatExistsChangesAsAWhole) {
  port({"a.mu", "b.mu"});
  const std::string before = manifest();
  {
    OutputTree out = open();
    EXPECT_EQ(fault(out.makeFolders({"a.mu", "c/d.mu"})), "");
    EXPECT_EQ(fault(out.writeFile("a.mu", "new", 0644)), "");
    EXPECT_EQ(fault(out.writeFile("c/d.mu", "new", 0644)), "");
    EXPECT_EQ(fault(out.remove("b.mu")), "");
  }
  EXPECT_THAT(folder.list(),
              ElementsAre("out/", "out/.musa-port-manifest.json", "out/a.mu", "out/b.mu"));
  EXPECT_EQ(folder.read("out/a.mu"), "a.mu");
  EXPECT_EQ(manifest(), before);
}

TEST_F(OutputTreeTest, AFileThatIsAsItShouldBeIsNobodys) {
  folder.write("out/a.mu", "text");
  folder.write("out/b.mu", "mine");
  OutputTree out = open();
  EXPECT_EQ(fault(out.makeFolders({"a.mu", "b.mu"})), "");
  EXPECT_EQ(fault(out.writeFile("a.mu", "text", 0644)), "");
  EXPECT_EQ(fault(out.writeFile("b.mu", "text", 0644)), "");
  EXPECT_THAT(messages(out.conflicts({"a.mu", "b.mu"})),
              ElementsAre("b.mu: exists and was not written by musa-port"));
}

TEST_F(OutputTreeTest, ForeignAndChangedFilesAreConflicts) {
  port({"a.mu", "b/c.h", "b/d.h"});
  folder.write("out/b/c.h", "changed");
  folder.write("out/b/foreign.h");
  std::vector<Diagnostic> found =
      open().conflicts({"a.mu", "b/c.h", "b/d.h", "b/foreign.h", "b/new.h"});
  EXPECT_THAT(messages(found), ElementsAre("b/c.h: was changed since musa-port wrote it",
                                           "b/foreign.h: exists and was not written by musa-port"));
  EXPECT_THAT(found[0].notes, IsEmpty());
  ASSERT_EQ(found[1].notes.size(), 1u);
  EXPECT_THAT(found[1].notes[0], testing::HasSubstr("--force"));
}

TEST_F(OutputTreeTest, FilesAndFoldersInEachOthersPlace) {
  folder.write("out/file");
  folder.makeFolder("out/folder");
  folder.makeFolder("elsewhere");
  folder.link("out/link", "../elsewhere");
  EXPECT_THAT(messages(open().conflicts({"file/a", "file/b", "folder", "link/a"})),
              ElementsAre("file: is not a folder, and the port has files in it",
                          "folder: is a folder, and the port has a file there",
                          "link: is not a folder, and the port has files in it"));
  // Even if no one asked: nothing is written through a link.
  EXPECT_NE(fault(open().makeFolders({"link/a"})), "");
  EXPECT_NE(fault(open().makeFolders({"file/a"})), "");
}

TEST_F(OutputTreeTest, OtherFilesStay) {
  folder.write("out/mine/a.txt", "mine");
  port({"mine/b.h"});
  EXPECT_EQ(folder.read("out/mine/a.txt"), "mine");
}

TEST_F(OutputTreeTest, ForceReplacesForeignFiles) {
  folder.write("out/a.mu", "foreign");
  OutputTree out = open();
  EXPECT_EQ(fault(out.makeFolders({"a.mu"})), "");
  EXPECT_EQ(fault(out.writeFile("a.mu", "new", 0644)), "");
  llvm::cantFail(out.finish());
  EXPECT_EQ(folder.read("out/a.mu"), "new");
  EXPECT_THAT(open().conflicts({"a.mu"}), IsEmpty());
}

TEST_F(OutputTreeTest, StaleFilesAreToldAndRemainTheTools) {
  port({"a.mu", "b/old.h", "old.h"});
  EXPECT_THAT(port({"a.mu"}), ElementsAre("b/old.h", "old.h"));
  EXPECT_EQ(folder.read("out/old.h"), "old.h");
  std::filesystem::remove(folder.path("out/old.h"));
  EXPECT_THAT(port({"a.mu"}), ElementsAre("b/old.h"));
  EXPECT_THAT(port({"a.mu", "b/old.h"}), IsEmpty());
}

TEST_F(OutputTreeTest, Links) {
  for (int round = 0; round < 2; ++round) {
    OutputTree out = open();
    Paths paths = {"a/link", "b.h"};
    EXPECT_THAT(out.conflicts(paths), IsEmpty());
    EXPECT_EQ(fault(out.makeFolders(paths)), "");
    EXPECT_EQ(fault(out.writeLink("a/link", "../b.h")), "");
    EXPECT_EQ(fault(out.writeFile("b.h", "b", 0644)), "");
    llvm::cantFail(out.finish());
    EXPECT_EQ(std::filesystem::read_symlink(folder.path("out/a/link")), "../b.h");
  }
  std::filesystem::remove(folder.path("out/a/link"));
  folder.link("out/a/link", "/elsewhere");
  EXPECT_THAT(messages(open().conflicts({"a/link"})),
              ElementsAre("a/link: was changed since musa-port wrote it"));
}

TEST_F(OutputTreeTest, BrokenManifestCountsAsNone) {
  for (const char *text :
       {"", "{", "[]", "\"x\"", "{\"format\": \"musa-port-manifest-1\"}",
        "{\"format\": \"musa-port-manifest-2\", \"files\": {}}",
        "{\"format\": \"musa-port-manifest-1\", \"files\": {\"a.mu\": 1}}",
        "{\"format\": 1, \"files\": []}", "\xFF\xFE", "{\"files\": {}}", "null"}) {
    folder.write("out/a.mu");
    folder.write("out/.musa-port-manifest.json", text);
    OutputTree out = open();
    ASSERT_EQ(diagnostics.size(), 1u) << text;
    EXPECT_EQ(diagnostics[0].id, "musa-manifest");
    EXPECT_EQ(diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(diagnostics[0].place.file, folder.path("out/.musa-port-manifest.json"));
    EXPECT_EQ(out.conflicts({"a.mu"}).size(), 1u);
  }
}

TEST_F(OutputTreeTest, NamesOfAnyBytes) {
  Paths paths = {"%41.h", "new\nline.h", "sp ace.h", "\xC3\xA4.h", "\xE4\xFF.h", "\xF0\x9F"};
  port(paths);
  EXPECT_TRUE(nlohmann::json::accept(manifest()));
  EXPECT_THAT(port(paths), IsEmpty());
}

TEST_F(OutputTreeTest, ReadsWhatIsThere) {
  folder.write("out/a.mu", "bytes");
  folder.link("out/link", "a.mu");
  folder.makeFolder("out/folder");
  const OutputTree out = open();
  using Kind = OutputEntry::Kind;
  auto read = [&](llvm::StringRef path) { return llvm::cantFail(out.read(path)); };
  EXPECT_EQ(read("a.mu").kind, Kind::File);
  EXPECT_EQ(read("a.mu").content, "bytes");
  EXPECT_NE(read("a.mu").mode, 0u);
  EXPECT_EQ(read("link").kind, Kind::Link);
  EXPECT_EQ(read("link").content, "a.mu");
  EXPECT_EQ(read("folder").kind, Kind::Other);
  for (const char *path : {"none", "no/folder/none", "a.mu/none"})
    EXPECT_EQ(read(path).kind, Kind::Nothing) << path;
}

TEST_F(OutputTreeTest, EditedFilesAreRecorded) {
  EXPECT_FALSE(open().hasManifest());
  port({"a.mu", "b.mu", "c.mu"});
  {
    OutputTree out = open();
    EXPECT_TRUE(out.hasManifest());
    const std::string fingerprint = out.manifest().lookup("a.mu");
    EXPECT_EQ(fault(out.writeFile("a.mu", "merged", 0644)), "");
    out.record("a.mu", fingerprint);
    out.forget("b.mu");
    EXPECT_EQ(fault(out.remove("c.mu")), "");
    EXPECT_THAT(llvm::cantFail(out.finish()), IsEmpty());
  }
  EXPECT_THAT(messages(open().conflicts({"a.mu", "b.mu", "c.mu"})),
              ElementsAre("a.mu: was changed since musa-port wrote it",
                          "b.mu: exists and was not written by musa-port"));
  EXPECT_EQ(open().manifest().size(), 1u);
}

TEST_F(OutputTreeTest, ObstaclesAreOfAnotherKind) {
  folder.write("out/file");
  folder.write("out/folder/x");
  const OutputTree out = open();
  EXPECT_THAT(out.obstacles({"file", "folder/x", "folder/y", "new/z"}), IsEmpty());
  EXPECT_THAT(messages(out.obstacles({"file/x", "folder"})),
              ElementsAre("file: is not a folder, and the port has files in it",
                          "folder: is a folder, and the port has a file there"));
}

TEST_F(OutputTreeTest, Threads) {
  Paths paths;
  for (int i = 0; i < 200; ++i)
    paths.push_back("folder" + std::to_string(i % 7) + "/" + std::to_string(i));
  OutputTree out = open();
  EXPECT_EQ(fault(out.makeFolders(paths)), "");
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (size_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (size_t i = thread; i < paths.size(); i += 4)
        EXPECT_EQ(fault(out.writeFile(paths[i], paths[i], 0644)), "");
    });
  for (std::thread &thread : threads)
    thread.join();
  llvm::cantFail(out.finish());
  EXPECT_EQ(nlohmann::json::parse(manifest())["files"].size(), 200u);
}

} // namespace

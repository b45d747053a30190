// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/tree.h"

#include "../temporary_folder.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <map>

using namespace musaport;

namespace {

class TreeTest : public testing::Test {
protected:
  void add(IgnoreList &list, llvm::StringRef pattern) {
    EXPECT_EQ(llvm::toString(list.add(pattern)), "");
  }

  Tree list() {
    llvm::Expected<Tree> tree = listTree(folder.path(), options);
    if (tree)
      return std::move(*tree);
    ADD_FAILURE() << llvm::toString(tree.takeError());
    return {};
  }

  std::vector<std::string> paths() {
    std::vector<std::string> result;
    for (const TreeFile &file : list().files)
      result.push_back(file.path);
    return result;
  }

  /// Path -> "" for what is kept, else the reason.
  std::map<std::string, std::string> links() {
    std::map<std::string, std::string> result;
    for (const TreeFile &file : list().files)
      if (file.kind == FileKind::Link || file.kind == FileKind::Skipped)
        result[file.path] = file.reason;
    return result;
  }

  TemporaryFolder folder;
  TreeOptions options;
};

using Paths = std::vector<std::string>;

TEST_F(TreeTest, ListsSortedByBytes) {
  for (const char *name :
       {"b.cu", "a/z.h", "a.h", "a/b/c.txt", "B.cu", "\xE4.cu", "sp ace.h", "new\nline.h"})
    folder.write(name, "x");
  EXPECT_EQ(paths(), (Paths{"B.cu", "a.h", "a/b/c.txt", "a/z.h", "b.cu", "new\nline.h", "sp ace.h",
                            "\xE4.cu"}));
}

TEST_F(TreeTest, KnowsRootAndKind) {
  folder.write("a.cu", "12345");
  Tree tree = list();
  ASSERT_EQ(tree.files.size(), 1u);
  EXPECT_EQ(tree.root, folder.path());
  EXPECT_EQ(tree.files[0].kind, FileKind::Source);
}

TEST_F(TreeTest, RootMayEndWithSlashesOrBeALink) {
  folder.write("tree/a.h");
  folder.link("link", "tree");
  for (const char *name : {"tree//", "link"}) {
    llvm::Expected<Tree> tree = listTree(folder.path(name), options);
    ASSERT_TRUE(static_cast<bool>(tree));
    EXPECT_EQ(tree->root, llvm::StringRef(folder.path(name)).rtrim('/'));
    ASSERT_EQ(tree->files.size(), 1u);
    EXPECT_EQ(tree->files[0].path, "a.h");
  }
}

TEST_F(TreeTest, ErrorsNameTheFolder) {
  folder.write("file");
  for (const char *name : {"nothing", "file"}) {
    llvm::Expected<Tree> tree = listTree(folder.path(name), options);
    ASSERT_FALSE(static_cast<bool>(tree));
    EXPECT_NE(llvm::toString(tree.takeError()).find(folder.path(name)), std::string::npos);
  }
}

TEST_F(TreeTest, UnreadableFolderIsAnError) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root reads everything";
  folder.write("closed/a.h");
  chmod(folder.path("closed").c_str(), 0);
  llvm::Expected<Tree> tree = listTree(folder.path(), options);
  chmod(folder.path("closed").c_str(), 0700);
  ASSERT_FALSE(static_cast<bool>(tree));
  EXPECT_NE(llvm::toString(tree.takeError()).find("closed"), std::string::npos);
}

TEST_F(TreeTest, LeavesOutWhatNoOneWantsPorted) {
  for (const char *name :
       {"a.h", ".git/config", "sub/.git", ".hg/x", ".svn/x", "x/__pycache__/y.pyc",
        "build/CMakeCache.txt", "build/sub/a.cu", "out/build.ninja", "out2/.ninja_log",
        ".gitignore", ".musa-port-manifest.json", "sub/.musa-port-manifest.json",
        ".musa-port-tmp-1-2"})
    folder.write(name);
  EXPECT_EQ(paths(), (Paths{".gitignore", "a.h", "sub/.musa-port-manifest.json"}));
  EXPECT_EQ(list().excluded, 10u);
}

TEST_F(TreeTest, RootMayBeABuildFolder) {
  folder.write("CMakeCache.txt");
  folder.write("a.h");
  EXPECT_EQ(paths(), (Paths{"CMakeCache.txt", "a.h"}));
}

TEST_F(TreeTest, NegatedPatternBringsDefaultsBack) {
  folder.write("build/build.ninja");
  folder.write("__pycache__/x");
  add(options.exclude, "!build/");
  add(options.exclude, "!__pycache__");
  EXPECT_EQ(paths(), (Paths{"__pycache__/x", "build/build.ninja"}));
}

TEST_F(TreeTest, Excludes) {
  for (const char *name : {"a/b/c.h", "a/d.h", "e.h", "keep/e.h"})
    folder.write(name);
  add(options.exclude, "a/b/");
  add(options.exclude, "e.h");
  add(options.exclude, "!keep/e.h");
  EXPECT_EQ(paths(), (Paths{"a/d.h", "keep/e.h"}));
  EXPECT_EQ(list().excluded, 2u);
}

TEST_F(TreeTest, Includes) {
  for (const char *name : {"a/b/c.h", "a/b/d.c", "a/e.h", "f.h", "g/f.cu"})
    folder.write(name);
  add(options.include, "a/b/");
  add(options.include, "*.cu");
  add(options.include, "!*.c");
  EXPECT_EQ(paths(), (Paths{"a/b/c.h", "g/f.cu"}));
}

TEST_F(TreeTest, ExcludeWinsOverInclude) {
  folder.write("a/b.h");
  folder.write("a/c.h");
  add(options.include, "a");
  add(options.exclude, "b.h");
  EXPECT_EQ(paths(), (Paths{"a/c.h"}));
}

TEST_F(TreeTest, EmptyFolders) {
  folder.makeFolder("z/y");
  folder.makeFolder("a");
  folder.makeFolder("gone");
  add(options.exclude, "gone");
  EXPECT_EQ(list().emptyFolders, (Paths{"a", "z/y"}));
  add(options.include, "z");
  EXPECT_EQ(list().emptyFolders, (Paths{"z/y"}));
}

TEST_F(TreeTest, LinksInsideAreKept) {
  folder.write("a/b.h");
  folder.write("tree/a.h");
  folder.link("l1", "a/b.h");
  folder.link("a/l2", "../l1");
  folder.link("l3", "a");
  folder.link("x/l4", "../l3/b.h");
  folder.link("x/l5", "..");
  folder.link("l6", "./a//./b.h");
  folder.link("dangling", "no/such");
  std::map<std::string, std::string> expected;
  for (const char *name : {"l1", "a/l2", "l3", "x/l4", "x/l5", "l6", "dangling"})
    expected[name] = "";
  EXPECT_EQ(links(), expected);
  for (const TreeFile &file : list().files)
    if (file.path == "a/l2")
      EXPECT_EQ(file.target, "../l1");
}

TEST_F(TreeTest, OtherLinksAreSkipped) {
  folder.write("a/b.h");
  folder.write("c.h");
  folder.write("out.h");
  folder.link("absolute", folder.path("c.h"));
  folder.link("above", "../x");
  folder.link("around", "../" + std::filesystem::path(folder.path()).filename().string() + "/c.h");
  folder.link("through", "above/y");
  folder.link("through_absolute", "./absolute");
  folder.link("circle", "circle");
  folder.link("excluded", "out.h");
  folder.link("physical", "to_a/../../x");
  folder.link("to_a", "a");
  add(options.exclude, "out.h");
  auto found = links();
  EXPECT_EQ(found["absolute"], "a link to an absolute path");
  EXPECT_EQ(found["above"], "a link that leads out of the tree");
  EXPECT_EQ(found["around"], "a link that leads out of the tree");
  EXPECT_EQ(found["through"], "a link that leads out of the tree");
  EXPECT_EQ(found["through_absolute"], "a link to a link to an absolute path");
  EXPECT_EQ(found["circle"], "a link that leads in a circle");
  EXPECT_EQ(found["excluded"], "a link to something that is left out");
  EXPECT_EQ(found["physical"], "a link that leads out of the tree");
  EXPECT_EQ(found["to_a"], "");
}

TEST_F(TreeTest, SpecialFilesAreSkipped) {
  mkfifo(folder.path("pipe").c_str(), 0600);
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {AF_UNIX, {}};
  std::string path = folder.path("socket");
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(bind(descriptor, reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
  close(descriptor);
  auto found = links();
  EXPECT_EQ(found["pipe"], "a named pipe");
  EXPECT_EQ(found["socket"], "a socket");
}

TEST_F(TreeTest, DeepTree) {
  std::string path;
  for (int i = 0; i < 400; ++i)
    path += "folder/";
  folder.write(path + "a.h");
  EXPECT_EQ(paths(), (Paths{path + "a.h"}));
}

TEST(ClassifyFileTest, ByName) {
  TreeOptions options;
  options.extraExtensions = {".cu.in", ".glsl"};
  for (const char *name :
       {"a.cu",  "x/a.cuh", "a.c",   "a.cc",    "a.cpp",  "a.cxx", "a.h",     "a.hh",
        "a.hpp", "a.hxx",   "a.inl", "a.inc",   "a.ipp",  "a.tpp", "a.mu",    "a.muh",
        "a.C",   "a.H",     "a.b.h", "a.cu.in", "a.glsl", ".h",    "a.cpp.in"})
    EXPECT_EQ(classifyFile(name, options), FileKind::Source) << name;
  for (const char *name : {"CMakeLists.txt",
                           "x/CMakeLists.txt",
                           "a.cmake",
                           "a.cmake.in",
                           "a.cmake.cmakein",
                           "CMakePresets.json",
                           "Makefile",
                           "GNUmakefile",
                           "a.mk",
                           "a.make",
                           "setup.py",
                           "setup.cfg",
                           "pyproject.toml",
                           "MANIFEST.in",
                           "meson.build",
                           "BUILD",
                           "BUILD.bazel",
                           "a.bzl",
                           "a.gn",
                           "a.gni",
                           "SConstruct",
                           "a.py",
                           "a.sh",
                           "Dockerfile",
                           "Dockerfile.gpu",
                           "makefile",
                           "a.h.in",
                           "a.hpp.cmake",
                           "a.h.cmakein"})
    EXPECT_EQ(classifyFile(name, options), FileKind::BuildScript) << name;
  for (const char *name :
       {"README", "a.txt", "a.CU", "acu", "x.cu/README", "a.c.tmpl", "a.", "", "cuh", "a.md"})
    EXPECT_EQ(classifyFile(name, options), FileKind::Other) << name;
}

} // namespace

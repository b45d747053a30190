//===- check_tree_test.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/check_tree.h"

#include "check_test.h"
#include "temporary_folder.h"

#include "gmock/gmock.h"

#include <filesystem>

using testing::UnorderedElementsAreArray;

namespace musaport {
namespace {

/// A tree whose sources all start with the same headers.
class CheckTree : public testing::Test {
protected:
  CheckTree() : root(std::filesystem::canonical(folder.path("")).string() + "/src") {
    folder.write("src/a.cu", "__global__ void a(float *p) {\n"
                             "  __shared__ Tile<WIDTH> tile;\n"
                             "  *p = tile.all[0];\n"
                             "}\n");
    folder.write("src/b.cu", "#include \"c.cuh\"\n"
                             "Missing missing;\n"
                             "void b(float *p) { copy<9000><<<1, 32>>>(p); }\n");
    folder.write("src/c.cu", "#include \"c.cuh\"\n"
                             "#ifdef FOR_HOST\n"
                             "#error for the host\n"
                             "#endif\n"
                             "void c(float *p) { copy<9000><<<1, 32>>>(p); }\n");
    folder.write("src/c.cuh", "template <int N> __global__ void copy(float *p) {\n"
                              "  __shared__ Tile<N> tile;\n"
                              "  *p = tile.all[0];\n"
                              "}\n");
    folder.write("src/d.cpp", "#include <tile.h>\ncudaStream_t d;\n");
  }

  /// All of it, or one source and all headers.
  CheckedTree check(const std::string &width, llvm::StringRef only = "",
                    const FindingsCache *cache = nullptr) {
    Tree tree = llvm::cantFail(listTree(root, {}));
    llvm::erase_if(tree.files, [&](const TreeFile &file) {
      return !only.empty() && !llvm::StringRef(file.path).ends_with("h") && file.path != only;
    });
    auto headers = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    headers->addFile(
        "/cuda/musa_port/nvcc.h", 0,
        llvm::MemoryBuffer::getMemBufferCopy(std::string(cudaKeywords) + "#include <tile.h>\n"));
    headers->addFile(
        "/cuda/tile.h", 0,
        llvm::MemoryBuffer::getMemBufferCopy("#pragma once\n"
                                             "template <int N> struct Tile { float all[N]; };\n"
                                             "#ifndef __CUDA_ARCH__\n#define FOR_HOST\n#endif\n"
                                             "#define WIDTH " +
                                             width + "\n"));
    headers->addFile("/cuda/number.h", 0,
                     llvm::MemoryBuffer::getMemBufferCopy(
                         "#pragma once\n#ifndef NUMBER\n#define NUMBER 1\n#endif\n"
                         "constexpr int number() { return NUMBER; }\n"
                         "template <int N> struct Ratio {\n"
                         "  static_assert(N != 0, \"\");\n"
                         "  static constexpr int value = N;\n"
                         "};\n"
                         "template <int N> constexpr int Ratio<N>::value;\n"));
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem().release());
    files->pushOverlay(headers);
    RuleSet::Options options;
    options.architecture = *findArchitecture("mp_21");
    const RuleSet rules(options, {});
    return llvm::cantFail(checkTree(tree, {}, llvm::cantFail(selectChecks("musa-shared-memory")),
                                    rules, {files, "/cuda", "/clang"},
                                    {.threads = 3, .cache = cache}));
  }

  static std::vector<std::string> lines(const CheckedTree &checked) {
    std::vector<std::string> all;
    all.reserve(checked.diagnostics.size());
    for (const Diagnostic &diagnostic : checked.diagnostics)
      all.push_back(diagnostic.place.file + ":" + std::to_string(diagnostic.place.line) + ": " +
                    diagnostic.message + "; " + diagnostic.notes.front());
    return all;
  }

  TemporaryFolder folder;
  std::string root;
};

TEST_F(CheckTree, WhatSourcesStartWithIsSharedAndChangesNothing) {
  std::set<std::string> alone;
  size_t forHost = 0;
  for (const char *only : {"a.cu", "b.cu", "c.cu", "d.cpp"}) {
    const CheckedTree one = check("8000", only);
    EXPECT_EQ(one.parsed, 1U);
    forHost += one.parsedForHost;
    for (const std::string &line : lines(one))
      alone.insert(line);
  }
  const CheckedTree all = check("8000");
  EXPECT_EQ(all.parsed, 4U);
  EXPECT_EQ(forHost, 1U);
  EXPECT_EQ(all.parsedForHost, 1U);
  EXPECT_EQ(alone.size(), 4U); // two kernels; an error for the device, one for the host
  EXPECT_THAT(lines(all), UnorderedElementsAreArray(alone));
}

TEST_F(CheckTree, AMacroThatASharedHeaderUsesIsSeenThere) {
  // All begin with the same header. Of two it gets another number, and of the last nothing.
  const std::string kernel = "__global__ void k() { __shared__ Tile<number()> tile; }\n";
  folder.write("src/m.cu", "#include <number.h>\n" + kernel);
  folder.write("src/n.cu", "#define NUMBER 9000\n#include <number.h>\n" + kernel);
  folder.write("src/o.cu", "#define NUMBER 9001\n#include <number.h>\n" + kernel);
  folder.write("src/p.cu", "#define UNUSED 9002\n#include <number.h>\n" + kernel);
  std::set<std::string> found;
  for (const std::string &line : lines(check("1")))
    if (line.find("'k'") != std::string::npos)
      found.insert(line.substr(root.size() + 1, 4));
  EXPECT_EQ(found, (std::set<std::string>{"n.cu", "o.cu"}));
}

TEST_F(CheckTree, TemplatesOfASharedHeaderAreInstantiated) {
  for (const char *file : {"src/q.cu", "src/r.cu"})
    folder.write(file, "#include <number.h>\nRatio<3> ratio;\nint value = Ratio<3>::value;\n");
  size_t seen = 0;
  for (const ParsedUnit &unit : check("1").units)
    if (unit.file == root + "/q.cu" || unit.file == root + "/r.cu") {
      ++seen;
      for (const ParsedUnit::Error &error : unit.errors)
        ADD_FAILURE() << error.message;
    }
  EXPECT_EQ(seen, 2U);
}

TEST_F(CheckTree, WhatWasReadWithOthersIsPartOfTheCachesKnowledge) {
  const FindingsCache cache = llvm::cantFail(FindingsCache::open(folder.path("cache"), ""));
  const std::vector<std::string> first = lines(check("8000", "", &cache));
  const CheckedTree again = check("8000", "", &cache);
  EXPECT_EQ(again.parsed, 0U);
  EXPECT_EQ(lines(again), first);
  EXPECT_EQ(check("80", "", &cache).parsed, 4U);
  EXPECT_EQ(lines(check("80", "", &cache)), lines(check("80")));
}

TEST_F(CheckTree, SaysWhatWasParsedAndHow) {
  const FindingsCache cache = llvm::cantFail(FindingsCache::open(folder.path("cache"), ""));
  for (const size_t parsed : {4, 0}) { // the second time, all is known from the cache
    const CheckedTree checked = check("8000", "", &cache);
    EXPECT_EQ(checked.parsed, parsed);
    ASSERT_EQ(checked.units.size(), 4U);
    const ParsedUnit &b = checked.units[1];
    EXPECT_EQ(b.file, root + "/b.cu");
    EXPECT_EQ(b.language, "cuda");
    EXPECT_EQ(b.folder, root);
    EXPECT_THAT(b.arguments, testing::ElementsAre("-I" + root));
    ASSERT_EQ(b.errors.size(), 1U);
    EXPECT_EQ(b.errors[0].place.file, root + "/b.cu");
    EXPECT_EQ(b.errors[0].place.line, 2U);
    EXPECT_EQ(b.errors[0].message, "unknown type name 'Missing'");
    EXPECT_THAT(checked.units[0].errors, testing::IsEmpty());
    EXPECT_EQ(checked.units[3].language, "c++");
  }
}

TEST_F(CheckTree, ErrorsAreInFilesByTheirRealPaths) {
  folder.write("src/inner/odd.h", "Odd odd;\n");
  folder.write("src/b.cu", "#include \"inner/../inner/odd.h\"\n");
  const CheckedTree checked = check("8000", "b.cu");
  ASSERT_EQ(checked.units.size(), 1U);
  ASSERT_EQ(checked.units[0].errors.size(), 1U);
  EXPECT_EQ(checked.units[0].errors[0].place.file, root + "/inner/odd.h");
}

TEST_F(CheckTree, KnowsNoNameAsUnknownBehindAMissingHeader) {
  folder.write("src/b.cu", "First first;\n#include \"missing.h\"\nSecond second;\n");
  const CheckedTree checked = check("8000", "b.cu");
  ASSERT_EQ(checked.units.size(), 1U);
  std::vector<std::string> unknown;
  for (const ParsedUnit::Error &error : checked.units[0].errors)
    unknown.push_back(error.unknownName);
  EXPECT_THAT(unknown, testing::ElementsAre("First", "", ""));
}

} // namespace
} // namespace musaport

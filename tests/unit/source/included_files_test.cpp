//===- included_files_test.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/included_files.h"

#include "temporary_folder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;

namespace musaport {
namespace {

TEST(IncludedFiles, AreSourcesWhateverTheyAreCalled) {
  const TemporaryFolder folder;
  folder.write("src/a.cu", "#include \"k.tcu\"\n  # include <data/table.def>\n"
                           "#include \"gone.tcu\"\n#include NAME\n"
                           "const char *s = \"notes.txt\"; // see #include notes.md\n"
                           "// see #include \"notes.txt\"\n/* #include \"notes.txt\" */\n"
                           "/* a list:\n#include \"notes.txt\"\n*/\n");
  folder.write("src/k.tcu", "#include \"deep.impl\"\n");
  folder.write("src/b.cu", "\xef\xbb\xbf#include \"first.impl\"\n// all of x/*.def\n"
                           "const char *all = \"src/*.cu\";\n#include \"second.impl\"\n"
                           "/* the third */ #include \"third.impl\"\n");
  for (const char *name : {"src/first.impl", "src/second.impl", "src/third.impl"})
    folder.write(name, "");
  folder.write("src/deep.impl", "#include \"k.tcu\"\n");
  folder.write("data/table.def", "X(1)\n");
  folder.write("src/notes.txt", "#include \"notes.md\"\n");
  folder.write("src/notes.md", "");
  Tree tree = llvm::cantFail(listTree(folder.path(""), {}));
  llvm::cantFail(takeIncludedFiles(tree));
  std::vector<std::string> sources;
  for (const TreeFile &file : tree.files)
    if (file.kind == FileKind::Source)
      sources.push_back(file.path);
  EXPECT_THAT(sources,
              ElementsAre("data/table.def", "src/a.cu", "src/b.cu", "src/deep.impl",
                          "src/first.impl", "src/k.tcu", "src/second.impl", "src/third.impl"));
}

} // namespace
} // namespace musaport

//===- analysis_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "clang/AST/Decl.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

/// Finds functions.
class FunctionCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override {
    finder.addMatcher(clang::ast_matchers::functionDecl().bind("function"), this);
  }
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override {
    const auto *function = result.Nodes.getNodeAs<clang::FunctionDecl>("function");
    report(*result.SourceManager, function->getLocation(), Severity::Remark,
           function->getNameAsString());
  }
};

struct Found {
  std::vector<std::string> functions;
  unsigned views = 0;
};

/// In /src/a.cu, which can include <system.h>, and "other.h", which is not the user's either.
Found find(llvm::StringRef text, llvm::StringRef header = "", Language language = Language::Cuda) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFile("/cuda/musa_port/nvcc.h", 0, llvm::MemoryBuffer::getMemBuffer(cudaKeywords));
  files->addFile("/cuda/system.h", 0, llvm::MemoryBuffer::getMemBuffer(header));
  files->addFile("/other/other.h", 0, llvm::MemoryBuffer::getMemBuffer(header));
  files->addFile("/src/a.cu", 0, llvm::MemoryBuffer::getMemBuffer(text));
  const CheckDescription description{
      "test", "", [](llvm::StringRef id, const CheckContext &context) -> std::unique_ptr<Check> {
        return std::make_unique<FunctionCheck>(id, context);
      }};
  const CheckDescription *checks[] = {&description};
  const RuleSet rules({}, {});
  const ParseHeaders headers{files, "/cuda", "/clang"};
  const Analysis analysis{checks, rules,
                          [](llvm::StringRef file) { return file.starts_with("/src/"); },
                          llvm::cantFail(viewMacros(800, headers))};
  const TranslationUnit unit{
      .folder = "/src", .file = "a.cu", .arguments = {"-I/other"}, .language = language};
  const UnitFindings found = llvm::cantFail(analyze(unit, analysis, headers));
  Found result;
  for (const ParseError &error : found.errors)
    ADD_FAILURE() << error.line << ": " << error.message;
  for (const Finding &finding : found.findings) {
    EXPECT_EQ(finding.file, "/src/a.cu");
    result.functions.push_back(finding.message);
  }
  result.views = found.views;
  return result;
}

TEST(Analysis, CodeThatDoesNotAskIsParsedOnce) {
  const Found found = find("#include <system.h>\n"
                           "#ifdef __CUDA__\n"
                           "void f() {}\n"
                           "#endif\n"
                           "// __CUDA_ARCH__\n",
                           "#ifdef __CUDA_ARCH__\n#define FOR_DEVICE 1\n#endif\n");
  EXPECT_THAT(found.functions, ElementsAre("f"));
  EXPECT_EQ(found.views, 1U);
}

TEST(Analysis, BothBranchesAreSeen) {
  const Found found = find("#ifdef __CUDA_ARCH__\n"
                           "void device() {}\n"
                           "#else\n"
                           "void host() {}\n"
                           "#endif\n"
                           "void both() {}\n");
  EXPECT_THAT(found.functions, ElementsAre("device", "host", "both"));
  EXPECT_EQ(found.views, 2U);
}

TEST(Analysis, WaysToAsk) {
  for (const char *text : {
           "#if __CUDA_ARCH__ >= 700\n#endif\n",
           "#if defined(FOO) || defined __CUDA_ARCH__\n#endif\n",
           "#ifndef __CUDA_ARCH__\n#endif\n",
           "#if 0\n#elif __CUDA_ARCH__\n#endif\n",
           "#define ARCH (0 + __CUDA_ARCH__)\n#if ARCH\n#endif\n",
           "#define ID(x) x\n#if ID(__CUDA_ARCH__)\n#endif\n",
           R"x(#define TEXT(x) #x
#define STRING(x) TEXT(x)
const char *compiled = STRING(__CUDA_ARCH__);
)x",
       })
    EXPECT_EQ(find(text).views, 2U) << text;
  for (const char *text : {
           "#if 0\n#if __CUDA_ARCH__\n#endif\n#endif\n",
           "#define ARCH __CUDA_ARCH__\n",
           "#if __CUDA__\n#elif __CUDA_ARCH__\n#endif\n",
           "#if __x86_64__ && __NVPTX__ && __INT_MAX__ && __SSE2__\n#endif\n",
       })
    EXPECT_EQ(find(text).views, 1U) << text;
}

TEST(Analysis, AskingByWayOfAHeader) {
  const char *header = "#if defined(__CUDA_ARCH__)\n"
                       "#define FOR_DEVICE 1\n"
                       "#else\n"
                       "# define FOR_HOST 1\n"
                       "#endif\n"
                       "#define ARCH defined(__CUDA_ARCH__)\n"
                       "#define OTHER 1\n"
                       "#ifdef FOR_HOST\n"
                       "#define FURTHER 1\n"
                       "#endif\n";
  for (const char *include : {"#include <system.h>\n", "#include \"other.h\"\n"}) {
    const std::string text = include;
    EXPECT_EQ(find(text + "#ifdef FOR_DEVICE\n#endif\n", header).views, 2U);
    EXPECT_EQ(find(text + "#if FOR_HOST\n#endif\n", header).views, 2U);
    EXPECT_EQ(find(text + "#if ARCH\n#endif\n", header).views, 2U);
    EXPECT_EQ(find(text + "#ifdef FURTHER\n#endif\n", header).views, 2U);
    EXPECT_EQ(find(text + "#if OTHER\n#endif\n", header).views, 1U);
    EXPECT_EQ(find(text + "int i = FOR_DEVICE;\n", header).views, 1U);
  }
}

TEST(Analysis, CxxIsParsedForTheHost) {
  const Found found = find("#ifdef __CUDA_ARCH__\n"
                           "void device() {}\n"
                           "#endif\n"
                           "#ifdef __CUDA__\n"
                           "void cuda() {}\n"
                           "#endif\n"
                           "__host__ __device__ void host(cudaStream_t) {}\n",
                           "", Language::Cxx);
  EXPECT_THAT(found.functions, ElementsAre("host"));
  EXPECT_EQ(found.views, 1U);
}

TEST(Analysis, OnlyOwnFilesAreChecked) {
  EXPECT_THAT(find("#include <system.h>\n", "void f();\n").functions, IsEmpty());
  EXPECT_THAT(find("#include \"other.h\"\n", "void f();\n").functions, IsEmpty());
}

} // namespace
} // namespace musaport

//===- analysis_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/check.h"

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

/// What a test's unit is.
struct Source {
  std::string header = {}; ///< <system.h>, and "other.h", which is not the user's either
  std::string start = {};  ///< of the unit, besides CUDA's keywords
  Language language = Language::Cuda;
  std::vector<std::string> options = {}; ///< that let it start with more than CUDA's headers
  bool hasErrors = false;
};

/// In /src/a.cu.
Found find(llvm::StringRef text, const Source &source = {}) {
  const std::string start = cudaKeywords + source.start;
  const std::string &header = source.header;
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFile("/cuda/musa_port/nvcc.h", 0, llvm::MemoryBuffer::getMemBuffer(start));
  files->addFile("/cuda/system.h", 0, llvm::MemoryBuffer::getMemBuffer(header));
  files->addFile("/clang/include/clangs.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
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
  std::vector<std::string> arguments = source.options;
  arguments.emplace_back("-I/other");
  const TranslationUnit unit{
      .folder = "/src", .file = "a.cu", .arguments = arguments, .language = source.language};
  const UnitFindings found = llvm::cantFail(analyze(unit, analysis, headers));
  auto precompiled = [&](View view) {
    Preamble preamble = precompilePreamble(unit, view, analysis, headers);
    EXPECT_EQ(preamble.precompiled.bytes.empty(), !source.options.empty());
    return preamble;
  };
  const UnitFindings same = llvm::cantFail(analyze(unit, analysis, headers, precompiled));
  EXPECT_EQ(same.findings, found.findings);
  EXPECT_EQ(same.errors, found.errors);
  EXPECT_EQ(same.views, found.views);
  Found result;
  EXPECT_EQ(!found.errors.empty(), source.hasErrors);
  for (const ParseError &error : found.errors)
    if (!source.hasErrors)
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
                           {.header = "#ifdef __CUDA_ARCH__\n#define FOR_DEVICE 1\n#endif\n"});
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

/// They are in no folder on the disk.
TEST(Analysis, ClangsHeadersAreTheToolsOwn) {
  EXPECT_EQ(find("#include <clangs.h>\n").views, 1U);
  EXPECT_EQ(find("#include <clangs.h>\n", {.language = Language::Cxx}).views, 1U);
}

TEST(Analysis, EachSideJudgesTheBodiesThatItCompiles) {
  find("#ifdef __CUDA_ARCH__\n"
       "__device__ float least(float *p);\n"
       "#endif\n"
       "__global__ void k(float *p) { *p = least(p); }\n"
       "int ofHost();\n"
       "__host__ __device__ int both() { return ofHost(); }\n",
       {});
  // A kernel reaches it.
  find("int ofHost();\n"
       "__host__ __device__ int both() { return ofHost(); }\n"
       "__global__ void k(int *p) { *p = both(); }\n",
       {.hasErrors = true});
  find("__global__ void k(float *p) { *p = none(p); }\n", {.hasErrors = true});
}

TEST(Analysis, DeviceCodeThatNoKernelReachesCallsTheHosts) {
  const std::string code = "int ofHost(int);\n"
                           "static __device__ int f() { return ofHost(1); }\n"
                           "struct S { __device__ int g() { return ofHost(2); } };\n"
                           "template <class T> __device__ int h(T x) { return ofHost(3); }\n";
  find(code, {});
  find(code + "__global__ void k(int *p) { *p = f(); }\n", {.hasErrors = true});
  find(code + "__global__ void k(int *p) { *p = h(*p); }\n", {.hasErrors = true});
  find(code + "__device__ int i() { return ofHost(4); }\n", {.hasErrors = true});
}

TEST(Analysis, DeviceCodeNamesHostFunctionsThatNobodyCalls) {
  const std::string host = "int ofHost(float) noexcept;\n"
                           "template <class T> struct Box { __device__ Box(T); T x; };\n"
                           "template <class T> Box(T) -> Box<T>;\n";
  find(host + "__global__ void k(int *p) {\n"
              "  decltype(ofHost(1)) x = sizeof(decltype(ofHost(2)));\n"
              "  *p = x + Box(4).x;\n"
              "}\n",
       {});
  find(host + "__global__ void k(int *p) { decltype(ofHost(1)) x = ofHost(2); *p = x; }\n",
       {.hasErrors = true});
}

TEST(Analysis, NamesThatOnlyADependentBaseHas) {
  const std::string code = "template <class T> struct Base { void found(T); };\n"
                           "template <class T> struct Derived : Base<T> {\n"
                           "  void call(T x) { found(x); }\n"
                           "};\n"
                           "template struct Derived<int>;\n";
  find(code, {});
  find(code, {.language = Language::Cxx, .hasErrors = true}); // g++ compiles it
}

TEST(Analysis, FunctionsThatAreDeclaredBehindATemplate) {
  const std::string code = "template <class T> __device__ T outer(T x) { return inner(x); }\n"
                           "template <class T> __device__ T inner(T x) { return x; }\n";
  find(code + "__global__ void k(float *p) { *p = outer(*p); }\n", {});
  find(code + "__global__ void k(float *p) { *p = outer(p); }\n", {.hasErrors = true});
}

/// nvcc takes them with one percent sign, which the port's translation of asm reads, too.
TEST(Analysis, RegistersInAsmWithOnePercentSign) {
  find("__device__ unsigned f() {\n"
       "  unsigned lane;\n"
       "  asm(\"mov.u32 %0, %laneid;\" : \"=r\"(lane));\n"
       "  return lane;\n"
       "}\n",
       {});
}

/// CUDA 11's texture and surface; a program of today may call its own so.
TEST(Analysis, NamesThatAreCudasIfNobodyElses) {
  const std::string header = "namespace __musa_references {\n"
                             "template <class T, int D = 1> struct texture { T value; };\n"
                             "}\n";
  EXPECT_EQ(find("texture<float> t;\n"
                 "namespace n { template <class T> texture<T, 2> of(T); }\n"
                 "texture<int, 2> i = n::of(1);\n",
                 {.start = header})
                .views,
            1U);
  find("struct texture;\n"
       "struct texture { int own; };\n"
       "texture t{1};\n"
       "namespace n { template <class T, class U> struct surface { T own; }; }\n"
       "using namespace n;\n"
       "surface<int, int> s{t.own};\n",
       {.start = header});
  find("struct M { int texture; };\n"
       "template <class T> bool f(T t) { return t.texture < 5 && g(t) < texture(t); }\n",
       {.start = header + "int g(...);\n"});
  find("surface<void, 2> s;\n", {.start = header, .hasErrors = true}); // no header has it
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
  struct {
    std::string include;
    Source source;
  } const ways[] = {
      {"#include <system.h>\n", {.header = header}},
      {"#include \"other.h\"\n", {.header = header}},
      {"", {.header = header, .start = "#include <system.h>\n"}},
  };
  for (const auto &[include, source] : ways) {
    EXPECT_EQ(find(include + "#ifdef FOR_DEVICE\n#endif\n", source).views, 2U);
    EXPECT_EQ(find(include + "#if FOR_HOST\n#endif\n", source).views, 2U);
    EXPECT_EQ(find(include + "#if ARCH\n#endif\n", source).views, 2U);
    EXPECT_EQ(find(include + "#ifdef FURTHER\n#endif\n", source).views, 2U);
    EXPECT_EQ(find(include + "#if OTHER\n#endif\n", source).views, 1U);
    EXPECT_EQ(find(include + "int i = FOR_DEVICE;\n", source).views, 1U);
  }
}

/// Of an #ifdef without a name Clang says nothing, of its #elif and its #endif it does.
TEST(Analysis, ConditionsThatAreWrittenWrong) {
  const Source source{.hasErrors = true};
  for (const std::string wrong : {"#ifdef\n#endif\n", "#ifndef \"x\"\n#elif 1\n#endif\n",
                                  "#ifdef 1\n#elifdef X\n#else\n#endif\n"}) {
    EXPECT_EQ(find(wrong + "int i;\n", source).views, 1U) << wrong;
    EXPECT_EQ(find(wrong + wrong + "#ifdef __CUDA_ARCH__\n#endif\n", source).views, 2U) << wrong;
    EXPECT_EQ(
        find("#if 1\n" + wrong + "#elif __CUDA_ARCH__\n#endif\n#if 1\n#endif\n", source).views, 1U)
        << wrong;
  }
  const std::string header = "#ifdef\n#endif\n"
                             "#ifdef __CUDA_ARCH__\n"
                             "#ifdef\n#endif\n"
                             "#define FOR_DEVICE\n"
                             "#endif\n";
  EXPECT_EQ(find("#include \"other.h\"\n#ifdef FOR_DEVICE\n#endif\n",
                 {.header = header, .hasErrors = true})
                .views,
            2U);
}

TEST(Analysis, AStartThatCannotBeShared) {
  const Source unchecked{.header = "struct Other {};\n", .options = {"-include", "other.h"}};
  EXPECT_THAT(find("void f(Other);\n", unchecked).functions, ElementsAre("f"));
}

TEST(Analysis, CxxIsParsedForTheHost) {
  const Found found = find("#ifdef __CUDA_ARCH__\n"
                           "void device() {}\n"
                           "#endif\n"
                           "#ifdef __CUDA__\n"
                           "void cuda() {}\n"
                           "#endif\n"
                           "__host__ __device__ void host(cudaStream_t) {}\n",
                           {.language = Language::Cxx});
  EXPECT_THAT(found.functions, ElementsAre("host"));
  EXPECT_EQ(found.views, 1U);
}

TEST(Analysis, OnlyOwnFilesAreChecked) {
  EXPECT_THAT(find("#include <system.h>\n", {.header = "void f();\n"}).functions, IsEmpty());
  EXPECT_THAT(find("#include \"other.h\"\n", {.header = "void f();\n"}).functions, IsEmpty());
  EXPECT_THAT(find("namespace cuda { void g(); }\ntypedef cuda::Both<2> Two;\n",
                   {.start = "namespace cuda {\n"
                             "void f();\n"
                             "template <int> struct Both { void h(); };\n"
                             "}\n"})
                  .functions,
              ElementsAre("g"));
}

/// What Clang declares by itself, as operator delete here, is in no file. A build with assertions
/// ends where a place of none is looked up.
TEST(Analysis, WhatIsInNoFileIsNotChecked) {
  EXPECT_THAT(find("void f(int *p) { delete p; }\n").functions, ElementsAre("f"));
}

} // namespace
} // namespace musaport

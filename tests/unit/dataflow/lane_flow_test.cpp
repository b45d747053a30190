//===- lane_flow_test.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/lane_flow.h"

#include "warp_test.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "gmock/gmock.h"

using testing::ElementsAre;

namespace musaport {
namespace {

std::string shown(const LaneValue &value) {
  static constexpr const char *kinds[] = {
      "?", "", "thread", "block", "lane of", "warp of", "up to", "distance", "mask", "bit", "bits"};
  std::string text = kinds[static_cast<size_t>(value.kind)];
  if (value.number != 0)
    text += (text.empty() ? "" : " ") + std::to_string(value.number);
  return text + (value.isHardware ? "w" : "");
}

/// Evaluates the arguments of see(...), wherever they are in instantiated functions.
class Seer : public ParseVisitor, public clang::RecursiveASTVisitor<Seer> {
public:
  static bool shouldVisitTemplateInstantiations() { return true; }
  void visit(clang::ASTContext &ast) override { TraverseAST(ast); }
  bool TraverseFunctionDecl(clang::FunctionDecl *declared) {
    if (!declared->isDependentContext())
      function = declared;
    return RecursiveASTVisitor::TraverseFunctionDecl(declared);
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getName() == "see")
      seen.push_back(shown(LaneFlow(*function, 128).valueOf(*call->getArg(0))));
    return true;
  }
  std::vector<std::string> seen;

private:
  const clang::FunctionDecl *function = nullptr;
};

std::vector<std::string> see(llvm::StringRef text) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFile("/cuda/musa_port/nvcc.h", 0, llvm::MemoryBuffer::getMemBuffer(cudaKeywords));
  const std::string all =
      (llvm::Twine(cudaWarps) + "__device__ void see(long); __device__ int unknown();" + text)
          .str();
  files->addFile("/src/a.cu", 0, llvm::MemoryBuffer::getMemBuffer(all));
  Seer seer;
  llvm::Expected<std::vector<ParseError>> errors =
      parse({"/src", "a.cu", {}}, View::Device, 800, {files, "/cuda", "/clang"}, seer);
  if (!errors)
    ADD_FAILURE() << llvm::toString(errors.takeError());
  else
    for (const ParseError &error : *errors)
      ADD_FAILURE() << error.message;
  return seer.seen;
}

/// Of expressions in a function.
std::vector<std::string> values(std::initializer_list<const char *> expressions,
                                const std::string &before = "") {
  std::string text = "__device__ void f(int n, unsigned given) { " + before;
  for (const char *expression : expressions)
    text += std::string(" see(") + expression + ");";
  return see(text + " }");
}

TEST(LaneFlow, ConstantsCountByTheirValue) {
  EXPECT_THAT(values({"32", "0x1f", "WARP", "k", "m", "1 << 5", "sizeof(int) * 8", "n"},
                     "constexpr int k = WARP; const int m = k - 1;"),
              ElementsAre("32", "31", "32", "32", "31", "32", "32", "?"));
  EXPECT_THAT(values({"warpSize", "warpSize / 2", "warpSize - 1", "half"},
                     "const int half = warpSize >> 1;"),
              ElementsAre("128w", "64w", "127w", "64w"));
}

TEST(LaneFlow, NumbersOfThreads) {
  EXPECT_THAT(
      values({"threadIdx.x", "threadIdx.y", "blockDim.x", "threadIdx.x + blockIdx.x * blockDim.x",
              "blockDim.x * (threadIdx.y + n) + threadIdx.x", "threadIdx.x + 1",
              "threadIdx.x * 2"}),
      ElementsAre("thread", "?", "block", "thread", "thread", "?", "?"));
}

TEST(LaneFlow, LanesAndWarps) {
  EXPECT_THAT(values({"threadIdx.x % 32", "threadIdx.x & 0x1f", "threadIdx.x & (warpSize - 1)",
                      "threadIdx.x / WARP", "threadIdx.x >> 5", "threadIdx.x / warpSize",
                      "blockDim.x / 32", "(blockDim.x + 31) / 32", "threadIdx.x % warpSize & 31",
                      "threadIdx.x % n", "blockIdx.x % 32", "threadIdx.y % 32", "n % 32"}),
              ElementsAre("lane of 32", "lane of 32", "lane of 128w", "warp of 32", "warp of 32",
                          "warp of 128w", "warp of 32", "warp of 32", "lane of 32", "?", "?", "?",
                          "?"));
  EXPECT_THAT(values({"threadIdx.x % 32 ^ 1", "31 - threadIdx.x % 32", "threadIdx.x % 32 & ~3",
                      "threadIdx.x % 32 & 3"}),
              ElementsAre("lane of 32", "lane of 32", "lane of 32", "lane of 4"));
}

TEST(LaneFlow, ThroughVariables) {
  EXPECT_THAT(
      values({"lane", "later", "either", "changed", "set"},
             "const unsigned tid = threadIdx.x; int lane = tid % 32; int later; later = tid / 32; "
             "int either = tid % 32; if (n) either = n; int changed = lane; changed += 3; "
             "int set = lane; { int *p = &set; *p = 1; }"),
      ElementsAre("lane of 32", "warp of 32", "?", "?", "?"));
  EXPECT_THAT(
      see("__device__ void f() { int lane = threadIdx.x & 31; auto g = [=] { see(lane); }; g(); }"),
      ElementsAre("lane of 32"));
}

TEST(LaneFlow, LoopsThroughLanes) {
  EXPECT_THAT(see("__device__ void f(int n) {"
                  "  for (int o = 16; o > 0; o >>= 1) see(o);"
                  "  for (int o = warpSize / 2; o; o = o / 2) see(o);"
                  "  for (int o = 1; o < 32; o *= 2) see(o);"
                  "  for (int o = 1; o <= 16; o <<= 1) see(o);"
                  "  for (int i = 0; i < 32; ++i) see(i);"
                  "  for (int i = 0; i < n; ++i) see(i);"
                  "  for (int i = threadIdx.x; i < n; i += 32) see(i);"
                  "}"),
              ElementsAre("distance 32", "distance 128w", "distance 32", "distance 32", "up to 32",
                          "?", "?"));
}

TEST(LaneFlow, Masks) {
  EXPECT_THAT(values({"__ballot_sync(all, n)", "__activemask() & n", "__popc(__activemask())",
                      "__ffs(__activemask()) - 1", "31 - __clz(m)", "given", "__ffs(n)",
                      "__popc(n)", "1u << threadIdx.x % 32"},
                     "unsigned m = __ballot_sync(given, n) >> 1;"),
              ElementsAre("mask", "mask", "bits", "bit", "bit", "mask", "?", "?", "mask"));
}

TEST(LaneFlow, ThroughCalls) {
  EXPECT_THAT(see("__device__ int laneId() { int id; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(id)); "
                  "return id; }"
                  "__device__ int laneOf(int thread, int size) { return thread % size; }"
                  "__device__ int size() { return warpSize; }"
                  "__device__ int unsure(int n) { if (n) return 1; return threadIdx.x % 32; }"
                  "__device__ void f() { see(laneId()); see(laneOf(threadIdx.x, 32)); see(size());"
                  " see(laneOf(threadIdx.x, size())); see(unsure(2)); }"),
              ElementsAre("lane of 128w", "lane of 32", "128w", "lane of 128w", "?"));
}

TEST(LaneFlow, ThroughTemplates) {
  EXPECT_THAT(see("template <int N> __device__ void f() { see(threadIdx.x % N); }"
                  "template <typename T> struct S { static constexpr int lanes = 32 / sizeof(T); };"
                  "__device__ void g() { f<32>(); f<16>(); see(threadIdx.x % S<char>::lanes); }"),
              // the template itself, and its instantiations
              testing::UnorderedElementsAre("?", "lane of 32", "lane of 16", "lane of 32"));
}

} // namespace
} // namespace musaport

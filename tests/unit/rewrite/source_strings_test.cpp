//===- source_strings_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

namespace musaport {
namespace {

TEST(SourceStrings, RawStringsWithKernelsAreSources) {
  const Ported ported = port("int a;\nconst char *s = R\"x(#include <cuda_fp16.h>\n"
                             "__global__ void k(float *x) {\n"
                             "#if __CUDA_ARCH__ >= 800\n  // cudaMalloc\n#endif\n"
                             "  f(\"cudaFree\"); cudaNoSuchName();\n})x\";\ncudaError_t e;\n");
  EXPECT_EQ(ported.text, "int a;\nconst char *s = R\"x(#include <musa_fp16.h>\n"
                         "__global__ void k(float *x) {\n"
                         "#if __MUSA_ARCH__ >= 220\n  // cudaMalloc\n#endif\n"
                         "  f(\"cudaFree\"); cudaNoSuchName();\n})x\";\nmusaError_t e;\n");
  ASSERT_EQ(ported.result.diagnostics.size(), 1u);
  EXPECT_EQ(ported.result.diagnostics[0].place.line, 7u);
  EXPECT_EQ(ported.result.diagnostics[0].place.column, 18u);
  EXPECT_EQ(ported.result.diagnostics[0].sourceLine, "  f(\"cudaFree\"); cudaNoSuchName();");
  // On the line of the literal.
  const Ported line = port("  auto s = LR\"(__device__ int x; cudaNoSuchName)\";\n");
  ASSERT_EQ(line.result.diagnostics.size(), 1u);
  EXPECT_EQ(line.result.diagnostics[0].place.line, 1u);
  EXPECT_EQ(line.result.diagnostics[0].place.column, 34u);
  // Parts of one source.
  EXPECT_EQ(port("auto s = R\"(__global__ void k() {)\" R\"(cudaError_t e; })\";\n").text,
            "auto s = R\"(__global__ void k() {)\" R\"(musaError_t e; })\";\n");
  // A literal that does not end in the source does not end behind it.
  EXPECT_EQ(port("auto s = R\"(__device__ int x; 'a)\"; cudaError_t e; char c = 'b';\n").text,
            "auto s = R\"(__device__ int x; 'a)\"; musaError_t e; char c = 'b';\n");
  const char *prose = "auto s = R\"(see cudaMalloc)\";\n";
  EXPECT_EQ(port(prose).text, prose);
}

TEST(SourceStrings, OrdinaryStringsWithKernelsAreSources) {
  const Ported ported =
      port("const char *s =\n"
           "    \"#include <cuda_fp16.h>\\n#include \\\"curand_kernel.h\\\"\\n\" // two\n"
           "    \"__global__ void k(float *x) {\\n\"\n"
           "    \"#if __CUDA_ARCH__ >= 800\\n  // cudaMalloc\\n#endif\\n\"\n"
           "    \"  printf(\\\"cudaFree \\\\\\\"%d\\\\\\\"\\\\n\\\", 1); cudaFree(x);\\n\"\n"
           "    \"#define M(a) \\\\\\n  cudaError_t a\\n\"\n"
           "    \"\\tcudaNoSuchName();\\n}\\n\";\ncudaError_t e;\n");
  EXPECT_EQ(ported.text,
            "const char *s =\n"
            "    \"#include <musa_fp16.h>\\n#include \\\"murand_kernel.h\\\"\\n\" // two\n"
            "    \"__global__ void k(float *x) {\\n\"\n"
            "    \"#if __MUSA_ARCH__ >= 220\\n  // cudaMalloc\\n#endif\\n\"\n"
            "    \"  printf(\\\"cudaFree \\\\\\\"%d\\\\\\\"\\\\n\\\", 1); musaFree(x);\\n\"\n"
            "    \"#define M(a) \\\\\\n  musaError_t a\\n\"\n"
            "    \"\\tcudaNoSuchName();\\n}\\n\";\nmusaError_t e;\n");
  ASSERT_EQ(ported.result.diagnostics.size(), 1u);
  EXPECT_EQ(ported.result.diagnostics[0].place.line, 7u);
  EXPECT_EQ(ported.result.diagnostics[0].place.column, 8u);
  // What stands between its literals, and attributes of the kernel.
  EXPECT_EQ(
      port("auto s = \"#include <cuda_fp16.h>\\n#define N \" STR(N + 1) \"\\n\"\n"
           "  \"__global__ void __launch_bounds__(64) k(int *x)\\n{ printf(\\\"%\" PRIu64 \"\\\"); "
           "\"\n"
           "#ifdef A\n  \"cudaFree(x);\"\n#endif\n  R\"(cudaFree(x);)\" \"cudaFree(x); }\";\n")
          .text,
      "auto s = \"#include <musa_fp16.h>\\n#define N \" STR(N + 1) \"\\n\"\n"
      "  \"__global__ void __launch_bounds__(64) k(int *x)\\n{ printf(\\\"%\" PRIu64 \"\\\"); \"\n"
      "#ifdef A\n  \"musaFree(x);\"\n#endif\n  R\"(cudaFree(x);)\" \"musaFree(x); }\";\n");
  // Escape sequences of the source's own.
  EXPECT_EQ(
      port("auto s = \"__global__ void k() { f('\\\\\\\\'); cudaFree(x); g('\\\\\\''); "
           "cudaFree(x); \"\n"
           "  \"h(\\\"\\\\\\\\\\\"); cudaFree(x);\\x20cudaFree(x); \\101 }\";\n")
          .text,
      "auto s = \"__global__ void k() { f('\\\\\\\\'); musaFree(x); g('\\\\\\''); musaFree(x); \"\n"
      "  \"h(\\\"\\\\\\\\\\\"); musaFree(x);\\x20cudaFree(x); \\101 }\";\n");
  // An edit that reaches into a second literal.
  const std::string barrier =
      "auto s = \"__global__ void k() { asm(\\\"bar.sync 0;\\\"\" \"); }\";";
  EXPECT_EQ(
      port(barrier, {}, "x.cu", /*defaults=*/true, Direction::CudaToMusa, /*analyze=*/true).text,
      "auto s = \"__global__ void k() { __syncthreads();\" \" }\";");
  // Prose, names without code, and what no parts of a source are.
  for (const char *other :
       {"auto s = \"see cudaMalloc, in __global__ functions\";\n", "auto s = \"cudaMalloc {\";\n",
        "log(\"__device__ code {} of f() for __CUDA_ARCH__ {}\", a, b);\n",
        "auto s = \"{__global__, cudaMalloc, hipMalloc}\";\n",
        "auto s = \"__global__\\\\s+void\\\\s+(\\\\w+)\\\\s*\\\\{ cudaFree\";\n",
        "throw Error(\"__global__ function {} (of {}) failed in cudaLaunchKernel\", name);\n",
        "auto s = L\"__global__ void k() { cudaMalloc(); }\";\n",
        "auto s = \"__global__ void k() { cuda\" \"Malloc(); }\";\n"})
    EXPECT_EQ(port(other).text, other);
}

TEST(SourceStrings, NameVariablesOfTheEnvironment) {
  const Ported ported =
      port("#define HOME \"CUDA_HOME\"\nauto a = std::getenv(\"CUDA_VISIBLE_DEVICES\");\n"
           "int b = putenv(\"CUDA_DEVICE_ORDER=\");\nauto c = f(\"CUDA_CACHE_PATH\", "
           "\"NVCC_APPEND_FLAGS\");\n",
           {}, "x.cpp");
  EXPECT_EQ(ported.text,
            "#define HOME \"MUSA_HOME\"\nauto a = std::getenv(\"MUSA_VISIBLE_DEVICES\");\n"
            "int b = putenv(\"MUSA_DEVICE_ORDER=\");\nauto c = f(\"CUDA_CACHE_PATH\", "
            "\"NVCC_APPEND_FLAGS\");\n");
  EXPECT_THAT(ported.ids(), testing::ElementsAre("musa-unsupported-api"));
  ASSERT_EQ(ported.uses(/*isEdited=*/false).size(), 2u);
  EXPECT_EQ(ported.uses(/*isEdited=*/false)[0].name, "CUDA_CACHE_PATH");
  // Prose, and words that are no variables.
  const char *others = "auto a = \"set CUDA_HOME\", b = \"CUDA\", c = L\"CUDA_HOME\", d = \"\";\n";
  EXPECT_EQ(port(others).text, others);
  EXPECT_EQ(
      port("auto a = getenv(\"MUSA_HOME\");\n", {}, "x.cpp", true, Direction::MusaToCuda).text,
      "auto a = getenv(\"CUDA_HOME\");\n");
}

} // namespace
} // namespace musaport

//===- port_file_test.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

namespace musaport {
namespace {

constexpr llvm::StringRef begin = R"({"format": "musa-port-rules-1", "library": "demo", )";

/// A native rule file with these sections.
std::string native(llvm::StringRef sections) { return (begin + sections + "}").str(); }

TEST(PortFile, RenamesWholeIdentifiersOnly) {
  EXPECT_EQ(port("cudaMalloc(cudaMallocX, xcudaMalloc, cudaMalloc);").text,
            "musaMalloc(cudaMallocX, xcudaMalloc, musaMalloc);");
  EXPECT_EQ(port("p->cudaFree; a.cudaFree; ::cudaFree;").text,
            "p->musaFree; a.musaFree; ::musaFree;");
}

TEST(PortFile, LeavesTheRest) {
  for (llvm::StringRef text :
       {"", " ", "\n", "\r\n", "// cudaFree", "/* cudaFree */", "\"cudaFree\"", "R\"(cudaFree)\"",
        "'cudaFree'", "Accumulate barracuda", "\xff\xfe cuda", "#", "\\", "\\\n", "\"", "'", "/*",
        "R\"(", "#include"})
    EXPECT_EQ(port(text).text, text) << text.str();
}

TEST(PortFile, KeepsBytesOutsideOfEdits) {
  EXPECT_EQ(port("\xef\xbb\xbf"
                 "cudaFree(\t\xe4 );\r\n\f\v")
                .text,
            "\xef\xbb\xbf"
            "musaFree(\t\xe4 );\r\n\f\v");
}

TEST(PortFile, SplitTokens) {
  EXPECT_EQ(port("cuda\\\nFree(p);").text, "musaFree\\\n(p);");
  EXPECT_EQ(port("cu\\\nda\\\r\nFree(p);").text, "musaFree\\\n\\\r\n(p);");
  EXPECT_EQ(port("#if __CUDA_\\\nARCH__ >= 800\n#endif\n").text,
            "#if __MUSA_ARCH__\\\n >= 220\n#endif\n");
}

TEST(PortFile, SplitHeaderNamesAndDirectives) {
  EXPECT_EQ(port("#inc\\\nlude <cuda_runtime.h>\n").text, "#inc\\\nlude <musa_runtime.h>\n");
  EXPECT_EQ(port("#include \\\n <cuda_runtime.h>\n").text, "#include \\\n <musa_runtime.h>\n");
  EXPECT_EQ(port("#include <cuda_\\\nruntime.h>\n").text, "#include <musa_runtime.h\\\n>\n");
}

TEST(PortFile, Statuses) {
  const std::string rules = native(R"("identifiers": {
    "supported": {"a1": "b1"}, "unverified": {"a2": "b2"}, "differs": {"a3": {"to": "b3", "note": "n"}},
    "unsupported": {"a4": {"note": "n"}, "a5": {"to": "b5", "note": "n"}}, "keep": {"a6": "reason"}})");
  Ported ported = port("a1 a2 a3 a3 a4 a4 a5 a6", rules);
  EXPECT_EQ(ported.text, "b1 b2 b3 b3 a4 a4 b5 a6");
  EXPECT_THAT(ported.ids(),
              ElementsAre("musa-api-differs", "musa-unsupported-api", "musa-unsupported-api"));
  std::vector<std::string> edited;
  for (const NameUse &use : ported.uses(/*isEdited=*/true))
    edited.push_back(use.name + " -> " + use.to + ", " + std::to_string(use.count));
  EXPECT_THAT(edited, ElementsAre("a1 -> b1, 1", "a2 -> b2, 1", "a3 -> b3, 2", "a5 -> b5, 1"));
  EXPECT_EQ(ported.uses(true)[1].status, Status::Unverified);
  EXPECT_EQ(ported.uses(true)[2].status, Status::Differs);
}

TEST(PortFile, UnknownNamesAreSaidAndStay) {
  Ported ported = port("cudaBrandNew(); cudaBrandNew();");
  EXPECT_EQ(ported.text, "cudaBrandNew(); cudaBrandNew();");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-unknown-name"));
  const std::vector<NameUse> remaining = ported.uses(/*isEdited=*/false);
  ASSERT_EQ(remaining.size(), 1u);
  EXPECT_EQ(remaining[0].count, 2u);
  EXPECT_EQ(remaining[0].line, 1u);
  EXPECT_EQ(remaining[0].column, 1u);
}

/// They do not compile. Names like the runtime's are often the program's own.
TEST(PortFile, UnknownFunctionsOfLibrariesAreErrors) {
  const Ported ported =
      port("#define CALL(x) x\nCALL(cublasBrandNew(h));\nreturn ::cudnnOld_v4(h);");
  ASSERT_EQ(ported.result.diagnostics.size(), 2u);
  EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Error);
  EXPECT_EQ(ported.result.diagnostics[0].message,
            "no rule knows the function 'cublasBrandNew', and nothing in the tree declares it");
  EXPECT_EQ(ported.result.diagnostics[1].severity, Severity::Error);
  for (const char *text :
       {"cudaBrandNew();", "cuBrandNew();", "blas.cublasBrandNew();", "mine::cudnnBrandNew();",
        "int cublasBrandNew(int); int i = cublasBrandNew(1);", "auto f = cublasBrandNew;",
        "void g(int (*cublasBrandNew)(int)) { cublasBrandNew(1); }",
        "decltype(f) cublasBrandNew = f; int i = cublasBrandNew(1);",
        "STUB(cublasBrandNew) int i = cublasBrandNew(1);", "A<int>::cublasBrandNew(1);",
        "R\"(__device__ int cublasBrandNew(int); __device__ int f() { return cublasBrandNew(1); "
        "})\"",
        "#if defined(__HIPCC__) && !defined(__CUDACC__)\n#if 0\ncublasBrandNew();\n#endif\n#endif"})
    for (const Diagnostic &diagnostic : port(text).result.diagnostics)
      EXPECT_EQ(diagnostic.severity, Severity::Remark) << text;
}

TEST(PortFile, WhatIsSaidIsOneLine) {
  const Ported ported = port("int i = cuda::g\\\nFree(1);", {}, "x.cu");
  ASSERT_THAT(ported.ids(), ElementsAre("musa-unknown-name"));
  EXPECT_THAT(ported.result.diagnostics[0].message, testing::HasSubstr("'cuda::gFree'"));
}

TEST(PortFile, TheToolsOwnMacrosAreKnown) {
  const std::string text = "#if MUSAPORT_CUDA_LEVEL >= 11040 && MUSAPORT_CUDNN_LEVEL\n#endif\n";
  EXPECT_EQ(port(text).text, text);
  EXPECT_THAT(port(text).ids(), IsEmpty());
  EXPECT_THAT(port(text).uses(/*isEdited=*/false), IsEmpty());
}

TEST(PortFile, DeclaredNamesStay) {
  EXPECT_EQ(port("#define CUDA_KERNEL_LOOP\nCUDA_KERNEL_LOOP(i, n)").text,
            "#define CUDA_KERNEL_LOOP\nCUDA_KERNEL_LOOP(i, n)");
  EXPECT_EQ(port("CUDA_KERNEL_LOOP(i, n)").text, "MUSA_KERNEL_LOOP(i, n)");
  EXPECT_EQ(port("#define cudaMalloc hipMalloc\n").text, "#define musaMalloc hipMalloc\n");
  EXPECT_EQ(port("#define CUDA_KERNEL_LOOP\n", R"({"CUDA_KERNEL_LOOP": "LOOP"})").text,
            "#define LOOP\n");
}

TEST(PortFile, Namespaces) {
  EXPECT_EQ(port("at::cuda::f(); c10::cuda::g(); ::at::cuda::h();").text,
            "at::musa::f(); c10::musa::g(); ::at::musa::h();");
  EXPECT_EQ(port("namespace at::cuda { } namespace at { namespace cuda { } }").text,
            "namespace at::musa { } namespace at { namespace musa { } }");
  EXPECT_EQ(port("namespace at::cuda::detail { }").text, "namespace at::musa::detail { }");
  EXPECT_EQ(port("namespace at { void f() { cuda::g(); } }").text,
            "namespace at { void f() { musa::g(); } }");
  EXPECT_EQ(port("namespace at { namespace native { void f() { cuda::g(); } } }").text,
            "namespace at { namespace native { void f() { musa::g(); } } }");
  EXPECT_EQ(port("using namespace at::cuda; using at::cuda::f; namespace x = at::cuda;").text,
            "using namespace at::musa; using at::musa::f; namespace x = at::musa;");
}

TEST(PortFile, TheWordBeforeAGlobalNamespaceIsNoQualifier) {
  EXPECT_EQ(port("return ::cutlass::f(); const ::cutlass::A x; DEVICE ::cute::B y();").text,
            "return ::mutlass::f(); const ::mutlass::A x; DEVICE ::mute::B y();");
  EXPECT_EQ(port("mine::cutlass::f(); ::mine::cutlass::g();").text,
            "mine::cutlass::f(); ::mine::cutlass::g();");
}

TEST(PortFile, OtherNamespacesCalledCudaStay) {
  for (llvm::StringRef text :
       {"mylib::cuda::f();", "namespace mylib { namespace cuda { } void g() { cuda::f(); } }",
        "namespace mylib::cuda { }", "int cuda = 1; cuda += 2; x.cuda; p->cuda;",
        "namespace mylib { namespace at { } } mylib::cuda::f();"})
    EXPECT_EQ(port(text).text, text) << text.str();
}

TEST(PortFile, Patterns) {
  EXPECT_EQ(port("x.is_cuda() y->is_cuda() is_cuda() z.is_cuda").text,
            "x.is_privateuseone() y->is_privateuseone() is_cuda() z.is_cuda");
  EXPECT_EQ(port("TORCH_LIBRARY_IMPL(a, CUDA, m) TORCH_LIBRARY_IMPL(a, CPU, m)").text,
            "TORCH_LIBRARY_IMPL(a, PrivateUse1, m) TORCH_LIBRARY_IMPL(a, CPU, m)");
  EXPECT_EQ(port("TORCH_LIBRARY_IMPL(at::cuda, CUDA, m)").text,
            "TORCH_LIBRARY_IMPL(at::musa, PrivateUse1, m)")
      << "what a wildcard matched is ported too";
}

TEST(PortFile, CommentsInPatternsStay) {
  EXPECT_EQ(port("x /*1*/ . /*2*/ is_cuda /*3*/ ( /*4*/ )").text,
            "x /*1*/ . /*2*/ is_privateuseone /*3*/ ( /*4*/ )");
  EXPECT_EQ(port("f(1, /* x */ CUDA /* y */ , 2)", R"({", CUDA,": ", PrivateUse1,"})").text,
            "f(1, /* x */ PrivateUse1 /* y */ , 2)");
}

TEST(PortFile, AtTypeHasNoIsPrivateuseone) {
  EXPECT_EQ(port("x.type().is_cuda() && y->type ( ) . is_cuda();").text,
            "x.is_privateuseone() && y->is_privateuseone();");
  EXPECT_EQ(port("CHECK(f(x.to(kCUDA)).type().is_cuda(), #x);").text,
            "CHECK(f(x.to(kPrivateUse1)).is_privateuseone(), #x);");
  EXPECT_EQ(portBack("x.is_privateuseone();").text, "x.is_cuda();");
}

TEST(PortFile, CallsOfProgrammaticLaunchBecomeNothing) {
  const Ported ported = port("#define WAIT() cudaGridDependencySynchronize()\n"
                             "if (last) cudaTriggerProgrammaticLaunchCompletion();\n"
                             "else cudaGridDependencySynchronize();\n");
  EXPECT_EQ(ported.text, "#define WAIT() ((void)0)\nif (last) ((void)0);\nelse ((void)0);\n");
  EXPECT_THAT(ported.ids(), Not(IsEmpty()));
  EXPECT_THAT(ported.ids(), testing::Each("musa-api-differs"));
  // What is declared there, or behind a ::, stays a name.
  for (const char *text :
       {"#define cudaGridDependencySynchronize() wait()\n",
        "void cudaGridDependencySynchronize() {}\n", "::cudaGridDependencySynchronize();\n",
        "&cudaGridDependencySynchronize"})
    EXPECT_EQ(port(text).text, text);
  EXPECT_THAT(port("::cudaGridDependencySynchronize();\n").ids(),
              ElementsAre("musa-unsupported-api"));
}

TEST(PortFile, ClustersStayAndAreReported) {
  const Ported ported = port("__global__ void __cluster_dims__(2, 1, 1) k();\n");
  EXPECT_EQ(ported.text, "__global__ void __cluster_dims__(2, 1, 1) k();\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-unsupported-api"));
}

TEST(PortFile, MacrosOfBuildScriptsAreForTreesWhoseScriptsLackThem) {
  const Ported ported = port("#ifdef WITH_CUDA\n#endif\ncudaGetErrorName(e);\n");
  ASSERT_THAT(ported.ids(), ElementsAre("musa-api-differs", "musa-api-differs"));
  EXPECT_EQ(ported.result.diagnostics[0].unlessDefined, "WITH_CUDA");
  EXPECT_EQ(ported.result.diagnostics[1].unlessDefined, "");
}

TEST(PortFile, LongerPatternsWin) {
  const char *rules =
      R"json({", CUDA,": ", SHORT,", "launch($a, CUDA, $b)": "launch($a, LONG, $b)"})json";
  EXPECT_EQ(port("launch(a, CUDA, b); start(a, CUDA, b);", rules).text,
            "launch(a, LONG, b); start(a, SHORT, b);");
}

TEST(PortFile, WildcardsThatMove) {
  const std::string rules =
      native(R"json("patterns": {"supported": {"wrap($a, $b)": "unwrap($b, $a)"}})json");
  EXPECT_EQ(port("wrap(1, 2)", rules).text, "unwrap(2, 1)");
  EXPECT_EQ(port("wrap(f(1, 2), {3, 4})", rules).text, "unwrap({3, 4}, f(1, 2))");
  EXPECT_EQ(port("wrap(cudaSuccess, 2)", rules).text, "unwrap(2, musaSuccess)");
  EXPECT_EQ(port("wrap(1)", rules).text, "wrap(1)");
  EXPECT_EQ(port("wrap(1", rules).text, "wrap(1");
}

TEST(PortFile, EditsInsideOfAPatternStayInOrder) {
  // The pattern edits a token behind the header and the string that are edited later.
  EXPECT_EQ(port("TORCH_LIBRARY_IMPL(x\n#include <cuda_fp16.h>\n, CUDA, m) end").text,
            "TORCH_LIBRARY_IMPL(x\n#include <musa_fp16.h>\n, PrivateUse1, m) end");
  const std::string rules = native(R"json("identifiers": {"supported": {
    "GPU": {"to": "longer_name", "when": {"in": ["string"]}}}},
    "patterns": {"supported": {"wrap($a, OLD)": "wrap($a, NEW)"}})json");
  EXPECT_EQ(port("a; wrap(\"GPU GPU\", OLD); b;", rules).text,
            "a; wrap(\"longer_name longer_name\", NEW); b;");
}

TEST(PortFile, ChainedComparisonsHaveNoAnswer) {
  for (llvm::StringRef text :
       {"bool a = __CUDA_ARCH__ > 700 <= __CUDA_ARCH__;", "bool a = 700 <= __CUDA_ARCH__ < 800;"}) {
    Ported ported = port(text);
    EXPECT_EQ(ported.text, text.str());
    EXPECT_FALSE(ported.ids().empty());
  }
}

TEST(PortFile, Headers) {
  EXPECT_EQ(port("#include <cuda_runtime.h>\n#include \"cuda_runtime.h\"\n").text,
            "#include <musa_runtime.h>\n#include \"musa_runtime.h\"\n");
  EXPECT_EQ(port("#if __has_include(<cuda_fp16.h>)\n#endif\n").text,
            "#if __has_include(<musa_fp16.h>)\n#endif\n");
  EXPECT_EQ(port("#include_next <cuda_runtime.h>\n#import <cuda_runtime.h>\n").text,
            "#include_next <musa_runtime.h>\n#import <musa_runtime.h>\n");
  EXPECT_EQ(port("#include <a/x.h>\n", R"({"#include <a/x.h>": "#include \"b/y.h\""})").text,
            "#include \"b/y.h\"\n");
  EXPECT_EQ(port("#include \"a/x.h\"\n", R"({"#include <a/x.h>": "#include \"b/y.h\""})").text,
            "#include \"b/y.h\"\n");
  EXPECT_EQ(
      port("#include <w/x/y.h>\n", native(R"("headers": {"supported": {"w/*": "v/*"}})")).text,
      "#include <v/x/y.h>\n");
}

TEST(PortFile, HeadersOfNvidiasSamplesAreThePortsOwnOrInNoToolkit) {
  EXPECT_EQ(port("#include \"helper_timer.h\"\n").text, "#include <musa_port/helper_timer.h>\n");
  EXPECT_EQ(port("void f() { checkCudaErrors(cudaFree(p)); }\n").text,
            "void f() { checkCudaErrors(musaFree(p)); }\n");
  for (const char *text : {"#include <helper_gl.h>\n", "#include \"shrUtils.h\"\n"}) {
    const Ported ported = port(text);
    EXPECT_EQ(ported.text, text);
    EXPECT_THAT(ported.ids(), ElementsAre("musa-unsupported-api"));
  }
}

TEST(PortFile, UnknownHeadersAreSaidOnce) {
  Ported ported = port("#include <cuda_brand_new.h>\n");
  EXPECT_EQ(ported.text, "#include <cuda_brand_new.h>\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-unknown-header"));
}

TEST(PortFile, HeadersThatAreNamedWithTheToolkitsFolder) {
  EXPECT_EQ(port("#include \"/opt/cuda-9.0/targets/x86_64-linux/include/cuda_fp16.h\"\n").text,
            "#include \"musa_fp16.h\"\n");
  EXPECT_EQ(port("#include <C:\\CUDA\\v10.1\\include\\curand.h>\n").text, "#include <murand.h>\n");
  for (const char *text : {"#include \"/opt/x/include/cuda_fp16.h\"\n",
                           "#include \"/opt/cuda/include/cuda_brand_new.h\"\n"}) {
    const Ported ported = port(text);
    EXPECT_EQ(ported.text, text);
    EXPECT_THAT(ported.ids(), ElementsAre("musa-unknown-header"));
  }
}

TEST(PortFile, TheLevelHeaderIsIncludedOutsideOfFunctions) {
  EXPECT_EQ(port("// c\nbool f() {\n  return x &&\n         CUDA_VERSION >= 11000;\n}\n").text,
            "// c\n#include <musa_port/cuda_level.h>\nbool f() {\n  return x &&\n         "
            "MUSAPORT_CUDA_LEVEL >= 11000;\n}\n");
  EXPECT_EQ(port("#ifndef A_H\n#define A_H CUDA_VERSION >= 1", {}, "a.cuh").text,
            "#ifndef A_H\n#include <musa_port/cuda_level.h>\n#define A_H MUSAPORT_CUDA_LEVEL >= 1");
  EXPECT_EQ(port("#include <musa_port/cuda_level.h>\n").ids().size(), 0u)
      << "it is no header of CUDA's";
}

TEST(PortFile, AHashInsideOfADefineIsNoDirective) {
  EXPECT_EQ(port("#define A#include B <c10/cuda/CUDAGuard.h>\n").text,
            "#define A#include B <c10/cuda/MUSAGuard.h>\n")
      << "an identifier of a macro body, no header";
}

TEST(PortFile, PatternsYieldToTheTreesOwnTypesAndMembers) {
  const std::string own = "enum class DeviceType { CPU, CUDA };\n"
                          "struct T { bool is_cuda() const { return true; } };\n";
  const std::string uses = "bool a = t.is_cuda(), b = d == DeviceType::CUDA;\n";
  EXPECT_EQ(port(own + uses).text, own + uses);
  EXPECT_EQ(port(uses).text, "bool a = t.is_privateuseone(), b = d == DeviceType::PrivateUse1;\n");
  EXPECT_EQ(port(own + "auto c = c10::DeviceType::CUDA;\n").text,
            own + "auto c = c10::DeviceType::PrivateUse1;\n");
  EXPECT_EQ(port("int type;\nbool a = t.type().is_cuda();\n").text,
            "int type;\nbool a = t.is_privateuseone();\n");
}

TEST(PortFile, LibcusNamespaceIsPortedAsAWhole) {
  const std::string cuda = "#include <cuda/latch>\n", musa = "#include <musa/latch>\n";
  EXPECT_EQ(port(cuda + "a.store(1, cuda::memory_order_seq_cst); ::cuda::newer_than_rules f;").text,
            musa + "a.store(1, musa::memory_order_seq_cst); ::musa::newer_than_rules f;");
  EXPECT_EQ(port(cuda + "using namespace cuda; using cuda::latch; namespace q = ::cuda::ptx;").text,
            musa + "using namespace musa; using musa::latch; namespace q = ::musa::ptx;");
  EXPECT_EQ(port("namespace g = cooperative_groups; g::grid_group all;").text,
            "namespace g = cooperative_groups; g::grid_group all;");
}

TEST(PortFile, ANamespaceCudaOfTheTreeStays) {
  const std::string own = "namespace mine { namespace cuda { int f(); } } using namespace mine; ";
  const Ported ported = port(own + "int n = cuda::f() + cuda::memory_order_relaxed;");
  EXPECT_EQ(ported.text, own + "int n = cuda::f() + musa::memory_order_relaxed;");
  EXPECT_THAT(ported.uses(false), Not(IsEmpty())); // the report counts what stays
  EXPECT_EQ(port("struct cuda { static int f(); }; int n = cuda::f();").text,
            "struct cuda { static int f(); }; int n = cuda::f();");
  EXPECT_EQ(port("#include <cuda/latch>\nvoid f(bool cuda); cuda::latch x; cuda::fresh y;").text,
            "#include <musa/latch>\nvoid f(bool cuda); musa::latch x; musa::fresh y;");
}

TEST(PortFile, ANamespaceCudaIsNoMemberFunction) {
  EXPECT_EQ(port("namespace at { namespace cuda { } } auto y = x.cuda();").text,
            "namespace at { namespace musa { } } auto y = x.to(at::kPrivateUse1);");
}

TEST(PortFile, OnlyHeadersOfLibcuBringItsNamespace) {
  // cuda-api-wrappers
  EXPECT_EQ(port("#include <cuda/api.hpp>\ncuda::device_t d;\n").text,
            "#include <cuda/api.hpp>\ncuda::device_t d;\n");
  EXPECT_EQ(port("#include \"cuda/atomic\"\ncuda::fresh d;\n").text,
            "#include \"musa/atomic\"\nmusa::fresh d;\n");
}

TEST(PortFile, ANamespaceCudaOfALibraryStays) {
  const Ported ported = port("using namespace cv; cuda::GpuMat image; cuda::latch x;");
  EXPECT_EQ(ported.text, "using namespace cv; cuda::GpuMat image; musa::latch x;");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-unknown-name"));
}

TEST(PortFile, NamespaceMusaIsMoreThanLibcus) {
  const Ported ported = portBack("musa::dnn::Handle h; musa::atomic<int> a;");
  EXPECT_EQ(ported.text, "musa::dnn::Handle h; cuda::atomic<int> a;");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-unknown-name"));
}

TEST(PortFile, NamesBehindAFrameworksNamespaceAreTheFrameworks) {
  EXPECT_EQ(port("struct CUDAStream {};\nCUDAStream a;\nc10::cuda::CUDAStream b;\n").text,
            "struct CUDAStream {};\nCUDAStream a;\nc10::musa::MUSAStream b;\n");
  EXPECT_EQ(port("mine::cuda::barrier(); ::cuda::barrier(); cuda::barrier();\n").text,
            "mine::cuda::barrier(); ::musa::barrier(); musa::barrier();\n");
}

TEST(PortFile, ANearerNamespaceCudaIsMeant) {
  const char *nearer = "namespace mine::cuda { cuda::barrier a; ";
  EXPECT_EQ(port((nearer + std::string("::cuda::barrier b; }\ncuda::barrier c;\n"))).text,
            (nearer + std::string("::musa::barrier b; }\nmusa::barrier c;\n")));
}

TEST(PortFile, FlatParts) {
  const char *rules = R"({"_CUH": "_MUH", "_CU_H_": "_MU_H_", "/cuda/": "/musa/", ".cuh": ".muh"})";
  EXPECT_EQ(port("A_CUH A_CUHX B_CU_H_ B_CU_HX CUH", rules).text,
            "A_MUH A_CUHX B_MU_H_ B_CU_HX CUH");
  EXPECT_EQ(port("#include <x/cuda/y.cuh>\n#include <cuda/z.h>\n#include <barracuda/a.h>\n", rules,
                 "x.cu", false)
                .text,
            "#include <x/musa/y.muh>\n#include <musa/z.h>\n#include <barracuda/a.h>\n");
}

TEST(PortFile, Contexts) {
  const std::string rules = native(R"("identifiers": {"supported": {
    "M": {"to": "N", "when": {"in": ["macro"]}}, "C": {"to": "D", "when": {"in": ["call"]}},
    "T": {"to": "U", "when": {"in": ["type"]}}, "S": {"to": "R", "when": {"in": ["string"]}}}})");
  EXPECT_EQ(
      port("M C T S C(1) T(2)\n#define X M C C(1) T S\n\"M S xS S_ S\" L\"S\" 'S'", rules).text,
      "M C U S D(1) T(2)\n#define X N C D(1) T S\n\"M R xS S_ R\" L\"R\" 'S'");
}

TEST(PortFile, IncludeGuardsFollowTheFile) {
  EXPECT_EQ(port("#ifndef A_CUH\n#define A_CUH\n#endif\n", {}, "a.cuh").text,
            "#ifndef A_MUH\n#define A_MUH\n#endif\n");
  EXPECT_EQ(port("#ifndef A_CUH\n#define A_CUH\n#endif\n", {}, "a.h").text,
            "#ifndef A_CUH\n#define A_CUH\n#endif\n");
  EXPECT_EQ(port("#ifndef A_CUH\n#define A_CUH\n#endif\n", R"({"_CUH": "_GPU"})", "a.cuh").text,
            "#ifndef A_GPU\n#define A_GPU\n#endif\n");
}

TEST(PortFile, ProseOfErrorDirectivesStays) {
  for (llvm::StringRef text :
       {"#error cudaFree needs __CUDA_ARCH__ >= 1000\n", "#warning CUDA_VERSION >= 11000\n"}) {
    Ported ported = port(text);
    EXPECT_EQ(ported.text, text.str());
    EXPECT_THAT(ported.ids(), IsEmpty());
  }
}

TEST(PortFile, ReasonsAreCountedApart) {
  Ported ported = port("#if __CUDA_ARCH__ == 750\n#endif\n#if __CUDA_ARCH__ >= 1000\n#endif\n");
  EXPECT_EQ(ported.uses(/*isEdited=*/false).size(), 2u);
}

TEST(PortFile, PortedTwiceIsPortedOnce) {
  for (llvm::StringRef text :
       {"#include <cuda_runtime.h>\n#include <c10/cuda/CUDAGuard.h>\n#include "
        "<THC/THCAtomics.cuh>\nat::cuda::f(); t.cuda();",
        "#if CUDA_VERSION >= 11000 && __CUDA_ARCH__ >= 800\n#endif",
        "TORCH_LIBRARY_IMPL(a, CUDA, m) { x.is_cuda(); }"}) {
    std::string once = port(text).text;
    Ported twice = port(once);
    EXPECT_EQ(twice.text, once);
    EXPECT_THAT(twice.uses(/*isEdited=*/true), IsEmpty());
    for (const Diagnostic &diagnostic : twice.result.diagnostics)
      EXPECT_NE(diagnostic.severity, Severity::Error) << diagnostic.message;
  }
}

TEST(Backwards, Names) {
  EXPECT_EQ(portBack("musaMalloc(&p, 8); mublasCreate(&h); muInit(0); __mt_bfloat16 b;\n").text,
            "cudaMalloc(&p, 8); cublasCreate(&h); cuInit(0); __nv_bfloat16 b;\n");
  EXPECT_EQ(portBack("#include <musa_runtime.h>\n#include <mublas.h>\n#include <vector>\n").text,
            "#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#include <vector>\n");
  EXPECT_EQ(portBack("at::musa::getCurrentMUSAStream(); x.is_privateuseone();\n"
                     "TORCH_LIBRARY_IMPL(mine, PrivateUse1, m) {}\n")
                .text,
            "at::cuda::getCurrentCUDAStream(); x.is_cuda();\n"
            "TORCH_LIBRARY_IMPL(mine, CUDA, m) {}\n");
}

TEST(Backwards, IncludeGuardsFollow) {
  EXPECT_EQ(portBack("#ifndef A_MUH_\n#define A_MUH_\n#endif\n", "a.muh").text,
            "#ifndef A_CUH_\n#define A_CUH_\n#endif\n");
}

TEST(Backwards, CudasNamesStay) {
  const Ported ported = portBack("cudaMalloc(&p, 8); // musaFree\nchar s[] = \"musaFree\";\n");
  EXPECT_EQ(ported.text, "cudaMalloc(&p, 8); // musaFree\nchar s[] = \"musaFree\";\n");
  EXPECT_THAT(ported.ids(), IsEmpty());
}

TEST(Backwards, AnUnknownNameGetsARemark) {
  const Ported ported = portBack("musaSomethingNew();\n");
  ASSERT_THAT(ported.ids(), ElementsAre("musa-unknown-name"));
  EXPECT_EQ(ported.result.diagnostics[0].message,
            "'musaSomethingNew' looks like a name of MUSA's, and no rule knows it");
}

TEST(Backwards, WhatDiffersDoesSoBothWays) {
  EXPECT_THAT(portBack("wmma(); mtmusa::wmma::fragment f;\n").ids(),
              ElementsAre("musa-api-differs"));
}

Ported portPtx(llvm::StringRef text, llvm::StringRef rules = {}, bool defaults = true) {
  return port(text, rules, "x.cu", defaults, Direction::CudaToMusa, /*analyze=*/true);
}

TEST(PortFile, InlinePtx) {
  const std::string text = "asm(\"popc.b32 %0, %1;\" : \"=r\"(n) : \"r\"(x));\n";
  EXPECT_EQ(portPtx(text).text, "n = __popc((unsigned)x);\n");
  EXPECT_EQ(portPtx(text, {}, false).text, text);
  EXPECT_EQ(port(text).text, text);
  const Ported reported = portPtx("  asm(\"exit;\");\n");
  EXPECT_EQ(reported.text, "  asm(\"exit;\");\n");
  EXPECT_THAT(reported.ids(), ElementsAre("musa-ptx"));
  EXPECT_EQ(reported.result.diagnostics[0].place.column, 3u);
  EXPECT_TRUE(portPtx("asm volatile(\"pause\");\n").ids().empty());
}

TEST(PortFile, PtxWithinPtxStays) {
  const std::string text =
      "asm(\"popc.b32 %0, %1;\" : \"=r\"(n) : \"r\"(({asm(\"bar.sync 0;\"); x;})));\n";
  EXPECT_EQ(portPtx(text).text, text);
  EXPECT_THAT(portPtx(text).ids(), ElementsAre("musa-ptx"));
  EXPECT_EQ(portPtx(text + "asm(\"bar.sync 0;\");\n").text, text + "__syncthreads();\n");
}

TEST(PortFile, APtxStatementThatIsTooLongIsReported) {
  std::string text = "asm(\"{\"";
  for (int i = 0; i < 20'000; ++i)
    text += "\n\"add.u32 %0, %0, 1;\"";
  text += "\"}\" : \"+r\"(x));\n";
  const Ported ported = portPtx(text + "asm(\"bar.sync 0;\");\n");
  EXPECT_EQ(ported.text, text + "__syncthreads();\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-ptx"));
}

TEST(PortFile, AUsersPatternComesBeforePtx) {
  const llvm::StringRef rules =
      R"json({"asm(LOAD \" %0, [%1];\" : \"=r\"($a) : \"l\"($b))": "$a = *$b"})json";
  const Ported ported = portPtx("asm(LOAD \" %0, [%1];\" : \"=r\"(x) : \"l\"(p));\n", rules);
  EXPECT_EQ(ported.text, "x = *p;\n");
  EXPECT_THAT(ported.ids(), IsEmpty());
}

TEST(PortFile, PtxThatTheUserKeepsIsNotReported) {
  const llvm::StringRef rules = R"json({"format": "musa-port-rules-1", "library": "mine",
    "patterns": {"keep": {"asm(\"exit;\")": "never called",
                          "asm volatile(\"bar.sync 1, %0;\" : : \"r\"($n))": "never called"}},
    "identifiers": {"keep": {"__asm__": "of another compiler"}}})json";
  for (const std::string text :
       {"asm(\"exit;\");\n", "asm volatile(\"bar.sync 1, %0;\" : : \"r\"(count));\n",
        "__asm__(\"popc.b32 %0, %1;\" : \"=r\"(n) : \"r\"(x));\n"}) {
    EXPECT_EQ(portPtx(text, rules).text, text);
    EXPECT_THAT(portPtx(text, rules).ids(), IsEmpty());
  }
  EXPECT_THAT(portPtx("asm volatile(\"exit;\");\n", rules).ids(), ElementsAre("musa-ptx"));
}

TEST(PortFile, PtxKeepsTheNumberOfLines) {
  EXPECT_EQ(portPtx("\tasm(\"add.u32 %0, %1, 1;\"\r\n: \"+r\"(*p++)\r\n: \"r\"(f(x)));\r\n").text,
            "\tdo {\r\n\t  auto &ptx_operand0 = *p++;\r\n"
            "\t  unsigned ptx_0 = (unsigned)ptx_operand0; const unsigned ptx_1 = "
            "(unsigned)(f(x)); ptx_0 = ptx_1 + 1u; ptx_operand0 = ptx_0; } while (0);\r\n");
  EXPECT_EQ(portPtx("asm(\"popc.b32 %0, %1;\"\n: \"=r\"(n) : \"r\"(x));\n").text,
            "n = __popc((unsigned)x);\n\n");
  EXPECT_EQ(portPtx("asm(\"popc.b32 %0, %1;\"\n: \"=r\"(n)\n: \"r\"(x)\n); // counts\n").text,
            "n = __popc((unsigned)x);\n\n\n // counts\n");
  EXPECT_EQ(
      portPtx("#define F(n, x) asm(\"popc.b32 %0, %1;\" \\\n: \"=r\"(n) : \"r\"(x)) ; g()\n").text,
      "#define F(n, x) (n) = __popc((unsigned)(x)); \\\n g()\n");
}

TEST(PortFile, SaysThatDeviceCodeLaunchesAKernel) {
  EXPECT_THAT(port("__global__ void g(); __global__ void f() { g<<<1, 1>>>(); }").ids(),
              ElementsAre("musa-device-launch"));
  EXPECT_THAT(port("__global__ void g(); void f() { g<<<1, 1>>>(); }").ids(), IsEmpty());
  EXPECT_THAT(
      port("__global__ void f() {\n#if __CUDA_ARCH__ < 200\ng<<<1, 1>>>();\n#endif\n}\n").ids(),
      Not(testing::Contains("musa-device-launch")));
}

} // namespace
} // namespace musaport

//===- string_names_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/port_test.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <string>
#include <vector>

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::string stringOf(const std::string &text) {
  const std::string begin = "auto x = \"", end = "\";\n";
  const std::string ported = port(begin + text + end).text;
  return ported.substr(begin.size(), ported.size() - begin.size() - end.size());
}

std::vector<std::string> saidOf(const std::string &source) {
  std::vector<std::string> said;
  for (const Diagnostic &diagnostic : port(source).result.diagnostics)
    said.push_back(diagnostic.message);
  return said;
}

TEST(StringNames, LibrariesAndFolders) {
  EXPECT_EQ(stringOf("libcudart.so.12"), "libmusart.so");
  EXPECT_EQ(stringOf("/x/libcuda.so"), "/x/libmusa.so");
  EXPECT_EQ(stringOf("/usr/local/cuda-12.1/lib64/stubs/libcuda.so.1"),
            "/usr/local/musa/lib/stubs/libmusa.so");
  EXPECT_EQ(stringOf("-I/usr/local/cuda/include"), "-I/usr/local/musa/include");
  EXPECT_EQ(stringOf("/a:/opt/cuda/lib64"), "/a:/usr/local/musa/lib");
  for (const char *other : {"libmycuda.so", "my/usr/local/cuda", "libcudart", "see /usr/localcuda"})
    EXPECT_EQ(stringOf(other), other);
}

TEST(StringNames, LibrariesThatStay) {
  EXPECT_THAT(saidOf("auto a = {\"libnvrtc.so.\", \"libnvidia-ml.so.1\"};"),
              ElementsAre("'libnvrtc.so.' names a library of CUDA's, and stays",
                          "'libnvidia-ml.so.1' names a library of CUDA's, and stays"));
}

TEST(StringNames, CallsAndFlagsOfNvcc) {
  EXPECT_THAT(saidOf("int n = system(\"nvcc -c x.cu\");"),
              ElementsAre("this string calls 'nvcc', and stays"));
  EXPECT_THAT(
      saidOf("auto a = {\"--gpu-architecture=compute_80\", \"sm_\", \"-arch=sm_\"};"),
      ElementsAre("'--gpu-architecture=compute_80' is an nvcc flag, and stays in this string",
                  "'sm_' names an NVIDIA architecture, and stays",
                  "'-arch=sm_' names an NVIDIA architecture, and stays"));
  EXPECT_THAT(
      saidOf("auto a = {\"nvcc is not there\", \"compute_\", \"--verbose\", \"-g\", \"-\"};"),
      IsEmpty());
}

TEST(StringNames, DevicesOfPyTorch) {
  const std::string torch = "#include <torch/extension.h>\n";
  EXPECT_EQ(port(torch + "auto d = torch::Device(\"cuda:1\"); x.to(\"cuda\");\n").text,
            torch + "auto d = torch::Device(\"musa:1\"); x.to(\"musa\");\n");
  EXPECT_THAT(saidOf(torch + "bool b = name == \"cuda\";\n"),
              ElementsAre("'cuda' stays: nothing says that it is a PyTorch device"));
  EXPECT_THAT(saidOf("bool b = name == \"cuda\";\n"), IsEmpty());
  EXPECT_THAT(saidOf("auto m = import(\"torch.cuda\");\n"),
              ElementsAre("this string names 'torch.cuda' of Python's, and stays"));
}

TEST(StringNames, FunctionsThatAreLookedUp) {
  EXPECT_THAT(saidOf("f = dlsym(library, \"cuInit\");\n"),
              ElementsAre("this string names CUDA's 'cuInit', and stays"));
  EXPECT_THAT(saidOf("log(\"cuInit\"); f = dlsym(library, \"myInit\");\n"), IsEmpty());
}

} // namespace
} // namespace musaport

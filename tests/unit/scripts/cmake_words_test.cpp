//===- cmake_words_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/ported_script.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

TEST(CMakeWords, LibrariesOfVariablesThatAreLinked) {
  const auto linked = [](const std::string &cudart, const std::string &cuda) {
    return "set(needed ${all} " + cudart + ")\nlist(APPEND more \"" + cuda + "\")\nforeach(one " +
           cudart + " " + cuda + ")\ntarget_link_libraries(app ${one})\nendforeach()\n" +
           "set(all ${needed} ${more})\ntarget_link_libraries(app PRIVATE ${all})\n";
  };
  EXPECT_EQ(portScript(linked("cudart", "cuda")).text, linked("musart", "musa"));
  EXPECT_EQ(portScript("set(MY_LIBS cuda)").text, "set(MY_LIBS musa)");
  EXPECT_EQ(
      portScript("set_target_properties(x PROPERTIES INTERFACE_LINK_LIBRARIES \"a;cudart\")").text,
      "set_target_properties(x PROPERTIES INTERFACE_LINK_LIBRARIES \"a;musart\")");
  EXPECT_EQ(portScript("set(names cudart cuda)").text, "set(names cudart cuda)");
  EXPECT_EQ(portScript("add_library(cudart x.c)\nset(MY_LIBS cudart)").text,
            "add_library(cudart x.c)\nset(MY_LIBS cudart)");
}

TEST(CMakeWords, FlagsWithAnEscapedBlank) {
  EXPECT_EQ(
      portScript("set(CMAKE_CUDA_FLAGS ${X}\\ -Xcompiler\\ -mavx\\ --expt-extended-lambda)").text,
      "set(CMAKE_MUSA_FLAGS ${X}\\ -mavx)");
}

TEST(CMakeWords, PythonInCommands) {
  EXPECT_THAT(portScript("execute_process(COMMAND python -c \"import torch; torch.version.cuda\")")
                  .diagnostics,
              ElementsAre("1:50 this Python code in the script uses 'torch.version.cuda', and "
                          "stays"));
  EXPECT_THAT(portScript("message(\"needs torch.cuda\")").diagnostics, IsEmpty());
}

TEST(CMakeWords, SourcesThatAreWritten) {
  EXPECT_THAT(
      portScript("file(WRITE a.cpp \"int main() {\\n\" \"return cudaFree(0); }\")").diagnostics,
      ElementsAre("1:43 this source text in the script uses 'cudaFree', and stays"));
}

} // namespace
} // namespace musaport

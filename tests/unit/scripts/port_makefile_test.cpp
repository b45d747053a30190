//===- port_makefile_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/make/port.h"

#include "scripts/ported_script.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

Ported port(llvm::StringRef text) { return portScript(text, {}, "Makefile"); }
std::string textOf(llvm::StringRef text) { return port(text).text; }

void staysAsItIs(llvm::StringRef text) {
  const Ported ported = port(text);
  EXPECT_EQ(ported.text, text);
  EXPECT_THAT(ported.diagnostics, IsEmpty()) << text.str();
}

TEST(PortMakefile, TheCompiler) {
  EXPECT_EQ(textOf("NVCC = nvcc\nCC := $(CUDA_HOME)/bin/nvcc\nX = $(shell which nvcc)\n"),
            "NVCC = mcc\nCC := $(MUSA_HOME)/bin/mcc\nX = $(shell which mcc)\n");
  EXPECT_EQ(textOf("a:\n\t@nvcc -c $<\n\t-cd x && nvcc\n\tccache nvcc; (nvcc)\n"),
            "a:\n\t@mcc -c $<\n\t-cd x && mcc\n\tccache mcc; (mcc)\n");
  EXPECT_EQ(textOf("ifeq ($(CC),nvcc)\nelse ifeq \"$(CC)\" \"nvcc\"\nendif\n"),
            "ifeq ($(CC),mcc)\nelse ifeq \"$(CC)\" \"mcc\"\nendif\n");
  staysAsItIs("nvcc: nvcc.h\n\t@echo nvcc is missing\n\t@printf \"%s\" nvcc\n$(info nvcc)\n");
  EXPECT_THAT(port("a:\n\tnvprof ./a\n").diagnostics,
              ElementsAre("2:2 'nvprof' has no counterpart in MUSA"));
}

TEST(PortMakefile, Variables) {
  EXPECT_EQ(textOf("CUDA_PATH ?= /usr/local/cuda\nI = -I$(CUDA_PATH)/include ${CUDA_HOME}\n"),
            "MUSA_PATH ?= /usr/local/musa\nI = -I$(MUSA_PATH)/include ${MUSA_HOME}\n");
  EXPECT_EQ(textOf("ifdef CUDA_HOME\nexport CUDA_HOME PATH\nendif\nX=$(origin CUDA_HOME)\n"),
            "ifdef MUSA_HOME\nexport MUSA_HOME PATH\nendif\nX=$(origin MUSA_HOME)\n");
  EXPECT_EQ(textOf("a:\n\tCUDA_VISIBLE_DEVICES=0 ./a $$CUDA_HOME $${CUDA_PATH}\n"),
            "a:\n\tMUSA_VISIBLE_DEVICES=0 ./a $$MUSA_HOME $${MUSA_PATH}\n");
  EXPECT_EQ(textOf("a:\n\t$(MAKE) CUDA_PATH=$(CUDA_PATH) NVCC=nvcc\n\t@echo $(CUDA_PATH)\n"),
            "a:\n\t$(MAKE) MUSA_PATH=$(MUSA_PATH) NVCC=mcc\n\t@echo $(MUSA_PATH)\n");
  staysAsItIs("NVCCFLAGS = -O2\nGENCODE_FLAGS =\nCUDA_DIR = $(X)\n# $(CUDA_PATH)\n");
}

TEST(PortMakefile, LibrariesThatGetTheirOption) {
  const auto linked = [](const std::string &cudart, const std::string &rest) {
    return "X := " + cudart + " m\nLIBS += $(X) " + cudart + "\n" + rest;
  };
  for (const char *rest : {"A = $(addprefix -l,$(LIBS))\n", "A = $(foreach x,$(LIBS),-l$(x))\n",
                           "a: a.o\n\tg++ a.o $(patsubst %,-l%,$(LIBS))\n", "A = $(LIBS:%=-l%)\n"})
    EXPECT_EQ(textOf(linked("cudart", rest)), linked("musart", rest));
  const std::string other = linked("cudart", "A = $(addprefix -L,$(LIBS))\n");
  EXPECT_EQ(textOf(other), other);
}

TEST(PortMakefile, WhatIsForTheLinkerIsSplitAtCommas) {
  EXPECT_EQ(textOf("NVCCFLAGS = -Xlinker -rpath,/opt/x -Xlinker --no-undefined\n"),
            "NVCCFLAGS = -Wl,-rpath,/opt/x -Wl,--no-undefined\n");
}

TEST(PortMakefile, Folders) {
  EXPECT_EQ(
      textOf("L = -L/usr/local/cuda/lib64 -L\"/opt/cuda/lib64\" -L$(CUDA_PATH)/lib64/stubs\n"),
      "L = -L/usr/local/musa/lib -L\"/usr/local/musa/lib\" -L$(MUSA_PATH)/lib/stubs\n");
  EXPECT_EQ(textOf("D = /usr/local/cuda\nE = $(D)\nL = -L$(E)/lib64 -L$(X)/lib64\n"),
            "D = /usr/local/musa\nE = $(D)\nL = -L$(E)/lib -L$(X)/lib64\n");
  EXPECT_EQ(textOf("L = -L/usr/local/cuda-11.2/lib64\nD = /usr/local/cuda-11\nM = $(D)/lib64\n"),
            "L = -L/usr/local/musa/lib\nD = /usr/local/musa\nM = $(D)/lib\n");
  EXPECT_EQ(textOf("L = -L$(CUDA_HOME)/targets/x86_64-linux/lib "
                   "-I/opt/cuda-12/targets/x86_64-linux/include\n"),
            "L = -L$(MUSA_HOME)/lib -I/usr/local/musa/include\n");
  EXPECT_EQ(textOf("a:\n\tLD_LIBRARY_PATH=/usr/local/cuda/lib64:$(CUDA_HOME)/lib64:$(S:a=b) ./a\n"),
            "a:\n\tLD_LIBRARY_PATH=/usr/local/musa/lib:$(MUSA_HOME)/lib:$(S:a=b) ./a\n");
  EXPECT_EQ(textOf("ifneq (\"$(wildcard /usr/local/cuda/bin/nvcc)\", \"\")\nendif\n"
                   "X = $(firstword $(wildcard /opt/cuda/bin/nvcc) /usr/local/cuda/lib64)\n"),
            "ifneq (\"$(wildcard /usr/local/musa/bin/mcc)\", \"\")\nendif\n"
            "X = $(firstword $(wildcard /usr/local/musa/bin/mcc) /usr/local/musa/lib)\n");
  staysAsItIs("A = $(DESTDIR)/usr/local/cuda lib64 /usr/local/cuda-samples\n");
}

TEST(PortMakefile, Libraries) {
  EXPECT_EQ(textOf("L = -lcudart -lcublas -lm\na: -lcudart\n"),
            "L = -lmusart -lmublas -lm\na: -lcudart\n");
  EXPECT_EQ(textOf("L = -l:libcublas.so.11 $(CUDA_PATH)/lib64/libcufft.so libfoo.so\n"),
            "L = -l:libmublas.so $(MUSA_PATH)/lib/libmufft.so libfoo.so\n");
  EXPECT_THAT(port("L = -lcudnn\n").diagnostics,
              ElementsAre("1:7 'cudnn' has no counterpart in MUSA"));
}

TEST(PortMakefile, FlagsAreLeftOutWithTheWhiteSpaceBeforeThem) {
  EXPECT_EQ(textOf("F = -O3 -lineinfo -Xptxas -v # c\n"), "F = -O3 # c\n");
  EXPECT_EQ(textOf("F = -lineinfo -O3\nG += -lineinfo\n"), "F = -O3\nG +=\n");
  EXPECT_EQ(textOf("F = -O3 \\\n  -lineinfo \\\n  -g\n"), "F = -O3 \\\n  -g\n");
  EXPECT_EQ(textOf("F = $(if $(D),-lineinfo,-O3) -ccbin $(CXX)\n"), "F = $(if $(D),,-O3)\n");
  EXPECT_EQ(textOf("a:\n\tnvcc -lineinfo -c a.c;\n"), "a:\n\tmcc -c a.c;\n");
}

TEST(PortMakefile, FlagsInQuotes) {
  const std::string fast = textOf("a:\n\tnvcc '-use_fast_math' \"-lineinfo\" -c a.c\n");
  EXPECT_THAT(fast, testing::HasSubstr("'-ffp-contract=fast'"));
  EXPECT_THAT(fast, testing::EndsWith("' -c a.c\n"));
  EXPECT_EQ(textOf("a:\n\tnvcc \"-Xcompiler=-fPIC,-Wall\" -c a.c\n"),
            "a:\n\tmcc \"-fPIC\" \"-Wall\" -c a.c\n");
  EXPECT_EQ(textOf("a:\n\tnvcc \"-Xcompiler\" \"-fPIC,-Wall\" -c a.c\n"),
            "a:\n\tmcc -fPIC -Wall -c a.c\n");
  EXPECT_EQ(textOf("a:\n\tsh -c \"nvcc -Xcompiler=-fPIC,-Wall -c a.c\"\n"),
            "a:\n\tsh -c \"mcc -fPIC -Wall -c a.c\"\n");
}

TEST(PortMakefile, BracketsThatMakeCountsStay) {
  // Within a function make's brackets are paired whatever the shell quotes.
  for (llvm::StringRef text : {"S=$(foreach ((-gencode `)`))\n", "S=$(strip (-gencode `)`)\n",
                               "S=${strip { -gencode '}'}\n", "S=$(strip (-Xcompiler \")\")\n"}) {
    const Ported ported = port(text);
    EXPECT_EQ(ported.text, text);
    EXPECT_THAT(ported.diagnostics,
                ElementsAre(testing::EndsWith("musa-port cannot read its quoted part")));
  }
  EXPECT_EQ(textOf("S = $(strip -lineinfo $(X))\n"), "S = $(strip $(X))\n");
}

TEST(PortMakefile, ALineThatGoesOnBehindADollar) {
  EXPECT_EQ(textOf("F = -O2 -ccbin $\\\n  \nG = a\n"), "F = -O2\\\n  \nG = a\n");
  EXPECT_EQ(textOf("F = $ -lineinfo(A)\n"), "F = $ (A)\n");
  EXPECT_EQ(textOf("F = $\\ -lineinfo\nG = a\n"), "F = $\\ \nG = a\n");
}

TEST(PortMakefile, ALineThatIsAReference) {
  EXPECT_EQ(textOf("$(eval F = $(shell nvcc -lineinfo -O2))\n"), "$(eval F = $(shell mcc -O2))\n");
  // Without its flag make would read an assignment.
  EXPECT_EQ(textOf("$(A)/nvcc -ccbin $(B)=c;a=b\n"), "$(A)/nvcc -ccbin $(B)=c;a=b\n");
}

TEST(PortMakefile, FlagsOfTheHost) {
  EXPECT_EQ(textOf("F = -Xcompiler -fPIC,-Wall -Xcompiler=-g --compiler-options -O2\n"),
            "F = -fPIC -Wall -g -O2\n");
  EXPECT_EQ(textOf("F = -Xcompiler \"$(CFLAGS)\" -Xcompiler '-a -b' --compiler-options=\"-c\"\n"),
            "F = $(CFLAGS) -a -b -c\n");
  EXPECT_EQ(textOf("F = $(addprefix -Xcompiler ,$(CFLAGS)) -Xcompiler $(call f,a,b)\n"),
            "F = $(addprefix ,$(CFLAGS)) $(call f,a,b)\n");
  // nvcc takes these quotes off, and their commas separate nothing.
  EXPECT_EQ(textOf("F = -Xcompiler \\\"-Wl,-z\\\" -Xcompiler=\\\"-a\\\"\n"), "F = -Wl,-z -a\n");
  const Ported quoted = port("F = -Xcompiler \\\"-Wl,-z\n");
  EXPECT_EQ(quoted.text, "F = -Xcompiler \\\"-Wl,-z\n");
  EXPECT_THAT(quoted.diagnostics, ElementsAre("1:5 '-Xcompiler \\\"-Wl,-z' is an nvcc flag, "
                                              "and musa-port cannot read its quoted part"));
}

TEST(PortMakefile, FlagsThatOnlyNvccHas) {
  EXPECT_EQ(textOf("NVCCFLAGS = -g -G\nCURL = -G\n"), "NVCCFLAGS = -g\nCURL = -G\n");
  EXPECT_EQ(textOf("NVCC = nvcc\nO = -g -G\nP = -G\na:\n\t$(NVCC) $(O) $(P)\n\tcurl $(P)\n"),
            "NVCC = mcc\nO = -g\nP = -G\na:\n\t$(NVCC) $(O) $(P)\n\tcurl $(P)\n");
  EXPECT_EQ(textOf("a:\n\tnvcc -x cu -G a.cpp; curl -G\n"), "a:\n\tmcc -x musa a.cpp; curl -G\n");
  EXPECT_THAT(port("a:\n\tnvcc -dc a.c\n").diagnostics,
              ElementsAre("2:7 '-dc' has no counterpart in MUSA"));
  EXPECT_THAT(
      port("F = $(filter-out -lineinfo,$(F))\n").diagnostics,
      ElementsAre("1:18 '-lineinfo' is an nvcc flag, and something is compared with it here"));
}

TEST(PortMakefile, StandardsThatMusasHeadersDoNotHave) {
  const Ported ported = port("NVCCFLAGS = --std=c++11 -std=c++20\nCXXFLAGS = -std=c++11\n");
  EXPECT_EQ(ported.text, "NVCCFLAGS = -std=c++17 -std=c++20\nCXXFLAGS = -std=c++11\n");
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("1:13 '--std=c++11' becomes '-std=c++17', which differs"));
}

TEST(PortMakefile, Architectures) {
  EXPECT_EQ(textOf("A = -gencode arch=compute_50,code=sm_50 \\\n"
                   "    -gencode arch=compute_60,code=[sm_60,compute_60]\n"),
            "A = --offload-arch=mp_31\n");
  EXPECT_EQ(textOf("B = -gencode=arch=compute_70,code=\\\"sm_70,compute_70\\\" -arch=sm_70\n"),
            "B = --offload-arch=mp_31\n");
  EXPECT_EQ(textOf("A = sm_70\nNVCCFLAGS = -arch=$(A)\n"),
            "A = mp_31\nNVCCFLAGS = --offload-arch=$(A)\n");
  EXPECT_EQ(textOf("A ?= 70 80\nF = -arch=sm_$(A)\n"), "A ?= 31\nF = --offload-arch=mp_$(A)\n");
  EXPECT_EQ(textOf("F = -arch=compute_$\\:\nG = a\n"), "F = --offload-arch=mp_31\nG = a\n");
  EXPECT_EQ(textOf("F = -arch=sm_$($(X)_ARCH)\n"), "F = --offload-arch=mp_$($(X)_ARCH)\n");
  staysAsItIs("CFLAGS = -arch $(HOST_ARCH)\nHOST_ARCH = $(shell uname -m)\nN = 70\n");
}

TEST(PortMakefile, LoopsOverArchitectures) {
  EXPECT_EQ(textOf("SMS ?= 50 52 60\n"
                   "$(foreach sm,$(SMS),$(eval G += -gencode arch=compute_$(sm),code=sm_$(sm)))\n"
                   "HIGH := $(lastword $(sort $(SMS)))\n"
                   "G += -gencode arch=compute_$(HIGH),code=compute_$(HIGH)\n"),
            "SMS ?= 31\n"
            "$(foreach sm,$(SMS),$(eval G += --offload-arch=mp_$(sm)))\n"
            "HIGH := $(lastword $(sort $(SMS)))\n"
            "G += --offload-arch=mp_$(HIGH)\n");
  EXPECT_THAT(port("F = -arch=sm_$(1)\nA = $(shell query)\nG = -arch=sm_$(A)\n").diagnostics,
              ElementsAre("1:14 '$(1)' must hold a MUSA architecture",
                          "2:5 '$(shell query)' must hold MUSA architectures"));
}

TEST(PortMakefile, AnArchitectureWithoutItsPoint) {
  EXPECT_EQ(textOf("CC_OF ?= 75\nFLAGS = -arch=compute_$(subst .,,${CC_OF})\n"),
            "CC_OF ?= 31\nFLAGS = --offload-arch=mp_$(subst .,,${CC_OF})\n");
  EXPECT_EQ(textOf("CC_OF ?= 7.5\nFLAGS = -arch=sm_$(subst .,,$(CC_OF))\n"),
            "CC_OF ?= 3.1\nFLAGS = --offload-arch=mp_$(subst .,,$(CC_OF))\n");
  EXPECT_THAT(port("F = -arch=sm_$(subst a,b,$(X))\n").diagnostics,
              ElementsAre("1:14 '$(subst a,b,$(X))' must hold a MUSA architecture"));
}

TEST(PortMakefile, OfAutomake) {
  EXPECT_EQ(textOf("if WITH_CUDA\nx_SOURCES = src/add.cu\nendif\n.cu.o:\n\t$(NVCC) -c $<\n"),
            "if WITH_CUDA\nx_SOURCES = src/add.mu\nendif\n.mu.o:\n\t$(NVCC) -c $<\n");
}

TEST(PortMakefile, FilesAndSuffixes) {
  EXPECT_EQ(textOf("S = src/add.cu $(D)/add.cu $(P)dd.cu\nadd.o: src/add.cu add.cuh\n"),
            "S = src/add.mu $(D)/add.mu $(P)dd.mu\nadd.o: src/add.mu add.muh\n");
  EXPECT_EQ(textOf("%.o: %.cu\n.SUFFIXES: .cu .o\n.cu.o:\n\tx $*.cu\nvpath %.cu src\n"),
            "%.o: %.mu\n.SUFFIXES: .mu .o\n.mu.o:\n\tx $*.mu\nvpath %.mu src\n");
  EXPECT_EQ(textOf("O = $(S:.cu=.o) $(patsubst %.cu,$(D)/%.o,$(wildcard src/*.cu))\n"),
            "O = $(S:.mu=.o) $(patsubst %.mu,$(D)/%.o,$(wildcard src/*.mu))\n");
  EXPECT_EQ(textOf("O = $(S:%.cu=%.cu.o) src/add.cu.o $(D)/%.cu_o\n%.cu.o: %.cu\n"),
            "O = $(S:%.mu=%.mu.o) src/add.mu.o $(D)/%.mu_o\n%.mu.o: %.mu\n");
  EXPECT_EQ(textOf("O = $(patsubst %,%o,src/add.cu)\n%.cuo: %.cu\nx: src/add.cuo y.cudo .cuo\n"),
            "O = $(patsubst %,%o,src/add.mu)\n%.muo: %.mu\nx: src/add.muo y.cudo .muo\n");
  EXPECT_EQ(textOf("x:\n\tld $(BEGIN)src/add.cu$(END) $(BEGIN)add.cuh$(A)$(B) $(D).cu$(END)\n"),
            "x:\n\tld $(BEGIN)src/add.mu$(END) $(BEGIN)add.muh$(A)$(B) $(D).mu$(END)\n");
  EXPECT_EQ(textOf("all: $(S)/add.cu$(O) src/add.cu$(O)\n%.cu$(O): %.cu\n\tx\n"),
            "all: $(S)/add.mu$(O) src/add.mu$(O)\n%.mu$(O): %.mu\n\tx\n");
  EXPECT_EQ(textOf("S = $(wildcard src/*_a.cu)\nO = $(S:%_a.cu=%.o)\n%.o: %_a.cu\n"),
            "S = $(wildcard src/*_a.mu)\nO = $(S:%_a.mu=%.o)\n%.o: %_a.mu\n");
  EXPECT_THAT(port("S = made.cu $(D)made.cu\n").diagnostics,
              ElementsAre("1:5 'made.cu' is not in the tree, and keeps its name",
                          "1:13 '$(D)made.cu' is not in the tree, and keeps its name"));
  staysAsItIs("S = add.cpp x.cuda\na:\n\t@echo src/add.cu\n\t# src/add.cu\n");
}

TEST(PortMakefile, CommandsWithinQuotes) {
  const Ported ported = port("a:\n\tbash -c \"nvcc -arch=sm_70 -c made.cu\"\n");
  EXPECT_EQ(ported.text, "a:\n\tbash -c \"mcc --offload-arch=mp_31 -c made.cu\"\n");
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("2:31 'made.cu' is not in the tree, and keeps its name"));
}

TEST(PortMakefile, DefinitionsAndComments) {
  EXPECT_EQ(textOf("define T\n%.$(1).o: %.cu\n\t@nvcc -G -c $$< # cu\nendef\n"),
            "define T\n%.$(1).o: %.mu\n\t@mcc -c $$< # cu\nendef\n");
  EXPECT_EQ(
      textOf(
          "define T\n# nvcc\n\tnvcc a#b # nvcc $(CUDA_PATH)\n\tnvcc\nendef\na:\n\tnvcc # nvcc\n"),
      "define T\n# nvcc\n\tmcc a#b # nvcc $(CUDA_PATH)\n\tmcc\nendef\na:\n\tmcc # nvcc\n");
  EXPECT_EQ(textOf("F = -DTHRUST_CUB_WRAPPED_NAMESPACE=x -DNAME=nvcc\n"),
            "F = -DTHRUST_CUB_WRAPPED_NAMESPACE=x -DNAME=nvcc\n");
}

TEST(PortMakefile, FlagsWithoutTheirValue) {
  EXPECT_THAT(
      portScript("F = -O2 -Xptxas\nG = $(subst -Xptxas,,$(F))\n", {}, "Makefile").diagnostics,
      testing::ElementsAre("1:9 '-Xptxas' is an nvcc flag, and its value is not next to it"));
}

TEST(PortMakefile, OthersHaveFlagsToo) {
  const std::string others = "t:\n\tpytest --keep x && samtools sort --threads 4 a\n\t@$(D)/g++ "
                             "-Xlinker -rpath $(shell latex --keep-dir b)\nC = icc -restrict\n";
  EXPECT_EQ(textOf(others), others);
  EXPECT_EQ(textOf("N = nvcc\nt:\n\ttime $(N) --keep -Xlinker -x a\n\t$(X) --keep a\n"),
            "N = mcc\nt:\n\ttime $(N) -Wl,-x a\n\t$(X) a\n");
  EXPECT_EQ(textOf("F = -O2 --threads 4 -restrict\nG = $(F) --keep\n"), "F = -O2\nG = $(F)\n");
}

TEST(PortMakefile, Versions) {
  EXPECT_THAT(port("V = $(shell nvcc --version | grep release)\n").diagnostics,
              ElementsAre("1:18 mcc reports a MUSA version, which is numbered differently"));
  // Shown, and then compared.
  EXPECT_THAT(
      port("v:\n\t@nvcc --version\nV = $(shell nvcc --version | grep release)\n").severities,
      ElementsAre(Severity::Remark, Severity::Warning));
  for (const char *shown : {"@nvcc --version || (echo none && exit 1)", "@date; $(NVCC) -V; date",
                            "nvcc --version && date"})
    EXPECT_THAT(port("NVCC = nvcc\nv:\n\t" + std::string(shown) + "\n").severities,
                ElementsAre(Severity::Remark))
        << shown;
  for (const char *compared :
       {"nvcc --version > v", "nvcc --version|grep 11", "test \"$$(nvcc --version)\" = 11",
        "date && nvcc --version | tee x || date", "V=\"$$(true; nvcc --version; true)\"; date",
        "(nvcc --version; true) > v", "true; \\\n\tnvcc --version; \\\n\ttrue",
        "exec > log; nvcc --version; grep 12 log", "(date; nvcc --version; true) | grep 12 || date",
        "x `nvcc --version`; date"})
    EXPECT_THAT(port("v:\n\t" + std::string(compared) + "\n").severities,
                ElementsAre(Severity::Warning))
        << compared;
}

TEST(PortMakefile, VersionsInALastLineWithoutNewline) {
  EXPECT_THAT(port("v:\n\tdate && nvcc --version; true > v").severities,
              ElementsAre(Severity::Warning));
  EXPECT_THAT(port("v:\n\tdate && nvcc --version; true").severities, ElementsAre(Severity::Remark));
}

TEST(PortMakefile, WhatDoesNotParseIsCopied) {
  const Ported ported = port("NVCC = nvcc\n.if X\n");
  EXPECT_EQ(ported.text, "NVCC = nvcc\n.if X\n");
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("2:1 this is neither a rule nor an assignment: copied, not ported"));
}

TEST(PortMakefile, PortedAgainNothingChanges) {
  for (llvm::StringRef text :
       {"SMS = 50 60\nF = -arch=sm_$(SMS) -Xcompiler \"-fPIC -g\"\nL = -L$(CUDA_PATH)/lib64\n",
        "NVCC = nvcc -G\n%.cu.o: %.cu\n\t$(NVCC) -x cu -use_fast_math $<\n"}) {
    const std::string once = textOf(text);
    EXPECT_NE(once, text);
    EXPECT_EQ(textOf(once), once);
  }
}

} // namespace
} // namespace musaport

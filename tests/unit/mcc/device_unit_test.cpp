//===- unit/mcc/device_unit_test.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_unit.h"

#include "temporary_folder.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

namespace musaport {
namespace {

using ::testing::IsEmpty;

DeviceUnit unitOf(const std::string &source, llvm::StringRef text,
                  std::vector<std::string> undefined = {}) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_NE(module, nullptr) << diagnostic.getMessage().str();
  DeviceUnit unit;
  unit.id = source;
  unit.source = source;
  unit.architecture = "mp_31";
  unit.undefined = std::move(undefined);
  llvm::raw_string_ostream stream(unit.bitcode);
  llvm::WriteBitcodeToFile(*module, stream);
  return unit;
}

std::string errorOf(const std::vector<DeviceUnit> &units) {
  llvm::LLVMContext context;
  auto module = linkUnits(units, context);
  return module ? "" : toString(module.takeError());
}

const char use[] = "declare void @f()\ndefine void @k() { call void @f() ret void }";
const char define[] = "define void @f() { ret void }";

TEST(LinkUnits, OneDefinesWhatTheOtherUses) {
  llvm::LLVMContext context;
  auto module = linkUnits({unitOf("a.mu", use, {"f"}), unitOf("b.mu", define)}, context);
  ASSERT_TRUE(bool(module)) << toString(module.takeError());
  EXPECT_FALSE((*module)->getFunction("f")->isDeclaration());
}

TEST(LinkUnits, DefinedNowhere) {
  // Said once.
  const char other[] = "declare void @f()\ndefine void @g() { call void @f() ret void }";
  EXPECT_EQ(errorOf({unitOf("a.mu", use, {"f"}), unitOf("b.mu", other, {"f"})}),
            "a.mu: the device function 'f' is not defined in the files that are linked");
  // What the runtime defines.
  EXPECT_EQ(errorOf({unitOf("a.mu", use)}), "");
}

TEST(LinkUnits, DefinedTwice) {
  EXPECT_EQ(errorOf({unitOf("a.mu", define), unitOf("b.mu", define)}),
            "b.mu: the device function 'f' is also defined in a.mu");
  const char own[] = "@v = internal global i32 0\ndefine linkonce_odr void @f() { ret void }";
  EXPECT_EQ(errorOf({unitOf("a.mu", own), unitOf("b.mu", own)}), "");
}

TEST(LinkUnits, Architectures) {
  DeviceUnit other = unitOf("b.mu", define);
  other.architecture = "any";
  EXPECT_EQ(errorOf({other, unitOf("a.mu", use, {"f"})}), "");
  other.architecture = "mp_21";
  EXPECT_EQ(errorOf({other, unitOf("a.mu", use, {"f"})}),
            "a.mu: is compiled for mp_31, and b.mu for mp_21; compile both for one architecture");
}

TEST(ReadUnits, FilesThatHaveNone) {
  const TemporaryFolder folder;
  folder.write("text", ".llvm.offloading");
  folder.write("empty.a", "!<arch>\n");
  auto units = readUnits({folder.path() + "/text", folder.path() + "/empty.a", "/none"});
  ASSERT_TRUE(bool(units)) << toString(units.takeError());
  EXPECT_THAT(*units, IsEmpty());
  folder.write("broken.a", "!<arch>\nxxxx.llvm.offloading");
  auto broken = readUnits({folder.path() + "/broken.a"});
  ASSERT_FALSE(bool(broken));
  EXPECT_THAT(toString(broken.takeError()), ::testing::HasSubstr("broken.a: "));
}

} // namespace
} // namespace musaport

//===- check_table_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/check_table.h"

#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

#include <filesystem>
#include <fstream>
#include <map>

namespace musaport {
namespace {

/// By ID, the sentence that a page begins with: "*Error:* a name ... ." or "*Error:* `a` ... .".
std::map<std::string, std::string> pages() {
  std::map<std::string, std::string> all;
  for (const auto &entry : std::filesystem::directory_iterator(
           std::filesystem::path(MUSAPORT_SOURCE_DIR) / "docs/reference/diagnostics")) {
    std::ifstream page(entry.path());
    std::string line;
    for (int i = 0; i < 3; ++i)
      std::getline(page, line);
    const llvm::StringRef summary = llvm::StringRef(line).split("* ").second;
    EXPECT_TRUE(llvm::StringRef(line).starts_with("*") && summary.ends_with("."))
        << entry.path() << ": " << line;
    all[entry.path().stem()] = summary.drop_back().str();
  }
  return all;
}

TEST(CheckTable, IsWhatThePagesSay) {
  std::map<std::string, std::string> table;
  for (const CheckDescription &check : allChecks())
    EXPECT_TRUE(table.emplace(check.id, check.summary).second) << check.id.str();
  for (const ToolDiagnostic &diagnostic : toolDiagnostics())
    EXPECT_TRUE(table.emplace(diagnostic.id, diagnostic.summary).second) << diagnostic.id.str();
  EXPECT_EQ(table, pages());
}

TEST(CheckTable, IsInOrder) {
  EXPECT_TRUE(
      llvm::is_sorted(allChecks(), [](const auto &a, const auto &b) { return a.id < b.id; }));
}

TEST(CheckTable, OnlyChecksCanBeSelected) {
  llvm::Expected<std::vector<const CheckDescription *>> all = selectChecks("*");
  ASSERT_TRUE(bool(all));
  EXPECT_EQ(all->size(), allChecks().size());
  llvm::Expected<std::vector<const CheckDescription *>> tool = selectChecks("musa-rule-*");
  EXPECT_FALSE(tool);
  llvm::consumeError(tool.takeError());
}

} // namespace
} // namespace musaport

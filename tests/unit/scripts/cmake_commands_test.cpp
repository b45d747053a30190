//===- cmake_commands_test.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/commands.h"
#include "source/json_schema.h"

#include "rules/rule_file.h"
#include "scripts/cmake/command.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;

namespace musaport::cmake {
namespace {

std::string contentOf(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(MUSAPORT_SOURCE_DIR "/rules/" + path);
  EXPECT_TRUE(buffer) << path.str();
  return buffer ? (*buffer)->getBuffer().str() : "";
}

TEST(CMakeCommands, AreOfTheirSchema) {
  const std::string table = contentOf("scripts/cmake_commands.json");
  const TextPlaces places("cmake_commands.json", table);
  std::vector<Diagnostic> diagnostics;
  std::optional<JsonValue> document = parseJson(places, "id", diagnostics);
  ASSERT_TRUE(document);
  EXPECT_TRUE(checkSchema(*document, contentOf("schema/cmake_commands.schema.json"), places, "id",
                          diagnostics))
      << (diagnostics.empty() ? "" : diagnostics.front().message);
}

/// Names of roles are in the table alone, and each says what all arguments are.
TEST(CMakeCommands, HaveRolesThatThereAre) {
  const llvm::json::Value document =
      llvm::cantFail(llvm::json::parse(contentOf("scripts/cmake_commands.json")));
  std::vector<const llvm::json::Array *> lists;
  for (const llvm::json::Value &row : *document.getAsObject()->getArray("commands")) {
    lists.push_back(row.getAsObject()->getArray("arguments"));
    ASSERT_FALSE(lists.back()->empty());
    EXPECT_TRUE(lists.back()->back().getAsString()->ends_with("..."));
    if (const llvm::json::Object *keywords = row.getAsObject()->getObject("keywords"))
      for (const auto &entry : *keywords)
        lists.push_back(entry.second.getAsArray());
  }
  for (const llvm::json::Array *list : lists)
    for (const llvm::json::Value &text : *list) {
      llvm::StringRef name = *text.getAsString();
      name.consume_back("...");
      EXPECT_TRUE(name.empty() || roleCalled(name)) << name.str();
    }
}

/// The roles of the one command that `text` is.
std::vector<Role> rolesOf(llvm::StringRef text, bool isOwn = false) {
  Command command = readCommand(text, parseCMake(text), 0);
  giveRoles(signatureOf(command.lower, command.text(0), isOwn), command);
  std::vector<Role> roles;
  roles.reserve(command.arguments.size());
  for (const Argument &argument : command.arguments)
    roles.push_back(argument.role);
  return roles;
}

TEST(CMakeCommands, TheLastRoleGoesOn) {
  EXPECT_THAT(rolesOf("target_link_libraries(x a b)"),
              ElementsAre(Role::Any, Role::Link, Role::Link));
  EXPECT_THAT(rolesOf("TARGET_LINK_LIBRARIES(x)"), ElementsAre(Role::Any));
  EXPECT_THAT(rolesOf("link_libraries()"), ElementsAre());
}

TEST(CMakeCommands, AKeywordHasRolesOfItsOwn) {
  EXPECT_THAT(rolesOf("set(x a CACHE STRING b)"),
              ElementsAre(Role::Variable, Role::Value, Role::Plain, Role::Prose, Role::Prose));
  EXPECT_THAT(rolesOf("set(CACHE a \"CACHE\")"),
              ElementsAre(Role::Variable, Role::Value, Role::Value));
  // What is behind its roles is what it was before.
  EXPECT_THAT(rolesOf("project(x VERSION 1 C CXX)"),
              ElementsAre(Role::Any, Role::Plain, Role::Prose, Role::Language, Role::Language));
}

TEST(CMakeCommands, RolesMayBeginAgain) {
  EXPECT_THAT(rolesOf("set_target_properties(x PROPERTIES A 1 B 2)"),
              ElementsAre(Role::Any, Role::Plain, Role::Property, Role::PropertyValue,
                          Role::Property, Role::PropertyValue));
  EXPECT_THAT(rolesOf("set_directory_properties(PROPERTIES PROPERTIES)"),
              ElementsAre(Role::Plain, Role::Plain));
}

TEST(CMakeCommands, TheFirstArgumentMayDecide) {
  EXPECT_THAT(rolesOf("list(APPEND x a)"), ElementsAre(Role::Any, Role::Variable, Role::Element));
  EXPECT_THAT(rolesOf("list(LENGTH x a)"), ElementsAre(Role::Any, Role::Any, Role::Any));
}

TEST(CMakeCommands, OthersAreFunctionsOfTheProjects) {
  EXPECT_THAT(rolesOf("my_function(x)"), ElementsAre(Role::Own));
  EXPECT_THAT(rolesOf("find_foo(x ENV y z)"),
              ElementsAre(Role::Own, Role::Plain, Role::Environment, Role::Own));
  EXPECT_THAT(rolesOf("my_find_package(x)"), ElementsAre(Role::Package));
  EXPECT_THAT(rolesOf("message(x)"), ElementsAre(Role::Prose));
  EXPECT_THAT(rolesOf("message(x)", /*isOwn=*/true), ElementsAre(Role::Own));
}

} // namespace
} // namespace musaport::cmake

//===- scripts/cmake/roles.cpp - the roles of arguments ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/roles.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>

namespace musaport::cmake {
namespace {

/// In the order of Role.
constexpr RoleTraits table[] = {
    {.role = Role::Plain, .name = "plain"},
    {.role = Role::Any, .name = "any", .maybeVariable = true},
    {.role = Role::Word, .name = "word", .maybeVariable = true, .takesFlags = true},
    {.role = Role::CommandWord, .name = "command_word", .maybeVariable = true, .takesFlags = true},
    {.role = Role::Own, .name = "own", .maybeVariable = true, .takesFlags = true},
    {.role = Role::Prose, .name = "prose", .isProse = true},
    {.role = Role::Source, .name = "source", .isProse = true},

    {.role = Role::Variable, .name = "variable", .maybeVariable = true},
    {.role = Role::Value, .name = "value", .takesFlags = true, .share = Share::Whole},
    {.role = Role::Element, .name = "element", .takesFlags = true, .share = Share::Element},
    {.role = Role::NeededElement,
     .name = "needed_element",
     .takesFlags = true,
     .share = Share::Element},
    {.role = Role::Text, .name = "text", .takesFlags = true, .share = Share::Text},
    {.role = Role::Compared, .name = "compared", .maybeVariable = true},
    {.role = Role::Operand, .name = "operand", .maybeVariable = true},

    {.role = Role::LoopVariable, .name = "loop_variable", .maybeVariable = true},
    {.role = Role::LoopItem, .name = "loop_item", .maybeVariable = true},
    {.role = Role::LoopList, .name = "loop_list", .maybeVariable = true},

    {.role = Role::Property, .name = "property", .kind = RuleKind::CMakeProperty},
    {.role = Role::PropertyValue,
     .name = "property_value",
     .takesFlags = true,
     .share = Share::Whole},
    {.role = Role::PropertyElement,
     .name = "property_element",
     .takesFlags = true,
     .share = Share::Element},
    {.role = Role::PropertyOrVariable,
     .name = "property_or_variable",
     .maybeVariable = true,
     .kind = RuleKind::CMakeProperty},

    {.role = Role::Language, .name = "language", .kind = RuleKind::CMakeLanguage},
    {.role = Role::Feature,
     .name = "feature",
     .maybeVariable = true,
     .kind = RuleKind::CMakeFeature},
    {.role = Role::Module, .name = "module", .maybeVariable = true, .kind = RuleKind::CMakeModule},
    {.role = Role::Package, .name = "package", .maybeVariable = true},
    {.role = Role::Environment,
     .name = "environment",
     .maybeVariable = true,
     .kind = RuleKind::Environment},
    {.role = Role::Symbol, .name = "symbol"},
    {.role = Role::Header, .name = "header"},
    {.role = Role::HeaderOrWord,
     .name = "header_or_word",
     .maybeVariable = true,
     .takesFlags = true},
    {.role = Role::Definition, .name = "definition"},
    {.role = Role::Folder, .name = "folder"},

    {.role = Role::Library, .name = "library", .isLibrary = true},
    {.role = Role::Link,
     .name = "link",
     .takesFlags = true,
     .isLibrary = true,
     .share = Share::Element},
    {.role = Role::Flag, .name = "flag", .takesFlags = true, .share = Share::Element},
    {.role = Role::DeviceFlag, .name = "device_flag", .takesFlags = true, .share = Share::Element},
    {.role = Role::ArchitectureFlags, .name = "architecture_flags", .maybeVariable = true},
};

constexpr bool isInOrder() {
  for (size_t i = 0; i < std::size(table); ++i)
    if (table[i].role != static_cast<Role>(i))
      return false;
  return std::size(table) == static_cast<size_t>(Role::ArchitectureFlags) + 1;
}
static_assert(isInOrder());

} // namespace

const RoleTraits &traitsOf(Role role) { return table[static_cast<size_t>(role)]; }

std::optional<Role> roleCalled(llvm::StringRef name) {
  const RoleTraits *found =
      llvm::find_if(table, [&](const RoleTraits &traits) { return traits.name == name; });
  return found == std::end(table) ? std::nullopt : std::optional(found->role);
}

} // namespace musaport::cmake

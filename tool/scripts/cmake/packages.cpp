//===- scripts/cmake/packages.cpp - packages and modules --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/packages.h"

#include "scripts/cmake/passes.h"

using llvm::StringRef;

namespace musaport::cmake {

const Rule *replacedPackage(StringRef path, const RuleSet &rules) {
  llvm::SmallVector<const Rule *, 2> found;
  while (!path.empty()) {
    auto [component, rest] = path.split('/');
    path = rest;
    if (rest.empty())
      component.consume_back(".cmake");
    if (!component.consume_front("Find"))
      continue;
    rules.script(RuleKind::CMakePackage, component, found);
    if (!found.empty() && found.front()->edits())
      return found.front();
  }
  return nullptr;
}

void portPackage(Porter &porter, Command &command) {
  std::vector<Argument> &arguments = command.arguments;
  if (arguments.empty() || arguments[0].role != Role::Package)
    return;
  Argument &package = arguments[0];
  const std::string module = ("Find" + package.text + ".cmake").str();
  const Rule *rule = porter.ruleFor(RuleKind::CMakePackage, package.text);
  if (!rule)
    return;
  if (rule->status == Status::Unsupported &&
      porter.context.includes.resolve(porter.file, module, IncludeResolver::Form::Quoted)) {
    porter.recorder.leave(rule, package.range(), package.text, Outcome::Declared,
                          "the tree has a " + module + " of its own");
    return;
  }
  porter.applyRule(*rule, package.text, package.range(), rule->to);
  package.maybeVariable = false;
  if (!rule->edits() || arguments.size() < 2)
    return;
  Argument &version = arguments[1];
  if (version.text.empty() ||
      !(llvm::isDigit(version.text.front()) || version.text.starts_with("$")))
    return;
  porter.remove(version);
  if (arguments.size() > 2 && arguments[2].text == "EXACT")
    porter.remove(arguments[2]);
  porter.warn(version.range(),
              "the version '" + version.text + "' is a CUDA version, and is left out",
              "MUSA has its own version numbers; add the one that you need");
}

void portModule(Porter &porter, Command &command) {
  if (command.arguments.empty() || command.arguments[0].role != Role::Module)
    return;
  Argument &module = command.arguments[0];
  const Rule *rule = porter.ruleFor(RuleKind::CMakeModule, module.text);
  if (rule == nullptr)
    return;
  StringRef package = rule->to;
  if (!package.consume_front("find_package(") || !package.consume_back(")"))
    return;
  module.kind.reset();
  module.maybeVariable = false;
  if (command.arguments.size() > 1) {
    porter.warn(module.range(), "'" + module.text + "' stays: include() has more arguments",
                "write " + rule->to);
    return;
  }
  porter.edit(porter.rangeOf(command.name), "find_package");
  porter.applyRule(*rule, module.text, module.range(), package);
}

} // namespace musaport::cmake

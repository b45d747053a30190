//===- rewrite/carry_chains.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/carry_chains.h"

#include "rewrite/declarators.h"
#include "rewrite/macro_definition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

using llvm::StringRef;

namespace musaport {
namespace {

/// What tokens[i] does with the flag, if it is an asm statement or a macro in `macros`. A statement
/// is noted in `facts`.
CarryFlow flowAt(const SourceText &text, size_t i, const llvm::StringMap<CarryFlow> &macros,
                 CarryFacts *facts = nullptr) {
  if (!text.tokens[i].isIdentifier())
    return {};
  const StringRef name = text.bytes(i);
  if (!ptx::isAsmKeyword(name)) {
    const auto found = macros.find(name);
    return found == macros.end() ? CarryFlow() : found->second;
  }
  const std::optional<ptx::AsmStatement> statement =
      ptx::readAsmStatement(text.buffer, text.tokens, i);
  if (!statement)
    return {};
  const ptx::CarryUse use = ptx::carryUseOf(*statement, ptx::Table::embedded());
  if (facts != nullptr) {
    facts->isRead |= use.reads;
    facts->isLeft |= use.leaves;
  }
  return {use.any(), use.reads, use.leaves};
}

/// Finds the bodies of functions, and what they do, token by token.
class FunctionFinder {
public:
  FunctionFinder(const SourceText &text, const CarryChains &chains) : text(text), chains(chains) {}

  std::vector<CarryFunction> run() {
    for (size_t i = 0; i < text.tokens.size(); ++i)
      visit(i);
    close();
    return std::move(found);
  }

private:
  /// Where a token is. All branches of an #if begin at the same place.
  struct Place {
    int depth = 0;        ///< of braces
    int bodyDepth = -1;   ///< that of the function's body; -1: in no function
    size_t statement = 0; ///< the first token of the declaration
  };

  void visit(size_t i) {
    if (text.isInDirective(i)) {
      visitDirective(text.directiveAt(i));
      place.statement = i + 1;
      return;
    }
    if (text.is(i, clang::tok::l_brace)) {
      if (place.bodyDepth < 0 && beginsBody(i)) {
        close();
        place.bodyDepth = place.depth;
        open = {i, 0, {}};
      }
      ++place.depth;
      if (place.bodyDepth >= 0 || !isInitializer(i))
        place.statement = i + 1;
    } else if (text.is(i, clang::tok::r_brace)) {
      place.depth -= place.depth > 0 ? 1 : 0;
      if (place.depth == place.bodyDepth)
        place.bodyDepth = -1;
      if (!goesOnBehind(i))
        place.statement = i + 1;
    } else if (text.is(i, clang::tok::semi)) {
      place.statement = i + 1;
    } else if (place.bodyDepth >= 0) {
      const CarryFlow flow = flowAt(text, i, chains.macros);
      if (flow.isUsed && !open.flow.isUsed)
        open.firstUse = i;
      open.flow.append(flow);
    }
  }

  void visitDirective(StringRef directive) {
    if (directive.starts_with("if")) {
      conditions.push_back(place);
    } else if (directive.starts_with("el") && !conditions.empty()) {
      place.depth = conditions.back().depth;
      place.bodyDepth = conditions.back().bodyDepth;
    } else if (directive == "endif" && !conditions.empty()) {
      conditions.pop_back();
    }
  }

  /// Whether the { at tokens[brace], which is in no function, begins a function's body.
  bool beginsBody(size_t brace) const {
    size_t i = place.statement;
    if (isInitializer(brace))
      return false;
    while (i < brace && text.bytes(i) == "template") {
      const std::optional<size_t> behind = behindAngles(text, i + 1);
      if (!behind)
        return false;
      i = *behind;
    }
    if (i >= brace || text.bytes(i) == "namespace")
      return false;
    if (llvm::is_contained({"class", "struct", "union", "enum"}, text.bytes(i)) &&
        !text.is(brace - 1, clang::tok::r_paren))
      return false;
    for (; i < brace && !text.is(i, clang::tok::equal); ++i)
      if (text.is(i, clang::tok::l_paren))
        return true;
    return false;
  }

  /// Whether the } at tokens[i] ends no declaration: `: member{1}, other{2} {`.
  bool goesOnBehind(size_t i) const {
    return text.is(i + 1, clang::tok::l_brace) || text.is(i + 1, clang::tok::comma);
  }

  bool isInitializer(size_t brace) const {
    const std::optional<size_t> behind =
        behindBrackets(text, brace, clang::tok::l_brace, clang::tok::r_brace);
    return behind && goesOnBehind(*behind - 1);
  }

  void close() {
    if (open.flow.isUsed)
      found.push_back(open);
    open = {};
  }

  const SourceText &text;
  const CarryChains &chains;
  Place place;
  llvm::SmallVector<Place, 8> conditions; ///< where each open #if begins
  CarryFunction open;
  std::vector<CarryFunction> found;
};

} // namespace

void CarryFlow::append(const CarryFlow &next) {
  if (!next.isUsed)
    return;
  reads |= !isUsed && next.reads;
  leaves = next.leaves;
  isUsed = true;
}

CarryFacts findCarryFacts(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  CarryFacts facts;
  if (!buffer.contains("asm"))
    return facts;
  const SourceText text{buffer, tokens};
  llvm::StringMap<CarryFlow> macros;
  // Of a macro whose macros stand behind it another round knows more.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    const bool isFirst = facts.macros.empty() && macros.empty();
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (!text.isInDirective(i)) {
        if (isFirst)
          flowAt(text, i, {}, &facts);
        continue;
      }
      const std::optional<MacroDefinition> macro =
          text.startsLine(i) ? findMacroDefinition(text, i) : std::nullopt;
      if (!macro)
        continue;
      CarryFlow flow;
      for (size_t k = macro->text.first; k < macro->text.last; ++k)
        flow.append(flowAt(text, k, macros, &facts));
      if (!flow.isUsed)
        continue;
      CarryFlow &known = macros[text.bytes(macro->name)];
      isChanged |= !known.isUsed || (flow.reads && !known.reads) || (flow.leaves && !known.leaves);
      known = {true, known.reads || flow.reads, known.leaves || flow.leaves};
    }
  }
  for (const auto &macro : macros)
    facts.macros.push_back({macro.first().str(), macro.second});
  return facts;
}

void CarryChains::add(const CarryFacts &facts) {
  isRead |= facts.isRead;
  isLeft |= facts.isLeft;
  for (const CarryFacts::Macro &macro : facts.macros) {
    CarryFlow &known = macros[macro.name];
    known = {true, known.reads || macro.flow.reads, known.leaves || macro.flow.leaves};
  }
}

std::vector<CarryFunction> findCarryFunctions(const SourceText &text, const CarryChains &chains) {
  return FunctionFinder(text, chains).run();
}

} // namespace musaport

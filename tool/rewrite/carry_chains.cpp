//===- rewrite/carry_chains.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/carry_chains.h"

#include "ptx/translation.h"
#include "rewrite/declarators.h"
#include "rewrite/macro_definition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

using llvm::StringRef;

namespace musaport {
namespace {

/// Macros of macros that are deeper than this have a shared flag.
constexpr int mostRounds = 16;

/// What the asm statement at tokens[i] does; nothing if there is none.
ptx::CarryUse useAt(const SourceText &text, size_t i) {
  if (!text.tokens[i].isIdentifier() || !ptx::isAsmKeyword(text.bytes(i)))
    return {};
  const std::optional<ptx::AsmStatement> statement =
      ptx::readAsmStatement(text.buffer, text.tokens, i);
  return statement ? ptx::carryUseOf(*statement, ptx::Table::embedded()) : ptx::CarryUse();
}

/// The same, if tokens[i] may be a macro, too.
CarryFlow flowAt(const SourceText &text, size_t i, const llvm::StringMap<CarryFlow> &macros) {
  if (!text.tokens[i].isIdentifier())
    return {};
  if (const auto known = macros.find(text.bytes(i)); known != macros.end())
    return known->second;
  const ptx::CarryUse use = useAt(text, i);
  return {use.any(), use.reads};
}

/// Adds the macros that are defined in `text`. Whether `macros` has changed.
bool addMacros(const SourceText &text, llvm::StringMap<CarryFlow> &macros) {
  bool isChanged = false;
  for (size_t i = 0; i < text.tokens.size(); ++i) {
    if (!text.isInDirective(i) || !text.startsLine(i))
      continue;
    const std::optional<MacroDefinition> macro = findMacroDefinition(text, i);
    if (!macro)
      continue;
    CarryFlow flow;
    for (size_t k = macro->text.first; k < macro->text.last; ++k)
      flow.append(flowAt(text, k, macros));
    if (!flow.isUsed)
      continue;
    CarryFlow &known = macros[text.bytes(macro->name)];
    isChanged |= !known.isUsed || (flow.reads && !known.reads);
    known = {true, known.reads || flow.reads};
  }
  return isChanged;
}

/// Finds the functions that use the flag, token by token.
class FunctionFinder {
public:
  FunctionFinder(const SourceText &text, const llvm::StringMap<CarryFlow> &macros)
      : text(text), macros(macros) {}

  void run() {
    for (size_t i = 0; i < text.tokens.size(); ++i)
      visit(i);
    close();
  }

  std::vector<size_t> braces; ///< of the functions
  /// One of them reads the flag of another, or is not understood.
  bool isShared = false;

private:
  /// Where a token is. All branches of an #if begin at the same place.
  struct Place {
    int depth = 0;        ///< of braces
    int parentheses = 0;  ///< outside functions
    int bodyDepth = -1;   ///< that of the function's body; -1: in no function
    size_t statement = 0; ///< the first token of the declaration
  };
  struct Function {
    size_t brace = 0;
    CarryFlow flow;
    bool hasOthers = false; ///< lambdas, or classes, which cannot use its variable
  };

  void visit(size_t i) {
    if (text.isInDirective(i))
      return visitDirective(i);
    if (place.bodyDepth >= 0)
      visitBody(i);
    else
      visitOutside(i);
  }

  void visitDirective(size_t i) {
    const StringRef directive = text.directiveAt(i);
    if (directive.starts_with("if")) {
      conditions.push_back(place);
    } else if (directive.starts_with("el") && !conditions.empty()) {
      place.depth = conditions.back().depth;
      place.parentheses = conditions.back().parentheses;
      place.bodyDepth = conditions.back().bodyDepth;
    } else if (directive == "endif" && !conditions.empty()) {
      conditions.pop_back();
    }
    if (place.parentheses == 0)
      place.statement = i + 1;
  }

  void visitBody(size_t i) {
    if (text.is(i, clang::tok::l_brace)) {
      ++place.depth;
    } else if (text.is(i, clang::tok::r_brace)) {
      if (--place.depth == place.bodyDepth) {
        place.bodyDepth = -1;
        place.statement = i + 1;
      }
    } else {
      function.flow.append(flowAt(text, i, macros));
      function.hasOthers |= beginsLambda(i) || isClassKey(i);
    }
  }

  void visitOutside(size_t i) {
    place.parentheses += text.is(i, clang::tok::l_paren) ? 1 : 0;
    place.parentheses -= text.is(i, clang::tok::r_paren) && place.parentheses > 0 ? 1 : 0;
    isShared |= flowAt(text, i, macros).isUsed; // a macro that makes a function
    if (text.is(i, clang::tok::l_brace)) {
      const bool isPart = place.parentheses > 0 || isInitializer(i);
      if (!isPart && beginsBody(i)) {
        close();
        place.bodyDepth = place.depth;
        function.brace = i;
      }
      ++place.depth;
      if (!isPart)
        place.statement = i + 1;
    } else if (text.is(i, clang::tok::r_brace)) {
      place.depth -= place.depth > 0 ? 1 : 0;
      if (place.parentheses == 0 && !goesOnBehind(i))
        place.statement = i + 1;
    } else if (text.is(i, clang::tok::semi) && place.parentheses == 0) {
      place.statement = i + 1;
    }
  }

  bool isClassKey(size_t i) const {
    return text.tokens[i].isIdentifier() &&
           llvm::is_contained({"class", "struct", "union"}, text.bytes(i));
  }

  /// A [ behind a name, a ) or a ] is an element's.
  bool beginsLambda(size_t i) const {
    if (!text.is(i, clang::tok::l_square) || text.is(i + 1, clang::tok::l_square))
      return false;
    const bool isBehindName = text.tokens[i - 1].isIdentifier() && text.bytes(i - 1) != "return";
    return !isBehindName && !text.is(i - 1, clang::tok::r_paren) &&
           !text.is(i - 1, clang::tok::r_square) && !text.is(i - 1, clang::tok::l_square);
  }

  /// Whether the { at tokens[brace], which is in no function, begins a function's body: there are
  /// parameters, and no class or namespace behind them, as behind a macro.
  bool beginsBody(size_t brace) const {
    size_t i = place.statement;
    while (i < brace && text.bytes(i) == "template") {
      const std::optional<size_t> behind = behindAngles(text, i + 1);
      if (!behind)
        return false;
      i = *behind;
    }
    bool hasParameters = false, hasKey = false;
    int depth = 0;
    for (; i < brace; ++i) {
      if (text.is(i, clang::tok::l_paren)) {
        hasParameters |= depth == 0 && i > place.statement && !isAttributeName(text.bytes(i - 1));
        ++depth;
      } else if (text.is(i, clang::tok::r_paren)) {
        --depth;
      } else if (depth == 0 &&
                 (isClassKey(i) || text.bytes(i) == "enum" || text.bytes(i) == "namespace")) {
        hasKey = true;
        hasParameters = false;
      } else if (depth == 0 && !hasParameters && text.is(i, clang::tok::equal) &&
                 text.bytes(i - 1) != "operator") {
        return false;
      }
    }
    return hasParameters && (!hasKey || text.is(brace - 1, clang::tok::r_paren));
  }

  /// Whether the } at tokens[i] ends no declaration: `: member{1}, other{2} {`.
  bool goesOnBehind(size_t i) const {
    return text.is(i + 1, clang::tok::l_brace) || text.is(i + 1, clang::tok::comma) ||
           text.is(i + 1, clang::tok::ellipsis);
  }

  bool isInitializer(size_t brace) const {
    const std::optional<size_t> behind =
        behindBrackets(text, brace, clang::tok::l_brace, clang::tok::r_brace);
    return behind && goesOnBehind(*behind - 1);
  }

  /// A function ends where the next one begins: a branch of an #if may open what another closes.
  void close() {
    if (function.flow.isUsed) {
      braces.push_back(function.brace);
      isShared |= function.flow.reads || function.hasOthers;
    }
    function = {};
  }

  const SourceText &text;
  const llvm::StringMap<CarryFlow> &macros;
  Place place;
  llvm::SmallVector<Place, 8> conditions; ///< where each open #if begins
  Function function;                      ///< the last one
};

} // namespace

void CarryFlow::append(const CarryFlow &next) {
  if (!next.isUsed)
    return;
  reads |= !isUsed && next.reads;
  isUsed = true;
}

CarryFacts findCarryFacts(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  CarryFacts facts;
  if (!buffer.contains("asm"))
    return facts;
  const SourceText text{buffer, tokens};
  for (size_t i = 0; i < tokens.size(); ++i) {
    const ptx::CarryUse use = useAt(text, i);
    facts.isRead |= use.reads;
    facts.isLeft |= use.leaves;
  }
  return facts;
}

void CarryChains::add(const CarryFacts &ofFile) {
  facts.isRead |= ofFile.isRead;
  facts.isLeft |= ofFile.isLeft;
}

void CarryChains::follow(ForEachSource forEachSource) {
  if (!passes())
    return;
  bool isChanged = true;
  for (int round = 0; isChanged && round < mostRounds; ++round) {
    isChanged = false;
    forEachSource([&](const SourceText &text) { isChanged |= addMacros(text, macros); });
  }
  shared = isChanged;
  forEachSource([&](const SourceText &text) {
    FunctionFinder finder(text, macros);
    finder.run();
    shared |= finder.isShared;
  });
}

StringRef CarryChains::variable() const {
  return !passes() ? "" : shared ? "::musa_port::carryFlag" : "musaPortCarry";
}

std::vector<size_t> CarryChains::functions(const SourceText &text) const {
  FunctionFinder finder(text, macros);
  finder.run();
  return std::move(finder.braces);
}

} // namespace musaport

//===- rewrite/guards.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/guards.h"

#include "rules/cuda_architecture.h"

#include "rules/architecture.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

using clang::tok::TokenKind;
using llvm::StringRef;

namespace musaport {
namespace {

/// As __CUDA_ARCH__ has it. CUDA 6.5 was the last for older GPUs.
constexpr unsigned firstFermi = 200;

bool isComparison(TokenKind kind) {
  switch (kind) {
  case clang::tok::less:
  case clang::tok::lessequal:
  case clang::tok::greater:
  case clang::tok::greaterequal:
  case clang::tok::equalequal:
  case clang::tok::exclaimequal:
    return true;
  default:
    return false;
  }
}

bool isArithmetic(TokenKind kind) {
  switch (kind) {
  case clang::tok::plus:
  case clang::tok::minus:
  case clang::tok::star:
  case clang::tok::slash:
  case clang::tok::percent:
  case clang::tok::lessless:
  case clang::tok::greatergreater:
  case clang::tok::amp:
  case clang::tok::pipe:
  case clang::tok::caret:
    return true;
  default:
    return false;
  }
}

/// `a < b` as `b > a`.
TokenKind mirrored(TokenKind kind) {
  switch (kind) {
  case clang::tok::less:
    return clang::tok::greater;
  case clang::tok::lessequal:
    return clang::tok::greaterequal;
  case clang::tok::greater:
    return clang::tok::less;
  case clang::tok::greaterequal:
    return clang::tok::lessequal;
  default:
    return kind;
  }
}

std::optional<unsigned> parseNumber(StringRef text) {
  std::string digits = text.rtrim("uUlL").str();
  llvm::erase(digits, '\'');
  unsigned value = 0;
  if (StringRef(digits).getAsInteger(0, value))
    return std::nullopt;
  return value;
}

class GuardTranslator {
public:
  GuardTranslator(const GuardRule &rule, Direction direction, StringRef buffer,
                  llvm::ArrayRef<Token> tokens, size_t at, StringRef directive,
                  const llvm::StringMap<unsigned> &numbers)
      : rule(rule), direction(direction), source(sourceSide(direction)),
        target(targetSide(direction)), buffer(buffer), tokens(tokens), at(at), directive(directive),
        numbers(numbers), first(at), last(at) {}

  GuardTranslation run() {
    // `(X) >= n` is `X >= n`, but `defined(X)` is not.
    if (kindBefore() == clang::tok::l_paren && kindAfter() == clang::tok::r_paren &&
        !isWord(first - 2, "defined")) {
      --first;
      ++last;
    }
    findComparison();
    if (rule.kind == GuardRule::Kind::Architecture)
      translateArchitecture();
    else
      translateVersion();
    return std::move(result);
  }

private:
  bool exists(size_t i) const { return i < tokens.size() && sameLine(i); }
  /// A directive ends with its line; ordinary code goes on.
  bool sameLine(size_t i) const {
    if (directive.empty())
      return !(tokens[i].flags & Token::InDirective);
    if (!(tokens[i].flags & Token::InDirective))
      return false;
    for (size_t k = std::min(i, at) + 1; k <= std::max(i, at); ++k)
      if (tokens[k].flags & Token::StartOfLine)
        return false;
    return true;
  }
  TokenKind kind(size_t i) const {
    return exists(i) ? TokenKind(tokens[i].kind) : clang::tok::unknown;
  }
  TokenKind kindBefore() const { return kind(first - 1); }
  TokenKind kindAfter() const { return kind(last + 1); }
  bool isWord(size_t i, StringRef word) const {
    return exists(i) && tokens[i].isIdentifier() &&
           buffer.substr(tokens[i].offset, tokens[i].length) == word;
  }
  StringRef text(size_t i) const { return buffer.substr(tokens[i].offset, tokens[i].length); }

  bool inCondition() const { return directive == "if" || directive == "elif"; }
  bool asksWhetherDefined() const {
    return directive == "ifdef" || directive == "ifndef" || directive == "elifdef" ||
           directive == "elifndef" || isWord(first - 1, "defined") ||
           (kindBefore() == clang::tok::l_paren && isWord(first - 2, "defined"));
  }

  /// Whether only an editor reads the directive, which has no device code's macros of its own:
  /// `#ifdef __INTELLISENSE__`, and no #else behind it.
  bool isForEditor() const {
    constexpr StringRef editors[] = {"__CDT_PARSER__",    "__CLION_IDE__", "__INTELLISENSE__",
                                     "__JETBRAINS_IDE__", "__RESHARPER__", "Q_CREATOR_RUN"};
    unsigned closed = 0;      // #ifs between here and the directive
    bool isOtherwise = false; // behind an #else of the innermost open #if
    for (size_t i = at; i-- > 0;) {
      if (!tokens[i].is(clang::tok::hash) || !(tokens[i].flags & Token::StartOfLine))
        continue;
      StringRef word = text(i + 1);
      if (word == "endif") {
        ++closed;
      } else if (word.starts_with("if") && closed > 0) {
        --closed;
      } else if (word.starts_with("el") && closed == 0) {
        isOtherwise = true;
      } else if (word.starts_with("if")) {
        size_t asked = i + 2;
        while (word != "ifndef" && asked < tokens.size() &&
               (text(asked) == "defined" || tokens[asked].is(clang::tok::l_paren)))
          ++asked;
        if (!isOtherwise && word != "ifndef" && llvm::is_contained(editors, text(asked)))
          return true;
        isOtherwise = false;
      }
    }
    return false;
  }

  /// Sets `op` (read with the macro on the left), `opToken` and `numberToken`.
  void findComparison() {
    size_t operand = 0;
    if (isComparison(kindAfter())) {
      op = kindAfter();
      opToken = last + 1;
      operand = last + 2;
    } else if (isComparison(kindBefore())) {
      op = mirrored(kindBefore());
      opToken = first - 1;
      operand = first - 2;
      mirroredOperands = true;
    } else {
      return;
    }
    const bool isLiteral = kind(operand) == clang::tok::numeric_constant;
    // In ordinary code `f<X>` is no comparison.
    if (!isLiteral && !inCondition() && (op == clang::tok::less || op == clang::tok::greater))
      return;
    result.comparison = true;
    const size_t beyond = mirroredOperands ? operand - 1 : operand + 1;
    isChain =
        isComparison(kind(beyond)) || (isComparison(kindBefore()) && isComparison(kindAfter()));
    const bool isNumber = isLiteral || (exists(operand) && tokens[operand].isIdentifier() &&
                                        numbers.lookup(text(operand)) != 0);
    if (isNumber && !isArithmetic(kind(beyond)) &&
        (mirroredOperands || kind(beyond) != clang::tok::l_paren))
      numberToken = operand;
  }

  void translateArchitecture() {
    if (directive == "define" || directive == "undef") {
      if (isWord(first - 1, directive) && isForEditor())
        return rename(rule.to);
      if (isWord(first - 1, directive))
        return decline("'" + rule.macro.str() +
                           "' is defined by the compiler, and cannot be set here",
                       "remove the line; " + target.compiler.str() + " defines " + rule.to.str());
      if (!result.comparison) {
        rename(rule.to);
        return warnAboutValue();
      }
    }
    if (asksWhetherDefined())
      return rename(rule.to);
    if (isArithmetic(kindBefore()) || isArithmetic(kindAfter()))
      return decline("cannot translate arithmetic on '" + rule.macro.str() + "'", compareInstead());
    if (!result.comparison) {
      rename(rule.to);
      if (!inCondition())
        warnAboutValue();
      return;
    }
    if (isChain)
      return decline("cannot translate a chain of comparisons of '" + rule.macro.str() + "'",
                     compareInstead());
    if (!numberToken)
      return decline("cannot translate a comparison of '" + rule.macro.str() +
                         "' with something other than a number",
                     compareInstead());
    const unsigned ofMacro = numbers.lookup(text(*numberToken));
    std::optional<unsigned> number = ofMacro ? ofMacro : parseNumber(text(*numberToken));
    if (!number)
      return decline("cannot read the number that '" + rule.macro.str() + "' is compared with",
                     compareInstead());
    compareWith(*number);
  }

  void compareWith(unsigned number) {
    if (number == 0)
      return rename(rule.to); // "is this device code?", on both sides
    const bool isEquality = op == clang::tok::equalequal || op == clang::tok::exclaimequal;
    // CUDA's first GPUs, which it has dropped long ago: no other one is like them.
    if (isEquality && direction == Direction::CudaToMusa && number < firstFermi) {
      decline("'" + rule.macro.str() + "' is never " + std::to_string(number) + " in MUSA",
              "CUDA 7 and later know no such GPU; the port takes the code for all others");
      result.severity = Severity::Remark;
      result.answer = op == clang::tok::exclaimequal;
      return;
    }
    if (isEquality)
      return decline("no " + target.maker.str() + " architecture corresponds to exactly '" +
                         rule.macro.str() + " == " + std::to_string(number) + "'",
                     compareInstead());
    // > n and <= n speak of the next architecture.
    const bool strict = op == clang::tok::greater || op == clang::tok::lessequal;
    const unsigned least = strict ? number + 1 : number;
    const std::optional<unsigned> threshold = thresholdOf(least);
    if (!threshold)
      return decline("no " + target.maker.str() + " GPU corresponds to '" + rule.macro.str() +
                         (strict ? " > " : " >= ") + std::to_string(number) + "'",
                     "decide which branch " + target.title.str() + " takes; " + compareInstead());
    const bool atLeast = op == clang::tok::greater || op == clang::tok::greaterequal;
    StringRef newOp = atLeast ? (mirroredOperands ? "<=" : ">=") : (mirroredOperands ? ">" : "<");
    rename(rule.to);
    edit(opToken, newOp.str());
    edit(*numberToken, std::to_string(*threshold));
    if (direction == Direction::CudaToMusa && threshold == musaThreshold(1))
      result.answer = atLeast;
    if (direction == Direction::MusaToCuda && *threshold > 1 && musaThreshold(1) == least)
      warnAboutOldest(*threshold);
  }

  std::optional<unsigned> thresholdOf(unsigned least) const {
    if (direction == Direction::CudaToMusa)
      return musaThreshold(cudaArchitectureFrom(least));
    const std::optional<unsigned> threshold = cudaThreshold(least);
    return threshold ? cudaArchitectureUpTo(*threshold) : threshold;
  }

  /// Every MUSA GPU has what NVIDIA's GPUs have up to `threshold`, and the code may need all of it.
  void warnAboutOldest(unsigned threshold) {
    result.id = "musa-arch-guard";
    result.severity = Severity::Warning;
    result.message = "every " + source.title.str() + " GPU meets this condition, and on " +
                     target.maker.str() + "'s side it stands for each number up to " +
                     std::to_string(threshold);
    result.note = "the port takes the largest; a smaller one is right if the code needs less";
  }

  void translateVersion() {
    if (directive == "define" && isWord(first - 1, "define"))
      return decline("'" + rule.macro.str() + "' is defined by the " + source.title.str() +
                         " headers, and cannot be set here",
                     rule.level.empty() ? "remove the line"
                                        : "remove the line, or define " + rule.level.str());
    const bool computes =
        inCondition() && (isArithmetic(kindBefore()) || isArithmetic(kindAfter()));
    if (!asksWhetherDefined() && (result.comparison || computes)) {
      if (!rule.level.empty()) {
        result.answer = atEachLevel();
        return rename(rule.level);
      }
      return decline("'" + rule.macro.str() + "' is " + source.title.str() +
                         "'s own version, which has no counterpart in " + target.title.str(),
                     "decide which branch " + target.title.str() + " takes");
    }
    rename(rule.to);
    if (!inCondition() && !asksWhetherDefined() && directive != "undef" && rule.to != rule.level) {
      result.id = "musa-version-value";
      result.severity = isHandedOn() ? Severity::Remark : Severity::Warning;
      result.message = "the value of '" + rule.to.str() + "' is " + target.title.str() +
                       "'s own version, not " + source.title.str() + "'s";
      if (!rule.level.empty())
        result.note = "to compare with CUDA versions, use " + rule.level.str();
    }
  }

  /// What a comparison of a version with a number is at all levels from `rule.least` on.
  std::optional<bool> atEachLevel() const {
    const std::optional<unsigned> number =
        numberToken && !isChain ? parseNumber(text(*numberToken)) : std::nullopt;
    if (!number)
      return std::nullopt;
    switch (op) {
    case clang::tok::greaterequal:
      return *number <= rule.least ? std::optional(true) : std::nullopt;
    case clang::tok::greater:
      return *number < rule.least ? std::optional(true) : std::nullopt;
    case clang::tok::less:
      return *number <= rule.least ? std::optional(false) : std::nullopt;
    case clang::tok::lessequal:
    case clang::tok::equalequal:
      return *number < rule.least ? std::optional(false) : std::nullopt;
    case clang::tok::exclaimequal:
      return *number < rule.least ? std::optional(true) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  /// An argument of a call by itself, or written to a stream: mostly shown to people.
  bool isHandedOn() const {
    if (!directive.empty())
      return false;
    if (first != last) // f(X): its parentheses are those of the call
      return exists(first - 1) && tokens[first - 1].isIdentifier() &&
             !llvm::is_contained({"if", "while", "switch", "return", "sizeof"}, text(first - 1));
    const bool begins = kindBefore() == clang::tok::comma || kindBefore() == clang::tok::l_paren;
    const bool ends = kindAfter() == clang::tok::comma || kindAfter() == clang::tok::r_paren;
    return (begins && ends) || kindBefore() == clang::tok::lessless;
  }

  void warnAboutValue() {
    result.id = "musa-arch-value";
    result.severity = Severity::Warning;
    result.message = "the value of '" + rule.to.str() + "' is " + target.maker.str() +
                     "'s numbering (" + target.architecture.str() + "), not " + source.maker.str() +
                     "'s";
    result.note = "check what it is compared with";
  }

  std::string compareInstead() const {
    return "compare " + rule.to.str() + " with the " + target.title.str() +
           " architecture that this code needs (docs/reference/guards.md)";
  }

  void decline(std::string message, std::string note) {
    result.edits.clear();
    result.id =
        rule.kind == GuardRule::Kind::Architecture ? "musa-arch-guard" : "musa-version-guard";
    result.severity = Severity::Error;
    result.message = std::move(message);
    result.note = std::move(note);
  }

  void rename(StringRef to) {
    edit(at, to.str());
    result.needsLevel = rule.kind == GuardRule::Kind::Version && to == rule.level;
  }

  void edit(size_t token, std::string newText) {
    if (text(token) == newText)
      return;
    auto position = result.edits.begin();
    while (position != result.edits.end() && position->token < token)
      ++position;
    result.edits.insert(position, TokenEdit{token, std::move(newText)});
  }

  const GuardRule &rule;
  Direction direction;
  const Side &source, &target;
  StringRef buffer;
  llvm::ArrayRef<Token> tokens;
  size_t at;
  StringRef directive;
  const llvm::StringMap<unsigned> &numbers;
  size_t first, last; ///< the macro with its parentheses
  TokenKind op = clang::tok::unknown;
  size_t opToken = 0;
  std::optional<size_t> numberToken;
  bool mirroredOperands = false;
  bool isChain = false; ///< a < X < b
  GuardTranslation result;
};

} // namespace

GuardTranslation translateGuard(const GuardRule &rule, Direction direction, StringRef buffer,
                                llvm::ArrayRef<Token> tokens, size_t at, StringRef directive,
                                const llvm::StringMap<unsigned> &numbers) {
  return GuardTranslator(rule, direction, buffer, tokens, at, directive, numbers).run();
}

} // namespace musaport

//===- dataflow/preprocessor_conditions.cpp ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/preprocessor_conditions.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>

using llvm::StringRef;

namespace musaport {
namespace {

std::optional<bool> truth(llvm::ArrayRef<ConditionToken> tokens) {
  std::optional<int64_t> value = evaluateCondition(tokens);
  return value ? std::optional<bool>(*value != 0) : std::nullopt;
}

ConditionToken withValue(const GuardedCondition::Part &part, GuardedCondition::ValueOf valueOf) {
  ConditionToken token = part.token;
  if (std::optional<int64_t> value = part.use ? valueOf(*part.use) : std::nullopt)
    token.text = std::to_string(*value);
  return token;
}

class ConditionCallbacks : public clang::PPCallbacks {
public:
  ConditionCallbacks(clang::Preprocessor &preprocessor, GuardRule::Kind kind, GuardUses &uses,
                     std::function<void(const GuardedCondition &)> see)
      : preprocessor(preprocessor), sources(preprocessor.getSourceManager()), kind(kind),
        uses(uses), see(std::move(see)) {}

  void If(clang::SourceLocation, clang::SourceRange range, ConditionValueKind value) override {
    visit(range, value);
  }
  void Elif(clang::SourceLocation, clang::SourceRange range, ConditionValueKind value,
            clang::SourceLocation) override {
    visit(range, value);
  }

private:
  void visit(clang::SourceRange range, ConditionValueKind value) {
    const clang::SourceLocation begin = sources.getExpansionLoc(range.getBegin());
    if (value == CVK_NotEvaluated || begin.isInvalid() || sources.isInSystemHeader(begin))
      return;
    std::vector<clang::Token> written = tokensFrom(begin);
    if (written.empty())
      return;
    GuardedCondition condition;
    condition.begin = written.front().getLocation();
    condition.end = written.back().getEndLoc();
    for (const clang::Token &token : written)
      condition.text += (token.hasLeadingSpace() && !condition.text.empty() ? " " : "") +
                        preprocessor.getSpelling(token);
    bool isOurs = false;
    bool isPlain = true;
    unsigned comparisons = 0;
    if (!answerDefined(written))
      return;
    llvm::SmallString<32> buffer;
    for (const clang::Token &token : expand(written)) {
      GuardedCondition::Part part;
      part.token.kind = token.getKind();
      if (token.is(clang::tok::numeric_constant) || token.isAnyIdentifier())
        part.token.text = preprocessor.getSpelling(token, buffer).str();
      part.spelled = sources.getSpellingLoc(token.getLocation());
      if (token.is(clang::tok::numeric_constant)) {
        part.use = uses.expandedAt(sources, token.getLocation());
        isOurs |= part.use && part.use->rule->kind == kind;
        isPlain &= part.use ? isWrittenOut(token.getLocation()) : token.getLocation().isFileID();
      } else {
        isPlain &= token.getLocation().isFileID() && !token.isAnyIdentifier();
        const int precedence = clang::getBinOpPrecedence(token.getKind(), true, true);
        comparisons += precedence == clang::prec::Relational;
        isPlain &= precedence == clang::prec::Unknown || precedence >= clang::prec::Relational;
      }
      condition.parts.push_back(std::move(part));
    }
    condition.isOneComparison = isPlain && comparisons == 1;
    if (isOurs)
      see(condition);
  }

  /// The macro's name itself stands in the condition.
  bool isWrittenOut(clang::SourceLocation value) const {
    return sources.getImmediateExpansionRange(value).getBegin().isFileID();
  }

  /// Whether `name`, or what it stands for as a macro, asks for what only a directive may ask:
  /// __has_include and its like.
  bool asksDirective(const clang::IdentifierInfo &name) const {
    llvm::SmallVector<const clang::IdentifierInfo *, 8> open = {&name};
    llvm::SmallPtrSet<const clang::IdentifierInfo *, 8> seen = {&name};
    while (!open.empty()) {
      const clang::IdentifierInfo *one = open.pop_back_val();
      if (one->getName().starts_with("__has_"))
        return true;
      if (const clang::MacroInfo *macro = preprocessor.getMacroInfo(one))
        for (const clang::Token &token : macro->tokens())
          if (const clang::IdentifierInfo *next = token.getIdentifierInfo())
            if (seen.insert(next).second)
              open.push_back(next);
    }
    return false;
  }

  /// Up to the end of the directive. None if a name in it asksDirective().
  std::vector<clang::Token> tokensFrom(clang::SourceLocation begin) {
    const auto [file, offset] = sources.getDecomposedLoc(begin);
    StringRef buffer = sources.getBufferData(file);
    clang::Lexer lexer(sources.getLocForStartOfFile(file), preprocessor.getLangOpts(),
                       buffer.begin(), buffer.begin() + offset, buffer.end());
    std::vector<clang::Token> tokens;
    clang::Token token;
    while (!lexer.LexFromRawLexer(token) && (tokens.empty() || !token.isAtStartOfLine())) {
      if (token.is(clang::tok::raw_identifier))
        preprocessor.LookUpIdentifierInfo(token);
      if (token.isAnyIdentifier() && asksDirective(*token.getIdentifierInfo()))
        return {};
      tokens.push_back(token);
    }
    return tokens;
  }

  /// `defined X` becomes 1 or 0. False if it is written wrong.
  bool answerDefined(std::vector<clang::Token> &tokens) const {
    std::vector<clang::Token> result;
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (!isName(tokens[i], "defined")) {
        result.push_back(tokens[i]);
        continue;
      }
      const bool hasParentheses = i + 1 < tokens.size() && tokens[i + 1].is(clang::tok::l_paren);
      const size_t name = i + (hasParentheses ? 2 : 1);
      if (name >= tokens.size() || tokens[name].getIdentifierInfo() == nullptr)
        return false;
      clang::Token answer;
      answer.startToken();
      answer.setKind(clang::tok::numeric_constant);
      answer.setLocation(tokens[i].getLocation());
      answer.setLiteralData(preprocessor.isMacroDefined(tokens[name].getIdentifierInfo()) ? "1"
                                                                                          : "0");
      answer.setLength(1);
      result.push_back(answer);
      i = name + (hasParentheses ? 1 : 0);
    }
    tokens = std::move(result);
    return true;
  }
  static bool isName(const clang::Token &token, StringRef name) {
    return token.isAnyIdentifier() && token.getIdentifierInfo()->getName() == name;
  }

  /// With all macros expanded, as Clang expands a macro's arguments.
  std::vector<clang::Token> expand(llvm::ArrayRef<clang::Token> tokens) {
    auto stream = std::make_unique<clang::Token[]>(tokens.size() + 1);
    llvm::copy(tokens, stream.get());
    clang::Token &end = stream[tokens.size()];
    end.startToken();
    end.setKind(clang::tok::eof);
    end.setLocation(tokens.back().getEndLoc());
    preprocessor.EnterTokenStream(std::move(stream), tokens.size() + 1,
                                  /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
    std::vector<clang::Token> expanded;
    clang::Token token;
    for (preprocessor.Lex(token); token.isNot(clang::tok::eof); preprocessor.Lex(token))
      expanded.push_back(token);
    preprocessor.RemoveTopOfLexerStack();
    return expanded;
  }

  clang::Preprocessor &preprocessor;
  const clang::SourceManager &sources;
  GuardRule::Kind kind;
  GuardUses &uses;
  std::function<void(const GuardedCondition &)> see;
};

} // namespace

std::optional<bool> GuardedCondition::inCuda(ValueOf valueOf) const {
  std::vector<ConditionToken> tokens;
  tokens.reserve(parts.size());
  for (const Part &part : parts)
    tokens.push_back(withValue(part, valueOf));
  return truth(tokens);
}

Fix GuardedCondition::replacedBy(std::string replacement,
                                 const clang::SourceManager &sources) const {
  const auto [file, offset] = sources.getDecomposedLoc(begin);
  const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  return {entry->getFileEntry().tryGetRealPathName().str(), offset,
          sources.getDecomposedLoc(end).second - offset, std::move(replacement)};
}

std::optional<bool> GuardedCondition::inPort(ValueOf valueOf,
                                             const clang::SourceManager &sources) const {
  // A comparison's sign and number may come from the place that names the macro, or another one.
  std::map<std::pair<clang::FileID, unsigned>, StringRef> edits;
  for (const Part &part : parts)
    if (part.use)
      for (const TokenEdit &edit : part.use->translation.edits)
        edits[{part.use->file, part.use->tokens[edit.token].offset}] = edit.text;
  static const std::pair<StringRef, clang::tok::TokenKind> signs[] = {
      {">=", clang::tok::greaterequal},
      {"<=", clang::tok::lessequal},
      {">", clang::tok::greater},
      {"<", clang::tok::less},
  };
  std::vector<ConditionToken> tokens;
  for (const Part &part : parts) {
    tokens.push_back(withValue(part, valueOf));
    if (part.use)
      continue;
    const std::pair<clang::FileID, unsigned> place = sources.getDecomposedLoc(part.spelled);
    auto edit = edits.find(place);
    if (edit == edits.end())
      continue;
    if (tokens.back().kind == clang::tok::numeric_constant)
      tokens.back().text = edit->second;
    for (const auto &[sign, kind] : signs)
      if (edit->second == sign)
        tokens.back().kind = kind;
  }
  return truth(tokens);
}

void forEachGuardedCondition(clang::Preprocessor &preprocessor, GuardRule::Kind kind,
                             GuardUses &uses, std::function<void(const GuardedCondition &)> see) {
  preprocessor.addPPCallbacks(
      std::make_unique<ConditionCallbacks>(preprocessor, kind, uses, std::move(see)));
}

} // namespace musaport

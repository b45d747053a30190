//===- checks/pasted_name_check.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/pasted_name_check.h"

#include "rewrite/pasted_names.h"
#include "source/tokens.h"

#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// A name, in the source and in the port.
struct Pasted {
  std::string name, ported;
};

} // namespace

class PastedNameCheck::Visitor : public clang::PPCallbacks {
public:
  Visitor(PastedNameCheck &check, const clang::Preprocessor &preprocessor)
      : check(check), rules(check.context.rules), preprocessor(preprocessor),
        sources(preprocessor.getSourceManager()) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange range, const clang::MacroArgs *arguments) override {
    const clang::MacroInfo *macro = definition.getMacroInfo();
    if (macro == nullptr || arguments == nullptr || macro->tokens_empty() ||
        !isSpelledByUser(sources, macro->getDefinitionLoc()) || !pastes(*macro))
      return;
    const llvm::ArrayRef<clang::Token> tokens = macro->tokens();
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (!tokens[i + 1].is(clang::tok::hashhash))
        continue;
      std::optional<Pasted> whole = part(*macro, tokens[i], *arguments);
      const bool isPorts = beginsLikeCudas(*macro, tokens[i]);
      const size_t first = i;
      while (i + 2 < tokens.size() && tokens[i + 1].is(clang::tok::hashhash)) {
        i += 2;
        const std::optional<Pasted> next = part(*macro, tokens[i], *arguments);
        if (whole && next) {
          whole->name += next->name;
          whole->ported += next->ported;
        } else {
          whole.reset();
        }
      }
      if (whole && !isPorts)
        visit(std::move(*whole), isFollowed(*macro, tokens.slice(first, i + 1 - first)), name,
              range.getBegin());
    }
  }

  void EndOfMainFile() override {
    if (halves.empty())
      return;
    const llvm::StringSet<> spelled = namesSpelled();
    for (const Half &half : halves)
      if (spelled.contains(half.pasted.name))
        check.report(sources, half.place, Severity::Error,
                     "'" + half.macro + "' makes '" + half.pasted.name + "' here but '" +
                         half.pasted.ported +
                         "' in the port, while the rest of the port still says '" +
                         half.pasted.name + "'",
                     {"choose a name that has no CUDA name in it, or add a rule: "
                      "\"" +
                      half.pasted.name + "\": \"" + half.pasted.ported + "\""});
  }

private:
  /// Wrong if the tree spells the name elsewhere.
  struct Half {
    clang::SourceLocation place;
    std::string macro;
    Pasted pasted;
  };

  /// Asked for every expansion of any macro of the user's.
  bool pastes(const clang::MacroInfo &macro) {
    auto [known, isNew] = pasting.try_emplace(&macro);
    if (isNew)
      known->second = llvm::any_of(
          macro.tokens(), [](const clang::Token &token) { return token.is(clang::tok::hashhash); });
    return known->second;
  }

  /// Whether the port decides about the macro, and names the calls that it is wrong for.
  bool beginsLikeCudas(const clang::MacroInfo &macro, const clang::Token &token) const {
    const clang::IdentifierInfo *identifier = token.getIdentifierInfo();
    return rules.hasDefaults() && identifier != nullptr && macro.getParameterNum(identifier) < 0 &&
           !portedBeginning(rules, identifier->getName()).empty();
  }

  /// Whether the tree's spellings of the names follow the argument in the port, see JoinedNames.
  static bool isFollowed(const clang::MacroInfo &macro, llvm::ArrayRef<clang::Token> joined) {
    size_t parameters = 0;
    for (const clang::Token &token : joined) {
      const clang::IdentifierInfo *identifier = token.getIdentifierInfo();
      if (identifier == nullptr && !token.is(clang::tok::hashhash))
        return false;
      parameters += identifier != nullptr && macro.getParameterNum(identifier) >= 0 ? 1 : 0;
    }
    return parameters == 1;
  }

  /// An operand of ##; nullopt if it is no single word.
  std::optional<Pasted> part(const clang::MacroInfo &macro, const clang::Token &token,
                             const clang::MacroArgs &arguments) const {
    const clang::IdentifierInfo *identifier = token.getIdentifierInfo();
    const int parameter = identifier == nullptr ? -1 : macro.getParameterNum(identifier);
    const clang::Token *word = &token;
    if (parameter >= 0) {
      word = arguments.getUnexpArgument(static_cast<unsigned>(parameter));
      if (word->is(clang::tok::eof))
        return Pasted{};
      if (!word[1].is(clang::tok::eof))
        return std::nullopt;
    }
    if (word->isLiteral())
      return Pasted{preprocessor.getSpelling(*word), preprocessor.getSpelling(*word)};
    if (word->getIdentifierInfo() == nullptr)
      return std::nullopt;
    const StringRef name = word->getIdentifierInfo()->getName();
    const bool isPorted = isSpelledByUser(sources, word->getLocation());
    return Pasted{name.str(), (isPorted ? portedName(rules, name) : name).str()};
  }

  void visit(Pasted pasted, bool isFollowed, const clang::Token &macro,
             clang::SourceLocation place) {
    const StringRef wanted = portedName(rules, pasted.name);
    if (wanted == pasted.ported)
      return;
    const std::string macroName = macro.getIdentifierInfo()->getName().str();
    if (wanted == pasted.name) { // of the tree, and maybe of this macro alone
      if (!isFollowed)
        halves.push_back({place, macroName, std::move(pasted)});
      return;
    }
    check.report(sources, place, Severity::Error,
                 "'" + macroName + "' makes '" + pasted.ported + "' in the port, where CUDA's '" +
                     pasted.name + "' is called '" + wanted.str() + "'",
                 {"pass the whole name to the macro"});
  }

  /// By whole identifiers, of all the user's files.
  llvm::StringSet<> namesSpelled() const {
    llvm::StringSet<> names;
    std::string storage;
    for (clang::FileID file : check.files.files()) {
      const StringRef text = sources.getBufferData(file);
      if (!whyNotTokenized(text).empty())
        continue;
      for (const Token &token : tokenize(text))
        if (token.isIdentifier())
          names.insert(spelling(text, token, storage));
    }
    return names;
  }

  PastedNameCheck &check;
  const RuleSet &rules;
  const clang::Preprocessor &preprocessor;
  const clang::SourceManager &sources;
  llvm::DenseMap<const clang::MacroInfo *, bool> pasting;
  std::vector<Half> halves;
};

void PastedNameCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  files.registerPreprocessor(preprocessor);
  preprocessor.addPPCallbacks(std::make_unique<Visitor>(*this, preprocessor));
}

} // namespace musaport

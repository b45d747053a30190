//===- analysis/view_questions.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/view_questions.h"

#include "source/name_characters.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using clang::SourceLocation;
using llvm::StringRef;

namespace musaport {
namespace {

class QuestionWatcher : public clang::PPCallbacks {
public:
  QuestionWatcher(clang::Preprocessor &preprocessor, llvm::ArrayRef<std::string> viewMacros,
                  llvm::function_ref<bool(StringRef)> isOwn, ViewQuestions &questions)
      : preprocessor(preprocessor), sources(preprocessor.getSourceManager()), isOwn(isOwn),
        questions(questions), asked(questions.asked) {
    for (const std::string &name : viewMacros)
      ofClang.insert(preprocessor.getIdentifierInfo(name));
    for (const std::string &name : questions.headerMacros)
      ofHeaders.insert(preprocessor.getIdentifierInfo(name));
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    see(name);
  }
  void Defined(const clang::Token &name, const clang::MacroDefinition &,
               clang::SourceRange) override {
    see(name);
  }
  void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override {
    if (llvm::any_of(conditions, [](const Condition &each) { return each.asks; }))
      addHeaderMacro(name.getIdentifierInfo());
  }

  void If(SourceLocation place, clang::SourceRange condition, ConditionValueKind) override {
    conditions.push_back({place, false});
    seeAllIn(condition);
    endCondition(place);
  }
  void Ifdef(SourceLocation place, const clang::Token &name,
             const clang::MacroDefinition &) override {
    conditions.push_back({place, false});
    seeInCondition(name);
    endCondition(place);
  }
  void Ifndef(SourceLocation place, const clang::Token &name,
              const clang::MacroDefinition &definition) override {
    Ifdef(place, name, definition);
  }
  void Elif(SourceLocation place, clang::SourceRange condition, ConditionValueKind value,
            SourceLocation) override {
    if (value != CVK_NotEvaluated)
      seeAllIn(condition);
    endCondition(place);
  }
  void Elifdef(SourceLocation place, const clang::Token &name,
               const clang::MacroDefinition &) override {
    seeInCondition(name);
    endCondition(place);
  }
  void Elifndef(SourceLocation place, const clang::Token &name,
                const clang::MacroDefinition &definition) override {
    Elifdef(place, name, definition);
  }
  void Endif(SourceLocation place, SourceLocation ifPlace) override {
    const auto ended =
        llvm::find_if(conditions, [&](const Condition &each) { return each.place == ifPlace; });
    if (ended == conditions.end())
      return;
    const bool asks = ended->asks;
    conditions.erase(ended, conditions.end());
    if (asks && !asked)
      addMacrosBetween(ifPlace, place);
  }

private:
  struct Condition {
    SourceLocation place; ///< of its #if
    bool asks;
  };

  void see(const clang::Token &name) {
    if (preprocessor.isParsingIfOrElifDirective())
      seeInCondition(name);
    else if (ofClang.contains(name.getIdentifierInfo()) && !asked)
      asked = isInOwnFile(name.getLocation());
  }

  void seeInCondition(const clang::Token &name) { seeInCondition(name.getIdentifierInfo()); }
  void seeInCondition(const clang::IdentifierInfo *name) {
    conditionAsks |= ofClang.contains(name) || ofHeaders.contains(name);
  }

  /// The names in a condition: of one that is no macro in this view nothing else is heard.
  void seeAllIn(clang::SourceRange condition) {
    StringRef rest = clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(condition),
                                                 sources, preprocessor.getLangOpts());
    while (!rest.empty() && !conditionAsks) {
      rest = rest.drop_until(isNameCharacter);
      const StringRef name = rest.take_while(isNameCharacter);
      rest = rest.drop_front(name.size());
      if (!name.empty() && clang::isAsciiIdentifierStart(name.front()))
        seeInCondition(preprocessor.getIdentifierInfo(name));
    }
  }

  void endCondition(SourceLocation place) {
    if (conditionAsks && !asked)
      asked = isInOwnFile(place);
    if (!conditions.empty())
      conditions.back().asks |= conditionAsks;
    conditionAsks = false;
  }

  bool isInOwnFile(SourceLocation place) {
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(place));
    auto [entry, isNew] = ownFiles.try_emplace(file, false);
    if (isNew)
      if (clang::OptionalFileEntryRef found = sources.getFileEntryRefForID(file))
        entry->second = isOwn(found->getFileEntry().tryGetRealPathName());
    return entry->second;
  }

  /// Of all branches: what is skipped for this view is defined for the other.
  void addMacrosBetween(SourceLocation begin, SourceLocation end) {
    const auto [file, offset] = sources.getDecomposedLoc(begin);
    StringRef rest = sources.getBufferData(file).slice(offset, sources.getFileOffset(end));
    while (!rest.empty()) {
      StringRef line;
      std::tie(line, rest) = rest.split('\n');
      line = line.ltrim();
      if (!line.consume_front("#"))
        continue;
      line = line.ltrim();
      if (line.consume_front("define") || line.consume_front("undef"))
        addHeaderMacro(preprocessor.getIdentifierInfo(line.ltrim().take_while(isNameCharacter)));
    }
  }

  void addHeaderMacro(const clang::IdentifierInfo *name) {
    if (ofHeaders.insert(name).second)
      questions.headerMacros.push_back(name->getName().str());
  }

  clang::Preprocessor &preprocessor;
  const clang::SourceManager &sources;
  llvm::function_ref<bool(StringRef)> isOwn;
  ViewQuestions &questions;
  bool &asked; ///< of `questions`
  llvm::DenseSet<const clang::IdentifierInfo *> ofClang, ofHeaders;
  /// Around this place. Of an #if that is written wrong there is none, and one whose #endif is
  /// missing stays until the one around it ends.
  llvm::SmallVector<Condition, 32> conditions;
  bool conditionAsks = false; ///< that which is being read
  llvm::DenseMap<clang::FileID, bool> ownFiles;
};

} // namespace

void watchViewQuestions(clang::Preprocessor &preprocessor, llvm::ArrayRef<std::string> viewMacros,
                        llvm::function_ref<bool(StringRef)> isOwn, ViewQuestions &questions) {
  preprocessor.addPPCallbacks(
      std::make_unique<QuestionWatcher>(preprocessor, viewMacros, isOwn, questions));
}

} // namespace musaport

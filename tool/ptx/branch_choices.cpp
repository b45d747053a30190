//===- ptx/branch_choices.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/branch_choices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

using llvm::StringRef;

namespace musaport::ptx {
namespace {

namespace tok = clang::tok;

class BranchChoices {
public:
  BranchChoices(StringRef buffer, ConditionAnswer isTrue) : buffer(buffer), isTrue(isTrue) {}

  std::vector<std::vector<Token>> of(llvm::ArrayRef<Token> tokens) {
    std::vector<Choice> choices(1);
    if (!add(tokens, choices))
      return {};
    std::vector<std::vector<Token>> all;
    all.reserve(choices.size());
    for (Choice &choice : choices)
      all.push_back(std::move(choice.tokens));
    return all;
  }

private:
  struct Choice {
    std::vector<Token> tokens;
    llvm::StringMap<size_t> branches; ///< taken, by the conditions
  };
  /// From an #if to its #endif.
  struct Group {
    std::string conditions;
    std::vector<llvm::ArrayRef<Token>> branches; ///< that may be taken; an empty one for no #else
    size_t end = 0;                              ///< the token behind the #endif
  };

  enum class Kind : uint8_t { If, Elif, Else, Endif, Other };

  bool add(llvm::ArrayRef<Token> tokens, std::vector<Choice> &choices) const {
    for (size_t i = 0; i < tokens.size();) {
      if (!startsDirective(tokens, i)) {
        for (Choice &choice : choices)
          choice.tokens.push_back(tokens[i]);
        ++i;
        continue;
      }
      const std::optional<Group> group = groupAt(tokens, i);
      if (!group)
        return false;
      std::vector<Choice> next;
      for (const Choice &choice : choices)
        for (size_t branch = 0; branch < group->branches.size(); ++branch) {
          std::vector<Choice> taken(1, choice);
          if (taken.front().branches.try_emplace(group->conditions, branch).first->second != branch)
            continue;
          if (!add(group->branches[branch], taken) ||
              next.size() + taken.size() > mostBranchChoices)
            return false;
          llvm::move(taken, std::back_inserter(next));
        }
      choices = std::move(next);
      i = group->end;
    }
    return true;
  }

  std::optional<Group> groupAt(llvm::ArrayRef<Token> tokens, size_t i) const {
    if (kindAt(tokens, i) != Kind::If)
      return std::nullopt;
    Group group;
    bool isTaken = false; ///< a branch certainly is, or the last one is an #else
    bool isDead = false;  ///< the present branch
    unsigned depth = 0;
    size_t branch = 0; ///< where it begins
    for (; i < tokens.size(); ++i) {
      if (!startsDirective(tokens, i))
        continue;
      const Kind kind = kindAt(tokens, i);
      if (kind == Kind::Other)
        return std::nullopt;
      depth += kind == Kind::If ? 1 : 0;
      if (depth == 1) {
        if (branch != 0 && !isDead)
          group.branches.push_back(tokens.slice(branch, i - branch));
        branch = endOfDirective(tokens, i);
        isDead = isTaken;
        if (kind == Kind::Else) {
          isTaken = true;
        } else if (const std::optional<bool> truth =
                       kind == Kind::Endif ? std::nullopt : isTrue(tokens[i], wordAt(tokens, i))) {
          isDead |= !*truth;
          isTaken |= *truth;
        }
        group.conditions += buffer.slice(tokens[i].offset, tokens[branch - 1].end()).str() + "\n";
      }
      if (kind == Kind::Endif && --depth == 0) {
        if (!isTaken)
          group.branches.emplace_back();
        group.end = branch;
        return group;
      }
    }
    return std::nullopt;
  }

  static bool startsDirective(llvm::ArrayRef<Token> tokens, size_t i) {
    return tokens[i].is(tok::hash) && tokens[i].flags & Token::StartOfLine &&
           tokens[i].flags & Token::InDirective;
  }
  StringRef wordAt(llvm::ArrayRef<Token> tokens, size_t i) const {
    return buffer.substr(tokens[i + 1].offset, tokens[i + 1].length);
  }
  Kind kindAt(llvm::ArrayRef<Token> tokens, size_t i) const {
    if (i + 1 == tokens.size())
      return Kind::Other;
    return llvm::StringSwitch<Kind>(wordAt(tokens, i))
        .Cases("if", "ifdef", "ifndef", Kind::If)
        .Cases("elif", "elifdef", "elifndef", Kind::Elif)
        .Case("else", Kind::Else)
        .Case("endif", Kind::Endif)
        .Default(Kind::Other);
  }
  static size_t endOfDirective(llvm::ArrayRef<Token> tokens, size_t i) {
    for (++i; i < tokens.size(); ++i)
      if (tokens[i].flags & Token::StartOfLine || !(tokens[i].flags & Token::InDirective))
        break;
    return i;
  }

  StringRef buffer;
  ConditionAnswer isTrue;
};

} // namespace

std::vector<std::vector<Token>> choicesOfBranches(StringRef buffer, llvm::ArrayRef<Token> tokens,
                                                  ConditionAnswer isTrue) {
  return BranchChoices(buffer, isTrue).of(tokens);
}

} // namespace musaport::ptx

//===- analysis/cuda_switches.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/cuda_switches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

bool isMacroCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The identifier that `text` begins with; empty if there is none.
StringRef identifierAt(StringRef text) {
  const StringRef word = text.take_while(isMacroCharacter);
  return word.empty() || llvm::isDigit(word.front()) ? StringRef() : word;
}

/// As macros are mostly called.
bool isMacrosName(StringRef name) {
  return llvm::none_of(name, llvm::isLower) && llvm::any_of(name, llvm::isUpper);
}

/// Whether it is called as what turns CUDA on: WITH_CUDA, MYLIB_USE_CUDA, CUDA_ENABLED.
bool isCalledCudasSwitch(StringRef name) {
  llvm::SmallVector<StringRef, 8> words;
  name.split(words, '_');
  for (StringRef last : {"ENABLED", "SUPPORT", "AVAILABLE", "BACKEND"})
    if (words.size() > 1 && words.back() == last) {
      words.pop_back();
      break;
    }
  return words.back() == "CUDA" && llvm::none_of(words, [](StringRef word) {
           return word == "NO" || word == "NOT" || word == "WITHOUT" || word == "SKIP" ||
                  word.starts_with("DISABLE");
         });
}

/// The value behind NAME= in a script; empty for a switch, and where a variable is in it.
StringRef valueAt(StringRef text) {
  if (!text.consume_front("="))
    return {};
  const StringRef value =
      text.take_while([](char c) { return isMacroCharacter(c) || c == '.' || c == '-'; });
  const StringRef behind = text.drop_front(value.size()).take_front(1);
  const bool isWhole = behind.empty() || StringRef(" \t\r\n\"';),").contains(behind);
  const bool isSwitch = value == "0" || value == "1" || value.equals_insensitive("on") ||
                        value.equals_insensitive("off") || value.equals_insensitive("true") ||
                        value.equals_insensitive("false");
  return isWhole && !isSwitch ? value : StringRef();
}

/// NAME or NAME=VALUE that `text` begins with; empty where a variable or a quote is in the value.
std::string definitionAt(StringRef text) {
  const StringRef name = identifierAt(text);
  StringRef rest = text.drop_front(name.size());
  if (!rest.consume_front("="))
    return name.str();
  const StringRef value =
      rest.take_until([](char c) { return StringRef(" \t\r\n\"';,)").contains(c); });
  const bool isPlain = llvm::all_of(
      value, [](char c) { return isMacroCharacter(c) || StringRef(".:<>+-").contains(c); });
  return value.empty() || !isPlain ? std::string() : (name + "=" + value).str();
}

/// Whether a # stands before it in its line, as before what Makefiles and others leave out.
bool isCommentedOut(StringRef text, size_t at) {
  const StringRef before = text.take_front(at);
  return before.substr(before.rfind('\n') + 1).contains('#');
}

/// The words of a directive, from the token behind its #.
llvm::SmallVector<StringRef, 8> wordsOf(StringRef text, llvm::ArrayRef<Token> tokens, size_t i) {
  llvm::SmallVector<StringRef, 8> words;
  for (; i < tokens.size() && !(tokens[i].flags & Token::StartOfLine); ++i)
    words.push_back(text.substr(tokens[i].offset, tokens[i].length));
  return words;
}

/// The one macro that `#ifdef X`, `#if X`, `#if defined X` or `#if defined(X)` asks for.
StringRef askedFor(llvm::ArrayRef<StringRef> words) {
  if (words.front() == "ifdef" && words.size() == 2)
    return words[1];
  if (words.front() != "if" || words.size() < 2)
    return {};
  if (words.size() == 2)
    return identifierAt(words[1]);
  if (words[1] != "defined")
    return {};
  if (words.size() == 3)
    return words[2];
  return words.size() == 5 && words[2] == "(" ? words[3] : StringRef();
}

/// Whether a condition asks for the macro words[k] alone, and compares it with nothing.
bool isQuestion(llvm::ArrayRef<StringRef> words, size_t k) {
  const auto isOneOf = [&](size_t at, llvm::ArrayRef<StringRef> all) {
    return at >= words.size() || llvm::is_contained(all, words[at]);
  };
  return words[0].ends_with("def") || words[k - 1] == "defined" ||
         (words[k - 1] == "(" && k > 1 && words[k - 2] == "defined") ||
         (isOneOf(k + 1, {"&&", "||", ")"}) && (k == 1 || isOneOf(k - 1, {"&&", "||", "(", "!"})));
}

/// The one macro that `#ifndef X` or `#if !defined(X)` finds missing.
StringRef withoutWhich(llvm::ArrayRef<StringRef> words) {
  if (words.front() == "ifndef" && words.size() == 2)
    return words[1];
  const bool isNegated = words.size() > 2 && words[0] == "if" && words[1] == "!";
  if (!isNegated || words[2] != "defined")
    return {};
  return words.size() == 4                      ? words[3]
         : words.size() == 6 && words[3] == "(" ? words[4]
                                                : StringRef();
}

} // namespace

bool CudaSwitches::isHeaderOfCudas(StringRef name) const {
  llvm::SmallVector<const Rule *, 4> found;
  rules.header(name, found);
  return llvm::any_of(found, [](const Rule *rule) {
    return rule->owner == Owner::Cuda && rule->host == Host::Implements;
  });
}

void CudaSwitches::addSource(StringRef text, llvm::ArrayRef<Token> tokens) {
  llvm::SmallVector<StringRef, 8> previous;   // the words of the directive before
  llvm::SmallVector<StringRef, 8> conditions; // what each open #if asks for, or nothing
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    const Token &token = tokens[i];
    if (token.isIdentifier())
      if (StringRef name = text.substr(token.offset, token.length); isMacrosName(name))
        used.insert(name);
    if (!token.is(clang::tok::hash) || !(token.flags & Token::StartOfLine) ||
        !tokens[i + 1].isIdentifier())
      continue;
    const llvm::SmallVector<StringRef, 8> words = wordsOf(text, tokens, i + 1);
    const StringRef directive = words.empty() ? StringRef() : words.front();
    if (directive.starts_with("if") || directive.starts_with("elif"))
      for (size_t k = 1; k < words.size(); ++k)
        if (isCalledCudasSwitch(words[k]) && isQuestion(words, k))
          asked.insert(words[k]);
    if (directive == "error" && previous.size() > 1 && previous.front().starts_with("if"))
      if (const StringRef name = withoutWhich(previous); !name.empty())
        demanded.insert(name);
    previous = words;
    if (directive.starts_with("if")) {
      conditions.push_back(askedFor(words));
    } else if (directive.starts_with("el") && !conditions.empty()) {
      conditions.back() = {};
    } else if (directive == "endif" && !conditions.empty()) {
      conditions.pop_back();
    } else if (directive == "define" && words.size() > 1) {
      definedBySources.insert(words[1]);
    } else if (directive == "include" && words.size() == 2 && !conditions.empty() &&
               !conditions.back().empty() && words[1].size() > 2 &&
               isHeaderOfCudas(words[1].drop_front().drop_back())) {
      asked.insert(conditions.back());
    }
  }
}

/// -DX, `add_compile_definitions(X)`, `target_compile_definitions(t PRIVATE X)`, and of Python
/// `define_macros=[("X", None)]`.
void CudaSwitches::addScript(StringRef text) {
  for (size_t at = text.find("-D"); at != StringRef::npos; at = text.find("-D", at + 2))
    if ((at == 0 || !isMacroCharacter(text[at - 1])) && !isCommentedOut(text, at))
      addDefinition(text.substr(at + 2));
  for (const auto &[begin, end] : {std::pair<StringRef, StringRef>("compile_definitions", ")"),
                                   std::pair<StringRef, StringRef>("define_macros", "]")})
    for (size_t at = text.find(begin); at != StringRef::npos; at = text.find(begin, at)) {
      StringRef list = text.slice(at, text.find(end, at));
      at += list.size(); // an open list goes up to the end
      while (!list.empty()) {
        const StringRef word = list.take_while(isMacroCharacter);
        addDefinition(list);
        list = list.drop_front(std::max<size_t>(word.size(), 1));
      }
    }
}

/// `text` begins with a macro's name, and perhaps its value.
void CudaSwitches::addDefinition(StringRef text) {
  const StringRef name = identifierAt(text);
  definedByScripts.insert(name);
  if (const std::string first = definitionAt(text); !first.empty())
    firstDefinitions.try_emplace(name, first);
  const auto [known, isNew] = values.try_emplace(name, valueAt(text.drop_front(name.size())));
  if (!isNew && known->second != valueAt(text.drop_front(name.size())))
    known->second.clear();
}

/// WIN32 turns on another system's headers, and __CUDACC__ nvcc's own language.
bool CudaSwitches::isOfCompiler(StringRef name) const {
  constexpr StringRef ofSystems[] = {"APPLE", "LINUX", "MSVC",  "UNICODE",
                                     "UNIX",  "WIN32", "WIN64", "WINDOWS"};
  llvm::SmallVector<const Rule *, 2> found;
  rules.identifier(name, found);
  const bool isNvccs =
      (!found.empty() && found.front()->owner == Owner::Cuda) || rules.guard(name) != nullptr;
  return isNvccs || llvm::is_contained(ofSystems, name.trim('_')) || name.starts_with("_MSC_");
}

std::vector<std::string> CudaSwitches::found() const {
  std::vector<std::string> all;
  for (const auto &macro : asked)
    if (definedByScripts.contains(macro.first()) && !definedBySources.contains(macro.first()) &&
        !isOfCompiler(macro.first()) && values.lookup(macro.first()).empty())
      all.push_back(macro.first().str());
  for (const auto &macro : demanded)
    if (const auto first = firstDefinitions.find(macro.first());
        first != firstDefinitions.end() && !definedBySources.contains(macro.first()) &&
        !isOfCompiler(macro.first()) && !asked.contains(macro.first()))
      all.push_back(first->second);
  for (const auto &macro : values)
    if (!macro.second.empty() && used.contains(macro.first()) &&
        !definedBySources.contains(macro.first()) && !demanded.contains(macro.first()) &&
        !isOfCompiler(macro.first()))
      all.push_back((macro.first() + "=" + macro.second).str());
  llvm::sort(all);
  return all;
}

} // namespace musaport

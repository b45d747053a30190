//===- rewrite/free_functions.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/free_functions.h"

#include "rewrite/declarators.h"
#include "rewrite/device_members.h"
#include "rewrite/variable_macros.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using llvm::StringRef;

namespace musaport {
namespace {

/// How many parameters the template's head from tokens[open] to tokens[close] has.
size_t countParameters(const SourceText &text, size_t open, size_t close) {
  size_t count = close > open + 1 ? 1 : 0;
  int depth = 0;
  for (size_t i = open + 1; i < close; ++i) {
    const bool opens = text.is(i, clang::tok::less) || text.is(i, clang::tok::l_paren);
    const bool closes = text.is(i, clang::tok::greater) || text.is(i, clang::tok::r_paren);
    depth += opens ? 1 : closes ? -1 : text.is(i, clang::tok::greatergreater) ? -2 : 0;
    count += depth == 0 && text.is(i, clang::tok::comma) ? 1 : 0;
  }
  return count;
}

/// "a::f" of "a::f<2>(int)".
StringRef nameOf(StringRef signature) {
  return signature.take_until([](char c) { return c == '<' || c == '('; });
}

/// "f" of "a::f".
StringRef lastName(StringRef path) {
  const size_t colons = path.rfind("::");
  return colons == StringRef::npos ? path : path.drop_front(colons + 2);
}

/// Those of a function's words that say where it runs, in their order.
std::string wordsOf(llvm::ArrayRef<std::string> words, const llvm::StringSet<> &macros) {
  std::string result;
  for (const std::string &word : words)
    if (isDeviceWord(word) || macros.contains(word))
      result += (result.empty() ? "" : " ") + word;
  return result;
}

/// The first token of a::b::f, whose last is tokens[name].
size_t startOfPath(const SourceText &text, size_t name, size_t begin) {
  while (name >= begin + 2 && text.is(name - 1, clang::tok::coloncolon) &&
         text.tokens[name - 2].isIdentifier())
    name -= 2;
  return name;
}

/// tokens[first] to tokens[last - 1], without what is between them.
std::string joined(const SourceText &text, size_t first, size_t last) {
  std::string result;
  for (size_t i = first; i < last; ++i)
    result += text.bytes(i);
  return result;
}

/// Reads the declaration whose first token, behind a template's head, is tokens[begin]. Its
/// signature has no namespaces and no template's parameters; it is empty if it declares no
/// function.
FreeFunction functionAt(const SourceText &text, size_t begin) {
  FreeFunction found;
  found.begin = begin;
  size_t nameAt = begin; // f of f(int), and of f<int>(int)
  const size_t end = std::min(text.tokens.size(), begin + longestDeclaration);
  for (size_t at = begin; at + 1 < end && !text.isInDirective(at); ++at) {
    const Token &token = text.tokens[at];
    if (token.isIdentifier()) {
      const StringRef word = text.bytes(at);
      nameAt = at;
      if (word == "class" || word == "struct" || word == "using" || word == "friend" ||
          word == "template" || word == "operator" || word == "typedef" || word == "namespace")
        break;
      if (word == "static") {
        found.staticWord = at;
        found.isStatic = true;
      } else if (isDeviceWord(word) || looksLikeMacro(word)) {
        found.words.push_back(word.str());
      }
    } else if (token.is(clang::tok::less)) {
      const std::optional<size_t> behindType = behindAngles(text, at);
      if (!behindType)
        break;
      at = *behindType - 1;
    } else if (token.is(clang::tok::l_paren)) {
      const std::optional<size_t> behindList =
          behindBrackets(text, at, clang::tok::l_paren, clang::tok::r_paren);
      if (!behindList || at == begin)
        break;
      const StringRef name = text.bytes(nameAt);
      if (isAttributeName(name)) {
        at = *behindList - 1;
        continue;
      }
      const size_t behind = behindNoexcept(text, *behindList);
      found.isDefined = text.is(behind, clang::tok::l_brace);
      const size_t pathAt = startOfPath(text, nameAt, begin);
      const bool hasType = pathAt > begin;
      found.isQualified = pathAt < nameAt;
      const bool endsInName = nameAt == at - 1 || text.is(nameAt + 1, clang::tok::less);
      const bool declares =
          found.isDefined || (pathAt == nameAt && text.is(behind, clang::tok::semi));
      if (hasType && endsInName && declares && !text.is(pathAt - 1, clang::tok::coloncolon))
        found.signature =
            joined(text, pathAt, nameAt + 1) + spellParameters(text, at, *behindList - 1);
      if (!found.words.empty() && found.words.back() == name)
        found.words.pop_back(); // a name in capitals
      break;
    } else if (!token.is(clang::tok::coloncolon) && !token.is(clang::tok::star) &&
               !token.is(clang::tok::amp)) {
      break;
    }
  }
  return found;
}

/// The one whose head is tokens[i], `template`; as functionAt().
FreeFunction functionTemplateAt(const SourceText &text, size_t i) {
  const std::optional<size_t> behind =
      text.is(i + 1, clang::tok::less) ? behindAngles(text, i + 1) : std::nullopt;
  if (!behind)
    return {};
  FreeFunction found = functionAt(text, *behind);
  if (*behind == i + 3) {
    found.isSpecialization = true;
    found.signature = nameOf(found.signature).str();
    return found;
  }
  found.isTemplate = true;
  llvm::erase_if(found.words, [&](StringRef word) { // a parameter's name in capitals
    for (size_t at = i + 2; at + 1 < *behind; ++at)
      if (text.bytes(at) == word)
        return true;
    return false;
  });
  if (!found.signature.empty())
    found.signature.insert(
        found.signature.find('('),
        ("<" + llvm::Twine(countParameters(text, i + 1, *behind - 1)) + ">").str());
  return found;
}

/// "a::b::" of `namespace a::b {`, whose { is tokens[brace]; nullopt if it opens something else.
std::optional<std::string> namespaceAt(const SourceText &text, size_t brace) {
  if (brace > 1 && text.isStringLiteral(brace - 1) && text.bytes(brace - 2) == "extern")
    return "";
  size_t first = brace;
  while (first > 0 &&
         (text.tokens[first - 1].isIdentifier() || text.is(first - 1, clang::tok::coloncolon)) &&
         text.bytes(first - 1) != "namespace")
    --first;
  if (first == 0 || text.bytes(first - 1) != "namespace")
    return std::nullopt;
  return joined(text, first, brace) + "::";
}

/// `file`, and those that it includes.
llvm::DenseSet<size_t> seenFiles(const SourceText &text, size_t file,
                                 const IncludeResolver &includes) {
  llvm::DenseSet<size_t> seen;
  seen.insert(file);
  for (size_t i = 0; i < text.tokens.size(); ++i) {
    if (!text.is(i, clang::tok::header_name))
      continue;
    const StringRef header = text.bytes(i);
    if (const auto found = includes.resolve(file, header.drop_front().drop_back(),
                                            IncludeResolver::formOf(header)))
      seen.insert(found->file);
  }
  return seen;
}

/// Whether #ifndef NAME and #define NAME are its first two directives, and first in the text.
bool isGuarded(const SourceText &text) {
  return text.directiveAt(0) == "ifndef" && text.tokens.size() > 5 &&
         text.directiveAt(3) == "define" && text.bytes(2) == text.bytes(5);
}

/// The templates and the specializations of one name in a file.
struct NameOfTemplates {
  std::vector<FreeFunction *> templates;
  std::vector<const FreeFunction *> specializations;
};

bool isForBoth(const FreeFunction &function) {
  return llvm::is_contained(function.words, "__host__") &&
         llvm::is_contained(function.words, "__device__");
}

bool isForDeviceAlone(const FreeFunction &function) {
  return llvm::is_contained(function.words, "__device__") && !isForBoth(function);
}

/// `template int f<int>(int);` and `friend int f<int>(int);` have to agree with the template.
bool isNamedElsewhere(const SourceText &text, StringRef name) {
  for (size_t i = 0; i + 1 < text.tokens.size(); ++i) {
    const bool isInstantiation = text.bytes(i) == "template" && !text.is(i + 1, clang::tok::less);
    if (!isInstantiation && text.bytes(i) != "friend")
      continue;
    for (size_t k = i + 1; k < text.tokens.size() && !text.is(k, clang::tok::semi); ++k)
      if (text.bytes(k) == name)
        return true;
  }
  return false;
}

bool lackHost(const NameOfTemplates &name) {
  const auto isSure = [](const FreeFunction *one) {
    return !one->isConditional && !one->isQualified;
  };
  return llvm::all_of(name.templates,
                      [&](const FreeFunction *one) { return isForDeviceAlone(*one); }) &&
         llvm::any_of(name.specializations,
                      [](const FreeFunction *one) { return isForBoth(*one); }) &&
         llvm::all_of(name.templates, isSure) && llvm::all_of(name.specializations, isSure);
}

void findLackingHosts(const SourceText &text, std::vector<FreeFunction> &functions) {
  llvm::StringMap<NameOfTemplates> names;
  for (FreeFunction &one : functions)
    if (one.isSpecialization)
      names[one.signature].specializations.push_back(&one);
  for (FreeFunction &one : functions)
    if (one.isTemplate)
      if (const auto name = names.find(nameOf(one.signature)); name != names.end())
        name->second.templates.push_back(&one);
  for (const auto &name : names)
    if (lackHost(name.second) && !isNamedElsewhere(text, lastName(name.first())))
      for (FreeFunction *one : name.second.templates)
        one->lacksHost = true;
}

} // namespace

std::vector<FreeFunction> findFreeFunctions(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  std::vector<FreeFunction> found;
  std::vector<std::optional<std::string>> scopes; // what each open { is
  size_t others = 0;                              // that are no namespaces
  bool isFirst = true;                            // of a declaration
  int conditions = isGuarded(text) ? -1 : 0;      // that are open; an include guard is none
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (text.isInDirective(i)) {
      const StringRef directive = text.directiveAt(i);
      conditions += directive.starts_with("if") ? 1 : directive == "endif" ? -1 : 0;
      isFirst = true;
      continue;
    }
    const bool begins = std::exchange(isFirst, false);
    if (text.is(i, clang::tok::l_brace)) {
      scopes.push_back(others == 0 ? namespaceAt(text, i) : std::nullopt);
      others += scopes.back() ? 0 : 1;
      isFirst = true;
    } else if (text.is(i, clang::tok::r_brace) && !scopes.empty()) {
      others -= scopes.back() ? 0 : 1;
      scopes.pop_back();
      isFirst = true;
    } else if (text.is(i, clang::tok::semi)) {
      isFirst = true;
    } else if (others == 0 && tokens[i].isIdentifier()) {
      const bool isTemplate = text.bytes(i) == "template";
      if (!isTemplate && !begins)
        continue;
      FreeFunction one = isTemplate ? functionTemplateAt(text, i) : functionAt(text, i);
      if (one.signature.empty())
        continue;
      one.isConditional = conditions > 0;
      for (size_t scope = scopes.size(); scope-- > 0;)
        one.signature.insert(0, *scopes[scope]);
      found.push_back(std::move(one));
    }
  }
  findLackingHosts(text, found);
  return found;
}

std::vector<DeclaredFunction> findDeclaredFunctions(StringRef buffer,
                                                    llvm::ArrayRef<Token> tokens) {
  std::vector<DeclaredFunction> found;
  for (FreeFunction &one : findFreeFunctions(buffer, tokens)) {
    using Kind = DeclaredFunction::Kind;
    if (one.isConditional)
      one.words.clear(); // who knows who sees them
    if (one.lacksHost)
      one.words.insert(one.words.begin(), "__host__");
    if (one.isTemplate)
      found.push_back({Kind::Template, nameOf(one.signature).str(), std::move(one.words)});
    if (!one.isDefined && one.isTemplate && !one.isStatic)
      found.push_back({Kind::NonStatic, std::move(one.signature), {}});
    else if (!one.isDefined && !one.isTemplate && !one.isSpecialization && !one.words.empty())
      found.push_back({Kind::Function, std::move(one.signature), std::move(one.words)});
  }
  return found;
}

void addDeclaredFunctions(FunctionDeclarations &all, llvm::ArrayRef<DeclaredFunction> found,
                          size_t file, const llvm::StringSet<> &macros) {
  for (const DeclaredFunction &one : found) {
    using Kind = DeclaredFunction::Kind;
    if (one.kind == Kind::NonStatic) {
      all.nonStaticTemplates[one.signature].push_back(file);
      continue;
    }
    std::string words = wordsOf(one.words, macros);
    const bool isOfHost = words.empty() || words == "__host__";
    if (isOfHost && one.kind == Kind::Template)
      all.hostTemplates[one.signature].push_back(file);
    if (!isOfHost && words != "__global__")
      all.forDevice[one.signature].push_back({file, std::move(words)});
  }
}

std::vector<DefinitionEdit> findDefinitionEdits(const SourceText &text,
                                                const FunctionDeclarations &declared, size_t file,
                                                const IncludeResolver &includes,
                                                const llvm::StringSet<> &macros) {
  std::vector<DefinitionEdit> found;
  if (declared.forDevice.empty() && declared.nonStaticTemplates.empty())
    return found;
  std::optional<llvm::DenseSet<size_t>> seen; // the files
  const auto sees = [&](size_t other) {
    if (!seen)
      seen = seenFiles(text, file, includes);
    return seen->contains(other);
  };
  for (const FreeFunction &one : findFreeFunctions(text.buffer, text.tokens)) {
    if (one.lacksHost)
      found.push_back({one.begin, "__host__"});
    if (!one.isDefined && !one.isSpecialization)
      continue;
    if (one.isStatic && one.isTemplate)
      if (const auto known = declared.nonStaticTemplates.find(one.signature);
          known != declared.nonStaticTemplates.end() && llvm::any_of(known->second, sees))
        found.push_back({one.staticWord, ""});
    const auto known = declared.forDevice.find(one.signature);
    const std::string own = wordsOf(one.words, macros);
    if (known == declared.forDevice.end() ||
        (!own.empty() && (!one.isSpecialization || own != "__device__")))
      continue;
    const auto host = declared.hostTemplates.find(one.signature);
    const bool isOfHost = host != declared.hostTemplates.end() && llvm::any_of(host->second, sees);
    llvm::SmallVector<llvm::StringRef, 2> words; // of the declarations that the definition sees
    for (const FunctionDeclarations::OfFile &each : known->second)
      if (sees(each.file))
        words.push_back(each.words);
    if (words.empty() || words.front() == own)
      continue;
    // Templates of one name may differ, and members have their classes' words.
    if (one.isSpecialization &&
        (!llvm::all_equal(words) || isOfHost || (own.empty() && one.isQualified)))
      continue;
    const bool lacksHost = own == "__device__" && words.front() == "__host__ __device__";
    found.push_back({one.begin, lacksHost ? "__host__" : words.front().str()});
  }
  llvm::sort(found,
             [](const DefinitionEdit &a, const DefinitionEdit &b) { return a.token < b.token; });
  return found;
}

} // namespace musaport

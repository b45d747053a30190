//===- scripts/cmake/languages.cpp - names of languages ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/languages.h"

#include "scripts/cmake/passes.h"
#include "scripts/script_porter.h"
#include "source/name_characters.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

/// CMake's name of the language, as rules have it in names of variables: CMAKE_CUDA_FLAGS.
constexpr llvm::StringLiteral cudaLanguage = "CUDA";

/// Whether `text` has `variable` as a language: CMAKE_${variable}_FLAGS.
bool usesAsLanguage(StringRef text, StringRef variable, const RuleSet &rules) {
  const std::string reference = ("${" + variable + "}").str();
  llvm::SmallVector<const Rule *, 2> found;
  for (size_t at = text.find(reference); at != StringRef::npos; at = text.find(reference, at + 1)) {
    StringRef before = text.take_front(at);
    StringRef behind = text.substr(at + reference.size()).take_while(isNameCharacter);
    if (before.ends_with("COMPILE_LANGUAGE:") || before.ends_with("COMPILE_LANG_AND_ID:"))
      return true;
    if (!before.ends_with("CMAKE_"))
      continue;
    rules.script(RuleKind::CMakeVariable, ("CMAKE_" + cudaLanguage + behind.rtrim('_')).str(),
                 found);
    if (!found.empty())
      return true;
  }
  return false;
}

} // namespace

bool isCalledLanguage(StringRef variable) {
  const std::string lower = variable.lower();
  const size_t at = StringRef(lower).find("lang");
  return at != StringRef::npos && (at == 0 || lower[at - 1] != 'c');
}

bool loopsOverLanguages(StringRef buffer, const CMakeScript &script, const Command &loop,
                        const RuleSet &rules) {
  size_t depth = 0;
  for (const CMakeCommand &command : llvm::ArrayRef(script.commands).drop_front(loop.number)) {
    const CMakeToken &token = script.tokens[command.name];
    StringRef name = buffer.substr(token.offset, token.length);
    depth += name.equals_insensitive("foreach");
    depth -= name.equals_insensitive("endforeach");
    if (depth == 0 || depth > deepestLoop)
      break;
    for (uint32_t i = command.open + 1; i < command.close; ++i)
      if (script.tokens[i].isArgument() &&
          usesAsLanguage(contentOf(buffer, script.tokens[i]), loop.text(0), rules))
        return true;
  }
  return false;
}

/// enable_language(MUSA) reads files that do not come with CMake.
void findLanguage(Porter &porter, const Command &command, const Signature &signature) {
  StringRef name = command.lower;
  const bool isEnd = name.consume_front("end");
  if (llvm::is_contained({"if", "foreach", "while", "function", "macro", "block"}, name)) {
    if (!isEnd)
      ++porter.blocks;
    else if (porter.blocks > 0)
      --porter.blocks;
  }
  if (signature.needs.empty() || porter.isLanguageFound)
    return;
  const bool namesIt = llvm::any_of(command.arguments, [&](const Argument &argument) {
    return argument.role == Role::Language &&
           (porter.isCudaLanguage(argument.text) ||
            porter.holdsOf(soleVariable(argument.text)) == Holds::Languages);
  });
  if (!namesIt)
    return;
  const auto at = static_cast<uint32_t>(command.name.data() - porter.buffer.data());
  const StringRef before = porter.buffer.take_front(at);
  const StringRef indentation = before.substr(before.rfind('\n') + 1);
  const StringRef end = porter.buffer.contains("\r\n") ? "\r\n" : "\n";
  porter.edit({at, at}, ("find_package(" + signature.needs + " QUIET)" + end +
                         (indentation.trim(" \t").empty() ? indentation : StringRef()))
                            .str());
  const Rule *rule = porter.ruleFor(RuleKind::CMakeLanguage, cudaLanguage);
  porter.recorder.decide({at, at}, command.lower + "() finds the language's files there",
                         rule != nullptr ? porter.rules.file(rule->file).library : StringRef());
  ++porter.added;
  porter.isLanguageFound = porter.blocks == 0;
}

} // namespace musaport::cmake

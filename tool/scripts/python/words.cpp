//===- scripts/python/words.cpp - ports words of Python files ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/words.h"

#include "scripts/flags.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// All words, with a blank between two of them.
std::string textOf(llvm::ArrayRef<PythonWord> words) {
  std::string text;
  for (const PythonWord &word : words)
    (text += word.text) += ' ';
  return text;
}

class Porter final : public ScriptPorter {
public:
  Porter(StringRef buffer, const PythonWords &words, const ScriptContext &context);

  PythonWordsPort run();

  std::optional<StringRef> behindToolkit(StringRef /*path*/) override { return std::nullopt; }
  void count(const Rule &rule, ByteRange range, StringRef name, StringRef to) override {
    port.decisions.push_back({place(range), &rule, name.str(), to.str()});
  }
  void leave(const Rule &rule, ByteRange range, StringRef name) override {
    port.decisions.push_back({place(range), &rule, name.str(), std::nullopt});
  }
  void diagnose(Severity severity, ByteRange range, const llvm::Twine &what,
                const llvm::Twine &advice) override {
    port.remarks.push_back({severity, place(range), what.str(), advice.str()});
  }
  bool portMacro(StringRef name) override {
    port.macros.push_back(place(rangeOf(name)));
    return true;
  }

private:
  PythonWordsPort::Range place(ByteRange range) const;
  std::optional<StringRef> textBehind(size_t i) const {
    return i + 1 < texts.size() && words.words[i + 1].isKnown ? std::optional(texts[i + 1])
                                                              : std::nullopt;
  }
  void portWord(size_t i);
  void portFlag(size_t i);

  const PythonWords &words;
  std::vector<StringRef> texts; ///< of the words, in the buffer
  std::vector<bool> isDone;
  llvm::StringSet<> architectures;
  PythonWordsPort port;
};

Porter::Porter(StringRef buffer, const PythonWords &words, const ScriptContext &context)
    : ScriptPorter(0, "", buffer, context), words(words), isDone(words.words.size()) {
  size_t begin = 0;
  for (const PythonWord &word : words.words) {
    texts.push_back(buffer.substr(begin, word.text.size()));
    begin += word.text.size() + 1;
    architectures.insert(word.text); // one that is there already is enough
  }
}

PythonWordsPort::Range Porter::place(ByteRange range) const {
  auto wordAt = [&](uint32_t offset) {
    auto behind =
        llvm::partition_point(texts, [&](StringRef text) { return rangeOf(text).begin <= offset; });
    return static_cast<size_t>(behind - texts.begin()) - 1;
  };
  const size_t first = wordAt(range.begin);
  const size_t last = std::max(first, wordAt(std::max(range.begin, range.end - 1)));
  return {first, range.begin - rangeOf(texts[first]).begin, last,
          range.end - rangeOf(texts[last]).begin};
}

void Porter::portFlag(size_t i) {
  const PythonWord &word = words.words[i];
  const std::optional<FlagUse> use = findFlag(rules, texts[i], textBehind(i), words.of);
  if (!use) {
    if (!textBehind(i))
      warnOfLoneFlag(*this, texts[i], words.of);
    return;
  }
  const size_t last = use->takesNext ? i + 1 : i;
  FlagPlace where;
  where.use = *use;
  where.word = where.quotedWord = texts[i];
  where.shown = buffer.slice(rangeOf(texts[i]).begin, rangeOf(texts[last]).end);
  where.behind = textBehind(last);
  where.argument = where.quotedArgument = use->value;
  where.isReadable = !use->value.contains('\\');
  where.mayGo = word.mayGo;
  where.mayNextGo = words.words[last].mayGo;
  where.needed = "this argument may be needed here";
  where.of = words.of;
  const std::optional<std::string> &separator = words.words[last].separator;
  where.hasRoom = separator.has_value();
  where.separator = where.blank = separator ? StringRef(*separator) : " ";
  const FlagPort flag = musaport::portFlag(*this, where, architectures);
  auto note = [&](size_t at, bool goes) {
    isDone[at] = true;
    port.done.push_back(at);
    if (goes)
      port.dropped.push_back(at);
  };
  note(i, flag.goes);
  if (use->takesNext && flag.isNextDone)
    note(last, flag.nextGoes);
}

void Porter::portWord(size_t i) {
  const PythonWord &word = words.words[i];
  if (word.isBehindToolkit) {
    if (!portToolkitFolder(texts[i]))
      portFolderWithin(texts[i]);
    return;
  }
  if (words.haveFlags && word.isComposed)
    return warnOfComposedFlag(*this, texts[i], words.of);
  if (words.haveFlags && word.isSearched)
    return warnOfSearchedFlag(*this, texts[i], words.of);
  if (words.haveFlags && word.text.starts_with("-")) {
    portFlag(i);
    if (const std::optional<StringRef> behind = textBehind(i);
        behind && portArgumentOf(texts[i], *behind, /*isLinked=*/true)) {
      isDone[i + 1] = true;
      port.done.push_back(i + 1);
    }
  }
  if (isDone[i] || (words.haveFlags && portDefinition(texts[i], /*isDefinition=*/false)) ||
      portLibrary(texts[i], /*isLibrary=*/false))
    return;
  portPaths(texts[i], word.isCalled);
}

PythonWordsPort Porter::run() {
  for (size_t i = 0; i < texts.size(); ++i)
    if (words.words[i].isKnown && !isDone[i])
      portWord(i);
  for (Edit &edit : recorder.finish().edits)
    port.edits.push_back({place({edit.offset, edit.offset + edit.length}), std::move(edit.text)});
  return std::move(port);
}

} // namespace

PythonWordsPort portPythonWords(const PythonWords &words, const ScriptContext &context) {
  return Porter(textOf(words.words), words, context).run();
}

} // namespace musaport

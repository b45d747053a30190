//===- checks/already_ported_check.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/already_ported_check.h"

#include "source/tokens.h"

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {

class AlreadyPortedCheck::Visitor : public clang::PPCallbacks {
public:
  Visitor(AlreadyPortedCheck &check, const clang::Preprocessor &preprocessor)
      : check(check), sources(preprocessor.getSourceManager()),
        files(preprocessor.getFileManager()) {}

  void EndOfMainFile() override {
    for (clang::FileID file : check.files.files())
      visit(file);
    visitTwin();
  }

private:
  void visit(clang::FileID file) {
    const RuleSet &rules = check.context.rules;
    const StringRef text = sources.getBufferData(file);
    if (!whyNotTokenized(text).empty())
      return;
    std::string storage;
    llvm::SetVector<StringRef> names;
    uint32_t first = 0;
    bool hasCuda = false;
    for (const Token &token : tokenize(text)) {
      StringRef word;
      bool isOrigin = false, isPorted = false;
      if (token.isIdentifier()) {
        word = spelling(text, token, storage);
        isOrigin = rules.origin(RuleKind::Identifier, word) != nullptr;
        isPorted = portedName(rules, word) != word;
      } else if (token.is(clang::tok::header_name)) {
        word = spelling(text, token, storage).drop_front().drop_back();
        isOrigin = rules.origin(RuleKind::Header, word) != nullptr;
      }
      hasCuda |= isPorted;
      if (!isOrigin || isPorted)
        continue;
      if (names.empty())
        first = token.offset;
      names.insert(text.substr(token.offset, token.length));
    }
    if (names.empty())
      return;
    constexpr size_t shown = 3;
    std::string list;
    for (StringRef name : names.getArrayRef().take_front(shown))
      list += (list.empty() ? "'" : ", '") + name.trim("<>\"").str() + "'";
    if (names.size() > shown)
      list += " and " + std::to_string(names.size() - shown) + " more";
    check.report(sources, sources.getLocForStartOfFile(file).getLocWithOffset(first),
                 Severity::Remark, "this file uses MUSA names already: " + list,
                 {hasCuda
                      ? "the port keeps these and ports the CUDA names beside them: where the code "
                        "has both, leave out one of the two"
                      : "the port leaves the file as it is"});
  }

  /// a.mu beside the a.cu that is parsed.
  void visitTwin() {
    const clang::OptionalFileEntryRef main = sources.getFileEntryRefForID(sources.getMainFileID());
    if (!main)
      return;
    StringRef name = main->getName();
    const Direction direction = check.context.rules.direction();
    if (!name.consume_back(sourceSide(direction).sourceExtension))
      return;
    const std::string twin = (name + targetSide(direction).sourceExtension).str();
    if (!files.getOptionalFileRef(twin))
      return;
    check.report(sources, sources.getLocForStartOfFile(sources.getMainFileID()), Severity::Warning,
                 "'" + llvm::sys::path::filename(twin).str() +
                     "' exists beside this file, and the port of this file has the same name",
                 {"the port keeps that file and skips this one; decide which of them is right, and "
                  "exclude the other"});
  }

  AlreadyPortedCheck &check;
  const clang::SourceManager &sources;
  clang::FileManager &files;
};

void AlreadyPortedCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  files.registerPreprocessor(preprocessor);
  preprocessor.addPPCallbacks(std::make_unique<Visitor>(*this, preprocessor));
}

} // namespace musaport

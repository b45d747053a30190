//===- findings/fixes_yaml.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "findings/fixes_yaml.h"

#include "source/file_io.h"

#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

namespace musaport {
namespace {

using Level = clang::tooling::Diagnostic::Level;

Level levelOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return Level::Error;
  case Severity::Warning:
    return Level::Warning;
  case Severity::Remark:
    break;
  }
  return Level::Remark;
}

/// Offsets of places in files, each of which is read once.
class Offsets {
public:
  llvm::Expected<unsigned> of(const Place &place) {
    auto [entry, isNew] = lineStarts.try_emplace(place.file);
    if (isNew) {
      llvm::Expected<std::string> text = readFile(place.file);
      if (!text)
        return text.takeError();
      entry->second.push_back(0);
      for (size_t at = text->find('\n'); at != std::string::npos; at = text->find('\n', at + 1))
        entry->second.push_back(static_cast<unsigned>(at + 1));
    }
    if (place.line == 0 || place.line > entry->second.size())
      return 0;
    return entry->second[place.line - 1] + (place.column == 0 ? 0 : place.column - 1);
  }

private:
  llvm::StringMap<std::vector<unsigned>> lineStarts;
};

} // namespace

llvm::Expected<std::string> toFixesYaml(llvm::ArrayRef<Diagnostic> diagnostics) {
  clang::tooling::TranslationUnitDiagnostics all;
  Offsets offsets;
  for (const Diagnostic &diagnostic : diagnostics) {
    llvm::SmallString<256> file(diagnostic.place.file);
    if (std::error_code fault = llvm::sys::fs::make_absolute(file))
      return llvm::createStringError(fault, "no working folder");
    llvm::Expected<unsigned> offset = offsets.of(diagnostic.place);
    if (!offset)
      return offset.takeError();
    clang::tooling::DiagnosticMessage message(diagnostic.message);
    message.FilePath = file.str().str();
    message.FileOffset = *offset;
    for (const Fix &fix : diagnostic.fixes)
      if (llvm::Error error =
              message.Fix[fix.file].add({fix.file, fix.offset, fix.length, fix.text}))
        return error;
    llvm::SmallVector<clang::tooling::DiagnosticMessage, 1> notes;
    for (const std::string &note : diagnostic.notes) {
      clang::tooling::DiagnosticMessage &added = notes.emplace_back(note);
      added.FilePath = message.FilePath;
      added.FileOffset = message.FileOffset;
    }
    all.Diagnostics.emplace_back(diagnostic.id, message, notes, levelOf(diagnostic.severity), "");
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output yaml(stream);
  yaml << all;
  return text;
}

} // namespace musaport

//===- mcc/included_files.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "included_files.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace musaport {
namespace {

/// Where packages put the headers of NVIDIA's libraries.
constexpr llvm::StringLiteral systemFolder = "/usr/include";

/// NVIDIA's headers that are no part of the host backend, by how their names begin.
constexpr struct {
  llvm::StringLiteral prefix;
  llvm::StringLiteral except; ///< empty: nothing
  llvm::StringLiteral advice;
} foreign[] = {
    {"cub/", "", "see docs/reference/thrust-cub.md"},
    {"thrust/system/cuda/", "", "thrust/system/musa has the host backend's"},
    {"cuda/", "cuda/std/", "the host backend's are in musa/"},
};

class Watcher : public PPCallbacks {
public:
  explicit Watcher(const Preprocessor &preprocessor) : preprocessor(preprocessor) {}

  void InclusionDirective(SourceLocation hash, const Token &, llvm::StringRef name, bool,
                          CharSourceRange range, OptionalFileEntryRef file, llvm::StringRef folder,
                          llvm::StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    // What the backend's headers and NVIDIA's include is as it has to be.
    if (!file || folder != systemFolder || preprocessor.getSourceManager().isInSystemHeader(hash))
      return;
    for (const auto &[prefix, except, advice] : foreign) {
      if (!name.starts_with(prefix) || (!except.empty() && name.starts_with(except)))
        continue;
      DiagnosticsEngine &engine = preprocessor.getDiagnostics();
      const unsigned id = engine.getCustomDiagID(
          DiagnosticsEngine::Error,
          "'%0' is NVIDIA's header, which the host backend does not have; %1");
      engine.Report(range.getBegin(), id) << name << advice;
    }
  }

private:
  const Preprocessor &preprocessor;
};

} // namespace

void NoForeignHeaders::attachToPreprocessor(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Watcher>(preprocessor));
}

} // namespace musaport

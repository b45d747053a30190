//===- analysis/shared_preambles.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/shared_preambles.h"

#include "analysis/crash_recovery.h"

namespace musaport {
namespace {

std::vector<std::string> keyOf(const TranslationUnit &unit) {
  std::vector<std::string> key = {unit.folder};
  key.insert(key.end(), unit.arguments.begin(), unit.arguments.end());
  return key;
}

} // namespace

void SharedPreambles::expect(const TranslationUnit &unit) {
  if (unit.language == Language::Cuda) // C++ starts with next to nothing
    ++groups[keyOf(unit)].unparsed;
}

SharedPreambles::Group *SharedPreambles::groupOf(const TranslationUnit &unit) {
  return unit.language == Language::Cuda ? &groups.at(keyOf(unit)) : nullptr;
}

const Preamble *SharedPreambles::find(const TranslationUnit &unit, View view,
                                      RecordingFileSystem &files) {
  Group *group = groupOf(unit);
  if (group == nullptr)
    return nullptr;
  auto &[mutex, shared] = group->views[view == View::Device];
  const std::lock_guard<std::mutex> lock(mutex);
  if (!shared) {
    if (group->unparsed < 2)
      return nullptr;
    auto read = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(snapshot);
    shared = std::make_unique<Shared>();
    Preamble preamble;
    // What crashes here would leave the lock behind.
    if (runRecovering([&] {
          preamble = precompilePreamble(unit, view, analysis, {read, headers.cuda, headers.clang});
        }))
      shared->preamble = std::move(preamble);
    shared->asked = std::move(read->asked);
  }
  if (shared->preamble.precompiled.empty())
    return nullptr;
  files.addAsked(shared->asked);
  return &shared->preamble;
}

void SharedPreambles::parsed(const TranslationUnit &unit) {
  Group *group = groupOf(unit);
  if (group != nullptr && --group->unparsed == 0)
    for (auto &view : group->views)
      view.shared.reset();
}

} // namespace musaport

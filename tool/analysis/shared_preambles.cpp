//===- analysis/shared_preambles.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/shared_preambles.h"

#include "analysis/archive.h"

using llvm::StringRef;

namespace musaport {
namespace {

using Key = std::vector<std::string>;

/// Of a preamble with the first `length` headers of the unit's start.
Key keyOf(const TranslationUnit &unit, size_t length) {
  Key key = {unit.folder, std::to_string(static_cast<int>(unit.language))};
  llvm::append_range(key, unit.arguments);
  key.emplace_back(); // ends the arguments
  key.insert(key.end(), unit.start.begin(), unit.start.begin() + static_cast<ptrdiff_t>(length));
  return key;
}

/// How many headers of its start a unit shares: those that save the most parses, if a header is
/// like another. 0: none. `counts`: by key, the units that begin so.
size_t sharedLength(const TranslationUnit &unit, const std::map<Key, size_t> &counts) {
  size_t best = 0, most = 0;
  for (size_t length = 1; length <= unit.start.size(); ++length) {
    const size_t saved = (counts.at(keyOf(unit, length)) - 1) * length;
    if (saved > 0 && saved >= most) {
      best = length;
      most = saved;
    }
  }
  return best;
}

} // namespace

SharedPreambles::SharedPreambles(const Analysis &analysis, FileSnapshot &snapshot,
                                 const ParseHeaders &headers,
                                 llvm::ArrayRef<const TranslationUnit *> units)
    : analysis(analysis), snapshot(snapshot), headers(headers) {
  std::map<Key, size_t> counts;
  for (const TranslationUnit *unit : units)
    for (size_t length = 1; length <= unit->start.size(); ++length)
      ++counts[keyOf(*unit, length)];
  for (const TranslationUnit *unit : units) {
    auto add = [&](size_t length) {
      Group &group = groups[keyOf(*unit, length)];
      group.start.assign(unit->start.begin(), unit->start.begin() + static_cast<ptrdiff_t>(length));
      for (const std::string &macro : unit->startMacros)
        group.macros.insert(macro);
      ++group.unparsed;
      groupsOf[unit].push_back(&group);
    };
    if (const size_t length = sharedLength(*unit, counts); length > 0)
      add(length);
    if (unit->language == Language::Cuda) // of C++, musa-port's own headers are next to nothing
      add(0);
  }
}

void SharedPreambles::prepare(const TranslationUnit &unit) {
  const auto found = groupsOf.find(&unit);
  if (found == groupsOf.end())
    return;
  for (Group *group : found->second)
    for (std::optional<SharedOnce> &view : group->views)
      if (!view && group->unparsed > 1) {
        llvm::Expected<SharedOnce> shared = SharedOnce::create();
        if (shared)
          view.emplace(std::move(*shared));
        else // each unit then parses its headers itself
          llvm::consumeError(shared.takeError());
      }
}

void SharedPreambles::parsed(const TranslationUnit &unit) {
  const auto found = groupsOf.find(&unit);
  if (found == groupsOf.end())
    return;
  for (Group *group : found->second)
    if (--group->unparsed == 0)
      for (std::optional<SharedOnce> &view : group->views)
        view.reset();
}

std::optional<Preamble> SharedPreambles::find(const TranslationUnit &unit, View view,
                                              RecordingFileSystem &files) {
  const auto found = groupsOf.find(&unit);
  if (found != groupsOf.end())
    for (Group *group : found->second)
      if (std::optional<Preamble> preamble = find(*group, unit, view, files))
        return preamble;
  return std::nullopt;
}

/// As text: what the preamble asked of the file system, with the answers, and the preamble.
std::string SharedPreambles::build(const Group &group, const TranslationUnit &unit, View view) {
  auto read = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(snapshot);
  TranslationUnit start = unit;
  start.start = group.start;
  start.startMacros.clear();
  for (const auto &macro : group.macros)
    start.startMacros.push_back(macro.getKey().str());
  const Preamble preamble =
      precompilePreamble(start, view, analysis, {read, headers.cuda, headers.clang});
  ArchiveWriter out;
  out.put(read->asked.size());
  for (const auto &[path, asked] : read->asked) {
    out.put(path);
    out.put(static_cast<unsigned>(asked));
    out.put(snapshot.answer(path, asked));
  }
  out.all(preamble.headerMacros, preamble.usedMacros);
  out.put(preamble.precompiled.start);
  out.put(preamble.precompiled.bytes);
  return std::move(out.text);
}

std::optional<Preamble> SharedPreambles::find(Group &group, const TranslationUnit &unit, View view,
                                              RecordingFileSystem &files) {
  const std::optional<SharedOnce> &shared = group.views[view == View::Device];
  if (!shared)
    return std::nullopt;
  const StringRef text = shared->get([&] { return build(group, unit, view); });
  ArchiveReader in(text, analysis.checks);
  llvm::StringMap<Asked> asked;
  for (size_t n = in.count(); n > 0; --n) {
    const StringRef path = in.text();
    const auto what = static_cast<Asked>(in.number<uint8_t>());
    if (in.text() != snapshot.answer(path, what))
      return std::nullopt; // a file has changed since
    asked[path] = what;
  }
  Preamble preamble;
  in.all(preamble.headerMacros, preamble.usedMacros);
  preamble.precompiled.start = in.text();
  preamble.precompiled.bytes = in.text();
  const bool changesHeaders = llvm::any_of(unit.startMacros, [&](const std::string &macro) {
    return llvm::is_contained(preamble.usedMacros, macro);
  });
  if (!in.isRight() || preamble.precompiled.bytes.empty() ||
      (changesHeaders && !group.start.empty()))
    return std::nullopt;
  files.addAsked(asked);
  return preamble;
}

} // namespace musaport

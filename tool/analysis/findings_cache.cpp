//===- analysis/findings_cache.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/findings_cache.h"

#include "analysis/archive.h"
#include "analysis/check_description.h"
#include "source/file_io.h"

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr uint64_t largestSize = 512 << 20; // bytes of the folder
constexpr auto longestUnused = std::chrono::hours(24 * 30);

/// What the file system answers, and for a file that is read, whether findings in it are wanted.
std::string answer(FileSnapshot &snapshot, const Analysis &analysis, StringRef path, Asked asked) {
  std::string text = snapshot.answer(path, asked);
  if (asked == Asked::Contents && analysis.isOwn(snapshot.contents(path).realPath))
    text += " own";
  return text;
}

} // namespace

llvm::Expected<FindingsCache> FindingsCache::open(StringRef folder, StringRef origin) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createFileError(folder, error);
  return FindingsCache(folder, origin);
}

std::string FindingsCache::pathOf(const TranslationUnit &unit, const Analysis &analysis) const {
  ArchiveWriter key;
  key.put(origin);
  key.put(analysis.rules.architecture().name);
  key.put(analysis.checks.size());
  for (const CheckDescription *check : analysis.checks)
    key.put(check->id);
  key.put(unit.folder);
  key.put(unit.file);
  key.put(unit.arguments.size());
  for (const std::string &argument : unit.arguments)
    key.put(argument);
  key.put(unit.hasFp64 ? "fp64" : "");
  key.put(static_cast<unsigned>(unit.language));
  // More arguments, for Clang's driver.
  for (const char *name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (const char *value = std::getenv(name)) {
      key.put(name);
      key.put(value);
    }
  // llvmcache- is what pruneCache() removes.
  return folder + "/llvmcache-" + hashOf(key.text);
}

std::optional<UnitFindings> FindingsCache::find(const TranslationUnit &unit,
                                                const Analysis &analysis,
                                                FileSnapshot &snapshot) const {
  auto file = llvm::MemoryBuffer::getFile(pathOf(unit, analysis));
  if (!file)
    return std::nullopt;
  return read((*file)->getBuffer(), analysis, &snapshot);
}

std::string FindingsCache::entryOf(const UnitFindings &found, const Analysis &analysis,
                                   FileSnapshot &snapshot, const RecordingFileSystem &files) {
  ArchiveWriter out;
  out.put(files.asked.size());
  for (const auto &[path, asked] : files.asked) {
    out.put(path);
    out.put(static_cast<unsigned>(asked));
    out.put(answer(snapshot, analysis, path, asked));
  }
  fieldsOf(out, found);
  return hashOf(out.text) + '\n' + out.text;
}

std::optional<UnitFindings> FindingsCache::read(StringRef entry, const Analysis &analysis,
                                                FileSnapshot *snapshot) {
  const auto [hash, body] = entry.split('\n');
  if (hash != hashOf(body))
    return std::nullopt;
  ArchiveReader in(body, analysis.checks);
  for (size_t n = in.count(); n > 0; --n) {
    const StringRef path = in.text();
    const auto asked = static_cast<Asked>(in.number<uint8_t>());
    const StringRef answered = in.text();
    if (snapshot != nullptr && answered != answer(*snapshot, analysis, path, asked))
      return std::nullopt;
  }
  UnitFindings found;
  fieldsOf(in, found);
  if (!in.isRight()) // it is damaged
    return std::nullopt;
  return found;
}

void FindingsCache::store(const TranslationUnit &unit, const Analysis &analysis,
                          StringRef entry) const {
  llvm::consumeError(writeFileAtomically(pathOf(unit, analysis), entry, 0644));
}

void FindingsCache::prune() const {
  llvm::CachePruningPolicy policy;
  policy.MaxSizeBytes = largestSize;
  policy.Expiration = longestUnused;
  llvm::pruneCache(folder, policy);
}

} // namespace musaport

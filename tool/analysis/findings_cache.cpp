//===- analysis/findings_cache.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/findings_cache.h"

#include "analysis/check_description.h"
#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr uint64_t largestSize = 512 << 20; // bytes of the folder
constexpr auto longestUnused = std::chrono::hours(24 * 30);

// An entry is the hash of what follows it, and texts of any bytes: each with its length before it.

class Writer {
public:
  void put(StringRef value) {
    text += std::to_string(value.size()) + ':';
    text += value;
  }
  void put(uint64_t value) { put(std::to_string(value)); }

  std::string text;
};

class Reader {
public:
  explicit Reader(StringRef rest) : rest(rest) {}
  StringRef text() {
    size_t length = 0;
    if (rest.consumeInteger(10, length) || !rest.consume_front(":") || length > rest.size()) {
      failed = true;
      return {};
    }
    StringRef value = rest.take_front(length);
    rest = rest.drop_front(length);
    return value;
  }
  std::string string() { return text().str(); }
  template <typename T> T number() {
    T value = 0;
    failed |= text().getAsInteger(10, value);
    return value;
  }
  /// Of a list that follows. Not more than there can be.
  size_t count() {
    const auto value = number<size_t>();
    failed |= value > rest.size();
    return failed ? 0 : value;
  }
  bool isRight() const { return !failed && rest.empty(); }

private:
  StringRef rest;
  bool failed = false;
};

void write(Writer &out, const UnitFindings &found) {
  out.put(found.views);
  out.put(found.errors.size());
  for (const ParseError &error : found.errors) {
    out.put(error.file);
    out.put(error.line);
    out.put(error.column);
    out.put(error.message);
  }
  out.put(found.findings.size());
  for (const Finding &finding : found.findings) {
    out.put(finding.file);
    out.put(finding.offset);
    out.put(finding.length);
    out.put(finding.id);
    out.put(static_cast<uint64_t>(finding.severity));
    out.put(finding.message);
    out.put(finding.notes.size());
    for (const std::string &note : finding.notes)
      out.put(note);
    out.put(finding.fixes.size());
    for (const Fix &fix : finding.fixes) {
      out.put(fix.file);
      out.put(fix.offset);
      out.put(fix.length);
      out.put(fix.text);
    }
    out.put(finding.about.name);
    out.put(static_cast<uint64_t>(finding.about.isOwn));
  }
  out.put(found.names.size());
  for (const ResolvedName &name : found.names) {
    out.put(name.name);
    out.put(static_cast<uint64_t>(name.whose));
    out.put(name.file);
    out.put(name.offset);
  }
}

/// nullopt if it is damaged.
std::optional<UnitFindings> read(Reader &in, llvm::ArrayRef<const CheckDescription *> checks) {
  UnitFindings found;
  found.views = in.number<unsigned>();
  for (size_t n = in.count(); n > 0; --n) {
    ParseError &error = found.errors.emplace_back();
    error.file = in.string();
    error.line = in.number<uint32_t>();
    error.column = in.number<uint32_t>();
    error.message = in.string();
  }
  for (size_t n = in.count(); n > 0; --n) {
    Finding &finding = found.findings.emplace_back();
    finding.file = in.string();
    finding.offset = in.number<uint32_t>();
    finding.length = in.number<uint32_t>();
    const StringRef id = in.text();
    const auto *check =
        llvm::find_if(checks, [&](const CheckDescription *each) { return each->id == id; });
    if (check == checks.end())
      return std::nullopt;
    finding.id = (*check)->id;
    const auto severity = in.number<uint8_t>();
    if (severity > static_cast<uint8_t>(Severity::Error))
      return std::nullopt;
    finding.severity = static_cast<Severity>(severity);
    finding.message = in.string();
    for (size_t notes = in.count(); notes > 0; --notes)
      finding.notes.push_back(in.string());
    for (size_t fixes = in.count(); fixes > 0; --fixes) {
      Fix &fix = finding.fixes.emplace_back();
      fix.file = in.string();
      fix.offset = in.number<uint32_t>();
      fix.length = in.number<uint32_t>();
      fix.text = in.string();
    }
    finding.about.name = in.string();
    finding.about.isOwn = in.number<uint8_t>() != 0;
  }
  for (size_t n = in.count(); n > 0; --n) {
    ResolvedName &name = found.names.emplace_back();
    name.name = in.string();
    const auto whose = in.number<uint8_t>();
    if (whose > static_cast<uint8_t>(ResolvedName::Whose::Declared))
      return std::nullopt;
    name.whose = static_cast<ResolvedName::Whose>(whose);
    name.file = in.string();
    name.offset = in.number<uint32_t>();
  }
  if (!in.isRight())
    return std::nullopt;
  return found;
}

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
  Writer key;
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
  key.put(static_cast<uint64_t>(unit.language));
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
  const auto [hash, body] = (*file)->getBuffer().split('\n');
  if (hash != hashOf(body))
    return std::nullopt;
  Reader in(body);
  for (size_t n = in.count(); n > 0; --n) {
    const StringRef path = in.text();
    const auto asked = static_cast<Asked>(in.number<uint8_t>());
    if (in.text() != answer(snapshot, analysis, path, asked))
      return std::nullopt;
  }
  return read(in, analysis.checks);
}

void FindingsCache::store(const TranslationUnit &unit, const Analysis &analysis,
                          FileSnapshot &snapshot, const RecordingFileSystem &files,
                          const UnitFindings &found) const {
  Writer out;
  out.put(files.asked.size());
  for (const auto &[path, asked] : files.asked) {
    out.put(path);
    out.put(static_cast<uint64_t>(asked));
    out.put(answer(snapshot, analysis, path, asked));
  }
  write(out, found);
  llvm::consumeError(
      writeFileAtomically(pathOf(unit, analysis), hashOf(out.text) + '\n' + out.text, 0644));
}

void FindingsCache::prune() const {
  llvm::CachePruningPolicy policy;
  policy.MaxSizeBytes = largestSize;
  policy.Expiration = longestUnused;
  llvm::pruneCache(folder, policy);
}

} // namespace musaport

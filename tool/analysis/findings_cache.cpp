//===- analysis/findings_cache.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/findings_cache.h"

#include "analysis/check_description.h"
#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"

#include <concepts>
#include <cstdlib>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr uint64_t largestSize = 512 << 20; // bytes of the folder
constexpr auto longestUnused = std::chrono::hours(24 * 30);

// An entry is the hash of what follows it, and texts of any bytes: each with its length before it.
// fieldsOf() lists the fields of each kind of value once. An archive, which is a Writer or a
// Reader, takes them in that order.

template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

void fieldsOf(auto &archive, Is<ParseError> auto &error) {
  archive.all(error.file, error.line, error.column, error.message, error.unknownName);
}

void fieldsOf(auto &archive, Is<Fix> auto &fix) {
  archive.all(fix.file, fix.offset, fix.length, fix.text);
}

void fieldsOf(auto &archive, Is<Finding> auto &finding) {
  archive.all(finding.file, finding.offset, finding.length);
  archive.checkId(finding.id);
  archive.choice(finding.severity, Severity::Error);
  archive.all(finding.message, finding.notes, finding.fixes, finding.about.name,
              finding.about.isOwn);
}

void fieldsOf(auto &archive, Is<ResolvedName> auto &name) {
  archive.all(name.name);
  archive.choice(name.whose, ResolvedName::Whose::Declared);
  archive.all(name.file, name.offset);
}

void fieldsOf(auto &archive, Is<UnitFindings> auto &found) {
  archive.all(found.views, found.errors, found.findings, found.names);
}

class Writer {
public:
  void put(StringRef value) {
    text += std::to_string(value.size()) + ':';
    text += value;
  }
  void put(std::integral auto value) { put(std::to_string(value)); }

  void all(const auto &...values) { (field(values), ...); }
  void checkId(StringRef id) { put(id); }
  template <typename Enum> void choice(Enum value, Enum /*last*/) {
    put(static_cast<unsigned>(value));
  }

  std::string text;

private:
  void field(const std::string &value) { put(value); }
  void field(const std::integral auto &value) { put(value); }
  template <typename T> void field(const std::vector<T> &values) {
    put(values.size());
    for (const T &value : values)
      field(value);
  }
  void field(const auto &value) { fieldsOf(*this, value); }
};

class Reader {
public:
  Reader(StringRef rest, llvm::ArrayRef<const CheckDescription *> checks)
      : rest(rest), checks(checks) {}

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

  void all(auto &...values) { (field(values), ...); }
  /// Only the checks that run now have ids.
  void checkId(StringRef &id) {
    const StringRef read = text();
    const auto *check =
        llvm::find_if(checks, [&](const CheckDescription *each) { return each->id == read; });
    if (check == checks.end())
      failed = true;
    else
      id = (*check)->id;
  }
  template <typename Enum> void choice(Enum &value, Enum last) {
    const auto read = number<unsigned>();
    if (read > static_cast<unsigned>(last))
      failed = true;
    else
      value = static_cast<Enum>(read);
  }

private:
  void field(std::string &value) { value = text().str(); }
  void field(bool &value) { value = number<unsigned>() != 0; }
  void field(std::integral auto &value) {
    value = number<std::remove_reference_t<decltype(value)>>();
  }
  template <typename T> void field(std::vector<T> &values) {
    for (size_t n = count(); n > 0 && !failed; --n)
      field(values.emplace_back());
  }
  void field(auto &value) { fieldsOf(*this, value); }

  StringRef rest;
  llvm::ArrayRef<const CheckDescription *> checks;
  bool failed = false;
};

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
  const auto [hash, body] = (*file)->getBuffer().split('\n');
  if (hash != hashOf(body))
    return std::nullopt;
  Reader in(body, analysis.checks);
  for (size_t n = in.count(); n > 0; --n) {
    const StringRef path = in.text();
    const auto asked = static_cast<Asked>(in.number<uint8_t>());
    if (in.text() != answer(snapshot, analysis, path, asked))
      return std::nullopt;
  }
  UnitFindings found;
  fieldsOf(in, found);
  if (!in.isRight()) // it is damaged
    return std::nullopt;
  return found;
}

void FindingsCache::store(const TranslationUnit &unit, const Analysis &analysis,
                          FileSnapshot &snapshot, const RecordingFileSystem &files,
                          const UnitFindings &found) const {
  Writer out;
  out.put(files.asked.size());
  for (const auto &[path, asked] : files.asked) {
    out.put(path);
    out.put(static_cast<unsigned>(asked));
    out.put(answer(snapshot, analysis, path, asked));
  }
  fieldsOf(out, found);
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

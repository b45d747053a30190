//===- analysis/archive.h - what is found, as text --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache keeps findings as text, and processes pass them on. A text is a row of values of any
// bytes: each with its length before it. fieldsOf() lists the fields of each kind of value once. An
// archive, which is a writer or a reader, takes them in that order.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_ARCHIVE_H
#define MUSAPORT_ANALYSIS_ARCHIVE_H

#include "analysis/analysis.h"
#include "analysis/check_description.h"

#include "llvm/ADT/STLExtras.h"

#include <concepts>

namespace musaport {

template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

void fieldsOf(auto &archive, Is<ParseError> auto &error) {
  archive.all(error.file, error.line, error.column, error.message, error.unknownName,
              error.standardHeader);
  archive.choice(error.mend, Mend::TemplateKeyword);
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
  archive.all(found.views, found.errors, found.lacking, found.findings, found.names);
}

class ArchiveWriter {
public:
  void put(llvm::StringRef value) {
    text += std::to_string(value.size()) + ':';
    text += value;
  }
  void put(std::integral auto value) { put(std::to_string(value)); }

  void all(const auto &...values) { (field(values), ...); }
  void checkId(llvm::StringRef id) { put(id); }
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

class ArchiveReader {
public:
  ArchiveReader(llvm::StringRef rest, llvm::ArrayRef<const CheckDescription *> checks)
      : rest(rest), checks(checks) {}

  llvm::StringRef text() {
    size_t length = 0;
    if (rest.consumeInteger(10, length) || !rest.consume_front(":") || length > rest.size()) {
      failed = true;
      return {};
    }
    llvm::StringRef value = rest.take_front(length);
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
  void checkId(llvm::StringRef &id) {
    const llvm::StringRef read = text();
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

  llvm::StringRef rest;
  llvm::ArrayRef<const CheckDescription *> checks;
  bool failed = false;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_ARCHIVE_H

//===- features/embed_main.cpp - writes the embedded table ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs at build time: reads the table of features and writes it as a C++ file of constants. Faults
// are printed as diagnostics and fail the build.
//
//   embed_features OUTPUT.cpp FEATURES.json SCHEMA.json ARCHITECTURES.json
//===----------------------------------------------------------------------===//
#include "features/feature.h"
#include "report/report.h"
#include "source/json_schema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <iterator>

namespace musaport {
namespace {

constexpr llvm::StringLiteral id = "musa-rule-file";

struct Document {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<TextPlaces> places;
  JsonValue value;
};

bool fail(const llvm::Twine &message) {
  llvm::errs() << "embed_features: error: " << message << "\n";
  return false;
}

bool print(llvm::ArrayRef<Diagnostic> diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics)
    printDiagnostic(llvm::errs(), diagnostic, /*color=*/false);
  return diagnostics.empty();
}

bool read(const char *path, Document &document) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fail(llvm::Twine("cannot read '") + path + "': " + buffer.getError().message());
  document.buffer = std::move(*buffer);
  document.places = std::make_unique<TextPlaces>(path, document.buffer->getBuffer());
  std::vector<Diagnostic> diagnostics;
  std::optional<JsonValue> value = parseJson(*document.places, id, diagnostics);
  if (!value)
    return print(diagnostics);
  document.value = std::move(*value);
  return true;
}

/// A row for each architecture, in the order of architectures.json.
class Table {
public:
  Table(const Document &features, const Document &architectures)
      : features(features), architectures(architectures.value.find("architectures")->elements) {}

  bool check() {
    std::vector<Diagnostic> diagnostics;
    for (const JsonValue &feature : features.value.find("features")->elements) {
      auto next = architectures.begin(); // may be named
      for (const JsonMember &member : changesOf(feature)) {
        auto isNamed = [&](const JsonValue &row) { return row.find("name")->string == member.key; };
        const auto named = std::find_if(next, architectures.end(), isNamed);
        if (named != architectures.end())
          next = std::next(named);
        else
          diagnostics.push_back(features.places->diagnostic(
              id, Severity::Error, member.keyRange,
              llvm::any_of(architectures, isNamed)
                  ? quote(member.key) + " stands after a newer architecture"
                  : "no architecture is called " + quote(member.key)));
      }
    }
    return print(diagnostics);
  }

  void write(llvm::raw_ostream &out) const {
    out << "// Written by embed_features from rules/gpu at build time. Do not edit.\n"
           "#include \"features/feature.h\"\n\n"
           "namespace musaport {\n"
           "namespace {\n\n"
           "using Status = Feature::Status;\n\n";
    const std::vector<JsonValue> &rows = features.value.find("features")->elements;
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::vector<JsonValue> &names = rows[i].find("names")->elements;
      if (names.empty()) {
        out << "constexpr llvm::ArrayRef<llvm::StringRef> names" << i << ";\n";
      } else {
        out << "constexpr llvm::StringRef names" << i << "[] = {\n";
        for (const JsonValue &name : names)
          writeText(out << "    ", name.string) << ",\n";
        out << "};\n";
      }
      out << "constexpr Status statuses" << i << "[] = {";
      llvm::StringRef status = "unknown"; // of the architecture, and what newer ones inherit
      for (const JsonValue &architecture : architectures) {
        status = statusOn(architecture, rows[i], status);
        out << "Status::" << char(llvm::toUpper(status.front())) << status.drop_front() << ", ";
      }
      out << "};\n\n";
    }
    out << "constexpr Feature table[] = {\n";
    for (size_t i = 0; i < rows.size(); ++i) {
      out << "    {";
      for (const char *key : {"name", "title", "advice"})
        writeText(out, rows[i].find(key)->string) << ", ";
      out << "names" << i << ", statuses" << i << "},\n";
    }
    out << "};\n\n"
           "} // namespace\n\n"
           "llvm::ArrayRef<Feature> features() { return table; }\n\n"
           "} // namespace musaport\n";
  }

private:
  static llvm::raw_ostream &writeText(llvm::raw_ostream &out, llvm::StringRef text) {
    out << "{\"";
    out.write_escaped(text);
    return out << "\", " << text.size() << "}";
  }

  /// Where the status of a feature becomes another one.
  static llvm::ArrayRef<JsonMember> changesOf(const JsonValue &feature) {
    const JsonValue *from = feature.find("from");
    return from == nullptr ? llvm::ArrayRef<JsonMember>() : llvm::ArrayRef(from->members);
  }

  static llvm::StringRef statusOn(const JsonValue &architecture, const JsonValue &feature,
                                  llvm::StringRef before) {
    if (const JsonValue *column = feature.find("column"))
      return architecture.find(column->string)->boolean ? "works" : "unsupported";
    for (const JsonMember &change : changesOf(feature))
      if (change.key == architecture.find("name")->string)
        return change.value.string;
    return before;
  }

  const Document &features;
  const std::vector<JsonValue> &architectures;
};

int embed(const char *output, const char *featuresPath, const char *schemaPath,
          const char *architecturesPath) {
  Document features, architectures;
  auto schema = llvm::MemoryBuffer::getFile(schemaPath);
  if (!schema || !read(featuresPath, features) || !read(architecturesPath, architectures))
    return 1;
  std::vector<Diagnostic> diagnostics;
  if (!checkSchema(features.value, (*schema)->getBuffer(), *features.places, id, diagnostics))
    return print(diagnostics), 1;
  Table table(features, architectures);
  if (!table.check())
    return 1;
  std::error_code fault;
  llvm::raw_fd_ostream out(output, fault);
  if (fault)
    return fail(llvm::Twine("cannot write '") + output + "': " + fault.message()), 1;
  table.write(out);
  return 0;
}

} // namespace
} // namespace musaport

int main(int argc, char **argv) {
  if (argc != 5) {
    llvm::errs()
        << "usage: embed_features OUTPUT.cpp FEATURES.json SCHEMA.json ARCHITECTURES.json\n";
    return 2;
  }
  return musaport::embed(argv[1], argv[2], argv[3], argv[4]);
}

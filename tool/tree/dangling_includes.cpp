//===- tree/dangling_includes.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/dangling_includes.h"

#include "rewrite/line_counter.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Walks through the edits of a file from its beginning to its end.
class PortedText {
public:
  explicit PortedText(const FileRecord &file)
      : bytes(file.bytes), next(file.result.edits.begin()), end(file.result.edits.end()) {}

  /// What the bytes [offset, offset + length) of the file have become; empty if an edit replaces
  /// more than these. Must be called in the order of offsets.
  std::string at(uint32_t offset, uint32_t length) {
    const uint32_t last = offset + length;
    while (next != end && next->offset + next->length <= offset)
      ++next;
    std::string text;
    uint32_t done = offset;
    for (auto edit = next; edit != end && edit->offset < last; ++edit) {
      if (edit->offset < offset || edit->offset + edit->length > last)
        return {};
      text += bytes.slice(done, edit->offset);
      text += edit->text;
      done = edit->offset + edit->length;
    }
    return text + bytes.slice(done, last).str();
  }

private:
  StringRef bytes;
  std::vector<Edit>::const_iterator next, end;
};

bool isHeaderName(StringRef text) {
  return text.size() > 2 && ((text.starts_with("<") && text.ends_with(">")) ||
                             (text.starts_with("\"") && text.ends_with("\"")));
}

/// The files of `tree` as the port calls them, in the same order.
Tree outputTree(const Tree &tree, const NewNames &names) {
  Tree output = tree;
  for (size_t i = 0; i < output.files.size(); ++i) {
    output.files[i].path = names.paths[i];
    if (output.files[i].kind == FileKind::Link)
      output.files[i].target = names.newTarget(i);
  }
  return output;
}

} // namespace

DanglingIncludes::DanglingIncludes(const Tree &tree, const NewNames &names)
    : output(outputTree(tree, names)), resolver(output, names.paths) {}

void DanglingIncludes::report(FileRecord &file) const {
  PortedText text(file);
  LineCounter lines(file.bytes);
  for (const IncludeOfTree &include : file.result.includes) {
    const std::string header = text.at(include.offset, include.length);
    if (!isHeaderName(header)) // a rule of the user's took it
      continue;
    const StringRef name = StringRef(header).drop_front().drop_back();
    if (resolver.resolve(file.number, name, IncludeResolver::formOf(header)))
      continue;
    Diagnostic &diagnostic = file.result.diagnostics.emplace_back();
    diagnostic.id = "musa-dangling-include";
    diagnostic.severity = Severity::Error;
    const LineCounter::Position position = lines.at(include.offset);
    diagnostic.place = {file.shownPath, position.line, position.column};
    diagnostic.sourceLine = position.text.str();
    diagnostic.length = include.length;
    diagnostic.message = "the port includes '" + name.str() + "', which is not in the output";
    diagnostic.notes.emplace_back("the included file is in the tree and gets another name; correct "
                                  "the include or the rule that renames the file");
  }
}

} // namespace musaport

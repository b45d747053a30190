//===- source/text_places.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/text_places.h"

#include "report/report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace musaport {

std::string quote(llvm::StringRef text) { return "'" + printable(text) + "'"; }

std::string printable(llvm::StringRef text) {
  constexpr size_t longest = 200;
  return forTerminal(text.take_front(longest)) + (text.size() > longest ? "..." : "");
}

TextPlaces::TextPlaces(llvm::StringRef path, llvm::StringRef text) : file(path), bytes(text) {
  lineStarts.push_back(0);
  for (size_t i = text.find('\n'); i != llvm::StringRef::npos; i = text.find('\n', i + 1))
    lineStarts.push_back(static_cast<uint32_t>(i + 1));
}

uint32_t TextPlaces::line(uint32_t offset) const {
  return static_cast<uint32_t>(llvm::upper_bound(lineStarts, offset) - lineStarts.begin());
}

llvm::StringRef TextPlaces::lineText(uint32_t number) const {
  if (number == 0 || number > lineStarts.size()) // as a #line may have it
    return {};
  const size_t end = number < lineStarts.size() ? lineStarts[number] - 1 : bytes.size();
  llvm::StringRef line = bytes.slice(lineStarts[number - 1], end);
  line.consume_back("\r");
  return line;
}

Diagnostic TextPlaces::diagnostic(llvm::StringRef id, Severity severity, ByteRange range,
                                  const llvm::Twine &message) const {
  Diagnostic diagnostic;
  diagnostic.id = id;
  diagnostic.severity = severity;
  diagnostic.message = message.str();
  uint32_t number = line(range.begin);
  uint32_t start = lineStarts[number - 1];
  llvm::StringRef whole = lineText(number);
  diagnostic.place = {file.str(), number, range.begin - start + 1};
  // Nobody wants to see a whole file that has no line ends.
  if (whole.size() <= 4096)
    diagnostic.sourceLine = whole.str();
  diagnostic.length = std::max<uint32_t>(1, range.end - range.begin);
  return diagnostic;
}

} // namespace musaport

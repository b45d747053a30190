//===- report/diagnostic_printer.cpp - prints diagnostics like Clang ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Clang's TextDiagnostic prints, from values alone: no SourceManager, and bytes of any
// encoding.
//===----------------------------------------------------------------------===//
#include "report/report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace llvm;

namespace musaport {

namespace {

constexpr unsigned tabStop = 8;
/// Of a longer line only what is around the caret is shown.
constexpr size_t longestLine = 240;

/// A source line as a terminal shows it: tabs expanded, what is no printable UTF-8 as <XX> and
/// <U+XXXX>, as Clang does it.
struct DisplayLine {
  std::string text;
  /// The display column each byte of the source line begins at, and the one behind the last.
  std::vector<unsigned> columns;
};

DisplayLine makeDisplayLine(StringRef line) {
  DisplayLine result;
  unsigned column = 0;
  while (!line.empty()) {
    auto *bytes = reinterpret_cast<const UTF8 *>(line.data());
    size_t size = getNumBytesForUTF8(*bytes);
    std::string shown;
    int width = 0;
    UTF32 codePoint = 0;
    if (line.front() == '\t') {
      size = 1;
      width = tabStop - column % tabStop;
      shown.assign(width, ' ');
    } else if (!isLegalUTF8Sequence(bytes, bytes + line.size())) {
      size = 1;
      shown = "<" + toHex(line.take_front(1)) + ">";
      width = shown.size();
    } else {
      const UTF8 *end = bytes;
      convertUTF8Sequence(&end, bytes + size, &codePoint, strictConversion);
      shown = line.take_front(size).str();
      width = sys::unicode::columnWidthUTF8(shown);
      if (width < 0) {
        std::string digits = utohexstr(codePoint, /*LowerCase=*/false, /*Width=*/4);
        shown = "<U+" + digits + ">";
        width = shown.size();
      }
    }
    result.columns.insert(result.columns.end(), size, column);
    result.text += shown;
    column += width;
    line = line.drop_front(size);
  }
  result.columns.push_back(column);
  return result;
}

/// Moves `offset` back to the first byte of its character.
size_t characterStart(StringRef line, size_t offset) {
  while (offset > 0 && offset < line.size() && (line[offset] & 0xC0) == 0x80)
    --offset;
  return offset;
}

void printSnippet(raw_ostream &out, const Diagnostic &diagnostic, bool color) {
  StringRef line = diagnostic.sourceLine;
  size_t begin = std::min<size_t>(std::max(diagnostic.place.column, 1u) - 1, line.size());
  size_t end = std::min<size_t>(begin + std::max(diagnostic.length, 1u), line.size());

  bool cutFront = false, cutBack = false;
  if (line.size() > longestLine) {
    size_t from = begin > longestLine / 2 ? characterStart(line, begin - longestLine / 2) : 0;
    size_t to = characterStart(line, std::min(line.size(), from + longestLine));
    cutFront = from > 0;
    cutBack = to < line.size();
    line = line.slice(from, to);
    begin -= from;
    end = std::min(end, to) - from;
  }

  DisplayLine shown = makeDisplayLine(line);
  std::string number = std::to_string(diagnostic.place.line);
  size_t gutter = std::max<size_t>(number.size(), 4) + 1;
  out << right_justify(number, gutter) << " | " << (cutFront ? "..." : "") << shown.text
      << (cutBack ? "..." : "") << '\n';

  unsigned caret = shown.columns[begin];
  unsigned underlined = shown.columns[std::max(end, begin)] - caret;
  out << right_justify("", gutter) << " | ";
  if (color)
    out.changeColor(raw_ostream::GREEN, /*Bold=*/true);
  out << std::string(caret + (cutFront ? 3 : 0), ' ') << '^'
      << std::string(underlined > 1 ? underlined - 1 : 0, '~');
  if (color)
    out.resetColor();
  out << '\n';
}

void printPlace(raw_ostream &out, const Place &place, bool color) {
  if (color)
    out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  out << (place.file.empty() ? "musa-port" : forTerminal(place.file)) << ':';
  if (place.line != 0)
    out << place.line << ':';
  if (place.line != 0 && place.column != 0)
    out << place.column << ':';
  out << ' ';
  if (color)
    out.resetColor();
}

void printLabel(raw_ostream &out, StringRef label, raw_ostream::Colors labelColor, bool color) {
  if (color)
    out.changeColor(labelColor, /*Bold=*/true);
  out << label << ": ";
  if (color)
    out.resetColor();
}

} // namespace

std::string forTerminal(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
    const bool isLong = c == '\xC2' && i + 1 < text.size() && (text[i + 1] & 0xE0) == 0x80;
    if (!isLong && (isPrint(c) || (c & 0x80) != 0)) {
      result += c;
      continue;
    }
    for (const char byte : text.substr(i, isLong ? 2 : 1))
      result +=
          "\\x" + utohexstr(static_cast<unsigned char>(byte), /*LowerCase=*/true, /*Width=*/2);
    i += isLong ? 1 : 0;
  }
  return result;
}

std::string linesForTerminal(StringRef text) {
  return join(map_range(split(text, '\n'), forTerminal), "\n");
}

void printDiagnostic(raw_ostream &out, const Diagnostic &diagnostic, bool color) {
  bool hadColors = out.colors_enabled();
  out.enable_colors(color);
  printPlace(out, diagnostic.place, color);
  switch (diagnostic.severity) {
  case Severity::Remark:
    printLabel(out, "remark", raw_ostream::BLUE, color);
    break;
  case Severity::Warning:
    printLabel(out, "warning", raw_ostream::MAGENTA, color);
    break;
  case Severity::Error:
    printLabel(out, "error", raw_ostream::RED, color);
    break;
  }
  if (color)
    out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  out << linesForTerminal(diagnostic.message);
  if (!diagnostic.id.empty())
    out << " [" << diagnostic.id << ']';
  if (color)
    out.resetColor();
  out << '\n';
  if (diagnostic.place.line != 0 && !diagnostic.sourceLine.empty())
    printSnippet(out, diagnostic, color);
  for (const std::string &note : diagnostic.notes) {
    printPlace(out, diagnostic.place, color);
    printLabel(out, "note", raw_ostream::CYAN, color);
    out << linesForTerminal(note) << '\n';
  }
  out.enable_colors(hadColors);
}

} // namespace musaport

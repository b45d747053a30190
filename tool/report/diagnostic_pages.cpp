//===- report/diagnostic_pages.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "report/diagnostic_pages.h"

using llvm::StringRef;

// All pages, one after the other. Each begins with its ID as a heading.
__asm__(".section .rodata\n"
        "musaportPagesBegin: .incbin \"" MUSAPORT_DIAGNOSTIC_PAGES "\"\n"
        "musaportPagesEnd:\n"
        ".previous\n");
extern "C" const char musaportPagesBegin[], musaportPagesEnd[];

namespace musaport {

StringRef diagnosticPage(StringRef id) {
  const StringRef pages(musaportPagesBegin, musaportPagesEnd - musaportPagesBegin);
  const std::string heading = "# " + id.str() + "\n";
  size_t begin = pages.starts_with(heading) ? 0 : pages.find("\n" + heading);
  if (begin == StringRef::npos)
    return {};
  begin += begin == 0 ? 0 : 1;
  return pages.slice(begin, pages.find("\n# musa-", begin)).rtrim();
}

std::string diagnosticSummary(StringRef id) {
  StringRef text = diagnosticPage(id).split('\n').second.ltrim();
  if (text.consume_front("*"))
    text = text.split('*').second.ltrim(); // the severity
  text = text.take_front(text.find("\n\n"));
  if (text.empty())
    return id.str();
  std::string summary;
  for (char c : text)
    if (c != '`')
      summary += c == '\n' ? ' ' : c;
  return summary;
}

} // namespace musaport

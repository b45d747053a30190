//===- commands/report_files.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/report_files.h"

#include "source/file_io.h"

#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace musaport {
namespace {

llvm::Expected<std::string> formatted(const Report &report, ReportFormat format) {
  if (format == ReportFormat::Json)
    return toJson(report);
  if (format == ReportFormat::Html)
    return toHtml(report, [](StringRef path) -> std::optional<std::string> {
      llvm::Expected<std::string> bytes = readFile(path);
      if (bytes)
        return std::move(*bytes);
      llvm::consumeError(bytes.takeError()); // a folder, or gone since: the page does without
      return std::nullopt;
    });
  llvm::SmallString<256> folder;
  if (std::error_code code = llvm::sys::fs::current_path(folder))
    return llvm::createStringError(code, "there is no working folder");
  return toSarif(report, folder);
}

} // namespace

std::optional<ReportFormat> reportFormat(StringRef path) {
  if (path.ends_with(".json"))
    return ReportFormat::Json;
  if (path.ends_with(".sarif"))
    return ReportFormat::Sarif;
  if (path.ends_with(".html"))
    return ReportFormat::Html;
  return std::nullopt;
}

llvm::Error writeReports(const Report &report, llvm::ArrayRef<std::string> paths) {
  for (const std::string &path : paths) {
    llvm::Expected<std::string> text = formatted(report, *reportFormat(path));
    if (!text)
      return text.takeError();
    if (llvm::Error error = writeFileAtomically(path, *text, 0644))
      return error;
  }
  return llvm::Error::success();
}

} // namespace musaport

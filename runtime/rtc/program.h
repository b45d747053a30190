//===- rtc/program.h - a source, and what it was compiled to ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RTC_PROGRAM_H
#define MUSAPORT_RTC_PROGRAM_H

#include "mtrtc.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace musart {
class TemporaryFolder;
}

namespace mtrtc {

struct CompileOptions;

class Program {
public:
  struct Header {
    std::string name, text;
  };

  Program(std::string source, std::string name, std::vector<Header> headers)
      : source(std::move(source)), name(std::move(name)), headers(std::move(headers)) {}

  /// Compiles in a process of its own.
  mtrtcResult compile(const std::vector<std::string_view> &options);

  mtrtcResult addName(const std::string &expression);
  mtrtcResult loweredName(const std::string &expression, const char *&lowered) const;

  const std::string &log() const { return messages; }
  /// A shared library, or an object file with relocatable device code; empty if there is none.
  const std::string &code() const { return library; }

  int (*callback)(void *, void *) = nullptr;
  void *payload = nullptr;

private:
  mtrtcResult compileIn(const musart::TemporaryFolder &folder, const CompileOptions &options);
  std::string text(const CompileOptions &options) const;
  mtrtcResult lowerNames(const char *file);
  mtrtcResult readNames(const std::string &object);

  std::string source, name;
  std::vector<Header> headers;
  bool tried = false; ///< to compile, with success or not
  std::string messages, library;
  std::map<std::string, std::string> names; ///< expression -> mangled; empty before compilation
};

} // namespace mtrtc

#endif // MUSAPORT_RTC_PROGRAM_H

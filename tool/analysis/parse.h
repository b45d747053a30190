//===- analysis/parse.h - parses CUDA code to Clang's AST -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses a translation unit with the headers that come with musa-port. A missing header is an
// ordinary error: everything that can be parsed is.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_PARSE_H
#define MUSAPORT_ANALYSIS_PARSE_H

#include "report/report.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace musaport {

/// C and C++ that use CUDA have no kernels or launches and are compiled only for the host.
enum class Language : uint8_t { Cuda, Cxx, C };

/// A file and how its build parses it.
struct TranslationUnit {
  std::string folder;                   ///< relative paths in the arguments start here; absolute
  std::string file;                     ///< absolute, or relative to `folder`
  std::vector<std::string> arguments;   ///< for Clang, without program, input file and output
  bool hasFp64 = true;                  ///< false if the port is compiled without double precision
  bool instantiatesBehindErrors = true; ///< even after errors, such as a missing header
  Language language = Language::Cuda;
  /// Headers of others that may be parsed before the file, with their delimiters:
  /// <torch/extension.h>. Units that begin alike can share a preamble.
  std::vector<std::string> start = {};
  /// Headers that are read before the file though it does not include them, with their delimiters.
  std::vector<std::string> lacking = {};
  /// The macros that it defines or undefines before the last of `start`. They change nothing if the
  /// headers do not use their names.
  std::vector<std::string> startMacros = {};
};

/// CUDA code is compiled once for the device and once for the host; #if may select different code.
enum class View : uint8_t { Device, Host };

/// Where the headers are.
struct ParseHeaders {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files;
  std::string cuda;  ///< folder of cuda_runtime.h, and of musa_port/nvcc.h, which it includes first
  std::string clang; ///< Clang's resource folder, whose include/ has stddef.h
};

struct ParseError {
  std::string file; ///< absolute; empty if the error is not in a file
  uint32_t line = 0, column = 0;
  std::string message;
  /// If the error is that nothing declares this name. Empty behind a missing header, which may.
  std::string unknownName = {};
  /// The header of the standard library that would mend it: see standardHeaderFor(). Empty behind a
  /// missing header.
  std::string standardHeader = {};
  Mend mend = Mend::None;

  bool operator==(const ParseError &) const = default;
};

/// The compute capability of the newest NVIDIA GPU that is not newer than `cudaArchitecture`: 75
/// for 799.
unsigned computeCapability(unsigned cudaArchitecture);

/// Receives a translation unit as it is parsed.
class ParseVisitor {
public:
  virtual ~ParseVisitor() = default;
  virtual void begin(clang::Preprocessor &) {} ///< called before the first token
  virtual void visit(clang::ASTContext &ast) = 0;
};

/// A precompiled header of what precedes the first line of a unit, and of its `start`.
struct Precompiled {
  llvm::StringRef bytes; ///< empty if there are errors
  llvm::StringRef start; ///< the text that it was made of: Clang reads it for some instantiations
  std::shared_ptr<const std::pair<std::string, std::string>> owner; ///< of both, if somebody must
};

/// Parses `unit`, passes the AST to `visitor` even if there are errors, and returns the errors.
/// `cudaArchitecture` is the value of __CUDA_ARCH__ in the device view: 800. `preamble`: the result
/// of precompile() for a unit with the same folder, arguments, language and view, which begins
/// alike; `visitor` sees only those parts of it that the AST refers to. Fails if Clang does not
/// accept the arguments or the file cannot be read.
llvm::Expected<std::vector<ParseError>> parse(const TranslationUnit &unit, View view,
                                              unsigned cudaArchitecture,
                                              const ParseHeaders &headers, ParseVisitor &visitor,
                                              const Precompiled &preamble = {});

/// Calls `visitor`.
Precompiled precompile(const TranslationUnit &unit, View view, unsigned cudaArchitecture,
                       const ParseHeaders &headers, ParseVisitor &visitor);

/// The macros that Clang predefines in only one view, or differently in the two: __CUDA_ARCH__, and
/// what differs between the two processors.
llvm::Expected<std::vector<std::string>> viewMacros(unsigned cudaArchitecture,
                                                    const ParseHeaders &headers);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_PARSE_H

//===- analysis/parse.h - CUDA code as Clang's AST --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses a translation unit against the headers that come with musa-port. A header that is missing
// is an error among others: what can be parsed is.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_PARSE_H
#define MUSAPORT_ANALYSIS_PARSE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace musaport {

/// C and C++ that use CUDA have no kernels and no launches, and are compiled for the host alone.
enum class Language : uint8_t { Cuda, Cxx, C };

/// A file and how its build parses it.
struct TranslationUnit {
  std::string folder;                   ///< that the arguments' relative paths are of; absolute
  std::string file;                     ///< absolute, or of `folder`
  std::vector<std::string> arguments;   ///< Clang's; no program, no file, no output
  bool hasFp64 = true;                  ///< false if the port is compiled without double precision
  bool instantiatesBehindErrors = true; ///< templates, behind a missing header as elsewhere
  Language language = Language::Cuda;
};

/// CUDA code is compiled for the device and for the host, which differ in what #if selects.
enum class View : uint8_t { Device, Host };

/// Where the headers are that are parsed against.
struct ParseHeaders {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files;
  std::string cuda;  ///< folder of cuda_runtime.h, and of musa_port/nvcc.h, which it includes first
  std::string clang; ///< Clang's folder of resources, whose include/ has stddef.h
};

struct ParseError {
  std::string file; ///< absolute; empty if it is of no file
  uint32_t line = 0, column = 0;
  std::string message;

  bool operator==(const ParseError &) const = default;
};

/// 75 for 799: that of the newest of NVIDIA's GPUs that is not newer.
unsigned computeCapability(unsigned cudaArchitecture);

/// Sees a translation unit being parsed.
class ParseVisitor {
public:
  virtual ~ParseVisitor() = default;
  virtual void begin(clang::Preprocessor &) {} ///< before the first token
  virtual void visit(clang::ASTContext &ast) = 0;
};

/// Shows `visitor` the AST, whatever errors there were, and returns them. `cudaArchitecture` is the
/// value of __CUDA_ARCH__ in the device's view, 800. `preamble`: what precompile() made for a unit
/// of the same folder, arguments and language, in the same view; `visitor` sees nothing of it but
/// what the AST refers to. An llvm::Error if the arguments are not Clang's or the file cannot be
/// read.
llvm::Expected<std::vector<ParseError>> parse(const TranslationUnit &unit, View view,
                                              unsigned cudaArchitecture,
                                              const ParseHeaders &headers, ParseVisitor &visitor,
                                              llvm::StringRef preamble = {});

/// What `unit` has before its first line, as a precompiled header. `visitor` sees it begin. Empty
/// if it has errors.
std::string precompile(const TranslationUnit &unit, View view, unsigned cudaArchitecture,
                       const ParseHeaders &headers, ParseVisitor &visitor);

/// The macros that Clang itself defines in one view only, or otherwise than in the other one:
/// __CUDA_ARCH__, and what differs between the two processors.
llvm::Expected<std::vector<std::string>> viewMacros(unsigned cudaArchitecture,
                                                    const ParseHeaders &headers);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_PARSE_H

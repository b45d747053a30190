//===- bench/raw_lex.cpp - measures lexing alone ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads every source file of a tree, then lexes them all with Clang's raw Lexer on one thread
// and prints the seconds of the second step. A yardstick: no port that lexes can be faster.
//===----------------------------------------------------------------------===//
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

static bool isSource(const fs::path &path) {
  static const std::vector<std::string> extensions = {".cu",  ".cuh", ".c",   ".cc",  ".cpp",
                                                      ".cxx", ".h",   ".hh",  ".hpp", ".hxx",
                                                      ".inl", ".inc", ".ipp", ".tpp"};
  return std::ranges::find(extensions, path.extension().string()) != extensions.end();
}

static size_t lex(const std::string &buffer, const clang::LangOptions &options) {
  const char *begin = buffer.c_str();
  clang::Lexer lexer(clang::SourceLocation(), options, begin, begin, begin + buffer.size());
  clang::Token token;
  size_t count = 0;
  do
    ++count;
  while (!lexer.LexFromRawLexer(token));
  return count;
}

int main(int argc, char **argv) try {
  if (argc != 2) {
    std::fputs("usage: raw_lex TREE\n", stderr);
    return 2;
  }
  std::vector<std::string> buffers;
  size_t bytes = 0;
  for (const auto &entry : fs::recursive_directory_iterator(argv[1])) {
    if (!entry.is_regular_file() || !isSource(entry.path()))
      continue;
    std::ifstream in(entry.path(), std::ios::binary);
    buffers.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    bytes += buffers.back().size();
  }

  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.CPlusPlus20 = options.LineComment = options.CUDA = options.Bool = true;
  size_t tokens = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const std::string &buffer : buffers)
    tokens += lex(buffer, options);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  std::printf(R"({"files": %zu, "bytes": %zu, "tokens": %zu, "seconds": %.6f})"
              "\n",
              buffers.size(), bytes, tokens, seconds.count());
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "raw_lex: %s\n", error.what());
  return 2;
}

//===- replay_main.cpp - runs a fuzzer's check on stored inputs -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs are the same everywhere, unlike those that libFuzzer comes upon.
//
//   replay_NAME FOLDER    checks each file of the folder
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: replay_NAME FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  std::error_code fault;
  for (const auto &entry : std::filesystem::directory_iterator(argv[1], fault))
    files.push_back(entry.path());
  if (files.empty()) {
    std::fprintf(stderr, "%s: no input in there\n", argv[1]);
    return 2;
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path &file : files) {
    // The name stands before what a failing check says and the program's end.
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    std::ifstream stream(file, std::ios::binary);
    const std::string input(std::istreambuf_iterator<char>(stream), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()), input.size());
  }
  std::printf("%zu inputs\n", files.size());
  return 0;
}

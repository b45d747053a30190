//===- check.h - checks for test programs ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_CHECK_H
#define MUSAPORT_TESTS_RUN_CHECK_H

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace check {

inline int failures = 0;

inline void report(const char *file, int line, const std::string &what) {
  ++failures;
  if (failures <= 20)
    std::fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
}

template <typename A, typename B>
void equal(const A &a, const B &b, const char *text, const char *file, int line) {
  if (a == b)
    return;
  std::ostringstream out;
  out << text << ": " << +a << " is not " << +b;
  report(file, line, out.str());
}

} // namespace check

/// For host code. A failed check does not end the program: main() must return CHECK_RESULT().
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition))                                                                              \
      check::report(__FILE__, __LINE__, "not true: " #condition);                                  \
  } while (false)
#define CHECK_EQUAL(a, b) check::equal((a), (b), #a, __FILE__, __LINE__)
#define CHECK_MUSA(call)                                                                           \
  do {                                                                                             \
    const musaError_t status_ = (call);                                                            \
    if (status_ != musaSuccess)                                                                    \
      check::report(__FILE__, __LINE__, std::string(#call ": ") + musaGetErrorString(status_));    \
  } while (false)
#define CHECK_RESULT() (check::failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE)

#endif // MUSAPORT_TESTS_RUN_CHECK_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of libtorch's: kernels are compiled when the library is, never while a program runs.
#pragma once

#define AT_USE_JITERATOR() false
#define jiterator_stringify(...) std::string(#__VA_ARGS__);

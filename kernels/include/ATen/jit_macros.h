// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces libtorch's header: kernels are compiled with the library, never at run time.
#pragma once

#define AT_USE_JITERATOR() false
#define jiterator_stringify(...) std::string(#__VA_ARGS__);

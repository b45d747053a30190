// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

int main() {
  std::printf("%d\n", BY_FLAGS * 10 + BY_OPTIONS);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "values.muh"

#include <concepts> // C++20
#include <cstdio>

int main() {
  int *values = nullptr;
  musaMallocManaged(reinterpret_cast<void **>(&values), 8 * sizeof(int));
  for (int i = 0; i < 8; ++i)
    values[i] = i;
  scale(values, 8);
  add(values, 8);
  static_assert(std::same_as<int, decltype(fromHost(0))>);
  std::printf("%d %d\n", fromHost(values[7]), archOfAdd());
  return musaFree(values) == musaSuccess ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// A fault of the host's own code is not the runtime's: the program dies of it, or its handler runs.
// EXIT: 42
// STDERR: the program's handler
#include "check.h"

#include <csignal>
#include <unistd.h>

__global__ void set(int *p) { *p = 1; }

static void handler(int) {
  const char text[] = "the program's handler\n";
  _exit(write(2, text, sizeof text - 1) > 0 ? 42 : 1);
}

int main() {
  std::signal(SIGSEGV, &handler);
  int *p = nullptr;
  CHECK_MUSA(musaMallocManaged(&p, 4));
  set<<<1, 1>>>(p);
  CHECK_MUSA(musaDeviceSynchronize());
  volatile int *nowhere = nullptr;
  *nowhere = 1;
  return CHECK_RESULT();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int fromHost(int value) { return value * 2; }

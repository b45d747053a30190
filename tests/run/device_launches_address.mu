// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code names the kernel that it launches.
// COMPILE-ERROR: the device function 'parent\(int\*, bool\)' launches a kernel by its address
__global__ void one(int *out) { *out = 1; }
__global__ void two(int *out) { *out = 2; }
__global__ void parent(int *out, bool isTwo) {
  void (*kernel)(int *) = isTwo ? two : one;
  kernel<<<1, 1>>>(out);
}
int main() { parent<<<1, 1>>>(nullptr, true); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// <mt/target>: code for one side or one GPU, as <nv/target> has it.
// MCC: --offload-arch=mp_21
// MCC: --offload-arch=mp_22
// MCC: --offload-arch=mp_31
#include "check.h"

#include <mt/target>

__host__ __device__ int side() {
  MT_IF_TARGET(MT_IS_HOST, (return 1;), (int two = 2, none = 0; return two + none;))
}

__host__ __device__ int provided() {
  MT_DISPATCH_TARGET(MT_PROVIDES_SM_90, (return 90;), MT_PROVIDES_SM_80, (return 80;),
                     MT_PROVIDES_SM_70, (return 70;))
  return 0;
}

__host__ __device__ int dispatched() {
  MT_DISPATCH_TARGET(MT_NO_TARGET, (return 1;), MT_IS_EXACTLY_SM_80, (return 2;),
                     MT_IS_EXACTLY_SM_90, (return 3;), MT_NO_TARGET, (return 4;), MT_NO_TARGET,
                     (return 5;), MT_NO_TARGET, (return 6;), MT_NO_TARGET, (return 7;),
                     MT_ANY_TARGET, (return 8;))
}

__host__ __device__ int noneOfEight() {
  MT_DISPATCH_TARGET(MT_NO_TARGET, (return 1;), MT_NO_TARGET, (return 2;), MT_NO_TARGET,
                     (return 3;), MT_NO_TARGET, (return 4;), MT_NO_TARGET, (return 5;),
                     MT_NO_TARGET, (return 6;), MT_NO_TARGET, (return 7;), MT_NO_TARGET,
                     (return 8;))
  return 0;
}

__host__ __device__ int all() {
  int result = 0;
  MT_IF_TARGET(MT_IS_DEVICE, (result += 1;))
  MT_IF_TARGET(MT_NO_TARGET, (result += 2;))
  MT_IF_ELSE_TARGET(MT_PROVIDES_SM_35, (result += 4;), (result += 8;))
  return result;
}

__global__ void ask(int *answers) {
  answers[0] = side();
  answers[1] = provided();
  answers[2] = all();
  answers[3] = dispatched();
  answers[4] = __MUSA_ARCH__;
}

int main() {
  int *answers = nullptr;
  CHECK_MUSA(musaMallocManaged(&answers, 5 * sizeof(int)));
  ask<<<1, 1>>>(answers);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(answers[0], 2);
  CHECK_EQUAL(answers[1], answers[4] >= 310 ? 90 : answers[4] >= 220 ? 80 : 70);
  CHECK_EQUAL(answers[2], 5);
  CHECK_EQUAL(answers[3], 8);
  CHECK_EQUAL(side(), 1);
  CHECK_EQUAL(provided(), 0);
  CHECK_EQUAL(all(), 8);
  CHECK_EQUAL(dispatched(), 8);
  CHECK_EQUAL(noneOfEight(), 0);
  return CHECK_RESULT();
}

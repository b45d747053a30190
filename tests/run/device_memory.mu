// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// malloc() and new in device code, what one kernel allocates and another frees, and memcpy().
#include "check.h"

struct Node {
  Node *next;
  unsigned value;
};

__global__ void build(Node **lists, unsigned length) {
  Node *head = nullptr;
  for (unsigned i = 0; i < length; ++i) {
    auto *node = static_cast<Node *>(malloc(sizeof(Node)));
    if (node == nullptr)
      __trap();
    *node = {head, threadIdx.x * 1000 + i};
    head = node;
  }
  lists[threadIdx.x] = head;
}
__global__ void consume(Node **lists, unsigned *sums) {
  unsigned sum = 0;
  for (Node *node = lists[threadIdx.x]; node != nullptr;) {
    sum += node->value;
    Node *next = node->next;
    free(node);
    node = next;
  }
  sums[threadIdx.x] = sum;
}
/// One thread allocates for the block.
__global__ void shared(unsigned *out) {
  __shared__ unsigned *values;
  if (threadIdx.x == 0)
    values = new unsigned[blockDim.x];
  __syncthreads();
  values[threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    delete[] values;
}
struct Record {
  char name[24];
  double weight;
};
__global__ void bytes(Record *to, const Record *from, int *compared) {
  memcpy(to, from, sizeof(Record));
  memset(to->name + 4, 'z', 3);
  memmove(to->name + 1, to->name, 8);
  *compared = memcmp(to->name, from->name, 1) + strcmp("a", "b");
}

int main() {
  constexpr unsigned threads = 100;
  constexpr unsigned length = 20;
  Node **lists;
  unsigned *sums;
  CHECK_MUSA(musaMallocManaged(&lists, threads * sizeof(Node *)));
  CHECK_MUSA(musaMallocManaged(&sums, threads * sizeof(unsigned)));
  build<<<1, threads>>>(lists, length);
  consume<<<1, threads>>>(lists, sums);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < threads; ++i)
    CHECK_EQUAL(sums[i], i * 1000 * length + length * (length - 1) / 2);
  shared<<<1, threads>>>(sums);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < threads; ++i)
    CHECK_EQUAL(sums[i], (threads - 1 - i) * (threads - 1 - i));

  Record *records;
  int *compared;
  CHECK_MUSA(musaMallocManaged(&records, 2 * sizeof(Record)));
  CHECK_MUSA(musaMallocManaged(&compared, sizeof(int)));
  records[1] = {"abcdefgh", 1.5};
  bytes<<<1, 1>>>(&records[0], &records[1], compared);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK(strcmp(records[0].name, "aabcdzzzh") == 0);
  CHECK_EQUAL(records[0].weight, 1.5);
  CHECK(*compared < 0);
  return CHECK_RESULT();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// musa::barrier, latch, counting_semaphore and pipeline, and the __mbarrier_ and __pipeline_
// functions: who waits, for what, and in which phase.
#include "check.h"

#include <cooperative_groups.h>
#include <musa/barrier>
#include <musa/latch>
#include <musa/pipeline>
#include <musa/semaphore>
#include <musa/std/chrono>
#include <musa_pipeline.h>

#include <thread>
#include <vector>

namespace cg = cooperative_groups;
constexpr int threads = 64;
using block_barrier = musa::barrier<musa::thread_scope_block>;
static_assert(sizeof(block_barrier) == 8);
static_assert(block_barrier::max() == (1 << 20) - 1);

/// Each thread reads what its neighbour wrote in this round.
__global__ void rounds(int *out) {
  __shared__ block_barrier barrier;
  __shared__ int values[threads];
  const int self = static_cast<int>(threadIdx.x);
  if (self == 0)
    init(&barrier, threads);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 5; ++round) {
    values[self] = 100 * round + self;
    barrier.arrive_and_wait();
    sum += values[(self + 1) % threads];
    block_barrier::arrival_token token = barrier.arrive();
    sum += round; // between the two
    barrier.wait(std::move(token));
  }
  out[self] = sum;
}

/// Threads leave one by one; the others still meet.
__global__ void dropping(int *out) {
  __shared__ block_barrier barrier;
  __shared__ int arrived;
  const int self = static_cast<int>(threadIdx.x);
  if (self == 0) {
    init(&barrier, threads);
    arrived = 0;
  }
  __syncthreads();
  for (int round = 0; round < self; ++round) {
    atomicAdd(&arrived, 1);
    barrier.arrive_and_wait();
    if (self == threads - 1) // the last one sees all that came
      out[round] = arrived;
    barrier.arrive_and_wait();
  }
  barrier.arrive_and_drop();
}

/// Producers write, consumers wait for a phase by its parity, and the barrier counts phases.
struct CountPhases {
  int *phases;
  __device__ void operator()() const { ++*phases; }
};
__global__ void completion(int *phases, int *seen) {
  using counting = musa::barrier<musa::thread_scope_block, CountPhases>;
  __shared__ counting barrier;
  if (threadIdx.x == 0) {
    *phases = 0;
    init(&barrier, threads / 2, CountPhases{phases});
  }
  __syncthreads();
  if (threadIdx.x < threads / 2) {
    for (int phase = 0; phase < 3; ++phase)
      barrier.wait(barrier.arrive());
  } else {
    barrier.wait_parity(false); // phase 0
    seen[threadIdx.x] = *phases >= 1;
  }
}

/// A warp specialises: one half copies by the transaction count, the other one waits for bytes.
__global__ void transactions(const int *from, int *out) {
  __shared__ block_barrier barrier;
  alignas(16) __shared__ int values[threads];
  const int self = static_cast<int>(threadIdx.x);
  if (self == 0)
    init(&barrier, 2);
  __syncthreads();
  if (self == 0) {
    static_cast<void>(musa::device::barrier_arrive_tx(barrier, 1, sizeof(values)));
    musa::device::memcpy_async_tx(values, from, musa::aligned_size_t<16>(sizeof(values) / 2),
                                  barrier);
    out[threads] = !barrier.try_wait_parity(false); // half of the bytes are not there
    musa::device::experimental::cp_async_bulk_global_to_shared(
        values + threads / 2, from + threads / 2, sizeof(values) / 2, barrier);
    out[threads + 1] = !barrier.try_wait_parity(false); // nor is the other thread
  }
  __syncthreads();
  if (self == 1)
    static_cast<void>(barrier.arrive());
  barrier.wait_parity(false);
  out[self] = values[self];
}

__global__ void copies(const int *from, int *out) {
  __shared__ block_barrier barrier;
  __shared__ int values[threads];
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&barrier, threads);
  block.sync();
  musa::memcpy_async(block, values, from, sizeof(int) * threads, barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = values[threads - 1 - threadIdx.x];
  barrier.arrive_and_wait();
  musa::memcpy_async(values + threadIdx.x, from + (threadIdx.x + 1) % threads, sizeof(int),
                     barrier);
  barrier.arrive_and_wait();
  out[threads + threadIdx.x] = values[threads - 1 - threadIdx.x];
}

/// All threads produce and consume, two stages ahead.
template <musa::thread_scope Scope> __global__ void staged(const int *from, int *out, int count) {
  constexpr int stages = 2;
  __shared__ musa::pipeline_shared_state<Scope, stages> state;
  __shared__ int values[stages][threads];
  const auto block = cg::this_thread_block();
  auto pipeline = musa::make_pipeline(block, &state);
  int sum = 0;
  for (int computed = 0, fetched = 0; computed < count; ++computed) {
    for (; fetched < count && fetched < computed + stages; ++fetched) {
      pipeline.producer_acquire();
      musa::memcpy_async(block, values[fetched % stages], from + fetched * threads,
                         sizeof(int) * threads, pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += values[computed % stages][threads - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// The first warp produces, the others consume.
__global__ void roles(const int *from, int *out, int count, int *last) {
  constexpr int stages = 3;
  constexpr int producing = 32;
  __shared__ musa::pipeline_shared_state<musa::thread_scope_block, stages> state;
  __shared__ int values[stages][threads];
  const auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < producing;
  auto pipeline = *last == 0 ? musa::make_pipeline(block, &state, size_t{producing})
                             : musa::make_pipeline(block, &state,
                                                   produces ? musa::pipeline_role::producer
                                                            : musa::pipeline_role::consumer);
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (produces) {
      pipeline.producer_acquire();
      for (unsigned j = threadIdx.x; j < threads; j += producing)
        musa::memcpy_async(&values[i % stages][j], &from[i * threads + j], sizeof(int), pipeline);
      pipeline.producer_commit();
    } else {
      if (!pipeline.consumer_wait_for(musa::std::chrono::hours(1)))
        sum = -1000000;
      sum += values[i % stages][threadIdx.x] + values[i % stages][threadIdx.x - producing];
      pipeline.consumer_release();
    }
  }
  out[threadIdx.x] = sum;
  if (pipeline.quit())
    atomicAdd(last, 1);
}

__global__ void primitives(const int *from, int *out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int values[threads];
  const unsigned self = threadIdx.x;
  if (self == 0)
    __mbarrier_init(&barrier, threads);
  __syncthreads();
  // The last half of each pair of values is zero.
  if (self % 2 == 0)
    __pipeline_memcpy_async(&values[self], &from[self], 8, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __pipeline_arrive_on(&barrier);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  if (__mbarrier_token_pending_count(token) < 1 || __mbarrier_token_pending_count(token) > threads)
    __trap();
  while (!__mbarrier_test_wait(&barrier, token))
    ;
  out[self] = values[(self + 2) % threads];
  if (self % 2 == 0) {
    __mbarrier_arrive_and_drop(&barrier);
  } else {
    const __mbarrier_token_t second = __mbarrier_arrive(&barrier);
    while (!__mbarrier_try_wait(&barrier, second, 100))
      ;
    __mbarrier_arrive(&barrier);
    while (!__mbarrier_try_wait_parity(&barrier, false)) // the third phase, of half the threads
      ;
  }
}

/// Waits that end without what they wait for.
__global__ void timed(int *out) {
  __shared__ block_barrier barrier;
  __shared__ musa::binary_semaphore<musa::thread_scope_block> semaphore;
  init(&barrier, 2);
  init(&semaphore, 1);
  const musa::std::chrono::microseconds most(50);
  out[0] = barrier.try_wait(barrier.arrive());
  out[1] = barrier.try_wait_parity_for(false, most);
  static_cast<void>(barrier.arrive());
  out[2] = barrier.try_wait_parity_for(false, most);
  out[3] = semaphore.try_acquire();
  out[4] = semaphore.try_acquire() + semaphore.try_acquire_for(most);
  semaphore.release();
  out[5] = semaphore.try_acquire_for(most);
}

/// At most two threads are within at a time; all start together.
__global__ void gates(int *within, int *out) {
  using gate = musa::counting_semaphore<musa::thread_scope_device, 2>;
  __shared__ musa::latch<musa::thread_scope_block> start;
  __shared__ gate limit;
  if (threadIdx.x == 0) {
    init(&start, threads);
    init(&limit, 2);
  }
  __syncthreads();
  out[threadIdx.x] = start.try_wait() ? 100 : 0; // the thread itself is missing
  start.arrive_and_wait();
  limit.acquire();
  const int now = atomicAdd(within, 1) + 1;
  __nanosleep(20);
  atomicSub(within, 1);
  limit.release();
  out[threadIdx.x] += now;
}

template <typename T> std::vector<T> read(const T *from, int count) {
  CHECK_MUSA(musaDeviceSynchronize());
  return std::vector<T>(from, from + count);
}

int main() {
  constexpr int count = 7;
  int *from = nullptr, *out = nullptr, *more = nullptr;
  CHECK_MUSA(musaMallocManaged(&from, sizeof(int) * threads * count));
  CHECK_MUSA(musaMallocManaged(&out, sizeof(int) * threads * 2 + 8));
  CHECK_MUSA(musaMallocManaged(&more, sizeof(int) * threads));
  for (int i = 0; i < threads * count; ++i)
    from[i] = i * i % 1009;

  rounds<<<1, threads>>>(out);
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(read(out, threads)[i], 1000 + 5 * ((i + 1) % threads) + 10);

  dropping<<<1, threads>>>(out);
  for (int round = 0, sum = 0; round < threads - 1; ++round) {
    sum += threads - 1 - round;
    CHECK_EQUAL(read(out, threads)[round], sum);
  }

  completion<<<1, threads>>>(more, out);
  CHECK_EQUAL(read(more, 1)[0], 3);
  for (int i = threads / 2; i < threads; ++i)
    CHECK_EQUAL(out[i], 1);

  transactions<<<1, threads>>>(from, out);
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(read(out, threads)[i], from[i]);
  CHECK_EQUAL(out[threads], 1);
  CHECK_EQUAL(out[threads + 1], 1);

  copies<<<1, threads>>>(from, out);
  for (int i = 0; i < threads; ++i) {
    CHECK_EQUAL(read(out, threads)[i], from[threads - 1 - i]);
    CHECK_EQUAL(out[threads + i], from[(threads - i) % threads]);
  }

  const auto sumOf = [&](int at) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
      sum += from[i * threads + at];
    return sum;
  };
  for (const bool isWide : {false, true}) {
    if (isWide)
      staged<musa::thread_scope_device><<<1, threads>>>(from, out, count);
    else
      staged<musa::thread_scope_block><<<1, threads>>>(from, out, count);
    for (int i = 0; i < threads; ++i)
      CHECK_EQUAL(read(out, threads)[i], sumOf(threads - 1 - i));
  }
  more[0] = 0;
  for (int way = 0; way < 2; ++way) {
    roles<<<1, threads>>>(from, out, count, more);
    for (int i = 32; i < threads; ++i)
      CHECK_EQUAL(read(out, threads)[i], sumOf(i) + sumOf(i - 32));
    CHECK_EQUAL(more[0], way + 1); // one thread is the last
  }

  primitives<<<1, threads>>>(from, out);
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(read(out, threads)[i], i % 2 == 0 ? from[(i + 2) % threads] : 0);

  timed<<<1, 1>>>(out);
  for (const auto &[i, expected] : {std::pair{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 0}, {5, 1}})
    CHECK_EQUAL(read(out, 6)[i], expected);

  more[0] = 0;
  gates<<<1, threads>>>(more, out);
  for (int i = 0; i < threads; ++i)
    CHECK(read(out, threads)[i] == 1 || out[i] == 2);

  // On the host, between threads of its own.
  musa::barrier<musa::thread_scope_system> meet(3);
  musa::latch<musa::thread_scope_system> done(2);
  int values[3] = {};
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i)
    workers.emplace_back([&, i] {
      values[i] = i + 1;
      meet.arrive_and_wait();
      done.count_down();
    });
  meet.arrive_and_wait();
  CHECK_EQUAL(values[0] + values[1], 3);
  done.wait();
  for (std::thread &worker : workers)
    worker.join();

  CHECK_MUSA(musaFree(from));
  CHECK_MUSA(musaFree(out));
  CHECK_MUSA(musaFree(more));
  return CHECK_RESULT();
}

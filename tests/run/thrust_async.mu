// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thrust::async: its algorithms, their events and futures, and the order of streams.
#include "cub_test.h"

#include <thrust/async/copy.h>
#include <thrust/async/for_each.h>
#include <thrust/async/reduce.h>
#include <thrust/async/scan.h>
#include <thrust/async/sort.h>
#include <thrust/async/transform.h>
#include <thrust/device_vector.h>
#include <thrust/event.h>
#include <thrust/future.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <thread>

namespace {

struct Halve {
  __host__ __device__ void operator()(int &x) const { x /= 2; }
};
struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

std::vector<int> values(const thrust::device_vector<int> &device) {
  const thrust::host_vector<int> host = device;
  return {host.begin(), host.end()};
}

template <typename Event> void isDone(Event &event) {
  CHECK(event.valid_stream());
  event.wait();
  event.wait();
  CHECK(event.ready());
}

void algorithms() {
  for (const int n : {0, 1, 2, 1000, 30011}) {
    const std::vector<int> given = numbers(n, 1000);
    const thrust::device_vector<int> in(given.begin(), given.end());
    std::vector<int> expected = given;

    thrust::device_vector<int> halved = in, out(in.size());
    auto halving = thrust::async::for_each(halved.begin(), halved.end(), Halve());
    auto doubling =
        thrust::async::transform(thrust::device, in.begin(), in.end(), out.begin(), Twice());
    isDone(halving);
    isDone(doubling);
    for (int &x : expected)
      x /= 2;
    CHECK(values(halved) == expected);
    std::transform(given.begin(), given.end(), expected.begin(), Twice());
    CHECK(values(out) == expected);

    auto sum = thrust::async::reduce(in.begin(), in.end());
    CHECK(sum.valid_content());
    CHECK_EQUAL(sum.get(), std::accumulate(given.begin(), given.end(), 0));
    auto least =
        thrust::async::reduce(thrust::device, in.begin(), in.end(), 5000L, thrust::minimum<long>());
    CHECK_EQUAL(least.extract(), std::accumulate(given.begin(), given.end(), 5000L,
                                                 [](long a, long b) { return std::min(a, b); }));
    CHECK(!least.valid_stream() && !least.valid_content() && !least.ready());
    thrust::device_vector<long> total(1);
    auto into = thrust::async::reduce_into(in.begin(), in.end(), total.begin(), 7L);
    isDone(into);
    CHECK_EQUAL(total[0], std::accumulate(given.begin(), given.end(), 7L));

    auto inclusive = thrust::async::inclusive_scan(in.begin(), in.end(), out.begin());
    isDone(inclusive);
    std::partial_sum(given.begin(), given.end(), expected.begin());
    CHECK(values(out) == expected);
    auto exclusive =
        thrust::async::exclusive_scan(in.begin(), in.end(), out.begin(), 3, thrust::maximum<int>());
    isDone(exclusive);
    int running = 3;
    for (size_t i = 0; i < given.size(); ++i) {
      expected[i] = running;
      running = std::max(running, given[i]);
    }
    CHECK(values(out) == expected);

    thrust::device_vector<int> sorted = in;
    auto sorting = thrust::async::sort(sorted.begin(), sorted.end());
    isDone(sorting);
    expected = given;
    std::sort(expected.begin(), expected.end());
    CHECK(values(sorted) == expected);
    auto falling = thrust::async::stable_sort(thrust::device, sorted.begin(), sorted.end(),
                                              thrust::greater<int>());
    isDone(falling);
    std::reverse(expected.begin(), expected.end());
    CHECK(values(sorted) == expected);
  }
}

void copies() {
  const std::vector<int> given = numbers(5000, 1 << 20);
  const thrust::host_vector<int> host(given.begin(), given.end());
  thrust::device_vector<int> first(given.size()), second(given.size());
  thrust::host_vector<int> back(given.size());
  auto there = thrust::async::copy(host.begin(), host.end(), first.begin());
  auto across =
      thrust::async::copy(thrust::device.after(there), first.begin(), first.end(), second.begin());
  auto home = thrust::async::copy(thrust::device.after(across), thrust::host, second.begin(),
                                  second.end(), back.begin());
  isDone(home);
  CHECK(host == back);
  auto counted = thrust::async::copy(thrust::counting_iterator<int>(0),
                                     thrust::counting_iterator<int>(5000), second.begin());
  isDone(counted);
  CHECK_EQUAL(second[4999], 4999);
}

/// A copy comes after the events of both of its policies.
void copyAfterTheTarget() {
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  static std::atomic<bool> open{false};
  CHECK_MUSA(musaLaunchHostFunc(
      stream,
      [](void *) {
        while (!open)
          std::this_thread::yield();
      },
      nullptr));
  thrust::device_vector<int> from(100, 8), to(100, 0);
  {
    auto halved =
        thrust::async::for_each(thrust::device.on(stream), from.begin(), from.end(), Halve());
    auto copied = thrust::async::copy(thrust::device, thrust::device.after(halved), from.begin(),
                                      from.end(), to.begin());
    CHECK(!copied.ready());
    open = true;
    isDone(copied);
  } // an event uses its stream until it ends
  CHECK_EQUAL(to[99], 4);
  CHECK_MUSA(musaStreamDestroy(stream));
}

/// Nothing is done before the stream comes to it, and what is after an event takes its stream.
void order() {
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  static std::atomic<bool> open{false};
  CHECK_MUSA(musaLaunchHostFunc(
      stream,
      [](void *) {
        while (!open)
          std::this_thread::yield();
      },
      nullptr));
  thrust::device_vector<int> data(1000, 4);
  auto halving =
      thrust::async::for_each(thrust::device.on(stream), data.begin(), data.end(), Halve());
  CHECK(halving.stream().native_handle() == stream);
  CHECK(!halving.ready());
  auto sum = thrust::async::reduce(thrust::device.after(halving), data.begin(), data.end());
  CHECK(!halving.valid_stream());
  CHECK(sum.stream().get() == stream);
  CHECK(!sum.ready());
  open = true;
  CHECK_EQUAL(sum.get(), 2000);

  auto a = thrust::async::for_each(data.begin(), data.end(), Halve());
  const musaStream_t own = a.stream().get();
  CHECK(own != stream && own != nullptr);
  thrust::device_event both = thrust::when_all(a, sum);
  CHECK(both.stream().get() == own);
  auto policy = thrust::device.after(both);
  auto last = thrust::async::reduce(policy, data.begin(), data.end());
  CHECK_EQUAL(last.get(), 1000);
  bool refused = false;
  try {
    auto again = thrust::async::reduce(policy, data.begin(), data.end());
  } catch (const thrust::event_error &error) {
    refused = error.code() == thrust::event_errc::no_state;
  }
  CHECK(refused);

  thrust::device_future<int> none;
  CHECK(!none.valid_stream() && !none.ready());
  thrust::device_event fresh(thrust::new_stream);
  CHECK(fresh.valid_stream());
  thrust::device_future<int> unset(thrust::new_stream);
  CHECK(unset.valid_stream() && !unset.valid_content());
  thrust::device_event moved(std::move(last));
  CHECK(moved.valid_stream() && moved.ready());
  CHECK_MUSA(musaStreamDestroy(stream));
}

} // namespace

int main() {
  algorithms();
  copies();
  copyAfterTheTarget();
  order();
  return CHECK_RESULT();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device functions with a variable number of arguments, in each way in which a kernel runs. Where
// threads are fibers, they come to the waits in an order drawn at random.
// MCC:
// MCC: -O0
// MCC: -O2
// MCC: -O2 -fno-musa-split-lanes
// MCC: -O2 --offload-arch=mp_22
// MCC: -O2 -fmusa-rdc
// STDOUT: ^thread 3: 2\.5 abc x 1099511627776 42\n$
#include "check.h"
#include "managed.h"

#include <cstdarg>
#include <cstring>
#include <utility>

constexpr int threads = 128;

struct Mixed {
  int a;
  double b;
  char c;
};
struct Small {
  char c;
};
struct alignas(32) Aligned {
  float v[8];
};
union Either {
  char c;
  double d;
};

/// The sum of what `kinds` names, each twice.
__host__ __device__ double sum(const char *kinds, ...) {
  va_list first, second;
  va_start(first, kinds);
  va_copy(second, first);
  double total = 0;
  for (int round = 0; round < 2; ++round) {
    va_list &list = round == 0 ? first : second;
    for (const char *kind = kinds; *kind != '\0'; ++kind)
      switch (*kind) {
      case 'i':
        total += va_arg(list, int);
        break;
      case 'd':
        total += va_arg(list, double);
        break;
      case 'l':
        total += va_arg(list, long long);
        break;
      case 'p':
        total += *va_arg(list, const int *);
        break;
      case 'f':
        total += va_arg(list, int (*)(int))(10);
        break;
      case 'm': {
        const Mixed mixed = va_arg(list, Mixed);
        total += mixed.a + mixed.b + mixed.c;
        break;
      }
      case 's':
        total += va_arg(list, Small).c;
        break;
      case 'a': {
        const Aligned aligned = va_arg(list, Aligned);
        total += aligned.v[0] + aligned.v[7];
        break;
      }
      case 'e':
        total += va_arg(list, Either).d;
        break;
      case '4': {
        const float4 vector = va_arg(list, float4);
        total += vector.x + vector.w;
        break;
      }
      case 'x':
        total += static_cast<double>(va_arg(list, __int128) >> 64);
        break;
      }
  }
  va_end(second);
  va_end(first);
  return total;
}
__host__ __device__ int twice(int x) { return 2 * x; }

template <class Number> __host__ __device__ double kindsOf(Number i) {
  const Mixed mixed{1, 2.5, 3};
  Aligned aligned = {};
  aligned.v[7] = 4;
  Either either;
  either.d = 0.5;
  int object = static_cast<int>(i) + 5;
  const auto inLambda = [&](auto more) { return sum("smi", Small{2}, mixed, more); };
  return sum("idlpf", i, 1.5f, 1LL << 33, &object, twice) +
         sum("imsmasei4ix", 'c', mixed, Small{1}, Mixed{-1, i * 1.0, 2}, aligned, Small{7}, either,
             static_cast<short>(3), make_float4(1, 0, 0, 2), true, __int128(9) << 64) +
         inLambda(6) + (i > 0 ? sum("am", aligned, mixed) : sum("e", either));
}

/// Leaves the arguments to other functions, by value and by address.
__device__ int nextOf(va_list *list) { return va_arg(*list, int); }
__device__ int restOf(int count, va_list list) {
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += va_arg(list, int);
  return total;
}
__device__ int total(int count, ...) {
  va_list list;
  va_start(list, count);
  const int first = nextOf(&list);
  const int result = 1000 * first + restOf(count - 1, list);
  va_end(list);
  return result;
}
__device__ int product(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 1;
  while (count-- > 0)
    result *= va_arg(list, int);
  va_end(list);
  return result;
}
__device__ int (*const functions[2])(int, ...) = {total, product};

struct Object {
  int value;
  __device__ Object(int count, ...) : value(0) {
    va_list list;
    va_start(list, count);
    while (count-- > 0)
      value += va_arg(list, Mixed).a;
    va_end(list);
  }
  __device__ int member(int count, ...) const {
    va_list list;
    va_start(list, count);
    const int result = value + count + va_arg(list, Small).c;
    va_end(list);
    return result;
  }
  __device__ int operator()(int count, ...) const {
    va_list list;
    va_start(list, count);
    const int result = value - count - va_arg(list, Small).c;
    va_end(list);
    return result;
  }
};
__device__ int depth(int n, ...) {
  va_list list;
  va_start(list, n);
  const int given = va_arg(list, int);
  va_end(list);
  return n == 0 ? given : depth(n - 1, given + n);
}

__global__ void compute(double *kinds, int *others) {
  const int i = static_cast<int>(threadIdx.x);
  kinds[i] = kindsOf(i);
  int result = total(3, i, 2, 3);
  for (int round = 0; round < 4; ++round)
    result += functions[(i + round) % 2](3, round, i, 2);
  result += total(40, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, i);
  const Object object(2, Mixed{i, 0, 0}, Mixed{7, 0, 0});
  result += object.member(3, Small{4}) + 10 * object(1, Small{2}) + depth(5, i);
  others[i] = result;
}
int wantedOf(int i) {
  int result = 1000 * i + 5;
  for (int round = 0; round < 4; ++round)
    result += (i + round) % 2 == 0 ? 1000 * round + i + 2 : round * i * 2;
  result += 1000 + 38 + i;
  return result + (i + 7 + 3 + 4) + 10 * (i + 7 - 1 - 2) + i + 15;
}

/// Waits between its arguments, of which each is for another thread.
__device__ int throughTheBlock(int *shared, int count, ...) {
  const int i = static_cast<int>(threadIdx.x);
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int round = 0; round < count; ++round) {
    shared[i] = va_arg(list, int);
    __syncthreads();
    result = 3 * result + shared[(i + round + 1) % threads];
    __syncthreads();
  }
  result += va_arg(list, Mixed).a;
  va_end(list);
  return result;
}
__device__ int throughTheWarp(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int round = 0; round < count; ++round)
    result = 3 * result + __shfl_xor_sync(0xffffffff, va_arg(list, int), 1 + round, 32);
  va_end(list);
  return result;
}
template <bool Yields> __global__ void exchange(int *out) {
  __shared__ int shared[threads];
  const int i = static_cast<int>(threadIdx.x);
  unsigned draw = i * 2654435761u;
  const auto wait = [&] {
    if constexpr (Yields)
      while ((draw = draw * 1664525u + 1013904223u) >> 29 != 0)
        __nanosleep(1);
    return 0;
  };
  out[i] = throughTheBlock(shared, 2, i + wait(), i * i, Mixed{i, 0, 0});
  out[i] += 100000 * throughTheWarp(2 + wait(), i, 2 * i);
}
int exchanged(int i) {
  const int other = (i + 2) % threads;
  return 3 * ((i + 1) % threads) + other * other + i + 100000 * (3 * (i ^ 1) + 2 * (i ^ 2));
}

/// As programs write their messages.
__device__ void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
__global__ void messages(char *text) {
  say("thread %d: %.1f %s %c %lld %hhd\n", 3, 2.5f, "abc", 'x', 1LL << 40, static_cast<char>(42));
  snprintf(text, 32, "%d %.2f %s", 7, 0.25, "C"); // the C library's own
}

int main() {
  Managed<double> kinds(threads);
  Managed<int> out(threads);
  compute<<<1, threads>>>(kinds.data, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i) {
    CHECK_EQUAL(kinds[i], kindsOf(i)); // the host's own va_list
    CHECK_EQUAL(out[i], wantedOf(i));
  }
  CHECK_EQUAL(kindsOf(1), 2 * (1 + 1.5 + 0x1p33 + 6 + 20) +
                              2 * ('c' + 6.5 + 1 + 2 + 4 + 7 + 0.5 + 3 + 3 + 1 + 9) +
                              2 * (2 + 6.5 + 6) + 2 * (4 + 6.5));
  exchange<false><<<1, threads>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(out[i], exchanged(i));
  exchange<true><<<1, threads>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(out[i], exchanged(i));
  Managed<char> text(32);
  messages<<<1, 1>>>(text.data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK(std::strcmp(text.data, "7 0.25 C") == 0);
  return CHECK_RESULT();
}

// NO-SANITIZER: a header
// Fragments of matrices: each type, shape and layout, against products in double.
#include <mma.h>
#include <musa_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace mtmusa;

namespace {

int failures = 0;

template <typename T> T *managed(size_t count) {
  void *memory = nullptr;
  if (musaMallocManaged(&memory, count * sizeof(T)) != musaSuccess)
    std::printf("no memory\n");
  return static_cast<T *>(memory);
}

unsigned state = 12345;
int random(int first, int last) {
  state = state * 1664525u + 1013904223u;
  return first + static_cast<int>((state >> 8) % static_cast<unsigned>(last - first + 1));
}

constexpr int warps = 3; // in a block, each with matrices of its own
constexpr int room = 40; // from one row or column to the next

template <typename Layout> constexpr bool isRow = std::is_same_v<Layout, wmma::row_major>;

/// D = 2 * (A * B + C) with elements that go through registers.
template <int m, int n, int k, typename T, typename LA, typename LB, typename C, typename D,
          typename Stored>
__global__ void multiply(const Stored *a, const Stored *b, const C *c, D *d, wmma::layout_t layout,
                         bool saturates) {
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, m, n, k, T, LA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, C> fc;
  wmma::fragment<wmma::accumulator, m, n, k, D> fd;
  static_assert(fd.num_elements == m * n / 32);
  wmma::fill_fragment(fd, D(-1));
  wmma::load_matrix_sync(fa, a + warp * 32 * room, room);
  wmma::load_matrix_sync(fb, b + warp * 32 * room, room);
  wmma::load_matrix_sync(fc, c + warp * 32 * room, room, layout);
  wmma::mma_sync(fd, fa, fb, fc, saturates);
  for (int i = 0; i < fd.num_elements; ++i)
    fd.x[i] = fd.x[i] + fd.x[i];
  wmma::store_matrix_sync(d + warp * 32 * room, fd, room, layout);
}

double number(double x) { return x; }
double number(__half x) { return __half2float(x); }
double number(__mt_bfloat16 x) { return __bfloat162float(x); }

size_t place(bool isRowMajor, int row, int column) {
  return static_cast<size_t>(isRowMajor ? row * room + column : column * room + row);
}

template <int m, int n, int k, typename T, typename LA, typename LB, typename C, typename D,
          typename Stored>
void check(const char *name, int first, int last, double scale, double tolerance) {
  const size_t size = warps * 32 * room;
  Stored *a = managed<Stored>(size), *b = managed<Stored>(size);
  C *c = managed<C>(size);
  D *d = managed<D>(size);
  for (size_t i = 0; i < size; ++i) {
    a[i] = static_cast<Stored>(static_cast<float>(random(first, last) * scale));
    b[i] = static_cast<Stored>(static_cast<float>(random(first, last) * scale));
    c[i] = static_cast<C>(static_cast<float>(random(-50, 50)));
    d[i] = static_cast<D>(-7.0f);
  }
  for (const wmma::layout_t layout : {wmma::mem_row_major, wmma::mem_col_major}) {
    multiply<m, n, k, T, LA, LB, C, D, Stored>
        <<<1, warps * 32>>>(a, b, c, d, layout, /*saturates=*/false);
    if (musaDeviceSynchronize() != musaSuccess)
      ++failures;
    int wrong = 0;
    for (int warp = 0; warp < warps; ++warp)
      for (int row = 0; row < m; ++row)
        for (int column = 0; column < n; ++column) {
          const size_t start = static_cast<size_t>(warp) * 32 * room;
          const size_t at = start + place(layout == wmma::mem_row_major, row, column);
          double sum = number(c[at]);
          for (int i = 0; i < k; ++i)
            sum += number(a[start + place(isRow<LA>, row, i)]) *
                   number(b[start + place(isRow<LB>, i, column)]);
          wrong += std::fabs(number(d[at]) - 2 * sum) > tolerance * (1 + std::fabs(sum));
        }
    if (wrong != 0)
      std::printf("%s: %d of %d are wrong\n", name, wrong, warps * m * n);
    failures += wrong != 0;
  }
  musaFree(a);
  musaFree(b);
  musaFree(c);
  musaFree(d);
}

template <int m, int n, int k, typename T, typename C, typename D, typename Stored>
void layouts(const char *name, int first, int last, double scale, double tolerance) {
  using row = wmma::row_major;
  using col = wmma::col_major;
  check<m, n, k, T, row, row, C, D, Stored>(name, first, last, scale, tolerance);
  check<m, n, k, T, row, col, C, D, Stored>(name, first, last, scale, tolerance);
  check<m, n, k, T, col, row, C, D, Stored>(name, first, last, scale, tolerance);
  check<m, n, k, T, col, col, C, D, Stored>(name, first, last, scale, tolerance);
}

template <typename T, typename C, typename D, typename Stored>
void shapes(const char *name, int first, int last, double scale, double tolerance) {
  layouts<16, 16, 16, T, C, D, Stored>(name, first, last, scale, tolerance);
  layouts<32, 8, 16, T, C, D, Stored>(name, first, last, scale, tolerance);
  layouts<8, 32, 16, T, C, D, Stored>(name, first, last, scale, tolerance);
}

// ----------------------------------------------------------------------- elements below a byte

template <typename T, int k, bool isAnd = false>
__global__ void packed(const unsigned *a, const unsigned *b, int *d) {
  wmma::fragment<wmma::matrix_a, 8, 8, k, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, k, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, k, int> fd;
  wmma::fill_fragment(fd, 3);
  wmma::load_matrix_sync(fa, static_cast<const void *>(a), k);
  wmma::load_matrix_sync(fb, static_cast<const void *>(b), k);
  if constexpr (k == 128)
    wmma::bmma_sync(fd, fa, fb, fd,
                    isAnd ? wmma::experimental::bmmaBitOpAND : wmma::experimental::bmmaBitOpXOR);
  else
    wmma::mma_sync(fd, fa, fb, fd);
  wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
}

template <typename T, int k, bool isAnd, typename Product>
void checkPacked(const char *name, int bits, Product product) {
  constexpr int words = 4; // in a row
  unsigned *a = managed<unsigned>(8 * words), *b = managed<unsigned>(8 * words);
  int *d = managed<int>(64);
  for (int i = 0; i < 8 * words; ++i) {
    a[i] =
        static_cast<unsigned>(random(0, 0xffff)) << 16 | static_cast<unsigned>(random(0, 0xffff));
    b[i] =
        static_cast<unsigned>(random(0, 0xffff)) << 16 | static_cast<unsigned>(random(0, 0xffff));
  }
  packed<T, k, isAnd><<<1, 32>>>(a, b, d);
  failures += musaDeviceSynchronize() != musaSuccess;
  int wrong = 0;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      int sum = 3;
      for (int i = 0; i < k; ++i) {
        const int at = i * bits;
        const auto part = [&](const unsigned *matrix, int line) {
          return matrix[line * words + at / 32] >> at % 32 & ((1U << bits) - 1);
        };
        sum += product(part(a, row), part(b, column));
      }
      wrong += d[row * 8 + column] != sum;
    }
  if (wrong != 0)
    std::printf("%s: %d of 64 are wrong\n", name, wrong);
  failures += wrong != 0;
}

// ------------------------------------------------------------------------------- special values

__global__ void limits(int *integers, __half *halves, bool saturates) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> ia;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> ib;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> ic;
  wmma::fill_fragment(ia, 127);
  wmma::fill_fragment(ib, 1);
  wmma::fill_fragment(ic, 0x7fffffff);
  wmma::mma_sync(ic, ia, ib, ic, saturates);
  wmma::store_matrix_sync(integers, ic, 16, wmma::mem_row_major);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> ha;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> hb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> hc;
  wmma::fill_fragment(ha, __float2half(300.0f));
  wmma::fill_fragment(hb, __float2half(-300.0f));
  wmma::fill_fragment(hc, 0.0f);
  wmma::mma_sync(hc, ha, hb, hc, saturates);
  wmma::store_matrix_sync(halves, hc, 16, wmma::mem_row_major);
}

__global__ void toTf32(float *x) { *x = wmma::__float_to_tf32(*x); }

void checkLimits() {
  int *integers = managed<int>(256);
  __half *halves = managed<__half>(256);
  float *x = managed<float>(1);
  for (const bool saturates : {false, true}) {
    limits<<<1, 32>>>(integers, halves, saturates);
    failures += musaDeviceSynchronize() != musaSuccess;
    const int wanted = saturates ? 0x7fffffff : static_cast<int>(0x7fffffffU + 16U * 127U);
    const float half = __half2float(halves[17]);
    if (integers[17] != wanted || half != (saturates ? -65504.0f : -INFINITY)) {
      std::printf("limits: %d, %g\n", integers[17], half);
      ++failures;
    }
  }
  *x = 1.0f + 1.0f / 2048;
  toTf32<<<1, 1>>>(x);
  failures += musaDeviceSynchronize() != musaSuccess || *x != 1.0f + 1.0f / 1024;
}

} // namespace

int main() {
  shapes<__half, float, float, __half>("half, float", -40, 40, 0.125, 1e-6);
  shapes<__half, __half, __half, __half>("half", -8, 8, 0.25, 1e-3);
  layouts<16, 16, 16, __half, float, __half, __half>("half, float to half", -8, 8, 0.25, 1e-3);
  layouts<16, 16, 16, __half, __half, float, __half>("half, half to float", -8, 8, 0.25, 1e-6);
  shapes<__mt_bfloat16, float, float, __mt_bfloat16>("bfloat16", -40, 40, 0.125, 1e-6);
  shapes<signed char, int, int, signed char>("signed char", -128, 127, 1, 0);
  shapes<unsigned char, int, int, unsigned char>("unsigned char", 0, 255, 1, 0);
  layouts<16, 16, 8, wmma::precision::tf32, float, float, float>("tf32", -999, 999, 0.0625, 1e-6);
  layouts<8, 8, 4, double, double, double, double>("double", -999, 999, 0.1, 1e-12);
  namespace narrow = wmma::experimental::precision;
  checkPacked<narrow::u4, 32, false>("u4", 4, [](unsigned x, unsigned y) { return int(x * y); });
  checkPacked<narrow::s4, 32, false>(
      "s4", 4, [](unsigned x, unsigned y) { return (int(x << 28) >> 28) * (int(y << 28) >> 28); });
  checkPacked<narrow::b1, 128, false>("b1, xor", 1,
                                      [](unsigned x, unsigned y) { return int(x ^ y); });
  checkPacked<narrow::b1, 128, true>("b1, and", 1,
                                     [](unsigned x, unsigned y) { return int(x & y); });
  checkLimits();
  std::printf("%s\n", failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muBLAS's functions of vectors, against loops in double precision.
#include "mublas_test.h"

#include <musa_bf16.h>
#include <musa_fp16.h>

namespace {

mublasHandle_t handle;

template <typename T> struct Api;
#define API(L, T, SUM, I)                                                                          \
  template <> struct Api<T> {                                                                      \
    static constexpr auto axpy = mublas##L##axpy_v2;                                               \
    static constexpr auto scal = mublas##L##scal_v2;                                               \
    static constexpr auto copy = mublas##L##copy_v2;                                               \
    static constexpr auto swap = mublas##L##swap_v2;                                               \
    static constexpr auto asum = mublas##SUM##asum_v2;                                             \
    static constexpr auto nrm2 = mublas##SUM##nrm2_v2;                                             \
    static constexpr auto amax = mublasI##I##amax_v2;                                              \
    static constexpr auto amin = mublasI##I##amin_v2;                                              \
    static constexpr auto rotg = mublas##L##rotg_v2;                                               \
  };
API(S, float, S, s)
API(D, double, D, d)
API(C, std::complex<float>, Sc, c)
API(Z, std::complex<double>, Dz, z)

constexpr int lengths[] = {0, 1, 7, 65};
constexpr int memory = 65 * 3;

template <typename T> void testElementwise() {
  const std::vector<T> a = numbers<T>(memory, 1), b = numbers<T>(memory, 2);
  const T alpha = number<T>(3, -2);
  for (int n : lengths)
    for (const Strides &stride : strides) {
      const int incx = stride.x, incy = stride.y;
      const DeviceArray<T> x(a);
      inBothModes<T>(handle, {alpha}, [&](const T *by) {
        auto expected = widen(b);
        for (int i = 0; i < n; ++i)
          expected[at(i, n, incy)] += Wide<T>(alpha) * Wide<T>(a[at(i, n, incx)]);
        const DeviceArray<T> y(b);
        CHECK_BLAS(Api<T>::axpy(handle, n, in(by), in(x.get()), incx, out(y.get()), incy));
        CHECK(isNear(y.read(), expected));

        expected = widen(a);
        for (int i = 0; incx > 0 && i < n; ++i)
          expected[at(i, n, incx)] *= Wide<T>(alpha);
        const DeviceArray<T> scaled(a);
        CHECK_BLAS(Api<T>::scal(handle, n, in(by), out(scaled.get()), incx));
        CHECK(isNear(scaled.read(), expected));
      });

      auto expected = widen(b), other = widen(a);
      for (int i = 0; i < n; ++i)
        std::swap(expected[at(i, n, incy)], other[at(i, n, incx)]);
      const DeviceArray<T> copied(b), first(a), second(b);
      CHECK_BLAS(Api<T>::copy(handle, n, in(x.get()), incx, out(copied.get()), incy));
      CHECK(isNear(copied.read(), expected));
      CHECK_BLAS(Api<T>::swap(handle, n, out(first.get()), incx, out(second.get()), incy));
      CHECK(isNear(first.read(), other));
      CHECK(isNear(second.read(), expected));
    }

  // A scalar of 0 keeps a NaN, as a GPU does.
  const T zero(0);
  const DeviceArray<T> x({T(NAN), T(2)});
  CHECK_BLAS(Api<T>::scal(handle, 2, in(&zero), out(x.get()), 1));
  CHECK(std::isnan(std::real(x.read()[0])) && x.read()[1] == T(0));

  CHECK_NO_HANDLE(Api<T>::axpy(nullptr, 1, in(&alpha), in(x.get()), 1, out(x.get()), 1));
  CHECK_NO_HANDLE(Api<T>::scal(nullptr, 1, in(&alpha), out(x.get()), 1));
  CHECK_NO_HANDLE(Api<T>::copy(nullptr, 1, in(x.get()), 1, out(x.get()), 1));
  CHECK_NO_HANDLE(Api<T>::swap(nullptr, 1, out(x.get()), 1, out(x.get()), 1));
  CHECK_INVALID(Api<T>::scal(handle, 1, nullptr, out(x.get()), 1));
  CHECK_BLAS(Api<T>::axpy(handle, -1, in(&alpha), nullptr, 1, nullptr, 1));
}

template <typename T> double size(T value) {
  return std::abs(double(std::real(value))) + std::abs(double(std::imag(value)));
}

/// A result in either memory.
template <typename R, typename Call> R resultOf(mublasPointerMode_t mode, Call call) {
  R result = 77;
  if (mode == MUBLAS_POINTER_MODE_HOST) {
    CHECK_BLAS(call(&result));
    return result;
  }
  const DeviceArray<R> onDevice({result});
  CHECK_BLAS(mublasSetPointerMode(handle, mode));
  CHECK_BLAS(call(onDevice.get()));
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
  return onDevice.read()[0];
}

template <typename T> void testMagnitudes() {
  using R = Part<T>;
  const std::vector<T> a = numbers<T>(memory, 4); // each magnitude occurs more than once
  const DeviceArray<T> x(a);
  for (mublasPointerMode_t mode : {MUBLAS_POINTER_MODE_HOST, MUBLAS_POINTER_MODE_DEVICE})
    for (int n : lengths)
      for (int inc : {1, 3, 0, -2}) {
        double sum = 0, squares = 0;
        int largest = 0, smallest = 0;
        for (int i = 0; inc > 0 && i < n; ++i) {
          const T value = a[i * inc];
          sum += size(value);
          squares += std::norm(Wide<T>(value));
          if (largest == 0 || size(value) > size(a[(largest - 1) * inc]))
            largest = i + 1;
          if (smallest == 0 || size(value) < size(a[(smallest - 1) * inc]))
            smallest = i + 1;
        }
        const auto real = [&](auto call) {
          return std::vector<R>{resultOf<R>(
              mode, [&](R *result) { return call(handle, n, in(x.get()), inc, result); })};
        };
        const auto index = [&](auto call) {
          return resultOf<int>(
              mode, [&](int *result) { return call(handle, n, in(x.get()), inc, result); });
        };
        CHECK(isNear(real(Api<T>::asum), {sum}));
        CHECK(isNear(real(Api<T>::nrm2), {std::sqrt(squares)}));
        CHECK_EQUAL(index(Api<T>::amax), largest);
        CHECK_EQUAL(index(Api<T>::amin), smallest);
      }
  R real = 0;
  int index = 0;
  CHECK_NO_HANDLE(Api<T>::asum(nullptr, 1, in(x.get()), 1, &real));
  CHECK_NO_HANDLE(Api<T>::amax(nullptr, 1, in(x.get()), 1, &index));
  CHECK_INVALID(Api<T>::nrm2(handle, 1, in(x.get()), 1, nullptr));
  CHECK_INVALID(Api<T>::amin(handle, 1, in(x.get()), 1, nullptr));

  // Squares that are no finite numbers.
  const R huge = std::numeric_limits<R>::max() / 4;
  const DeviceArray<T> large({T(huge), T(huge)});
  CHECK_BLAS(Api<T>::nrm2(handle, 2, in(large.get()), 1, &real));
  CHECK(std::abs(real / huge - std::sqrt(2.0)) < 1e-5);
}

template <typename T, typename C, typename S, typename Rot> void testRot(Rot rot) {
  const std::vector<T> a = numbers<T>(memory, 1), b = numbers<T>(memory, 2);
  const C c(3);
  const S s = number<S>(2, -4);
  for (int n : lengths)
    for (const Strides &stride : strides)
      for (mublasPointerMode_t mode : {MUBLAS_POINTER_MODE_HOST, MUBLAS_POINTER_MODE_DEVICE}) {
        const int incx = stride.x, incy = stride.y;
        auto first = widen(a), second = widen(b);
        for (int i = 0; i < n; ++i) {
          const Wide<T> p = a[at(i, n, incx)], q = b[at(i, n, incy)];
          first[at(i, n, incx)] = double(c) * p + Wide<S>(s) * q;
          second[at(i, n, incy)] = double(c) * q - conjugate(Wide<S>(s)) * p;
        }
        const DeviceArray<T> x(a), y(b);
        const DeviceArray<C> cosine({c});
        const DeviceArray<S> sine({s});
        const bool host = mode == MUBLAS_POINTER_MODE_HOST;
        CHECK_BLAS(mublasSetPointerMode(handle, mode));
        CHECK_BLAS(rot(handle, n, out(x.get()), incx, out(y.get()), incy,
                       in(host ? &c : cosine.get()), in(host ? &s : sine.get())));
        CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
        CHECK(isNear(x.read(), first));
        CHECK(isNear(y.read(), second));
      }
  const DeviceArray<T> x(a);
  CHECK_NO_HANDLE(rot(nullptr, 1, out(x.get()), 1, out(x.get()), 1, in(&c), in(&s)));
  CHECK_INVALID(rot(handle, 1, out(x.get()), 1, out(x.get()), 1, nullptr, in(&s)));
}

/// The rotation makes the second number 0.
template <typename T> void testRotg() {
  using R = Part<T>;
  const T pairs[][2] = {{number<T>(3, 1), number<T>(4, -2)}, {number<T>(-5, 2), number<T>(2, 7)},
                        {number<T>(1, 0), number<T>(-8, 0)}, {number<T>(0, 0), number<T>(2, 3)},
                        {number<T>(6, -1), number<T>(0, 0)}, {number<T>(0, 0), number<T>(0, 0)}};
  for (const auto &pair : pairs)
    for (bool host : {true, false}) {
      const T a = pair[0], b = pair[1];
      T p = a, q = b, s(77);
      R c(77);
      if (host) {
        CHECK_BLAS(Api<T>::rotg(handle, out(&p), out(&q), &c, out(&s)));
      } else {
        const DeviceArray<T> numbers({p, q, s});
        const DeviceArray<R> cosine({c});
        T *const memory = numbers.get();
        CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
        CHECK_BLAS(
            Api<T>::rotg(handle, out(memory), out(memory + 1), cosine.get(), out(memory + 2)));
        CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
        p = numbers.read()[0], q = numbers.read()[1], s = numbers.read()[2];
        c = cosine.read()[0];
      }
      const Wide<T> r = double(c) * Wide<T>(a) + Wide<T>(s) * Wide<T>(b);
      const Wide<T> nothing = double(c) * Wide<T>(b) - conjugate(Wide<T>(s)) * Wide<T>(a);
      const double norm = std::sqrt(std::norm(Wide<T>(a)) + std::norm(Wide<T>(b)));
      CHECK(std::abs(r - Wide<T>(p)) < 1e-5);
      CHECK(std::abs(nothing) < 1e-5);
      CHECK(std::abs(std::abs(r) - norm) < 1e-5);
      CHECK(std::abs(double(c) * double(c) + std::norm(Wide<T>(s)) - 1) < 1e-6);
      if constexpr (!isComplex<T>) { // what the rotation is made of again, in b
        const T z = std::abs(a) > std::abs(b) ? s : c != 0 ? 1 / c : T(1);
        CHECK(norm == 0 || std::abs(double(q) - double(z)) < 1e-5);
      } else if (a == T(0)) {
        CHECK(p == b && c == 0 && s == T(1));
      }
    }
  CHECK_NO_HANDLE(Api<T>::rotg(nullptr, nullptr, nullptr, nullptr, nullptr));
}

template <typename T, typename Rotm, typename Rotmg> void testModified(Rotm rotm, Rotmg rotmg) {
  const std::vector<T> a = numbers<T>(memory, 1), b = numbers<T>(memory, 2);
  for (T flag : {T(-2), T(-1), T(0), T(1)}) {
    const std::vector<T> param = {flag, 2, 3, 4, 5}; // h11, h21, h12, h22
    const double h11 = flag == 0 || flag == -2 ? 1 : 2, h22 = flag == 0 || flag == -2 ? 1 : 5;
    const double h21 = flag == -2  ? 0
                       : flag == 1 ? -1
                                   : 3,
                 h12 = flag == -2  ? 0
                       : flag == 1 ? 1
                                   : 4;
    for (int n : lengths)
      for (const Strides &stride : strides)
        for (bool host : {true, false}) {
          const int incx = stride.x, incy = stride.y;
          auto first = widen(a), second = widen(b);
          for (int i = 0; i < n; ++i) {
            const double p = a[at(i, n, incx)], q = b[at(i, n, incy)];
            first[at(i, n, incx)] = h11 * p + h12 * q;
            second[at(i, n, incy)] = h21 * p + h22 * q;
          }
          const DeviceArray<T> x(a), y(b), params(param);
          CHECK_BLAS(mublasSetPointerMode(handle, host ? MUBLAS_POINTER_MODE_HOST
                                                       : MUBLAS_POINTER_MODE_DEVICE));
          CHECK_BLAS(
              rotm(handle, n, x.get(), incx, y.get(), incy, host ? param.data() : params.get()));
          CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
          CHECK(isNear(x.read(), first));
          CHECK(isNear(y.read(), second));
        }
  }
  // The matrix makes the second of (x1 sqrt(d1), y1 sqrt(d2)) 0, and its first what x1 then says.
  for (T d2 : {T(1), T(9)})
    for (bool host : {true, false}) {
      const std::vector<T> given = {4, d2, 3, 2, 77, 77, 77, 77, 77};
      std::vector<T> v = given;
      const DeviceArray<T> onDevice(given);
      T *const p = host ? v.data() : onDevice.get();
      CHECK_BLAS(mublasSetPointerMode(handle, host ? MUBLAS_POINTER_MODE_HOST
                                                   : MUBLAS_POINTER_MODE_DEVICE));
      CHECK_BLAS(rotmg(handle, p, p + 1, p + 2, p + 3, p + 4));
      CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
      if (!host)
        v = onDevice.read();
      const double flag = v[4];
      CHECK(flag == 0 || flag == 1 || flag == -1);
      const double h11 = flag == 0 ? 1 : v[5], h22 = flag == 0 ? 1 : v[8];
      const double h21 = flag == 1 ? -1 : v[6], h12 = flag == 1 ? 1 : v[7];
      CHECK(std::abs(h21 * given[2] + h22 * given[3]) < 1e-5);
      CHECK(std::abs(h11 * given[2] + h12 * given[3] - v[2]) < 1e-5);
      const double before = given[0] * given[2] * given[2] + given[1] * given[3] * given[3];
      CHECK(std::abs(v[0] * v[2] * v[2] - before) < 1e-4);
      CHECK_EQUAL(v[3], given[3]);
    }
  CHECK_NO_HANDLE(rotm(nullptr, 1, nullptr, 1, nullptr, 1, nullptr));
  CHECK_NO_HANDLE(rotmg(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  CHECK_INVALID(rotm(handle, 1, nullptr, 1, nullptr, 1, nullptr));
}

void testRealScales() {
  const std::vector<std::complex<float>> a = numbers<std::complex<float>>(20, 1);
  const auto wide = numbers<std::complex<double>>(20, 1);
  const DeviceArray<std::complex<float>> x(a);
  const DeviceArray<std::complex<double>> y(wide);
  const float three = 3;
  const double two = 2;
  CHECK_BLAS(mublasCsscal(handle, 5, &three, out(x.get()), 2));
  CHECK_BLAS(mublasZdscal(handle, 5, &two, out(y.get()), 3));
  auto first = widen(a), second = wide;
  for (int i = 0; i < 5; ++i) {
    first[i * 2] *= 3;
    second[i * 3] *= 2;
  }
  CHECK(isNear(x.read(), first));
  CHECK(isNear(y.read(), second));
}

/// Types as values: narrow ones with floats as scalars, `Scalar`, and others with their own.
template <typename T, typename Scalar, typename R>
void testTyped(musaDataType_t type, musaDataType_t scalarType, musaDataType_t resultType,
               musaDataType_t executionType) {
  constexpr int n = 7, incx = 2, incy = -3;
  const std::vector<T> a = numbers<T>(21, 1), b = numbers<T>(21, 2);
  const DeviceArray<T> x(a), y(b);
  const auto wide = [](T value) {
    if constexpr (std::is_same_v<T, Scalar>)
      return Wide<Scalar>(value);
    else
      return double(static_cast<float>(value));
  };
  const auto isSame = [&](const std::vector<T> &got, const std::vector<Wide<Scalar>> &expected) {
    for (size_t i = 0; i < got.size(); ++i)
      if (wide(got[i]) != expected[i])
        return false;
    return true;
  };
  const Scalar alpha(2);
  std::vector<Wide<Scalar>> sum, scaled;
  for (int i = 0; i < 21; ++i) {
    sum.push_back(wide(b[i]));
    scaled.push_back(wide(a[i]));
  }
  double squares = 0;
  Wide<Scalar> dot{};
  for (int i = 0; i < n; ++i) {
    dot += conjugate(wide(a[i * incx])) * wide(b[at(i, n, incy)]);
    squares += std::norm(wide(a[i * incx]));
    sum[at(i, n, incy)] += 2.0 * wide(a[i * incx]);
    scaled[i * incx] *= 2.0;
  }
  T product(0);
  CHECK_BLAS(mublasDotcEx(handle, n, x.get(), type, incx, y.get(), type, incy, &product, type,
                          executionType));
  CHECK(wide(product) == dot);
  R norm(0);
  CHECK_BLAS(
      mublasNrm2Ex(handle, n, x.get(), type, incx, &norm, resultType,
                   resultType == type || executionType == MUSA_R_32F ? executionType : resultType));
  CHECK(std::abs(double(static_cast<float>(norm)) - std::sqrt(squares)) < 0.05);
  CHECK_BLAS(mublasAxpyEx(handle, n, &alpha, scalarType, x.get(), type, incx, y.get(), type, incy,
                          executionType));
  CHECK(isSame(y.read(), sum));
  CHECK_BLAS(mublasScalEx(handle, n, &alpha, scalarType, x.get(), type, incx, executionType));
  CHECK(isSame(x.read(), scaled));
}

void testTypedRefusals() {
  const float one = 1;
  const DeviceArray<float> x({1});
  CHECK_STATUS(mublasScalEx(handle, 1, &one, MUSA_R_32F, x.get(), MUSA_R_64F, 1, MUSA_R_64F),
               MUBLAS_STATUS_NOT_SUPPORTED);
  CHECK_STATUS(mublasAxpyEx(handle, 1, &one, MUSA_R_32F, x.get(), MUSA_R_16F, 1, x.get(),
                            MUSA_R_32F, 1, MUSA_R_32F),
               MUBLAS_STATUS_NOT_SUPPORTED);
  CHECK_STATUS(mublasNrm2Ex(handle, 1, x.get(), MUSA_R_8I, 1, x.get(), MUSA_R_8I, MUSA_R_32F),
               MUBLAS_STATUS_NOT_SUPPORTED);
  CHECK_NO_HANDLE(mublasScalEx(nullptr, 1, &one, MUSA_R_32F, x.get(), MUSA_R_32F, 1, MUSA_R_32F));
}

} // namespace

int main() {
  CHECK_BLAS(mublasCreate_v2(&handle));
  testElementwise<float>();
  testElementwise<double>();
  testElementwise<std::complex<float>>();
  testElementwise<std::complex<double>>();
  testMagnitudes<float>();
  testMagnitudes<double>();
  testMagnitudes<std::complex<float>>();
  testMagnitudes<std::complex<double>>();
  testRot<float, float, float>(mublasSrot);
  testRot<double, double, double>(mublasDrot);
  testRot<std::complex<float>, float, std::complex<float>>(mublasCrot);
  testRot<std::complex<float>, float, float>(mublasCsrot);
  testRot<std::complex<double>, double, std::complex<double>>(mublasZrot);
  testRot<std::complex<double>, double, double>(mublasZdrot);
  testRotg<float>();
  testRotg<double>();
  testRotg<std::complex<float>>();
  testRotg<std::complex<double>>();
  testModified<float>(mublasSrotm, mublasSrotmg);
  testModified<double>(mublasDrotm, mublasDrotmg);
  testRealScales();
  testTyped<__half, float, __half>(MUSA_R_16F, MUSA_R_32F, MUSA_R_16F, MUSA_R_32F);
  testTyped<__mt_bfloat16, float, __mt_bfloat16>(MUSA_R_16BF, MUSA_R_32F, MUSA_R_16BF, MUSA_R_32F);
  testTyped<float, float, float>(MUSA_R_32F, MUSA_R_32F, MUSA_R_32F, MUSA_R_32F);
  testTyped<double, double, double>(MUSA_R_64F, MUSA_R_64F, MUSA_R_64F, MUSA_R_64F);
  testTyped<std::complex<float>, std::complex<float>, float>(MUSA_C_32F, MUSA_C_32F, MUSA_R_32F,
                                                             MUSA_C_32F);
  testTyped<std::complex<double>, std::complex<double>, double>(MUSA_C_64F, MUSA_C_64F, MUSA_R_64F,
                                                                MUSA_C_64F);
  testTypedRefusals();
  CHECK_BLAS(mublasDestroy_v2(handle));
  return CHECK_RESULT();
}

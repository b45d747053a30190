// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust and CUB in namespaces of the program's.
// MCC: -DTHRUST_WRAPPED_NAMESPACE=mine -DCUB_WRAPPED_NAMESPACE=other
// MCC: -DTHRUST_CUB_WRAPPED_NAMESPACE=mine
#include <thrust/async/reduce.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include "check.h"

/// Another library's.
namespace cub {
struct DeviceReduce;
}
namespace thrust {
template <typename T> struct device_vector;
}

int main() {
  namespace own = ::mine::thrust;
  THRUST_NS_QUALIFIER::device_vector<int> data(2048);
  own::transform(own::make_counting_iterator(0), own::make_counting_iterator(2048), data.begin(),
                 own::negate<int>());
  own::sort(data.begin(), data.end());
  const own::host_vector<int> sorted = data;
  CHECK_EQUAL(sorted[0], -2047);
  CHECK_EQUAL(own::reduce(data.begin(), data.end()), -2047 * 1024);
  own::inclusive_scan(data.begin(), data.end(), data.begin());
  CHECK_EQUAL(data[1], -4093);
  auto sum = own::async::reduce(own::device, data.begin(), data.begin() + 2);
  CHECK_EQUAL(sum.get(), -2047 - 4093);
  return CHECK_RESULT();
}

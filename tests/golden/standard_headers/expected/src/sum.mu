// Takes what nvcc's own headers, or those of another compiler, include without being asked.
#include <numeric>
#include <sstream>
#include <vector>
#include <functional>
#include "../inner/jobs.h"
#include <musa_runtime.h>

__global__ void twice(int *p) { *p *= 2; }

int main() {
  std::vector<int> values(3, 1);
  std::ostringstream line;
  line << std::accumulate(values.begin(), values.end(), 0);
  Jobs jobs;
  jobs.add([&](int n) { values.resize(n); });
  char name[8];
  strcpy(name, "sum");
  unknown_of_all(name);
  twice<<<1, 1>>>(values.data());
  return musaDeviceSynchronize() == musaSuccess ? 0 : 1;
}

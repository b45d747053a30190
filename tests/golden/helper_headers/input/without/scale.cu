#include <helper_cuda.h>
#include "helper_functions.h"
#include "helper_math.h"
#include <rendercheck_gl.h>

int main(int argc, char **argv) {
  findCudaDevice(argc, (const char **)argv);
  float4 *x = nullptr;
  checkCudaErrors(cudaMalloc(&x, sizeof *x));
  getLastCudaError("allocation");
}

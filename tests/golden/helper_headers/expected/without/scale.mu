#include <musa_port/helper_cuda.h>
#include <musa_port/helper_functions.h>
#include <musa_port/helper_math.h>
#include <rendercheck_gl.h>

int main(int argc, char **argv) {
  findCudaDevice(argc, (const char **)argv);
  float4 *x = nullptr;
  checkCudaErrors(musaMalloc(&x, sizeof *x));
  getLastCudaError("allocation");
}

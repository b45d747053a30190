#include "config.h"
#ifdef WITH_CUDA
#include <cuda_runtime.h>
#endif
int main() { return 0; }

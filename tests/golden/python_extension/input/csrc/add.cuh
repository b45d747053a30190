#include <cuda_runtime.h>
void add();

#include "code.cuh"
cudaFree(p);

#include "beside.cuh"
cudaFree(p);

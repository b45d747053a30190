#include "add.cuh"
cudaFree(p);

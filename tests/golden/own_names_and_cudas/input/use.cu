#include "pool.cuh"

void use(Pool &pool) { pool.cudaFree(pool.cudaMalloc(16)); }

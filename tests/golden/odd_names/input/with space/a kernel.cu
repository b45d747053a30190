#include "a header.cuh"
#include "größe.cuh"
#include "显存.cuh"
cudaFree(p);

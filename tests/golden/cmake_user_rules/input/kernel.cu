#ifdef WITH_CUDA
#endif
__global__ void k() {}

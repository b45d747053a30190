#ifdef WITH_MUSA
#endif
__global__ void k() {}

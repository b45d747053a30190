#if __MUSA_ARCH__ < 100
#error cudaMalloc needs __CUDA_ARCH__ >= 1000 and CUDA_VERSION >= 11000
#warning this isn't for cudaFree
#endif

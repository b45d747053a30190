#ifdef _GPU_CUH
MY_CUDA_CHECK(cudaFree(cudaGetLastError()));
#endif

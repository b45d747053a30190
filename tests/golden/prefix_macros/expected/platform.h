#if defined(__MUSACC__)
#define PREFIX musa
#else
#define PREFIX hip
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define gpuFree JOIN(PREFIX, Free)
#define LIBRARY cublas

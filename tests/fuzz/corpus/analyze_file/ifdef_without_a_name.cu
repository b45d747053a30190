#ifdef
#elif 1
#endif
#if 1
#endif
#ifdef __CUDA_ARCH__
int f();
#endif

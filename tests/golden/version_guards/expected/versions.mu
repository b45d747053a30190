#include <musa_port/cuda_level.h>
#include <musa_runtime.h>
#if MUSAPORT_CUDA_LEVEL >= 11040
#endif
#if defined(MUSART_VERSION) && MUSAPORT_CUDA_LEVEL < 12000
#elif 9020 <= MUSAPORT_CUDA_LEVEL && MUSAPORT_CUDACC_VER_MAJOR >= 11
#endif
#if !defined(MUSA_VERSION) || MUSAPORT_CUDA_LEVEL / 1000 == 11
#endif
#ifdef MUSA_VERSION
#endif
bool newer(int runtime) { return runtime >= MUSAPORT_CUDA_LEVEL && MUSAPORT_CUDA_LEVEL > 11000; }
int version = MUSA_VERSION;

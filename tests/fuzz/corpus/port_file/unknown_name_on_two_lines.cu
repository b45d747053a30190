#include <c1CUDAGuard.h>
#define deCUDA_KE*RNEL_LOOP(i, x.is_cuda(); c10::CUDA; t.cuda();*AT_CUDA_CHECK(e); }cuda::g\
Free(Æ);f(a, CUDA, m) . at::kCUDA; x.is_CH_LIBRARY_IMPL(a, CUDA, m) { at::k X_CUCUDA; x.is_cuda(); c76; }ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿHÿ
// License.
#ifndef GUARDED_H
#define GUARDED_H

#if CUDA_VERSION >= 11000
#include <cuda_bf16.h>
#endif

#endif

// License.
#ifndef GUARDED_H
#define GUARDED_H

#if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)
#include <musa_port/cuda_level.h>
#endif
#if MUSAPORT_CUDA_LEVEL >= 11000
#include <musa_bf16.h>
#endif

#endif

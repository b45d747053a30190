// License.
#ifndef GUARDED_H
#define GUARDED_H

#include <musa_port/cuda_level.h>
#if MUSAPORT_CUDA_LEVEL >= 11000
#include <musa_bf16.h>
#endif

#endif

#pragma once
#include <stddef.h>
typedef enum musaError { musaSuccess = 0, musaErrorInvalidValue = 1, musaErrorNotSupported = 801 } musaError_t;
typedef struct MUstream_st *musaStream_t;
#ifdef __cplusplus
extern "C" {
#endif
musaError_t musaLaunchKernel(const void *function, struct dim3 grid, struct dim3 block, void **arguments, size_t shared, musaStream_t stream);
musaError_t musaDeviceSynchronize(void);
#ifdef __cplusplus
}
#endif

//===- musa_port/cuda_level.h - the CUDA level that MUSA offers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA sources choose what to use with guards such as `CUDA_VERSION >= 11040`. MUSA counts its own
// versions differently, so that musa-port turns such a comparison into `MUSAPORT_CUDA_LEVEL >=
// 11040`: is the interface of that CUDA version offered here? A file with such a guard includes
// this header, which has no other effect. It works with any MUSA SDK and with the host runtime.
//
// The level is that of CUDA 11.8: the last version whose interfaces public MUSA code uses
// throughout. To try another one, define MUSAPORT_CUDA_LEVEL, or the level of one library, on the
// compiler's command line.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_LEVEL_H
#define MUSA_PORT_CUDA_LEVEL_H

/* CUDA_VERSION, CUDART_VERSION: 1000 * major + 10 * minor. */
#ifndef MUSAPORT_CUDA_LEVEL
#define MUSAPORT_CUDA_LEVEL 11080
#endif
#if MUSAPORT_CUDA_LEVEL < 9000
#error "MUSAPORT_CUDA_LEVEL is at least 9000: MUSA has nothing that CUDA 9 removed"
#endif

/* __CUDACC_VER_*__: the version of the compiler. nvcc alone defines these, so only mcc has them
   here: headers test them to find out whether a plain C++ compiler reads them. */
#ifdef __MUSACC__
#define MUSAPORT_CUDACC_VER_MAJOR (MUSAPORT_CUDA_LEVEL / 1000)
#define MUSAPORT_CUDACC_VER_MINOR (MUSAPORT_CUDA_LEVEL % 1000 / 10)
#define MUSAPORT_CUDACC_VER_BUILD 0
#endif

/* __CUDA_API_VER_*__: the version of the API, as its headers state it. */
#define MUSAPORT_CUDA_API_VER_MAJOR (MUSAPORT_CUDA_LEVEL / 1000)
#define MUSAPORT_CUDA_API_VER_MINOR (MUSAPORT_CUDA_LEVEL % 1000 / 10)

/* The libraries as of CUDA 11.8. A library's level is 1000 * major + 100 * minor + patch; cuBLAS's
   and NCCL's 10000 * major + 100 * minor + patch. */

#ifndef MUSAPORT_CUBLAS_LEVEL
#define MUSAPORT_CUBLAS_LEVEL 111103
#endif
#define MUSAPORT_CUBLAS_VER_MAJOR (MUSAPORT_CUBLAS_LEVEL / 10000)
#define MUSAPORT_CUBLAS_VER_MINOR (MUSAPORT_CUBLAS_LEVEL % 10000 / 100)
#define MUSAPORT_CUBLAS_VER_PATCH (MUSAPORT_CUBLAS_LEVEL % 100)
#define MUSAPORT_CUBLAS_VER_BUILD 0

#ifndef MUSAPORT_CUFFT_LEVEL
#define MUSAPORT_CUFFT_LEVEL 10900
#endif
#define MUSAPORT_CUFFT_VER_MAJOR (MUSAPORT_CUFFT_LEVEL / 1000)
#define MUSAPORT_CUFFT_VER_MINOR (MUSAPORT_CUFFT_LEVEL % 1000 / 100)
#define MUSAPORT_CUFFT_VER_PATCH (MUSAPORT_CUFFT_LEVEL % 100)
#define MUSAPORT_CUFFT_VER_BUILD 0

#ifndef MUSAPORT_CURAND_LEVEL
#define MUSAPORT_CURAND_LEVEL 10300
#endif
#define MUSAPORT_CURAND_VER_MAJOR (MUSAPORT_CURAND_LEVEL / 1000)
#define MUSAPORT_CURAND_VER_MINOR (MUSAPORT_CURAND_LEVEL % 1000 / 100)
#define MUSAPORT_CURAND_VER_PATCH (MUSAPORT_CURAND_LEVEL % 100)
#define MUSAPORT_CURAND_VER_BUILD 0

#ifndef MUSAPORT_CUSPARSE_LEVEL
#define MUSAPORT_CUSPARSE_LEVEL 11705
#endif
#define MUSAPORT_CUSPARSE_VER_MAJOR (MUSAPORT_CUSPARSE_LEVEL / 1000)
#define MUSAPORT_CUSPARSE_VER_MINOR (MUSAPORT_CUSPARSE_LEVEL % 1000 / 100)
#define MUSAPORT_CUSPARSE_VER_PATCH (MUSAPORT_CUSPARSE_LEVEL % 100)
#define MUSAPORT_CUSPARSE_VER_BUILD 0

#ifndef MUSAPORT_CUSOLVER_LEVEL
#define MUSAPORT_CUSOLVER_LEVEL 11401
#endif
#define MUSAPORT_CUSOLVER_VER_MAJOR (MUSAPORT_CUSOLVER_LEVEL / 1000)
#define MUSAPORT_CUSOLVER_VER_MINOR (MUSAPORT_CUSOLVER_LEVEL % 1000 / 100)
#define MUSAPORT_CUSOLVER_VER_PATCH (MUSAPORT_CUSOLVER_LEVEL % 100)
#define MUSAPORT_CUSOLVER_VER_BUILD 0

#ifndef MUSAPORT_NPP_LEVEL
#define MUSAPORT_NPP_LEVEL 11800
#endif
#define MUSAPORT_NPP_VER_MAJOR (MUSAPORT_NPP_LEVEL / 1000)
#define MUSAPORT_NPP_VER_MINOR (MUSAPORT_NPP_LEVEL % 1000 / 100)
#define MUSAPORT_NPP_VER_PATCH (MUSAPORT_NPP_LEVEL % 100)
#define MUSAPORT_NPP_VER_BUILD 0
#define MUSAPORT_NPP_VERSION_MAJOR MUSAPORT_NPP_VER_MAJOR
#define MUSAPORT_NPP_VERSION_MINOR MUSAPORT_NPP_VER_MINOR
#define MUSAPORT_NPP_VERSION_PATCH MUSAPORT_NPP_VER_PATCH
#define MUSAPORT_NPP_VERSION_BUILD MUSAPORT_NPP_VER_BUILD

#define MUSAPORT_NVJPEG_VER_MAJOR 11
#define MUSAPORT_NVJPEG_VER_MINOR 9
#define MUSAPORT_NVJPEG_VER_PATCH 0
#define MUSAPORT_NVJPEG_VER_BUILD 0

/* cuDNN 8.6, from the time of CUDA 11.8. */
#ifndef MUSAPORT_CUDNN_LEVEL
#define MUSAPORT_CUDNN_LEVEL 8600
#endif
#define MUSAPORT_CUDNN_MAJOR (MUSAPORT_CUDNN_LEVEL / 1000)
#define MUSAPORT_CUDNN_MINOR (MUSAPORT_CUDNN_LEVEL % 1000 / 100)
#define MUSAPORT_CUDNN_PATCHLEVEL (MUSAPORT_CUDNN_LEVEL % 100)

/* NCCL 2.15.5. */
#ifndef MUSAPORT_NCCL_LEVEL
#define MUSAPORT_NCCL_LEVEL 21505
#endif
#define MUSAPORT_NCCL_MAJOR (MUSAPORT_NCCL_LEVEL / 10000)
#define MUSAPORT_NCCL_MINOR (MUSAPORT_NCCL_LEVEL % 10000 / 100)
#define MUSAPORT_NCCL_PATCH (MUSAPORT_NCCL_LEVEL % 100)

/* CUPTI and NVML number the versions of their interfaces by counting. */
#ifndef MUSAPORT_CUPTI_LEVEL
#define MUSAPORT_CUPTI_LEVEL 17
#endif
#ifndef MUSAPORT_NVML_LEVEL
#define MUSAPORT_NVML_LEVEL 11
#endif

#endif /* MUSA_PORT_CUDA_LEVEL_H */

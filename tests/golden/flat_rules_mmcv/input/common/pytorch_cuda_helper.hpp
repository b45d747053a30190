#ifndef PYTORCH_CUDA_HELPER_HPP_CU_H_
#define PYTORCH_CUDA_HELPER_HPP_CU_H_

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

#include <ATen/cuda/CUDAApplyUtils.cuh>
#include <THC/THCAtomics.cuh>

#endif  // PYTORCH_CUDA_HELPER_HPP_CU_H_

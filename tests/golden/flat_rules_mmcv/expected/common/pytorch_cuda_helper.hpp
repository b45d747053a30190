#ifndef PYTORCH_CUDA_HELPER_HPP_MU_H_
#define PYTORCH_CUDA_HELPER_HPP_MU_H_

#include <ATen/ATen.h>
#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/core/MUSAGuard.h"

#include <ATen/musa/MUSA_PORT_ApplyUtils.muh>
#include <THC/THCAtomics.muh>

#endif  // PYTORCH_CUDA_HELPER_HPP_CU_H_

#pragma once
#include <c10/cuda/CUDAMacros.h>
#include "CUDAMacros.h"

#include "cuda/common.h"
#include "cuda/add.cuh"

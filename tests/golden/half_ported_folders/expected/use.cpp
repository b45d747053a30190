#include "cuda/common.h"
#include "musa/add.muh"

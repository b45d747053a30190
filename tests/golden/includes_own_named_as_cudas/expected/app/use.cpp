#include "cuda_runtime.h"
#include <musa_fp16.h>

#include "linked.cu"
#include "real/beside.cuh"

#include "util.cuh"
#include "same.cuh"
#include "x/util.cuh"

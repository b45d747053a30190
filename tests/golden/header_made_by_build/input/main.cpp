#include <cuda_places.hpp>
#include <cuda_other_places.hpp>
#include "kernel.cuh.inc"

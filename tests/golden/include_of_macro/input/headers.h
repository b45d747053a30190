#pragma once
#define DEVICE_HEADER <cuda_runtime_api.h>
#define PART_HEADER "part.cuh"
#define NOT_A_HEADER "part.cuh"

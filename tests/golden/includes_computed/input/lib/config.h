#pragma once
#define BACKEND cuda
#define BACKEND_ROOT lib/BACKEND
#define SORT_HEADER <BACKEND_ROOT/sort.cuh>
#define SCAN_PATH lib/cuda/detail/scan.cuh
#define SCAN_HEADER SCAN_PATH_IN_ANGLES
#define SCAN_PATH_IN_ANGLES <lib/cuda/detail/scan.cuh>
#define STRING(x) #x
#define EXPANDED(x) STRING(x)
#define CPU_ROOT lib/cpu
#define NOTHING_INCLUDES_THIS cuda

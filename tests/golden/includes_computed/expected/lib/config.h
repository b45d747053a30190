#pragma once
#define BACKEND cuda
#define BACKEND_ROOT lib/BACKEND
#define SORT_HEADER <BACKEND_ROOT/sort.muh>
#define SCAN_PATH lib/musa/detail/scan.muh
#define SCAN_HEADER SCAN_PATH_IN_ANGLES
#define SCAN_PATH_IN_ANGLES <lib/musa/detail/scan.muh>
#define STRING(x) #x
#define EXPANDED(x) STRING(x)
#define CPU_ROOT lib/cpu
#define NOTHING_INCLUDES_THIS cuda

#include "lib/config.h"
#include SORT_HEADER
#include SCAN_HEADER
#include EXPANDED(SCAN_PATH)
#include EXPANDED(BACKEND_ROOT/sort.cuh)
#include EXPANDED(CPU_ROOT/sort.h)

int cuda = 0;

#include "common.h"
cudaFree(p);

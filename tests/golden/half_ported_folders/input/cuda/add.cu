#include "add.cuh"
#include "common.h"

#include "curand.h"  // the file beside this one
#include <curand.h>  // the toolkit's
#include <layer.cuh>
#include "cub/block/block_scan.cuh"

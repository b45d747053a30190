#include "curand.h"  // the file beside this one
#include <murand.h>  // the toolkit's
#include <layer.muh>
#include "cub/block/block_scan.muh"

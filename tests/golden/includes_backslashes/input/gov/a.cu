// Windows' compilers take backslashes in the names of headers.
#include "gov\inner\k.cuh"
#include "inner\plain.h"
#include "inner/../inner\k.cuh"
#include <cub\cub.cuh>
#include <windows\none.h>

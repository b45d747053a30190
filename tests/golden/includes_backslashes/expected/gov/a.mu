// Windows' compilers take backslashes in the names of headers.
#include "gov/inner/k.muh"
#include "inner/plain.h"
#include "inner/../inner/k.muh"
#include <cub/cub.cuh>
#include <windows/none.h>

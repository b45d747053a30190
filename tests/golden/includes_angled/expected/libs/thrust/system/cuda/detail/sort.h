// A copy that keeps the names of its folders: what it includes of itself stays.
#pragma once
#include <thrust/system/cuda/detail/core.h>
#include <thrust/system/musa/pointer.h> // not part of the copy

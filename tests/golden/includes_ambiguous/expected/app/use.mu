#include "util.muh"
#include "same.muh"
#include "x/util.muh"

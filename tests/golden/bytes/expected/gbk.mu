// œ‘¥Ê cudaMalloc
#include <musa_runtime.h>
const char *a = "œ‘¥Ê"; /*  Õ∑≈ */ musaFree(p);

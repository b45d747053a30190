#include "kernel.cu"

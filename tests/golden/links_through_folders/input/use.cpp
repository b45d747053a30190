#include "folder/kernel.cuh"

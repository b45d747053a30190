#include "scale.cuh"
int main() { return cudaDeviceSynchronize(); }

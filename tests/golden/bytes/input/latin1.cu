// Größe
#include <cuda_runtime.h>
void größe() { cudaFree("ü"); }

cudaFree(p)

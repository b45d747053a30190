cudaFree();

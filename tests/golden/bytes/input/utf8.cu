void größe(显存 *p) { cudaFree(p); 显cudaFree(p); cudaFree显(p); }

void größe(显存 *p) { musaFree(p); 显cudaFree(p); cudaFree显(p); }

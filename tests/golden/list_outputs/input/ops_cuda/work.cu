void f() { cudaDeviceSynchronize(); }

#include "code.cuh"

int a;
int b;
int c;
int d;
cudaFree(p);
int e;

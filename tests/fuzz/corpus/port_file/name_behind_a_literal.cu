extern "C"__global__ void k();
const char *s = "a"__x;

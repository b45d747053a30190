#include "beside.muh"
musaFree(p);

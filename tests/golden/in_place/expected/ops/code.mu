#include "code.muh"
musaFree(p);

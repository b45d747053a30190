#include "a header.muh"
#include "größe.muh"
#include "显存.muh"
musaFree(p);

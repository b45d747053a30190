#include "add.muh"
musaFree(p);

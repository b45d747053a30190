#include "add.muh"
musaFree(p); // by hand

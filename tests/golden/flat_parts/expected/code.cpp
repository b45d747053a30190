#include <x/musa/y.muh>
#include <musa/z.muh>
#include <barracuda/fish.h>
int X_MUH, X_MUH_Y_MU_H_, X_CUHY;

#include "add.muh"
#ifdef WITH_MUSA
void add() { musaDeviceSynchronize(); }
#endif

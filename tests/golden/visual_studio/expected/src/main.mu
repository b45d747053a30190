#include "scale.muh"
int main() { return musaDeviceSynchronize(); }

// Größe
#include <musa_runtime.h>
void größe() { musaFree("ü"); }

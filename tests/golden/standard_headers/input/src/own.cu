// A name of the standard library's that a header which is not there may declare.
#include <third_party.h>
__global__ void fill(int *p) { *p = 1; }
void run(std::vector<int> &values);

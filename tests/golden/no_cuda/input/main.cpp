#include <vector>

// Latin-1: ä
int main() { return Accumulate(culprit, current, CU, nv, nvidia); }
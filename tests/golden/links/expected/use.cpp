#include "linked.mu"
#include "real/beside.muh"

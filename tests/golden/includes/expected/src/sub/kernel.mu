#include "kernel.mu"

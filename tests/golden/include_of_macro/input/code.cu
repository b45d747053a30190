#include "headers.h"
#include DEVICE_HEADER
#include PART_HEADER

const char *text = NOT_A_HEADER;

#ifndef TAKEN_MUH
#define TAKEN_MUH
#endif

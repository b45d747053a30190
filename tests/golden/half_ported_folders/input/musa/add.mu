#include "add.muh" // by hand

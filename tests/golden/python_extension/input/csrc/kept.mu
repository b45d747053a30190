#include "add.muh"

#include "folder/kernel.muh"

#pragma once
#include "../musa/kernel.muh"

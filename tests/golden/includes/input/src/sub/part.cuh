#pragma once
#include "../main.cuh"

#pragma once
#include "sub/../main.cuh"

#pragma once
#include "main.cu"

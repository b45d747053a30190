#pragma once
#include <proj/detail/impl.cuh>

#pragma once
#include <c10/musa/MUSAStream.h>

// A shim around the toolkit's header of its own name.
#pragma once
#include <mublas.h>

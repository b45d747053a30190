// The tree has these three: two on its include path, one beside this file.
#include <helper_string.h>
#include "helper_timer.h"
#include "helper_image.h"

int main() { return own; }

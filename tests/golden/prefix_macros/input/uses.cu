#include "platform.h"
#define API(name) JOIN(PREFIX, name)
void f(void *p) {
  gpuFree(p);
  JOIN(PREFIX, Free)(p);
  JOIN(PREFIX, _of_the_tree)(p);
  JOIN(LIBRARY, Create)(p);
  load(STRING(PREFIX));
}

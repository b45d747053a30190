#include "my_runtime.h"
#include <first/one.h>
#include <paar/two.h>
myMalloc(p, 1);                // the user's over the default
musaFree(p);                     // the default
MINE(x);              // a whole identifier over a part
OTHER_MUSA_FREE_H_(x);           // the part
launch(a, LONG, b);              // the longer pattern over the shorter
start(a, SHORT, b);               // the shorter
x.is_mine();                     // the user's pattern over the default's
MMCV_WITH_MUSA;                  // the name

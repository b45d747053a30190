#ifndef FOCUS_H
#define FOCUS_H
#endif

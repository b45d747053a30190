void f(int *p) { delete p; }

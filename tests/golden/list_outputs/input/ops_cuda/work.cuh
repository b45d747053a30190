inline int one() { return 1; }

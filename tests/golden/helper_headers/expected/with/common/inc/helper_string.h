const int own = 0;

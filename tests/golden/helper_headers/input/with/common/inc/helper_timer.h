typedef cudaEvent_t Timer;
